package validation

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"
	apiresource "k8s.io/apimachinery/pkg/api/resource"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// integerRange is what an integer kind can hold. An int and a uint count as 32 bits, which they have on some systems.
func integerRange(kind string) (low int64, high uint64, ok bool) {
	switch kind {
	case "int8":
		return math.MinInt8, math.MaxInt8, true
	case "int16":
		return math.MinInt16, math.MaxInt16, true
	case "int", "int32", "rune":
		return math.MinInt32, math.MaxInt32, true
	case "int64":
		return math.MinInt64, math.MaxInt64, true
	case "uint8", "byte":
		return 0, math.MaxUint8, true
	case "uint16":
		return 0, math.MaxUint16, true
	case "uint", "uint32":
		return 0, math.MaxUint32, true
	case "uint64":
		return 0, math.MaxUint64, true
	}
	return 0, 0, false
}

// isInteger reports whether t is an integer other than a duration.
func isInteger(t *group.Type) bool {
	_, _, ok := integerRange(t.Kind)
	return ok && !isDuration(t)
}

// numberKind is the sort of size that a value of type t has; empty where it has none.
func numberKind(t *group.Type) string {
	switch {
	case isDuration(t):
		return "duration"
	case t.Is(resource, "Quantity"):
		return "quantity"
	case isInteger(t):
		return "integer"
	case t.Kind == "float32" || t.Kind == "float64":
		return "float"
	}
	return ""
}

// wrongLimit is a mistake in the value of a constraint; empty for none. Instead, which follows the words, is the
// constraint to write.
type wrongLimit struct{ code, problem, words, instead string }

// fix says what to write.
func (w wrongLimit) fix() string {
	if format, named := strings.CutPrefix(w.instead, "+k8s:format="); named && w.words == "did you mean " {
		return w.words + format + "?"
	}
	return w.words + w.instead
}

// advice is to write the other constraint in the place of a rule's, which may be inside of other markers.
func (w wrongLimit) advice(r rule) diag.Advice {
	at := strings.LastIndex(r.from.Text, "+"+markerName(r))
	if at < 0 || w.instead == "" {
		return diag.Advice{}
	}
	return r.from.Write(r.from.Text[:at] + w.instead)
}

// badLimit returns the mistake in the value of a constraint on a value of type t.
func badLimit(t *group.Type, r rule) wrongLimit {
	limited := strings.HasPrefix(r.name, "min") || strings.HasPrefix(r.name, "max")
	if limited && r.limit == "" {
		return wrongLimit{"constraint-value", fmt.Sprintf("+k8s:%s needs a value", r.name), "specify it as in ",
			example(r.name)}
	}
	switch r.name {
	case "minimum", "maximum":
		return badNumber(t, r)
	case "neq":
		return badValue(t, r)
	case "minLength", "maxLength", "maxBytes", "minItems", "maxItems", "minProperties", "maxProperties":
		if n, err := strconv.ParseInt(r.limit, 10, 32); err != nil || n < 0 {
			return wrongLimit{"constraint-value", fmt.Sprintf("%q is not a count", r.limit), "use an integer, as in ",
				example(r.name)}
		}
	case "k8s:format":
		return badFormat(r.limit)
	case "required", "optional", "forbidden", "enum":
		if r.limit != "" {
			return wrongLimit{"constraint-value", fmt.Sprintf("+%s takes no value", markerName(r)), "use ",
				"+" + markerName(r)}
		}
	default:
		panic("validation: no such constraint: " + r.name) // cannot happen: the vocabulary lists them
	}
	return wrongLimit{}
}

func badNumber(t *group.Type, r rule) wrongLimit {
	switch numberKind(t) {
	case "duration":
		if _, err := time.ParseDuration(r.limit); err != nil {
			return badExample(r, "is not a duration", "5s")
		}
	case "quantity":
		if _, err := apiresource.ParseQuantity(r.limit); err != nil {
			return badExample(r, "is not a quantity", "64Mi")
		}
	case "float":
		if f, err := strconv.ParseFloat(r.limit, floatBits(t)); err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
			return badExample(r, "is not a number that fits into a "+t.Kind, "0.5")
		}
	case "integer":
		return badInteger(t, r)
	}
	return wrongLimit{}
}

// badExample is about a value for which another one is an example.
func badExample(r rule, what, value string) wrongLimit {
	return wrongLimit{"constraint-value", fmt.Sprintf("%q %s", r.limit, what), "specify it as in ",
		"+k8s:" + r.name + "=" + value}
}

