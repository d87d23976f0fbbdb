package breaking

import (
	"slices"

	"github.com/configgen/configgen/descriptor"
)

// isShape reports whether a difference is about the notation of values, and not about their limits.
func isShape(d *difference) bool {
	return d.is("type") && slices.Contains([]string{"form", "number", "reads"}, d.Path[len(d.Path)-1])
}

// sameShape reports whether the values of two types are written alike.
func sameShape(a, b *descriptor.Type) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Form == b.Form && a.Number == b.Number && a.Reads == b.Reads && sameShape(a.Elem, b.Elem) &&
		sameShape(a.Key, b.Key)
}

// sizes are the bits of a number's magnitude, by the name of the type. Signed types have one bit less than in their
// name.
var sizes = map[string]int{
	"int8": 7, "int16": 15, "int32": 31, "int64": 63, "int": 63, "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64,
	"uint": 64,
}

// holds reports whether a type accepts everything that another one does.
func holds(now, before *descriptor.Type) bool {
	if now == nil || before == nil {
		return now == before
	}
	is, was := now.Number, before.Number
	switch {
	case sameShape(now, before):
		return true
	case now.Form == descriptor.List && before.Form == descriptor.List:
		return holds(now.Elem, before.Elem)
	case sizes[is] > 0 && sizes[was] > 0:
		return (is[0] != 'u' || was[0] == 'u') && sizes[is] >= sizes[was]
	}
	return was == "float32" && is == "float64" || was == "int32" && now.Form == descriptor.IntOrString
}

// sameType reports whether a type still accepts everything that it accepted.
func sameType(d *difference) bool { return holds(typeIn(d.after), typeIn(d.before)) }

// scalar reports whether a type has a zero that a file can say. Objects, lists and maps do not: an empty one is the
// same with a pointer and without.
func scalar(t *descriptor.Type) bool {
	return !slices.Contains([]descriptor.Form{descriptor.Object, descriptor.List, descriptor.Map}, t.Form)
}

// unknown reports whether a value is read by a type that reads itself, in whatever form.
func unknown(t *descriptor.Type) bool { return t != nil && t.Form == descriptor.Any && t.Reads != "" }

// mayHold reports whether it is not known whether a type accepts everything that another one does, because one of them
// reads itself.
func mayHold(now, before *descriptor.Type) bool {
	switch {
	case now == nil || before == nil:
		return false
	case unknown(now) || unknown(before):
		return true
	case now.Reads != "" || before.Reads != "":
		text := []descriptor.Form{descriptor.String, descriptor.Base64, descriptor.Duration, descriptor.Time}
		return slices.Contains(text, now.Form) && slices.Contains(text, before.Form)
	}
	return now.Form == before.Form && (now.Form == descriptor.List || now.Form == descriptor.Map) &&
		(holds(now.Elem, before.Elem) || mayHold(now.Elem, before.Elem)) &&
		(sameShape(now.Key, before.Key) || mayHold(now.Key, before.Key))
}
