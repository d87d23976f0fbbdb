package docs

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/group"
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

// bounds are the limits of a number.
func bounds(t *group.Type, r *rules, p presence) object {
	kind := t.Kind
	if formOf(t) == formIntOrString {
		kind = "int32"
	}
	low, high := ranges[kind][0], ranges[kind][1]
	if formOf(t) == formInteger || formOf(t) == formNumber {
		if limit, ok := r.limit("minimum"); ok && (low == "" || compare(limit, low) > 0) {
			low = limit
		}
		if limit, ok := r.limit("maximum"); ok && (high == "" || compare(limit, high) < 0) {
			high = limit
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
	if value, ok := r.limit("neq"); ok {
		s.set("not", object{{"const", raw(canonical(value))}})
	} else if p.needed && !outside && formOf(t) != formIntOrString {
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

// sizes are the limits of the number of items or properties.
func sizes(of string, r *rules, p presence) object {
	least, most := "", ""
	for _, suffix := range []string{of, "Items"} { // +k8s:minItems serves maps, too
		if limit, ok := r.limit("min" + suffix); ok {
			least = canonical(limit)
		}
		if limit, ok := r.limit("max" + suffix); ok {
			most = canonical(limit)
		}
	}
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
func texts(e *entry, t *group.Type, r *rules, p presence) object {
	if r.has("enum") {
		return enumeration(e, t, p)
	}
	least, _ := r.limit("minLength")
	most, hasMost := r.limit("maxLength")
	if bytes, ok := r.limit("maxBytes"); ok && (!hasMost || compare(bytes, most) < 0) {
		most = bytes
	}
	var formats []any
	strict := false // an empty string does not have a format
	for _, known := range r.own {
		if known.name != "format" {
			continue
		}
		if pattern(known.limit) != "" {
			formats = append(formats, reference(known.limit))
			strict = strict || strings.HasPrefix(known.limit, "k8s-")
		}
		if n := longest(known.limit); n > 0 && (most == "" || compare(strconv.Itoa(n), most) < 0) {
			most = strconv.Itoa(n)
		}
	}
	if p.needed && (least == "" || compare(least, "0") == 0) {
		least = "1"
	}
	if least != "" {
		least = canonical(least)
	}
	if most != "" {
		most = canonical(most)
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
func enumeration(e *entry, t *group.Type, p presence) object {
	if len(t.Constants) == 0 && e.of != nil {
		t = e.of.Type.Base()
	}
	var values []any
	seen := map[string]bool{}
	add := func(value string) {
		if !seen[value] {
			values = append(values, value)
		}
		seen[value] = true
	}
	for _, c := range t.Constants {
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