func badInteger(t *group.Type, r rule) wrongLimit {
	signed, err := strconv.ParseInt(r.limit, 10, 64)
	unsigned, unsignedErr := strconv.ParseUint(strings.TrimPrefix(r.limit, "+"), 10, 64)
	if err != nil && unsignedErr != nil {
		return badExample(r, "is not an integer that fits into 64 bits", "1")
	}
	low, high, _ := integerRange(t.Kind)
	if err == nil && signed < low || unsignedErr == nil && unsigned > high {
		fix := fmt.Sprintf("use a number from %d to %d", low, high)
		if t.Kind == "int" || t.Kind == "uint" {
			fix += fmt.Sprintf(", or give the field the type %s64: an %s has 32 bits on some systems", t.Kind, t.Kind)
		}
		return wrongLimit{"constraint-value", fmt.Sprintf("%s does not fit into the type %s", r.limit, t), fix, ""}
	}
	return wrongLimit{}
}

func floatBits(t *group.Type) int {
	if t.Kind == "float32" {
		return 32
	}
	return 64
}

// canonical is a limit that badLimit has accepted as Go writes it: in Go, 010 is eight.
func canonical(t *group.Type, r rule) string {
	number := r.name == "minimum" || r.name == "maximum"
	switch kind := numberKind(t); {
	case number && kind == "float":
		f, _ := strconv.ParseFloat(r.limit, floatBits(t))
		return strconv.FormatFloat(f, 'g', -1, floatBits(t))
	case number && kind == "integer",
		r.name == "minLength",
		r.name == "maxLength",
		r.name == "minItems",
		r.name == "maxItems",
		r.name == "maxBytes",
		r.name == "minProperties",
		r.name == "maxProperties":
		n, _ := new(big.Int).SetString(r.limit, 10)
		return n.String()
	}
	if r.name == "neq" {
		return disallowed(t, r.limit)
	}
	return r.limit
}

// limitsCross reports whether the lower limit lies above the upper one.
func limitsCross(t *group.Type, low, high rule) bool {
	if low.name != "minimum" {
		return compareIntegers(low.limit, high.limit) > 0
	}
	switch numberKind(t) {
	case "duration":
		first, _ := time.ParseDuration(low.limit)
		second, _ := time.ParseDuration(high.limit)
		return first > second
	case "quantity":
		first, _ := apiresource.ParseQuantity(low.limit)
		second, _ := apiresource.ParseQuantity(high.limit)
		return first.Cmp(second) > 0
	case "float":
		first, _ := strconv.ParseFloat(low.limit, 64)
		second, _ := strconv.ParseFloat(high.limit, 64)
		return first > second
	}
	return compareIntegers(low.limit, high.limit) > 0
}

// compareIntegers compares numbers that fit into an int64 or a uint64.
func compareIntegers(a, b string) int {
	first, _ := new(big.Int).SetString(a, 10) // checked by badInteger
	second, _ := new(big.Int).SetString(b, 10)
	return first.Cmp(second)
}

// limits are the checks of a value's size and length.
func (c checker) limits(v value, r *rules) []check {
	var checks []check
	for _, pair := range [][2]string{{"minimum", "maximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"},
		{"minProperties", "maxProperties"}} {
		lows, highs := all(r, pair[0]), all(r, pair[1])
		for i := range max(len(lows), len(highs)) {
			var low, high string
			if i < len(lows) {
				low = lows[i].limit
			}
			if i < len(highs) {
				high = highs[i].limit
			}
			switch pair[0] {
			case "minLength":
				checks = append(checks, c.lengthBounds(v, low, high)...)
			case "minItems", "minProperties":
				checks = append(checks, itemBounds(v, low, high, pair[1])...)
			default:
				checks = append(checks, numberBounds(v, low, high)...)
			}
		}
	}
	return checks
}

func all(r *rules, name string) []rule {
	var found []rule
	for _, known := range r.own {
		if known.name == name {
			found = append(found, known)
		}
	}
	return found
}

// lengthBounds checks the characters of a string. Field.TooLong counts bytes, so that generated code has a function
// of its own.
func (c checker) lengthBounds(v value, low, high string) []check {
	count := jen.Qual("unicode/utf8", "RuneCountInString").Call(v.text())
	tooShort := v.invalid(jen.Lit("must be at least " + counted("character", "characters")(low) + " long"))
	c.needs.tooLong = c.needs.tooLong || high != ""
	at := v.path
	if v.isKey && !v.secret { // the error does not show the value
		at = at.Key(v.text())
	}
	tooLong := appendOne(jen.Id("tooLong").Call(at.Code(), jen.Op(high)))
	switch {
	case low == "" && high == "":
		return nil
	case high == "":
		return []check{{condition: count.Op("<").Add(jen.Op(low)), then: []jen.Code{tooShort}}}
	case low == "":
		return []check{{condition: count.Op(">").Add(jen.Op(high)), then: []jen.Code{tooLong}}}
	}
	return []check{{then: []jen.Code{jen.Switch(jen.Id("n").Op(":=").Add(count), jen.Empty()).Block(
		jen.Case(jen.Id("n").Op("<").Op(low)).Block(tooShort),
		jen.Case(jen.Id("n").Op(">").Op(high)).Block(tooLong),
	)}}}
}

