package breaking

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// api is a descriptor with the facts of each object.
type api struct {
	*descriptor.Descriptor
	rows  []descriptor.Row
	facts map[descriptor.Identity]any
	// versions are the fields of versions, by the field of the kind that they have the values of.
	versions map[descriptor.Identity][]descriptor.Row
}

func index(d *descriptor.Descriptor) *api {
	a := &api{d, d.Rows(), map[descriptor.Identity]any{}, map[descriptor.Identity][]descriptor.Row{}}
	for _, row := range a.rows {
		a.facts[row.Identity] = row.Facts
		if isVersionField(row.Identity) {
			field := a.fieldOf(row.Identity)
			a.versions[field] = append(a.versions[field], row)
		}
	}
	return a
}

// get returns the facts of an object; no facts if the API does not have the object.
func get[T any](a *api, of descriptor.Identity) *T {
	if facts, ok := a.facts[of].(*T); ok {
		return facts
	}
	return new(T)
}

// kind is a kind of the API; an empty one if it does not have it.
func (a *api) kind(name string) *descriptor.Kind {
	return get[descriptor.Kind](a, descriptor.Identity{Kind: name})
}

// fieldOf identifies the field of the kind that a field of a version, or a flag, is about.
func (a *api) fieldOf(i descriptor.Identity) descriptor.Identity {
	if isVersionField(i) {
		f := get[descriptor.VersionField](a, i)
		return descriptor.Identity{Kind: i.Kind, Field: cmp.Or(f.Of, f.Go)}
	}
	return descriptor.Identity{Kind: i.Kind, Field: i.Field}
}

// member is a member of the facts about an object, by its name in Go; a zero if they do not have it.
func member[T any](facts any, name string) (found T) {
	if v := reflect.Indirect(reflect.ValueOf(facts)); v.Kind() == reflect.Struct {
		if field := v.FieldByName(name); field.IsValid() {
			found, _ = field.Interface().(T)
		}
	}
	return found
}

// deprecation returns the deprecation of a flag or field; an empty one if it is not deprecated.
func deprecation(facts any) descriptor.Deprecation {
	if d := member[*descriptor.Deprecation](facts, "Deprecated"); d != nil {
		return *d
	}
	return descriptor.Deprecation{}
}

// typeIn is the type of a field or a flag.
func typeIn(facts any) *descriptor.Type {
	t := member[descriptor.Type](facts, "Type")
	return &t
}

// ignored reports whether a flag has no effect.
func ignored(i descriptor.Identity) bool { return i.Flag != "" && i.Field == "" }

// isVersionField and others tell what an identity is about.
func isVersionField(i descriptor.Identity) bool { return i.Path != "" && !i.Removed }
func isVersion(i descriptor.Identity) bool      { return i.Version != "" && i.Path == "" && !i.Removed }
func isField(i descriptor.Identity) bool        { return i.Field != "" && i.Flag == "" && i.Func == "" }
func isFlag(i descriptor.Identity) bool         { return i.Flag != "" && !i.Removed || i.Func != "" }
func isGroup(i descriptor.Identity) bool        { return i == descriptor.Identity{} }

// label is the JSON path of a field of a kind, or its Go path if it has none. The newer API is asked first.
func (c *comparison) label(i descriptor.Identity) string {
	field := descriptor.Identity{Kind: i.Kind, Field: i.Field}
	return cmp.Or(get[descriptor.Field](c.new, field).JSON, get[descriptor.Field](c.old, field).JSON, i.Field)
}

// name is how messages call an object.
func (c *comparison) name(i descriptor.Identity) string {
	switch {
	case i.Removed && i.Kind != "":
		return fmt.Sprintf("the tombstone of the %s of %s", removed(i), i.Kind)
	case i.Removed:
		return "the tombstone of the " + removed(i)
	case i.Gate != "":
		return "the feature gate " + i.Gate
	case i.Func != "":
		return fmt.Sprintf("the flags of %s for %s of %s", i.Func, c.label(i), i.Kind)
	case i.Flag != "":
		return "--" + i.Flag
	case i.Field != "":
		return fmt.Sprintf("%s of %s", c.label(i), i.Kind)
	case i.Path != "":
		return fmt.Sprintf("%s of %s in %s", i.Path, i.Kind, i.Version)
	case i.Version != "":
		return fmt.Sprintf("%s in %s", i.Kind, i.Version)
	case i.Kind != "":
		return i.Kind
	}
	return "the group"
}

// removed returns the identity of the object that a tombstone names.
func removed(i descriptor.Identity) string {
	switch {
	case i.Value != "":
		return fmt.Sprintf("value %s=%s", i.Path, i.Value)
	case i.Path != "" && i.Version != "":
		return fmt.Sprintf("field %s of %s", i.Path, i.Version)
	case i.Path != "":
		return "field " + i.Path
	case i.Flag != "":
		return "flag --" + i.Flag
	case i.Gate != "":
		return "feature gate " + i.Gate
	}
	return "version " + i.Version
}

// parent returns the path of the struct, list or map around a field; empty for a field of the root.
func parent(path string) string {
	path = strings.TrimSuffix(path, "[*]")
	if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
		return strings.TrimRight(path[:dot], "[*]")
	}
	return ""
}

// inside reports whether a path leads to a field or into it.
func inside(path, outer string) bool {
	rest, ok := strings.CutPrefix(path, outer)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// outwards returns the identities of an object and of the objects around it, up to its kind. Each may declare an
// exception.
func (a *api) outwards(i descriptor.Identity) []descriptor.Identity {
	found := []descriptor.Identity{i}
	switch {
	case i.Removed:
	case isVersionField(i):
		for above := i; above.Path != ""; above.Path = parent(above.Path) {
			found = append(found, above)
			if a.facts[above] != nil {
				found = append(found, a.outwards(a.fieldOf(above))...)
			}
		}
	case i.Field != "":
		above := descriptor.Identity{Kind: i.Kind, Field: i.Field}
		for ; above.Field != ""; above.Field = parent(above.Field) {
			found = append(found, above)
		}
	}
	if i.Version != "" && !i.Removed {
		found = append(found, descriptor.Identity{Kind: i.Kind, Version: i.Version})
	}
	if i.Kind != "" {
		found = append(found, descriptor.Identity{Kind: i.Kind})
	}
	return slices.Compact(found)
}
