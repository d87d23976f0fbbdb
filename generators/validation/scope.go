package validation

import (
	"go/token"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// scope is one root in the package that its validation is generated into. It knows what things are called there: types
// in the names of functions, fields in the paths of errors, and the hooks.
type scope struct {
	*output
	root *group.Root
	// flagStruct says that the root is a +flags struct: paths are flags, and nested structs have no hooks.
	flagStruct bool
}

// hasHook reports whether a struct has a function and a hook. Nothing in a +flags struct has, since its fields go by
// flags and not by a path; nor has a type that the validation package cannot name.
func (s *scope) hasHook(t *group.Type) bool { return t.Own && !s.flagStruct && s.canName(t) }

// canName reports whether generated code can refer to a named type.
func (o *output) canName(t *group.Type) bool {
	return token.IsExported(t.Name) || t.Package == o.pkg.Path
}

// goName is the name of a type in the names of functions; types of other packages bring that package's name.
func (o *output) goName(t *group.Type) string {
	if t.Package == o.group.Package.Path {
		return emit.Upper(t.Name)
	}
	return emit.Upper(t.PackageName) + emit.Upper(t.Name)
}

// hookAt is the name of the hook that sees a field.
func (s *scope) hookAt(field *group.Field) string {
	for parent := field.Parent; parent != nil; parent = parent.Parent {
		if base := parent.Type.Base(); s.hasHook(base) {
			return group.HookPrefix + s.goName(base)
		}
	}
	return group.HookPrefix + s.root.Name
}

// pathOf is the path of a field of the struct at the given path: its name in JSON or, in a +flags struct, its flag.
func (s *scope) pathOf(field *group.Field, at emit.FieldPath) emit.FieldPath {
	switch {
	case s.flagStruct && len(field.Flags) > 0:
		return emit.PathOf("--" + field.Flags[0].Name)
	case s.flagStruct && !field.Embedded:
		return at.Child(field.Name)
	case field.JSONName != "":
		return at.Child(field.JSONName)
	}
	return at
}

// fieldName is what errors call a field.
func (s *scope) fieldName(field *group.Field) string {
	return s.pathOf(field, emit.FieldPath{}).Last()
}

// subject is a type in words. A type of another package has its path, since two packages may have one name.
func (o *output) subject(t *group.Type) string {
	if t.Package == o.group.Package.Path || t.Package == o.pkg.Path {
		return t.String()
	}
	return t.Package + "." + t.Name
}
