package model

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// droppedFields finds fields of versions that the internal types do not have and that hand-written conversions ignore:
// the value in a file is lost silently. It also finds values that conversions change because the internal type differs.
// Without a hand-written conversion, conversion-gen requests one.
func droppedFields(b *builder, g *group.Group) {
	internal, _, err := b.session.Types(g.Package.Path)
	if err != nil || !g.Internal() {
		return
	}
	for _, version := range g.Versions {
		pkg, external := b.source(version.Package.Path), versionTypes(b, version)
		if pkg == nil || pkg.Broken || external == nil {
			continue
		}
		d := &dropped{builder: b, group: g, version: version, pkg: pkg, seen: map[[2]*types.Struct]bool{}}
		for _, root := range g.Roots {
			d.root = root
			outer, inner := external.Scope().Lookup(root.Name), internal.Scope().Lookup(root.Name)
			if outer != nil && inner != nil {
				d.compare(outer.Type(), inner.Type())
			}
		}
	}
}

func versionTypes(b *builder, version group.Version) *types.Package {
	pkg, _, err := b.session.Types(version.Types.Path)
	if err != nil {
		return nil
	}
	return pkg
}

// dropped is the search in one version.
type dropped struct {
	*builder
	group   *group.Group
	version group.Version
	pkg     *load.Package
	root    *group.Root
	seen    map[[2]*types.Struct]bool // of the version, and of the internal types
}

// compare looks for the fields of a type of the version in the internal type that it is converted to.
func (d *dropped) compare(external, internal types.Type) {
	from, named, _ := structBehind(external)
	to, target, _ := structBehind(internal)
	if from == nil || to == nil || named == nil || d.seen[[2]*types.Struct{from, to}] {
		return
	}
	d.seen[[2]*types.Struct{from, to}] = true
	if target != nil {
		d.leftOut(named, target)
	}
	for i := range from.NumFields() {
		field := from.Field(i)
		name, _ := jsonName(from.Tag(i))
		if !field.Exported() || name == "-" || isTypeMeta(field.Type()) {
			continue
		}
		if counterpart := fieldOf(to, field.Name()); counterpart != nil {
			d.compare(field.Type(), counterpart.Type())
			d.narrowed(named.Obj(), field, counterpart)
		} else if d.lost(named.Obj(), field.Name()) {
			d.found(named.Obj(), field.Name())
		}
	}
}

func fieldOf(s *types.Struct, name string) *types.Var {
	for field := range s.Fields() {
		if field.Name() == name {
			return field
		}
	}
	return nil
}

// lost reports whether conversions written by hand pass over a field.
func (d *dropped) lost(holder *types.TypeName, field string) bool {
	if d.skipped(holder, field) {
		return false
	}
	if d.byHand(holder, field) {
		return false
	}
	return !d.pkg.AsksTools() || d.pkg.Declared[d.conversion(holder)].Kind == "func"
}

// byHand reports whether a function that may convert a type of the version to the internal one names the field.
func (d *dropped) byHand(holder *types.TypeName, field string) bool {
	back := load.ConverterPrefix + d.group.Package.Name + "_" // such functions convert from the internal type
	if d.group.Package.Name == d.version.Types.Name {
		back = "\x00" // or to it
	}
	return slices.ContainsFunc(d.converting(holder), func(pkg *load.Package) bool {
		return slices.ContainsFunc(pkg.MentionedBy(field), func(function string) bool {
			return !strings.HasPrefix(function, load.DefaulterPrefix) && !strings.HasPrefix(function, back)
		})
	})
}

// called reports whether a function converts one type to another: generated code calls it.
func (d *dropped) called(holder *types.TypeName, from, to types.Type) bool {
	params := []string{"*" + types.TypeString(from, nil), "*" + types.TypeString(to, nil)}
	return slices.ContainsFunc(d.converting(holder), func(pkg *load.Package) bool {
		for name, declared := range pkg.Declared {
			if strings.HasPrefix(name, load.ConverterPrefix) && len(declared.Params) == 3 &&
				slices.Equal(declared.Params[:2], params) {
				return true
			}
		}
		return false
	})
}

