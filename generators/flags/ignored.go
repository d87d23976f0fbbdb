package flags

import (
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"math"
	"net"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/flagvalue"
	"github.com/configgen/configgen/internal/group"
)

// Types of flags that pflag does not have, and one without a default.
const (
	quantity      = "quantity"
	mapStringBool = "mapStringBool"
	count         = "count"
)

// ignorable are the types of flags that can be ignored.
var ignorable = []string{
	"bool", "string", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32",
	"float64", "duration", "ip", quantity, count, "stringSlice", "stringArray", "intSlice", "stringToString",
	mapStringBool,
}

// method is the part of the name of the method of a flag set that registers a flag of a type, before its P.
func method(kind string) string {
	if kind == "ip" {
		return "IP"
	}
	return strings.ToUpper(kind[:1]) + kind[1:]
}

// ignoredValue returns the flag value of a flag without effect, and the pointer in it.
func ignoredValue(kind string) (pflag.Value, reflect.Value) {
	if kind == quantity {
		held := &resource.Quantity{}
		return flagvalue.New(held, flagvalue.Quantity()), reflect.ValueOf(held)
	}
	if kind == mapStringBool {
		held := &map[string]bool{}
		return flagvalue.NewMap(held, flagvalue.Bool[bool]()), reflect.ValueOf(held)
	}
	const name = "value"
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	if kind == count {
		held := fs.Count(name, "")
		return fs.Lookup(name).Value, reflect.ValueOf(held)
	}
	register := reflect.ValueOf(fs).MethodByName(method(kind))
	held := register.Call([]reflect.Value{
		reflect.ValueOf(name), reflect.Zero(register.Type().In(1)), reflect.ValueOf(""),
	})[0]
	return fs.Lookup(name).Value, held
}

// ignoredDefault is the default of a flag without effect.
func ignoredDefault(flag *group.Flag) (reflect.Value, error) {
	value, held := ignoredValue(flag.Type)
	texts := []string{flag.Default}
	switch {
	case flag.Default == "":
		return held.Elem(), nil
	case flag.Type == "stringArray":
		var err error
		if texts, err = csv.NewReader(strings.NewReader(flag.Default)).Read(); err != nil {
			return held.Elem(), err
		}
	}
	for _, text := range texts {
		if err := value.Set(text); err != nil {
			return held.Elem(), err
		}
	}
	if strings.HasPrefix(flag.Type, "float") {
		if number := held.Elem().Float(); math.IsNaN(number) || math.IsInf(number, 0) {
			return held.Elem(), errors.New("it is not a number in Go")
		}
	}
	return held.Elem(), nil
}

// checkIgnored refuses values of a flag without effect that the flag itself refuses.
func (o *output) checkIgnored(flag *group.Flag) {
	add := func(message, fix string, advice ...diag.Advice) {
		o.findings = append(o.findings, diag.At(flag.Position, flag.End, "ignored-flag", message, fix).With(advice...))
	}
	report := func(argument, text string) {
		add(fmt.Sprintf("%s %q of --%s is not a value of the type %s", argument, text, flag.Name, flag.Type),
			"use a value that the flag accepts, or another type")
	}
	if !slices.Contains(ignorable, flag.Type) {
		add(fmt.Sprintf("--%s cannot have the type %s", flag.Name, flag.Type), "use one of "+strings.Join(ignorable, ", "))
		return
	}
	if flag.Type == count && flag.Default != "" {
		add(fmt.Sprintf("--%s has the type count and a default", flag.Name), "remove default:; a count begins with 0",
			flag.Marker.Without("default"))
	} else if _, err := ignoredDefault(flag); err != nil {
		report("the default", flag.Default)
	}
	value, _ := ignoredValue(flag.Type)
	if flag.NoOptDefVal != "" && value.Set(flag.NoOptDefVal) != nil {
		report("the noOptDefVal", flag.NoOptDefVal)
	}
}

// ignore writes the statement that registers a flag without effect. Its value is in the flag set alone.
func ignore(body *jen.Group, flag *group.Flag) {
	if !slices.Contains(ignorable, flag.Type) {
		return // there is a finding
	}
	name, suffix := []jen.Code{jen.Lit(flag.Name)}, ""
	if flag.Shorthand != "" {
		name, suffix = append(name, jen.Lit(flag.Shorthand)), "P"
	}
	held, _ := ignoredDefault(flag) // an error is a finding
	value, call := literal(held), method(flag.Type)+suffix
	arguments := slices.Concat(name, []jen.Code{value, help(flag.Usage)})
	switch flag.Type {
	case count:
		arguments = append(name, help(flag.Usage))
	case quantity, mapStringBool:
		call, arguments = "Var"+suffix, slices.Concat([]jen.Code{value}, name, []jen.Code{help(flag.Usage)})
	}
	body.Id("fs").Dot(call).Call(arguments...)
}

// literal is a value in Go.
func literal(v reflect.Value) *jen.Statement {
	switch value := v.Interface().(type) {
	case time.Duration:
		return emit.Duration(value)
	case net.IP:
		if value == nil {
			return jen.Nil()
		}
		return jen.Qual("net", "ParseIP").Call(jen.Lit(value.String()))
	case resource.Quantity:
		const pkg = "k8s.io/apimachinery/pkg/api/resource"
		return jen.Op("&").Qual(pkg, "QuantityValue").Values(
			jen.Id("Quantity").Op(":").Qual(pkg, "MustParse").Call(jen.Lit(value.String())))
	case map[string]bool:
		pairs := make([]jen.Code, 0, len(value))
		for _, key := range slices.Sorted(maps.Keys(value)) {
			pairs = append(pairs, jen.Lit(key).Op(":").Lit(value[key]))
		}
		return jen.Qual(emit.CliFlag, "NewMapStringBool").Call(
			jen.Op("&").Map(jen.String()).Bool().Values(pairs...))
	case map[string]string:
		pairs := make([]jen.Code, 0, len(value))
		for _, key := range slices.Sorted(maps.Keys(value)) {
			pairs = append(pairs, jen.Lit(key).Op(":").Lit(value[key]))
		}
		return orNil(len(pairs), jen.Map(jen.String()).String().Values(pairs...))
	}
	switch v.Kind() {
	case reflect.Slice:
		var elements []jen.Code
		for i := range v.Len() {
			elements = append(elements, jen.Lit(v.Index(i).Interface()))
		}
		return orNil(len(elements), jen.Index().Id(v.Type().Elem().String()).Values(elements...))
	case reflect.Bool, reflect.String:
		return jen.Lit(v.Interface())
	}
	return jen.Id(fmt.Sprint(v.Interface())) // a number, with the type of the parameter
}

// orNil is a list or map of a length, or nil if that is zero.
func orNil(length int, code *jen.Statement) *jen.Statement {
	if length == 0 {
		return jen.Nil()
	}
	return code
}
