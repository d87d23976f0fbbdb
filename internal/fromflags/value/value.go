// Package value has the types of fields that flags become: what the text of a flag is in a file, and in Go.
package value

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/api/resource"
)

// types are the types of fields, with the Go type of each.
var types = map[string]string{
	"bool": "bool", "int32": "int32", "int64": "int64", "float64": "float64", "string": "string",
	"ip": "string", "duration": "metav1.Duration", "quantity": "resource.Quantity", "[]string": "[]string",
	"[]int64": "[]int64", "map[string]string": "map[string]string", "map[string]bool": "map[string]bool",
}

// GoType is the Go type of a type of fields; empty if there is no such type.
func GoType(of string) string { return types[of] }

// Types are the names of the types.
func Types() []string { return slices.Sorted(maps.Keys(types)) }

// Parse is what the text of a flag is in a field of a type, as an object that can be written as JSON. It returns an
// error if the field cannot have it.
func Parse(of, text string) (any, error) {
	switch of {
	case "bool":
		return strconv.ParseBool(text)
	case "int32", "int64":
		return strconv.ParseInt(text, 0, 64)
	case "float64":
		return strconv.ParseFloat(text, 64)
	case "duration":
		d, err := time.ParseDuration(text)
		return span(d), err
	case "quantity":
		return resource.ParseQuantity(text)
	case "[]string":
		return items(text)
	case "[]int64":
		return each([]int64{}, text, func(list []int64, item string) ([]int64, error) {
			n, err := strconv.ParseInt(item, 0, 64)
			return append(list, n), err
		})
	case "map[string]string":
		return each(map[string]string{}, text, func(all map[string]string, item string) (map[string]string, error) {
			key, value, err := pair(item)
			all[key] = value
			return all, err
		})
	case "map[string]bool":
		return each(map[string]bool{}, text, func(all map[string]bool, item string) (map[string]bool, error) {
			key, value, err := pair(item)
			if err == nil {
				all[key], err = strconv.ParseBool(value)
			}
			return all, err
		})
	case "ip":
		if text == "<nil>" {
			return "", nil
		}
	}
	return text, nil
}

// span is a duration as a file has it.
type span time.Duration

// MarshalText returns the duration with its units.
func (s span) MarshalText() ([]byte, error) { return []byte(time.Duration(s).String()), nil }

// items are the items of a list or a map as pflag prints it, or as it is written on the command line.
func items(text string) ([]string, error) {
	if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
		text = text[1 : len(text)-1]
	}
	if text == "" {
		return []string{}, nil
	}
	return csv.NewReader(strings.NewReader(text)).Read()
}

// each makes a list or a map of the items of a text.
func each[T any](made T, text string, add func(T, string) (T, error)) (T, error) {
	all, err := items(text)
	for _, item := range all {
		if err == nil {
			made, err = add(made, item)
		}
	}
	return made, err
}

func pair(item string) (key, value string, err error) {
	key, value, found := strings.Cut(item, "=")
	if !found {
		err = fmt.Errorf("%q does not have the form key=value", item)
	}
	return key, value, err
}

// Default returns the default of a field as Parse does, and its Go source; nil if the text of the flag is zero, or if
// the field cannot have it.
func Default(of, text string) (value any, source string) {
	value, err := Parse(of, text)
	if err != nil {
		return nil, ""
	}
	switch v := value.(type) {
	case span:
		source = "&metav1.Duration{Duration: " + duration(time.Duration(v)) + "}"
	case resource.Quantity:
		source = fmt.Sprintf("ptr.To(resource.MustParse(%q))", v.String())
		if v.IsZero() {
			return nil, ""
		}
	case bool, string:
		source = fmt.Sprintf("ptr.To(%#v)", v)
	case int64, float64:
		source = fmt.Sprintf("ptr.To[%s](%v)", types[of], v)
	default:
		source = fmt.Sprintf("%#v", v)
		if reflect.ValueOf(v).Len() == 0 {
			return nil, ""
		}
	}
	if reflect.ValueOf(value).IsZero() {
		return nil, ""
	}
	return value, source
}

// duration is the Go source of a duration, in the largest unit that divides it.
func duration(d time.Duration) string {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"},
		{time.Microsecond, "Microsecond"}, {time.Nanosecond, "Nanosecond"}} {
		switch {
		case d%unit.size != 0:
		case d == unit.size:
			return "time." + unit.name
		default:
			return fmt.Sprintf("%d * time.%s", d/unit.size, unit.name)
		}
	}
	return "0"
}

// File is a file with values, as Parse returns them, by the paths of their fields.
func File(apiVersion, kind string, values map[string]any) ([]byte, error) {
	file := map[string]any{"apiVersion": apiVersion, "kind": kind}
	for field, value := range values {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		var plain any
		if err := yaml.Unmarshal(text, &plain); err != nil {
			return nil, err
		}
		within := file
		parts := strings.Split(field, ".")
		for _, part := range parts[:len(parts)-1] {
			below, _ := within[part].(map[string]any)
			if below == nil {
				below = map[string]any{}
				within[part] = below
			}
			within = below
		}
		within[parts[len(parts)-1]] = plain
	}
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	encoder.CompactSeqIndent()
	err := errors.Join(encoder.Encode(file), encoder.Close())
	return b.Bytes(), err
}