// backByHand reports whether the conversion from the internal type is written by hand, for the struct of a field, or
// for the type of the field.
func (d *dropped) backByHand(holder *types.TypeName, field, counterpart *types.Var) bool {
	name := load.ConverterPrefix +
		fmt.Sprintf("%s_%s_To_%s_%[2]s", d.group.Package.Name, holder.Name(), d.version.Types.Name)
	return d.called(holder, counterpart.Type(), field.Type()) ||
		slices.ContainsFunc(d.converting(holder), func(pkg *load.Package) bool { return pkg.Declared[name].Kind == "func" })
}

// generated reports whether the conversion of a type is generated: in the version, for its own types, or where the
// package of another type, or one that the version names, asks for conversions.
func (d *dropped) generated(holder *types.TypeName) bool {
	return holder.Pkg().Path() == d.version.Types.Path ||
		slices.ContainsFunc(d.converting(holder), func(pkg *load.Package) bool {
			return pkg != d.pkg && len(markers.All[markers.ConversionGen](pkg.Markers)) > 0
		})
}

// converting returns the packages that may have the conversions of a type: the version, the package of the type, and
// the packages that the version names.
func (d *dropped) converting(holder *types.TypeName) []*load.Package {
	all := []*load.Package{d.pkg}
	if own := d.session.Source(holder.Pkg().Path()); own != nil {
		all = append(all, own)
	}
	for _, peer := range d.pkg.Peers() {
		if pkg := d.session.Source(peer.Path); pkg != nil {
			all = append(all, pkg)
		}
	}
	return all
}

// narrowed reports a field whose values a generated conversion changes, if no function written by hand has to do with
// it: numbers that the internal type does not hold are cut off, and a number becomes the character with this number
// where the other type is a string.
func (d *dropped) narrowed(holder *types.TypeName, field, counterpart *types.Var) {
	from, to := values(field.Type(), counterpart.Type())
	first := firstOnly(field.Type(), counterpart.Type())
	if from == nil && !first || !d.generated(holder) || d.byHand(holder, field.Name()) {
		return
	}
	forward := d.called(holder, field.Type(), counterpart.Type())
	if forward && d.called(holder, counterpart.Type(), field.Type()) {
		return
	}
	position, end := d.position(holder, field.Name())
	is := func(t *types.Basic, info types.BasicInfo) bool { return t.Info()&info != 0 }
	switch {
	case first && (forward || !d.backByHand(holder, field, counterpart)): // conversion-gen finds no conversion back
	case first:
		d.report(position, end, "no-conversion",
			fmt.Sprintf("%s is a list in %s.%s and not in the internal type: the conversion of query parameters takes the "+
				"first item, and the others are lost", field.Name(), d.version.Types.Name, holder.Name()),
			fmt.Sprintf("give both the same type, or convert it in %s", d.conversion(holder)))
	case is(from, types.IsNumeric) && is(to, types.IsNumeric) && (forward || fits(from, to)):
	case is(from, types.IsNumeric) && is(to, types.IsNumeric):
		d.report(position, end, "narrow-field",
			fmt.Sprintf("%s has numbers of the type %s in %s.%s, and %s in the internal type, which does not hold all of "+
				"them: a number in a file can change", field.Name(), from, d.version.Types.Name, holder.Name(), to),
			fmt.Sprintf("give both the same type, or convert it in %s", d.conversion(holder)))
	case is(from, types.IsInteger) && is(to, types.IsString), is(from, types.IsString) && is(to, types.IsInteger):
		d.report(position, end, "no-conversion",
			fmt.Sprintf("%s has values of the type %s in %s.%s, and %s in the internal type: Go converts 65 to A",
				field.Name(), from, d.version.Types.Name, holder.Name(), to),
			fmt.Sprintf("give both the same type, or convert it in %s", d.conversion(holder)))
	}
}

// firstOnly reports whether conversion-gen converts a list of texts to its first item, by a function for query
// parameters in k8s.io/apimachinery such as Convert_Slice_string_To_string.
func firstOnly(from, to types.Type) bool {
	list, isList := from.Underlying().(*types.Slice)
	_, lists := to.Underlying().(*types.Slice)
	if !isList || lists {
		return false
	}
	item, ok := list.Elem().Underlying().(*types.Basic)
	return ok && item.Kind() == types.String
}