// tooLong is the function that generated code calls for a string with too many characters.
func tooLong() jen.Code {
	return emit.Doc("tooLong returns the error for a string of more than maxLength characters. The maximum of "+
		"field.TooLong is in bytes.").
		Func().
		Id("tooLong").
		Params(jen.Id("fldPath").Op("*").Qual(emit.Field, "Path"), jen.Id("maxLength").Int()).
		Op("*").
		Qual(emit.Field, "Error").
		Block(
			jen.Id("err").Op(":=").Qual(emit.Field, "TooLong").Call(jen.Id("fldPath"), jen.Lit(""), jen.Id("maxLength")),
			jen.Id("err").
				Dot("Detail").
				Op("=").
				Qual("fmt", "Sprintf").
				Call(jen.Lit("may not be more than %d characters"), jen.Id("maxLength")),
			jen.Return(jen.Id("err").Dot("WithOrigin").Call(jen.Lit("maxLength"))),
		)
}

// itemBounds checks the number of items in a list or map.
func itemBounds(v value, low, high, highOrigin string) []check {
	var checks []check
	size := func() *jen.Statement { return jen.Len(v.Value()) }
	if low != "" {
		text := "must have at least " + counted("item", "items")(low)
		checks = append(checks, check{condition: size().Op("<").Op(low), then: []jen.Code{
			appendOne(jen.Qual(emit.Field, "Invalid").Call(v.path.Code(), size(), jen.Lit(text))),
		}})
	}
	if high != "" {
		checks = append(checks, check{condition: size().Op(">").Op(high), then: []jen.Code{
			appendOne(
				jen.Qual(emit.Field, "TooMany").
					Call(v.path.Code(), size(), jen.Op(high)).
					Dot("WithOrigin").
					Call(jen.Lit(highOrigin)),
			),
		}})
	}
	return checks
}

// numberBounds checks the size of a number, a duration or a quantity.
func numberBounds(v value, low, high string) []check {
	report := func(text string) jen.Code { return v.invalid(jen.Lit("must be " + text)) }
	switch numberKind(v.typ) {
	case "duration":
		inner := duration(v)
		shown := jen.Add(inner).Dot("String").Call()
		if v.typ.Wraps == nil {
			shown = jen.Add(v.Expr).Dot("String").Call() // a pointer has the method, too
		}
		return between(inner, durationLiteral, low, high, func(text string) jen.Code {
			return v.invalidAs(shown, jen.Lit("must be "+text))
		})
	case "quantity":
		shown := jen.Add(v.Expr).Dot("String").Call()
		return quantityBounds(v, low, high, func(text string) jen.Code {
			return v.invalidAs(shown, jen.Lit("must be "+text))
		})
	case "integer":
		// What the type itself refuses needs no check, and staticcheck would say so.
		lowest, highest, _ := integerRange(v.typ.Kind)
		if low == strconv.FormatInt(lowest, 10) && v.typ.Kind != "int" {
			low = ""
		}
		if high == strconv.FormatUint(highest, 10) && v.typ.Kind != "int" && v.typ.Kind != "uint" {
			high = ""
		}
	}
	return between(v.Value(), jen.Op, low, high, report)
}

// counted puts the unit, in singular or plural, behind a number.
func counted(one, many string) func(string) string {
	return func(limit string) string {
		if limit == "1" {
			return limit + " " + one
		}
		return limit + " " + many
	}
}

// between checks that size is between two limits. Either limit may be empty.
func between(
	size jen.Code, literal func(string) *jen.Statement, low, high string, report func(string) jen.Code,
) []check {
	below := func() *jen.Statement { return jen.Add(size).Op("<").Add(literal(low)) }
	above := func() *jen.Statement { return jen.Add(size).Op(">").Add(literal(high)) }
	switch {
	case low == "" && high == "":
		return nil
	case high == "":
		return []check{{condition: below(), then: []jen.Code{report("at least " + low)}}}
	case low == "":
		return []check{{condition: above(), then: []jen.Code{report("at most " + high)}}}
	case low == high:
		return []check{{condition: jen.Add(size).Op("!=").Add(literal(low)), then: []jen.Code{report("exactly " + low)}}}
	}
	return []check{
		{condition: below().Op("||").Add(above()), or: true, then: []jen.Code{report("between " + low + " and " + high)}},
	}
}

func quantityBounds(v value, low, high string, report func(string) jen.Code) []check {
	compare := func(limit string) *jen.Statement {
		return jen.Add(v.Expr).Dot("Cmp").Call(jen.Qual(resource, "MustParse").Call(jen.Lit(limit)))
	}
	var checks []check
	if low != "" {
		checks = append(checks, check{condition: compare(low).Op("<").Lit(0), then: []jen.Code{report("at least " + low)}})
	}
	if high != "" {
		checks = append(checks, check{condition: compare(high).Op(">").Lit(0), then: []jen.Code{report("at most " + high)}})
	}
	return checks
}

// durationLiteral writes a limit, which badNumber has accepted.
func durationLiteral(text string) *jen.Statement {
	d, _ := time.ParseDuration(text)
	return emit.Duration(d)
}
