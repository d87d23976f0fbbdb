package source

import (
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Observation is what the source alone says of a registration that cannot run: flags with constant names, and what is
// constant of them. Nothing has been set, and defaults that are computed are not known. Object is the type of the
// object, nil if there is none.
func (f *Facts) Observation(object types.Type) *observe.Observation {
	o := &observe.Observation{}
	if object != nil {
		o.Type = types.TypeString(deref(object), nil)
		o.Fields = fieldsOf(deref(object), "", nil)
	}
	for _, r := range f.Registrations {
		if r.Flag == "" || r.Elsewhere || slices.ContainsFunc(o.Flags, func(known observe.Flag) bool {
			return known.Name == r.Flag
		}) {
			continue
		}
		flag := r.flag()
		if r.Value.RootType != "" && strings.TrimPrefix(r.Value.RootType, "*") == o.Type && r.Value.Path != "" {
			flag.Field, flag.Bound = leafOf(o.Fields, r.Value.Path), observe.Stated
		}
		for _, mark := range f.Marked(r.Flag) {
			if !mark.Elsewhere {
				mark.apply(&flag)
			}
		}
		o.Flags = append(o.Flags, flag)
	}
	slices.SortStableFunc(o.Flags, func(a, b observe.Flag) int { return strings.Compare(a.Name, b.Name) })
	return o
}

// leafOf is the leaf that a path leads to or into.
func leafOf(fields []observe.Field, path string) string {
	for _, f := range fields {
		if strings.HasPrefix(path, f.Path+".") {
			return f.Path
		}
	}
	return path
}

// flag is what the call says.
func (r Registration) flag() observe.Flag {
	f := observe.Flag{Name: r.Flag, Shorthand: r.Shorthand.Value, Usage: r.Usage.Value, Default: r.Default.Value}
	base, _ := strings.CutSuffix(strings.TrimSuffix(r.Method, "F"), "P")
	base = strings.TrimSuffix(base, "Var")
	if base == "" || base == addFlag { // its type is that of the value
		f.Value = r.Value.Type
		return f
	}
	f.Type = strings.ToLower(base[:1]) + base[1:]
	switch base {
	case "IP", "IPNet", "IPMask", "IPSlice", "IPNetSlice":
		f.Type = "ip" + base[2:]
	case "Bool", "BoolFunc":
		f.NoOptDefVal = "true"
	case "Count":
		f.NoOptDefVal = "+1"
	}
	f.Value = "*github.com/spf13/pflag." + f.Type + "Value"
	isList := strings.HasSuffix(base, "Slice") || strings.HasSuffix(base, "Array") || strings.HasPrefix(base, "StringTo")
	if isList && (f.Default == "nil" || f.Default == "") {
		f.Default = "[]"
	}
	return f
}

// apply notes what a call such as MarkHidden does.
func (m Mark) apply(f *observe.Flag) {
	switch m.Method {
	case "MarkDeprecated":
		f.Deprecated, f.Hidden = m.Text.Value, true
	case "MarkShorthandDeprecated":
		f.ShorthandDeprecated = m.Text.Value
	case "MarkHidden":
		f.Hidden = true
	case "Lookup.NoOptDefVal":
		f.NoOptDefVal = m.Text.Value
	}
}

func deref(t types.Type) types.Type {
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		return pointer.Elem()
	}
	return t
}

// fieldsOf are the leaves of a struct, without values.
func fieldsOf(t types.Type, path string, above []types.Type) []observe.Field {
	structure := structOf(t)
	isSame := func(other types.Type) bool { return types.Identical(other, deref(t)) }
	if structure == nil || hasForm(deref(t)) || slices.ContainsFunc(above, isSame) {
		return []observe.Field{{Path: path, Type: types.TypeString(t, nil)}}
	}
	above = append(slices.Clip(above), deref(t))
	var all []observe.Field
	for i := range structure.NumFields() {
		field := structure.Field(i)
		switch t := field.Type().Underlying().(type) {
		case *types.Signature, *types.Chan:
			continue
		case *types.Basic:
			if t.Kind() == types.Invalid { // of a package that cannot be had
				continue
			}
		}
		all = append(all, fieldsOf(field.Type(), join(path, field.Name()), above)...)
	}
	return all
}

// hasForm reports whether a struct has a form of its own in JSON.
func hasForm(t types.Type) bool {
	methods := types.NewMethodSet(types.NewPointer(t))
	return methods.Lookup(nil, "MarshalJSON") != nil || methods.Lookup(nil, "MarshalText") != nil
}