// values are the basic types in two types that are made of the same pointers, lists and maps; nil in others.
func values(from, to types.Type) (a, b *types.Basic) {
	for range 16 { // deeper nesting is not a configuration
		from, to = from.Underlying(), to.Underlying()
		if a, ok := from.(*types.Basic); ok {
			b, same := to.(*types.Basic)
			if !same {
				return nil, nil
			}
			return a, b
		}
		outer, ok := from.(interface{ Elem() types.Type })
		inner, both := to.(interface{ Elem() types.Type })
		if !ok || !both || kindOf(from) != kindOf(to) {
			return nil, nil
		}
		from, to = outer.Elem(), inner.Elem()
	}
	return nil, nil
}

// fits reports whether a type of numbers has all numbers of another one, on systems with 64 bits. A float is taken to
// have all integers.
func fits(from, to *types.Basic) bool {
	sizes := types.SizesFor("gc", "amd64")
	fromSize, toSize := sizes.Sizeof(from), sizes.Sizeof(to)
	float := func(t *types.Basic) bool { return t.Info()&types.IsFloat != 0 }
	unsigned := func(t *types.Basic) bool { return t.Info()&types.IsUnsigned != 0 }
	switch {
	case float(to):
		return !float(from) || fromSize <= toSize
	case float(from), !unsigned(from) && unsigned(to):
		return false
	case unsigned(from) && !unsigned(to):
		return fromSize < toSize
	}
	return fromSize <= toSize
}

// skipped reports whether the field, or its type, says that it is not converted.
func (d *dropped) skipped(holder *types.TypeName, field string) bool {
	declared := d.typeSource(holder.Pkg().Path(), holder.Name())
	if declared == nil {
		return false
	}
	no := func(set markers.Set) bool {
		return slices.ContainsFunc(set.Named("k8s:conversion-gen"), func(m markers.Marker) bool {
			return strings.HasSuffix(m.Text, "=false")
		})
	}
	source := declared.Field(field)
	return no(declared.Markers) || source != nil && no(source.Markers)
}

// conversion is the name of the function that converts a type to the internal one.
func (d *dropped) conversion(holder *types.TypeName) string {
	return fmt.Sprintf("Convert_%s_%s_To_%s_%[2]s", d.version.Types.Name, holder.Name(), d.group.Package.Name)
}

// position returns the position of a field, or of the root if the field is in another module.
func (d *dropped) position(holder *types.TypeName, field string) (position, end token.Position) {
	if declared := d.typeSource(holder.Pkg().Path(), holder.Name()); declared != nil {
		if source := declared.Field(field); source != nil {
			return d.session.Position(source.Span)
		}
	}
	return d.root.Position, d.root.End
}

func (d *dropped) found(holder *types.TypeName, field string) {
	position, end := d.position(holder, field)
	d.report(position, end, "dropped-field",
		fmt.Sprintf("%s is in %s.%s and not in the internal type, and no conversion reads it: what a file sets there is lost",
			field, d.version.Types.Name, holder.Name()),
		fmt.Sprintf("add it to %s.%s, or convert it in %s", d.group.Package.Name, holder.Name(), d.conversion(holder)))
}

// otherVersions finds constraints that only versions have which are not the preferred one. Generated validation and the
// merging of files follow the marked types and the preferred version. validation-gen serves the versions that ask for
// it.
func otherVersions(b *builder, g *group.Group) {
	for i := range g.Versions {
		version := &g.Versions[i]
		pkg, checked := b.source(version.Package.Path), versionTypes(b, *version)
		if pkg == nil || checked == nil || asksForValidation(pkg) || version.Types.Path == g.Package.Path {
			continue
		}
		for _, root := range g.Roots {
			object := checked.Scope().Lookup(root.Name)
			if root.Version != nil && root.Version.Package.Path != version.Package.Path && object != nil {
				o := &otherVersion{builder: b, version: version, preferred: root.Version, seen: map[*types.Named]bool{}}
				o.moves = movesFrom(root, version.Name)
				o.visit(object.Type(), root.Fields, "")
			}
		}
	}
}

