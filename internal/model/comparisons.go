package model

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// compareVersions compares the fields of the roots with the fields of each version: a field has the same Go name in the
// version, unless a conversion that people wrote sets the field.
func compareVersions(b *builder, g *group.Group) {
	c := &comparer{builder: b, group: g, converters: map[*load.Package][]load.Converter{}}
	for _, root := range g.Roots {
		if root.Plain {
			continue // its files have no version
		}
		for _, version := range g.Versions {
			c.version(root, version.NameFor(root), version.Package.Path, version.Types.Path)
		}
		if aliased := root.Type.Package; aliased != root.Package.Path {
			for _, version := range b.session.PublishedVersions(aliased) {
				c.version(root, path.Base(version), version, version)
			}
		}
	}
}

// comparer compares roots with versions.
type comparer struct {
	*builder
	group *group.Group
	// converters are the conversions that people wrote, by package.
	converters map[*load.Package][]load.Converter
}

// version compares a root with a version, whose conversions and types are in packages with the given import paths.
func (c *comparer) version(root *group.Root, name, converting, declaring string) {
	if slices.ContainsFunc(root.Comparisons, func(known *group.Comparison) bool { return known.Version == name }) {
		return
	}
	external, internal := c.rootType(declaring, root.Name), c.rootType(root.Package.Path, root.Name)
	if external == nil || internal == nil {
		return
	}
	found := &group.Comparison{Version: name, Package: converting}
	_, holder, _ := structBehind(external)
	_, target, _ := structBehind(internal)
	if holder == target { // the version is the type of the component
		if source := c.source(declaring); !group.IsVersion(name) && source != nil {
			found.Version = cmp.Or(c.session.Registrations(source)[root.Name].Version, name)
		}
		if group.IsVersion(name) || declaring == root.Type.Package {
			root.Comparisons = append(root.Comparisons, found)
		}
		return
	}
	pkg := c.session.Converting(converting)
	if pkg == nil || pkg.Broken || target == nil || !pkg.ConvertsTo(target.Obj().Pkg().Path()) ||
		registersConversions(pkg) || registersConversions(c.session.Converting(target.Obj().Pkg().Path())) {
		return
	}
	s := &structComparison{comparer: c, found: found, covered: map[string]bool{}}
	s.compare(external, internal, "", pkg, nil)
	root.Comparisons = append(root.Comparisons, found)
}

// rootType returns the type of a name in a package; nil if the package does not declare a struct of that name.
func (c *comparer) rootType(path, name string) types.Type {
	pkg, _, err := c.session.Types(path)
	if err != nil {
		return nil
	}
	object, ok := pkg.Scope().Lookup(name).(*types.TypeName)
	if !ok || kindOf(object.Type()) != "struct" {
		return nil
	}
	return object.Type()
}

// registersConversions reports whether code written by hand registers functions whose names say nothing.
func registersConversions(pkg *load.Package) bool {
	return pkg == nil || len(pkg.MentionedBy("AddConversionFunc"))+len(pkg.MentionedBy("AddGeneratedConversionFunc")) > 0
}

// structComparison compares the structs of a version with the structs of the component's type.
type structComparison struct {
	*comparer
	found *group.Comparison
	// covered are the fields that a conversion of a struct around them sets, by Go path.
	covered map[string]bool
}

// compare compares two types at a Go path. The conversions of the structs around them are in a package; outer are these
// structs in the version.
func (s *structComparison) compare(external, internal types.Type, path string, pkg *load.Package, outer []types.Type) {
	from, holder, listed := structBehind(external)
	to, target, _ := structBehind(internal)
	switch {
	case types.Identical(external, internal), holder != nil && holder == target,
		holder != nil && slices.Contains(outer, types.Type(holder)):
		return
	case single(external, from) && single(internal, to): // The conversion of a single value moves nothing.
		return
	}
	if s.asWhole(external, internal, path, pkg) {
		return
	}
	if listed {
		path += "[*]"
	}
	functions := s.functions(pkg, holder, target)
	switch {
	case len(functions) > 0:
		if !s.byHand(functions, holder, target, path) {
			return
		}
		pkg = functions[0].Package
	case holder.Obj().Pkg().Path() != pkg.TypesPath() || !pkg.ConvertsTo(target.Obj().Pkg().Path()) ||
		holder.Obj().Name() != target.Obj().Name():
		s.opaque(&group.Opaque{Fields: []string{path}, Reason: fmt.Sprintf("no conversion of %s to %s is found",
			types.TypeString(holder, (*types.Package).Name), types.TypeString(target, (*types.Package).Name))})
		return
	}
	for field := range from.Fields() {
		counterpart := fieldOf(to, field.Name())
		below := joined(path, field.Name())
		switch {
		case counterpart == nil || !field.Exported() || isTypeMeta(field.Type()) || s.covered[below]:
		case s.skipped(holder, field.Name()) || s.skipped(target, field.Name()):
			s.opaque(&group.Opaque{Fields: []string{below}, Reason: "+k8s:conversion-gen=false excludes it from the " +
				"generated conversion"})
		default:
			s.compare(field.Type(), counterpart.Type(), below, pkg, append(slices.Clone(outer), types.Type(holder)))
		}
	}
}

