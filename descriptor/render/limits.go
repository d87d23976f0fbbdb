package render

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// ranges are what the integer kinds hold.
var ranges = map[string][2]string{
	"int": {"-9223372036854775808", "9223372036854775807"}, "int64": {"-9223372036854775808", "9223372036854775807"},
	"int32": {"-2147483648", "2147483647"}, "int16": {"-32768", "32767"}, "int8": {"-128", "127"},
	"uint": {"0", "18446744073709551615"}, "uint64": {"0", "18446744073709551615"}, "uint32": {"0", "4294967295"},
	"uint16": {"0", "65535"}, "uint8": {"0", "255"},
	"float32": {"-" + maxFloat32(), maxFloat32()},
}

func maxFloat32() string { return strconv.FormatFloat(math.MaxFloat32, 'g', -1, 32) }

// numberOf is the type of a number in Go.
func numberOf(t *descriptor.Type) string {
	switch t.Form {
	case descriptor.IntOrString:
		return "int32"
	case descriptor.Nanoseconds:
		return "int64"
	}
	return t.Number
}

// bounds are the limits of a number.
func bounds(t, l *descriptor.Type, p presence) object {
	low, high := ranges[numberOf(t)][0], ranges[numberOf(t)][1]
	if t.Form == descriptor.Integer || t.Form == descriptor.Number {
		if l.Minimum != "" && (low == "" || compare(l.Minimum, low) > 0) {
			low = l.Minimum
		}
		if l.Maximum != "" && (high == "" || compare(l.Maximum, high) < 0) {
			high = l.Maximum
		}
	}
	var s object
	if low != "" {
		s.set("minimum", raw(canonical(low)))
	}
	if high != "" {
		s.set("maximum", raw(canonical(high)))
	}
	outside := low != "" && compare(low, "0") > 0 || high != "" && compare(high, "0") < 0
	if p.zero && outside {
		s = object{{"anyOf", []any{object{{"const", raw("0")}}, s}}}
	}
	if l.Not != "" {
		s.set("not", object{{"const", raw(canonical(l.Not))}})
	} else if p.needed && !outside && t.Form != descriptor.IntOrString {
		s.set("not", object{{"const", raw("0")}})
	}
	return s
}

// compare compares two numbers.
func compare(a, b string) int {
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	if !okX || !okY {
		return 0 // a limit that validation refuses
	}
	return x.Cmp(y)
}

// canonical is a number as JSON has it; a marker may have a plus sign, or zeros in front.
func canonical(text string) string {
	if n, ok := new(big.Int).SetString(text, 10); ok {
		return n.String()
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return quoted(text) // one that validation refuses
}

// lengths are the limits of a number of things as JSON has them; empty for none.
func lengths(l *descriptor.Type) (least, most string) {
	if l.MinLength != "" {
		least = canonical(l.MinLength)
	}
	if l.MaxLength != "" {
		most = canonical(l.MaxLength)
	}
	return least, most
}

// sizes are the limits of the number of items or properties.
func sizes(of string, l *descriptor.Type, p presence) object {
	least, most := lengths(l)
	if p.needed && (least == "" || least == "0") {
		least = "1"
	}
	return between("min"+of, "max"+of, least, most, p)
}

// between are the keywords of a least and a greatest length, which a zero need not meet.
func between(min, max, least, most string, p presence) object {
	var s object
	switch {
	case least == "" || least == "0":
	case !p.zero:
		s.set(min, raw(least))
	case least != "1":
		s.set("anyOf", []any{object{{max, raw("0")}}, object{{min, raw(least)}}})
	}
	if most != "" {
		s.set(max, raw(most))
	}
	return s
}

// texts are the constraints of a string, or of a key.
func (f *Field) texts(t, l *descriptor.Type, p presence) object {
	if t.Reads != "" {
		return nil // of keys that read themselves
	}
	if l.Enum {
		return f.enumeration(t, p)
	}
	least, most := lengths(l)
	if l.MaxBytes != "" && (most == "" || compare(l.MaxBytes, most) < 0) {
		most = canonical(l.MaxBytes)
	}
	var formats []any
	strict := false // an empty string does not have a format
	for _, name := range l.Formats {
		known := formatNamed(name)
		if known.pattern != "" {
			formats = append(formats, reference(name))
			strict = strict || strings.HasPrefix(name, "k8s-")
		}
		if known.longest > 0 && (most == "" || compare(strconv.Itoa(known.longest), most) < 0) {
			most = strconv.Itoa(known.longest)
		}
	}
	if p.needed && (least == "" || least == "0") {
		least = "1"
	}
	s := between("minLength", "maxLength", least, most, p)
	switch {
	case len(formats) == 0:
	case p.zero && strict:
		s.set("anyOf", []any{object{{"maxLength", raw("0")}}, object{{"allOf", formats}}})
	default:
		s.set("allOf", formats)
	}
	return s
}

// enumeration lists the values of a named string type.
func (f *Field) enumeration(t *descriptor.Type, p presence) object {
	constants := t.Values
	if len(constants) == 0 && f.Of != nil {
		constants = base(&f.Of.Type).Values
	}
	var values []any
	seen := map[string]bool{}
	add := func(value string) {
		if !seen[value] {
			values = append(values, value)
		}
		seen[value] = true
	}
	for _, c := range constants {
		add(c.Value)
	}
	if p.zero {
		add("")
	}
	if p.null {
		values = append(values, raw("null"))
	}
	return object{{"enum", values}}
}

// base is the type inside of lists and maps.
func base(t *descriptor.Type) *descriptor.Type {
	for t.Elem != nil {
		t = t.Elem
	}
	return t
}