func asksForValidation(pkg *load.Package) bool {
	return slices.ContainsFunc(pkg.TagsInDoc(), func(t load.Tag) bool {
		return t.Name == "k8s:validation-gen" && t.Value != "false"
	})
}

// otherVersion is the search in one version.
type otherVersion struct {
	*builder
	version, preferred *group.Version
	seen               map[*types.Named]bool
	// moves are the fields that have another place in the version, by their path in its files.
	moves map[string]*group.Field
}

// movesFrom are the fields that have another place in a version, by their path in its files.
func movesFrom(root *group.Root, version string) map[string]*group.Field {
	moves := map[string]*group.Field{}
	root.Walk(func(field *group.Field) {
		for _, move := range markers.All[markers.Moved](field.Markers) {
			if move.In == version {
				moves[move.From] = field
			}
		}
	})
	return moves
}

// visit compares the fields of a type with the fields of the model in the same place.
func (o *otherVersion) visit(t types.Type, fields []*group.Field, path string) {
	inner, named, inList := structBehind(t)
	if named == nil || named.Obj().Pkg() == nil || o.seen[named] {
		return
	}
	o.seen[named] = true
	declared := o.typeSource(named.Obj().Pkg().Path(), named.Obj().Name())
	if path != "" && inList {
		path += "[*]"
	}
	for i := range inner.NumFields() {
		variable, below := inner.Field(i), path
		if name, _ := jsonName(inner.Tag(i)); name != "" {
			below = strings.TrimPrefix(path+"."+name, ".")
		}
		at := o.moves[below]
		for _, field := range fields {
			if at == nil && field.Name == variable.Name() {
				at = field
			}
		}
		if source := declared.Field(variable.Name()); source != nil {
			var known markers.Set
			if at != nil {
				known = slices.Concat(at.Markers, counterpartMarkers(at))
			}
			o.compare(declared.Name+"."+source.Name, source.Markers, known, preferredAt(at))
		}
		if at != nil {
			o.compareTypes(variable.Type(), at.Type)
			o.visit(variable.Type(), at.Fields, below)
		}
	}
}

// compareTypes does the same for the names in the type of a field.
func (o *otherVersion) compareTypes(t types.Type, known *group.Type) {
	named, ok := types.Unalias(t).(*types.Named)
	if ok && named.Obj().Pkg() != nil && !o.seen[named] {
		o.seen[named] = kindOf(named) != "struct" // whose fields are visited
		if declared := o.typeSource(named.Obj().Pkg().Path(), named.Obj().Name()); declared != nil {
			o.compare(declared.Name, declared.Markers, known.Markers, token.Position{})
		}
	}
	if elem, ok := t.Underlying().(interface{ Elem() types.Type }); ok && known.Elem != nil {
		o.compareTypes(elem.Elem(), known.Elem)
	}
}

// preferredAt is where the preferred version, or a group without an internal type, declares a field that may be nil.
func preferredAt(field *group.Field) token.Position {
	switch {
	case field == nil:
		return token.Position{}
	case field.Counterpart != nil:
		return field.Counterpart.Position
	}
	return field.Position
}

func counterpartMarkers(field *group.Field) markers.Set {
	if field.Counterpart == nil {
		return nil
	}
	return field.Counterpart.Markers
}

// compare reports the constraints of a declaration that the model does not have.
func (o *otherVersion) compare(name string, set, known markers.Set, there token.Position) {
	for _, m := range set {
		if list, ok := m.Value.(*markers.ListType); ok && list.Kind == "atomic" || !m.Constrains() || hasText(known, m) {
			continue
		}
		o.reportMarker(m, "constraint-version",
			fmt.Sprintf("%s of %s.%s has no effect: %s, the preferred version, does not have it", m.Text, o.version.Name, name,
				o.preferred.Name),
			fmt.Sprintf("add it there, or ask for validation-gen in %s", o.version.Name), diag.Mark(there, m.Text))
	}
}