func (s *structComparison) opaque(found *group.Opaque) {
	s.found.Opaque = append(s.found.Opaque, found)
	for _, field := range found.Fields {
		s.covered[field] = true
	}
}

// single reports whether a type is a value without fields: a basic type, or a struct that reads itself as a whole.
func single(t types.Type, behind *types.Struct) bool {
	base := typeOf(t).Base()
	return behind == nil || base.Leaf || isOpaque(base)
}

// asWhole reports whether two types at a Go path are not converted struct by struct: a function that people wrote
// converts a list, a map or a pointer, or the structs are in different containers.
func (s *structComparison) asWhole(external, internal types.Type, path string, pkg *load.Package) bool {
	for range 16 { // deeper nesting is not a configuration
		holder, ok := types.Unalias(external).(*types.Named)
		target, both := types.Unalias(internal).(*types.Named)
		if ok && both && kindOf(holder) == "struct" && kindOf(target) == "struct" {
			return false
		}
		functions := s.functions(pkg, external, internal)
		if len(functions) > 0 && !passOn(functions, external, internal) {
			s.opaque(&group.Opaque{
				Fields: []string{path}, Reason: converts(functions[0]), Position: s.positionOf(functions[0]),
			})
			return true
		}
		outer, ok := external.Underlying().(interface{ Elem() types.Type })
		inner, both := internal.Underlying().(interface{ Elem() types.Type })
		pointers := kindOf(external) == "pointer" || kindOf(internal) == "pointer"
		switch {
		case !pointers && (!ok || !both || kindOf(external) != kindOf(internal)):
			s.opaque(&group.Opaque{Fields: []string{path}, Reason: fmt.Sprintf("no conversion of %s to %s is generated",
				types.TypeString(external, (*types.Package).Name), types.TypeString(internal, (*types.Package).Name))})
			return true
		case kindOf(external) != "pointer" && pointers:
			internal = inner.Elem()
		case kindOf(internal) != "pointer" && pointers:
			external = outer.Elem()
		default:
			if !pointers && !strings.HasSuffix(path, "[*]") {
				path += "[*]"
			}
			external, internal = outer.Elem(), inner.Elem()
		}
	}
	return true
}

// passOn reports whether functions for pointers leave the structs to the functions for these.
func passOn(functions []load.Converter, external, internal types.Type) bool {
	_, holder, _ := structBehind(external)
	_, target, _ := structBehind(internal)
	if kindOf(external) != "pointer" && kindOf(internal) != "pointer" || holder == nil || target == nil {
		return false
	}
	return !slices.ContainsFunc(functions, func(f load.Converter) bool {
		return !f.PassesOn(conversionName(holder, target)) && !f.PassesOn(conversionName(target, holder))
	})
}

// functions returns the functions that people wrote to convert two types to each other, the function from the version
// first. Generated code in a package can call functions of the packages of the two types, and of the peers that it
// names.
func (s *structComparison) functions(pkg *load.Package, external, internal types.Type) []load.Converter {
	from, to := load.TypeText(external), load.TypeText(internal)
	var forward, back []load.Converter
	for _, candidate := range s.converting(pkg, external, internal) {
		for _, converter := range s.convertersOf(candidate) {
			switch {
			case converter.From == from && converter.To == to && len(forward) == 0:
				forward = append(forward, converter)
			case converter.From == to && converter.To == from && len(back) == 0:
				back = append(back, converter)
			}
		}
	}
	return append(forward, back...)
}

