package model

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// undeclaredConversions finds fields with facts that protect a configuration, such as secrets, if a conversion that
// people wrote sets the field and no marker declares the field's place in the version: the facts would not be applied
// to files of the version. Only a group with the loader applies them there.
func undeclaredConversions(b *builder, g *group.Group) {
	if !g.Loader {
		return
	}
	for _, root := range g.Roots {
		if root.Plain {
			continue
		}
		u := &undeclared{builder: b, group: g, root: root}
		for _, comparison := range root.Comparisons {
			if len(comparison.Opaque) > 0 {
				u.comparison, u.reported = comparison, map[token.Position]bool{}
				root.Walk(u.field)
			}
		}
		for _, version := range g.Versions {
			u.version(version)
		}
	}
}

// undeclared is the search in one root.
type undeclared struct {
	*builder
	group      *group.Group
	root       *group.Root
	comparison *group.Comparison
	// reported are the positions of the findings about the version.
	reported map[token.Position]bool
}

// fact is a fact of a field with the marker that declares it; the marker of a struct tag has no name.
type fact struct {
	what   string
	marker markers.Marker
}

const (
	isASecret  = "is a secret"
	isAPath    = "is a path"
	isExtended = "is a list that files extend"
)

// protecting returns the facts of a field that protect a configuration.
func protecting(field *group.Field) []fact {
	var facts []fact
	add := func(has bool, what, name string) {
		if has {
			found := fact{what: what}
			if marked := field.Markers.Named(name); len(marked) > 0 {
				found.marker = marked[0]
			}
			facts = append(facts, found)
		}
	}
	_, tagged := reflect.StructTag(field.Tag).Lookup(policy)
	if field.Facts.Secret && (field.Parent == nil || !field.Parent.Facts.Secret) {
		add(tagged, isASecret, "")
		add(!tagged, isASecret, "secret")
	}
	path, ok := markers.Get[markers.Path](field.Markers)
	add(ok && path.Is && field.Type.HoldsPaths(), isAPath, "path")
	list := field.ListMarkers()
	if of, ok := markers.Get[markers.ListType](list); ok && of.Kind != "atomic" {
		for _, marker := range list {
			if marker.Value == any(of) {
				facts = append(facts, fact{isExtended, marker})
				break
			}
		}
	}
	add(field.Markers.Has("precedence"), "has a precedence of its own", "precedence")
	add(field.Markers.Has("reload"), "has a reload class", "reload")
	add(len(field.Gates) > 0, "has a feature gate", "featureGate")
	add(field.Markers.Has("flag"), "has a flag", "flag")
	add(field.Markers.Has("flagsFrom"), "has flags", "flagsFrom")
	return facts
}

// field reports the facts of a field that is opaque in the version, or that has an opaque field in it.
func (u *undeclared) field(field *group.Field) {
	if u.declared(field) {
		return
	}
	unknown, opaque := u.opaque(field)
	if opaque == nil {
		return
	}
	facts := slices.DeleteFunc(protecting(field), func(f fact) bool {
		return f.what == isASecret && u.secretThere(opaque)
	})
	if len(facts) == 0 {
		return
	}
	position, end := facts[0].marker.Position, facts[0].marker.End
	if facts[0].marker.Name == "" || facts[0].marker.Published != "" {
		position, end = field.Position, field.End
	}
	if u.reported[position] {
		return // at another place of the struct
	}
	u.reported[position] = true
	found := diag.At(position, end, "undeclared-conversion", fmt.Sprintf("%s %s, and its place in %s is unknown: %s",
		field.Path, sentence(facts), u.comparison.Version, opaque.Reason), u.fix(unknown))
	if opaque.Position.IsValid() {
		found = found.See("at", opaque.Position)
	}
	u.findings = append(u.findings, found)
}

// sentence lists facts, as in: has a flag, a feature gate and a reload class.
func sentence(facts []fact) string {
	text, verb := "", ""
	for i, fact := range facts {
		what := fact.what
		if of, rest, _ := strings.Cut(what, " "); of == verb {
			what = rest
		} else {
			verb = of
		}
		switch {
		case i == 0:
		case i == len(facts)-1:
			text += " and "
		default:
			text += ", "
		}
		text += what
	}
	return text
}

// opaque returns the conversion that sets a field, the struct around it, or a field in it that no marker declares, and
// the field or the field in it. A list or a map has a place with all that is in its elements.
func (u *undeclared) opaque(field *group.Field) (*group.Field, *group.Opaque) {
	if found := u.comparison.At(field.Path); found != nil {
		return field, found
	}
	for _, inner := range field.Fields {
		if u.declared(inner) || field.Type.Elements() != "" {
			continue
		}
		if unknown, found := u.opaque(inner); found != nil {
			return unknown, found
		}
	}
	return nil, nil
}

// declared reports whether a marker declares the place of a field, or of a struct around it, in the version.
func (u *undeclared) declared(field *group.Field) bool {
	return slices.ContainsFunc(u.root.Moves, func(move *group.Move) bool {
		return move.Version == u.comparison.Version && group.Below(field.Path, move.Field)
	})
}

