package legacydefaults

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/format"
	"github.com/configgen/configgen/internal/group"
)

func boolean(t *group.Type, in input) (expression, *misfit) {
	text, err := in.bare(t, 'b', "true or false")
	if err != nil {
		return expression{}, err
	}
	value, parseErr := strconv.ParseBool(text)
	if parseErr != nil {
		return expression{}, unfit(fmt.Sprintf("%s is not a boolean", in), "use true or false")
	}
	return expression{code: jen.Lit(value), typed: t.Package == ""}, nil
}

// text writes a string, which is empty or has the field's format.
func (w *writer) text(t *group.Type, in input) (expression, *misfit) {
	text, err := in.plain(t)
	if known, checked := format.Named(w.format); checked && err == nil && text != "" && !known.Valid(text) {
		err = unfit(fmt.Sprintf("%q does not have the format %s", text, w.format), "it "+known.Must)
	}
	return expression{code: jen.Lit(text), typed: t.Package == ""}, err
}

// bits is the size of a number; int and uint have 32 bits on some systems, and generated code compiles on all.
var bits = map[string]int{
	"int": 32, "int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint": 32, "uint8": 8, "uint16": 16, "uint32": 32,
	"uint64":  64,
	"float32": 32, "float64": 64,
}

func number(t *group.Type, in input) (expression, *misfit) {
	what := "an integer"
	switch {
	case bits[t.Kind] == 0:
		return expression{}, cannotWrite(t)
	case strings.HasPrefix(t.Kind, "float"):
		what = "a number"
	}
	text, err := in.bare(t, '0', what)
	if err != nil {
		return expression{}, err
	}
	code, err := numeral(t, text)
	return expression{code: code, typed: t.Package == "" && t.Kind == "int"}, err
}

// numeral is the number in Go, in the user's spelling where it is a whole one.
func numeral(t *group.Type, text string) (*jen.Statement, *misfit) {
	var err error
	switch {
	case strings.HasPrefix(t.Kind, "float"):
		return float(t, text)
	case strings.HasPrefix(t.Kind, "uint"):
		_, err = strconv.ParseUint(strings.TrimPrefix(text, "+"), 0, bits[t.Kind])
	default:
		_, err = strconv.ParseInt(text, 0, bits[t.Kind])
	}
	negative := strings.HasPrefix(text, "-") && strings.HasPrefix(t.Kind, "uint")
	switch {
	case errors.Is(err, strconv.ErrRange) && (t.Kind == "int" || t.Kind == "uint"):
		return nil, unfit(
			fmt.Sprintf("%s does not fit an %s where that has 32 bits: %s", text, t, limits(t)),
			fmt.Sprintf("give the field the type %s64, or use a number within", t.Kind))

	case errors.Is(err, strconv.ErrRange):
		return nil, unfit(fmt.Sprintf("%s does not fit: %s", text, limits(t)), "use a number within")
	case negative:
		return nil, unfit(fmt.Sprintf("%s does not fit: %s", text, limits(t)), "use a number without a sign")
	case err != nil:
		return nil, unfit(
			fmt.Sprintf("%q is not an integer; the type is %s", text, t),
			"use an integer"+otherType(text))

	}
	return jen.Id(strings.TrimPrefix(text, "+")), nil
}

// limits says what an integer of the type can be.
func limits(t *group.Type) string {
	size := bits[t.Kind]
	if strings.HasPrefix(t.Kind, "uint") {
		return fmt.Sprintf("a %s holds 0 to %d", t.Kind, uint64(math.MaxUint64)>>(64-size))
	}
	return fmt.Sprintf("an %s holds %d to %d", t.Kind, int64(math.MinInt64)>>(64-size), int64(math.MaxInt64)>>(64-size))
}

// otherType suggests the type that a text looks like a value of.
func otherType(text string) string {
	_, notNumber := strconv.ParseFloat(text, 64)
	switch {
	case notNumber == nil:
		return ""
	case isDuration(text):
		return ", or give the field the type metav1.Duration"
	case isQuantity(text):
		return ", or give the field the type resource.Quantity"
	}
	return ""
}

func float(t *group.Type, text string) (*jen.Statement, *misfit) {
	value, err := strconv.ParseFloat(text, bits[t.Kind])
	switch {
	case errors.Is(err, strconv.ErrRange):
		return nil, unfit(fmt.Sprintf("%s does not fit a %s", text, t.Kind), "use a smaller number")
	case err != nil:
		return nil, unfit(fmt.Sprintf("%q is not a number; the type is %s", text, t), "use a number")
	case math.IsInf(value, 0) || math.IsNaN(value):
		return nil, unfit(fmt.Sprintf("%s cannot be written as a constant", text), "use a finite number")
	}
	layout := byte('f')
	if size := math.Abs(value); size != 0 && (size < 1e-4 || size >= 1e15) {
		layout = 'g'
	}
	return jen.Id(strconv.FormatFloat(value, layout, -1, bits[t.Kind])), nil
}