// converting returns the packages that may have the conversions of two types.
func (s *structComparison) converting(pkg *load.Package, external, internal types.Type) []*load.Package {
	all := []*load.Package{pkg}
	add := func(path string) {
		if other := s.session.Converting(path); other != nil && !slices.Contains(all, other) {
			all = append(all, other)
		}
	}
	for _, t := range []types.Type{external, internal} {
		if _, named, _ := structBehind(t); named != nil && named.Obj().Pkg() != nil {
			add(named.Obj().Pkg().Path())
		}
	}
	for _, peer := range pkg.Peers() {
		if peer.Tag.Name != "" { // apimachinery converts values, and its own structs
			add(peer.Path)
		}
	}
	return all
}

// convertersOf returns the conversions that people wrote in a package.
func (c *comparer) convertersOf(pkg *load.Package) []load.Converter {
	found, known := c.converters[pkg]
	if !known {
		found = pkg.Converters(c.alias)
		c.converters[pkg] = found
	}
	return found
}

// alias returns the type that a name in a package is an alias of; empty for other names.
func (c *comparer) alias(path, name string) string {
	pkg, _, err := c.session.Types(path)
	if err != nil {
		return ""
	}
	object, ok := pkg.Scope().Lookup(name).(*types.TypeName)
	if !ok || !object.IsAlias() {
		return ""
	}
	return load.TypeText(object.Type())
}

// converts is the reason for fields that a function sets.
func converts(function load.Converter) string {
	return function.Function.Name.Name + " converts it by hand"
}

func (c *comparer) positionOf(function load.Converter) token.Position {
	return c.position(function.Function.Name.Pos())
}

// byHand notes the fields of two structs at a Go path that functions convert by hand. It reports false if the whole
// structs are opaque.
func (s *structComparison) byHand(functions []load.Converter, holder, target *types.Named, path string) bool {
	found := &group.Opaque{Reason: converts(functions[0]), Position: s.positionOf(functions[0])}
	var sets, reads []string
	named := false
	for _, function := range functions {
		summary := function.Conversion()
		from, to := holder, target
		if forward := function.From == load.TypeText(holder); !forward {
			from, to = target, holder
		}
		ok := summary.Generated && !summary.Whole && !summary.Literal
		for name := range summary.Sets {
			inResult, inSource := fieldPath(to, name), fieldPath(from, name)
			ok = ok && inResult+inSource != ""
			sets = append(sets, inResult, inSource)
		}
		for name := range summary.Reads {
			at := fieldPath(from, name)
			ok = ok && at != ""
			switch {
			case fieldPath(to, name) != at: // only one of the two structs has it
				sets = append(sets, at)
			case from == holder:
				reads = append(reads, at)
			}
		}
		if !ok {
			found.Fields, found.Reason, found.Position = []string{path}, converts(function), s.positionOf(function)
			s.opaque(found)
			return false
		}
		if len(summary.Sets) > 0 && !named {
			named, found.Reason, found.Position = true, converts(function), s.positionOf(function)
		}
	}
	found.Fields, found.Reads = s.paths(path, sets, nil), s.paths(path, reads, sets)
	if len(found.Fields) > 0 {
		s.opaque(found)
	}
	return true
}

// paths returns the Go paths of fields in a struct, sorted, without fields in the other list.
func (s *structComparison) paths(path string, fields, without []string) []string {
	var all []string
	for _, field := range fields {
		if field != "" && !slices.Contains(without, field) {
			all = append(all, joined(path, field))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// fieldPath returns the Go path of a field that a selector of a struct names, which may be a field of an embedded
// struct; empty if the selector names no field.
func fieldPath(holder *types.Named, name string) string {
	object, index, _ := types.LookupFieldOrMethod(holder, true, holder.Obj().Pkg(), name)
	if field, ok := object.(*types.Var); !ok || !field.IsField() {
		return ""
	}
	var names []string
	t := types.Type(holder)
	for _, at := range index {
		s, _, _ := structBehind(t)
		names, t = append(names, s.Field(at).Name()), s.Field(at).Type()
	}
	return strings.Join(names, ".")
}

// skipped reports whether a field, or its struct, has the tag that excludes it from generated conversions.
func (s *structComparison) skipped(holder *types.Named, field string) bool {
	pkg := s.session.Converting(holder.Obj().Pkg().Path())
	if pkg == nil || pkg.Types[holder.Obj().Name()] == nil {
		return false
	}
	declared := pkg.Types[holder.Obj().Name()]
	no := func(set markers.Set) bool {
		return slices.ContainsFunc(set.Named("k8s:conversion-gen"), func(m markers.Marker) bool {
			return strings.HasSuffix(m.Text, "=false")
		})
	}
	source := declared.Field(field)
	return no(declared.Markers) || source != nil && no(source.Markers)
}