// secretThere reports whether the version declares that one of the fields is a secret: the struct is masked then.
func (u *undeclared) secretThere(opaque *group.Opaque) bool {
	return slices.ContainsFunc(slices.Concat(opaque.Fields, opaque.Reads), func(path string) bool {
		t := u.external()
		return t != nil && u.secretAt(t, strings.Split(strings.ReplaceAll(path, "[*]", ""), "."), nil)
	})
}

// external returns the type of the root in the version; nil if it is not known.
func (u *undeclared) external() types.Type {
	path := u.comparison.Package
	if pkg := u.session.Converting(path); pkg != nil {
		path = pkg.TypesPath()
	}
	pkg, _, err := u.session.Types(path)
	if err != nil || pkg.Scope().Lookup(u.root.Name) == nil {
		return nil
	}
	return pkg.Scope().Lookup(u.root.Name).Type()
}

// secretAt reports whether a field on a path in a type, or in the last field of the path, is a secret. Outer are the
// structs around it.
func (u *undeclared) secretAt(t types.Type, path []string, outer []types.Type) bool {
	s, named, _ := structBehind(t)
	if s == nil || named != nil && slices.Contains(outer, types.Type(named)) {
		return false
	}
	var declared *load.Type
	if named != nil && named.Obj().Pkg() != nil {
		outer = append(slices.Clone(outer), named)
		declared = u.typeSource(named.Obj().Pkg().Path(), named.Obj().Name())
	}
	whole := len(path) == 0 || path[0] == ""
	for i := range s.NumFields() {
		variable := s.Field(i)
		if !whole && variable.Name() != path[0] {
			continue
		}
		set, _ := u.session.Published(variable)
		if source := declared.Field(variable.Name()); source != nil {
			set = source.Markers
		}
		marked, ok := markers.Get[markers.Secret](set)
		_, tagged := reflect.StructTag(s.Tag(i)).Lookup(policy)
		if tagged || ok && marked.Is || u.secretAt(variable.Type(), path[min(1, len(path)):], outer) {
			return true
		}
	}
	return false
}

// fix is the advice to declare a field.
func (u *undeclared) fix(field *group.Field) string {
	from := "..."
	if t := u.external(); t != nil && hasField(t, field.Path) {
		from = jsonOf(t, field.Path)
	}
	marker := fmt.Sprintf("+moved(from: %q, in: %s)", from, u.comparison.Version)
	own, name, below := field, u.root.Name, ""
	for ; own != nil && (!own.Own() || u.shared(own)); own = own.Parent {
		below = "." + own.Name + below
	}
	if below != "" {
		marker = fmt.Sprintf("+subfield(%s)=%s", below[1:], marker)
	}
	if own != nil {
		name = own.Name
	}
	return fmt.Sprintf("add %s to %s, with the path of its value in files of the version", marker, name)
}

// shared reports whether fields at several paths have the declaration of a field: a marker there names one path.
func (u *undeclared) shared(field *group.Field) bool {
	shared := false
	for _, root := range u.group.Roots {
		root.Walk(func(other *group.Field) {
			shared = shared || other != field && other.Name == field.Name && other.TypePosition == field.TypePosition
		})
	}
	return shared
}

// version reports a version that has not been compared with the root.
func (u *undeclared) version(version group.Version) {
	name := version.NameFor(u.root)
	if slices.ContainsFunc(u.root.Comparisons, func(c *group.Comparison) bool {
		return c.Package == version.Package.Path || c.Version == name
	}) || !slices.ContainsFunc(u.root.External, func(e *group.External) bool {
		return e.Version == version.Package.Path
	}) || version.Types.Path == u.group.Package.Path {
		return
	}
	pkg, internal := u.session.Converting(version.Package.Path), u.source(u.group.Package.Path)
	if pkg == nil || pkg.Broken || u.session.Untagged(pkg, internal) {
		return // which is a finding already
	}
	first := ""
	u.root.Walk(func(field *group.Field) {
		if facts := protecting(field); first == "" && len(facts) > 0 {
			first = field.Path + " " + sentence(facts)
		}
	})
	if first == "" {
		return
	}
	reason, fix := "no tag asks for its conversions to "+u.group.Package.Name,
		fmt.Sprintf("add +k8s:conversion-gen=%s to the doc.go of %s", u.group.Package.Path, name)
	for _, registering := range []string{version.Package.Path, u.group.Package.Path} {
		if registersConversions(u.session.Converting(registering)) {
			reason, fix = "functions of its conversions are registered by AddConversionFunc", "let conversion-gen generate the "+
				"conversions, and name hand-written functions Convert_... instead of registering them"
		}
	}
	u.report(u.root.Position, u.root.End, "undeclared-conversion",
		fmt.Sprintf("%s, and its place in %s is unknown: %s", first, name, reason), fix)
}
