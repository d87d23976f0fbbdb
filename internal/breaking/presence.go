package breaking

import (
	"reflect"
	"slices"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/quantity"
)

// field is the field of a kind that something in the newer API is about.
func (c *comparison) field(i descriptor.Identity) descriptor.Identity { return c.new.fieldOf(i) }

// refusedZero is a limit that refuses a value which is not set: without +optional, a zero has to meet the limits. It is
// empty if there is none, if such a value is nil, or if a default sets it. The part is elem or key for each list or map
// that the value is in. Source: the package comment of generators/validation.
func (c *comparison) refusedZero(i descriptor.Identity, part []string) string {
	if len(part) == 0 && (c.alwaysSet(i) || c.pointer(i)) {
		return ""
	}
	rows := slices.Clone(c.new.versions[c.field(i)])
	if isVersionField(i) {
		rows = slices.DeleteFunc(rows, func(row descriptor.Row) bool { return row.Version != i.Version })
	}
	rows = append(rows, descriptor.Row{Facts: get[descriptor.Field](c.new, c.field(i))})
	refused := ""
	for _, row := range rows {
		d := &difference{after: row.Facts}
		d.Path = append(append([]string{"type"}, part...), "optional")
		t := typeAt(d)
		if t.Optional {
			return ""
		}
		if limit, value := refusesZero(t); limit != "" {
			d.Path[len(d.Path)-1], d.New = limit, t.Formats
			refused = word(d) + " is " + value
		}
	}
	return refused
}

// refusesZero returns a limit that refuses zero and empty values, with its value; empty if there is none.
func refusesZero(t *descriptor.Type) (limit, value string) {
	above := func(text string) bool {
		order, ok := quantity.Compare(text, "0")
		return ok && order > 0
	}
	order, known := quantity.Compare(t.Maximum, "0")
	at := slices.IndexFunc(t.Formats, declarative)
	switch {
	case above(t.Minimum):
		return "minimum", t.Minimum
	case above(t.MinLength):
		return "minLength", t.MinLength
	case known && order < 0:
		return "maximum", t.Maximum
	case at >= 0:
		return "formats", t.Formats[at]
	case t.Enum:
		return "enum", "true"
	}
	return "", ""
}

// alwaysSet reports whether a field has a value in each version, or in its own, before it is validated, whatever a file
// says: there is a default for it. A default does not replace an empty list or map, and no zero if zeros are kept. A
// required bool or object is looked for in the file.
func (c *comparison) alwaysSet(i descriptor.Identity) bool {
	k := c.new.kind(i.Kind)
	for _, v := range k.Versions {
		if i.Version != "" && v.Name != i.Version {
			continue
		}
		at := slices.IndexFunc(v.Fields, func(f descriptor.VersionField) bool {
			return f.Field() == c.field(i).Field
		})
		if at < 0 {
			return false
		}
		f := v.Fields[at]
		zero := slices.Contains(zeros, string(f.Default)) || k.ZerosKept
		switch {
		case len(f.Default) == 0 || string(f.Default) == "null" || !scalar(&f.Type):
			return false
		case !f.Pointer && (zero || f.Type.Form == descriptor.Bool):
			return false
		}
	}
	return len(k.Versions) > 0
}

// zeros are what validation takes for nothing, in JSON.
var zeros = []string{`""`, "0", `"0"`, `"0s"`, "false"}

// pointer reports whether a version has a pointer for a field.
func (c *comparison) pointer(i descriptor.Identity) bool {
	return slices.ContainsFunc(c.new.versions[c.field(i)], func(row descriptor.Row) bool {
		return row.Facts.(*descriptor.VersionField).Pointer
	})
}

// knownLimit reports whether a limit applied before in another place: to all versions, or to each of them.
func (c *comparison) knownLimit(d *difference) bool {
	rows := c.old.versions[d.was]
	if isVersionField(d.was) {
		field := c.old.fieldOf(d.was)
		rows = []descriptor.Row{{Identity: field, Facts: c.old.facts[field]}}
	}
	for _, row := range rows {
		elsewhere := *d
		elsewhere.Old = nil
		if row.Facts == nil {
			return false
		}
		nothing := descriptor.Row{Facts: reflect.New(reflect.TypeOf(row.Facts).Elem()).Interface()}
		for _, fact := range nothing.Compare(row.Facts) {
			if slices.Equal(fact.Path, d.Path) {
				elsewhere.Old = fact.New
			}
		}
		if !looser(&elsewhere) {
			return false
		}
	}
	return len(rows) > 0
}

// flagsOf are the flags that can set a field to nothing.
func (c *comparison) flagsOf(d *difference) []string {
	var found []string
	for _, row := range c.new.rows {
		sets := isFlag(row.Identity) && row.Flag != "" && c.field(row.Identity) == c.field(d.Of)
		if sets && c.old.facts[row.Identity] != nil && !c.pointer(d.Of) {
			found = append(found, c.name(row.Identity))
		}
	}
	return found
}
