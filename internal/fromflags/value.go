package fromflags

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/configgen/configgen/internal/emit"
)

// fieldTypes are the types of fields: the Go type, the conversion of the text of a flag to a value in a file, and the
// texts that flags are tried with: values, zero, an empty text, other notations, and an invalid text. Items of lists
// and maps are in words.
var fieldTypes = map[string]struct {
	golang string
	parse  func(text string) (any, error)
	texts  string
}{
	"bool":     {"bool", as(strconv.ParseBool), "true|false|1|F||x"},
	"int32":    {"int32", as(small), "1|7|0|-1|0x10|200|100000||x"},
	"int64":    {"int64", as(integer), "1|7|0|-1|0x10|3000000000||x"},
	"uint64":   {"uint64", as(unsigned), "1|7|0|-1|0x10|18446744073709551615||x"},
	"float64":  {"float64", as(float), "1.5|0|-2|1e3||x"},
	"duration": {"metav1.Duration", as(duration), "1s|90m|0s|1h30m5s|-1s|1500us||x"},
	"quantity": {"resource.Quantity", as(resource.ParseQuantity), "1Gi|500m|0|1.5|2e3||x"},
	// a path may be one of a file
	"string":            {"string", as(word), "/a|/b c,d=e||/0|/é: \"x\" #'\n "},
	"ip":                {"string", as(address), "192.0.2.1|2001:db8::1|0.0.0.0||x"},
	"[]string":          {"[]string", as(items), ""},
	"[]int64":           {"[]int64", as(list(integer)), "1|1,7|0||x"},
	"map[string]string": {"map[string]string", as(pairs(word)), ""},
	// each set of feature gates has the last two
	"map[string]bool": {"map[string]bool", as(pairs(strconv.ParseBool)),
		"a=true|AllAlpha=false|AllBeta=true|AllAlpha=true,AllBeta=false|AllAlpha=x"},
}

func as[T any](parse func(string) (T, error)) func(string) (any, error) {
	return func(text string) (any, error) { return parse(text) }
}

func word(text string) (string, error)   { return text, nil }
func integer(text string) (int64, error) { return strconv.ParseInt(text, 0, 64) }
func small(text string) (int32, error) {
	number, err := strconv.ParseInt(text, 0, 32)
	return int32(number), err
}

func unsigned(text string) (uint64, error) { return strconv.ParseUint(text, 0, 64) }
func float(text string) (float64, error)   { return strconv.ParseFloat(text, 64) }

func duration(text string) (span, error) {
	d, err := time.ParseDuration(text)
	return span(d), err
}

// span is a duration as a file has it.
type span time.Duration

// MarshalText returns the duration with its units.
func (s span) MarshalText() ([]byte, error) { return []byte(time.Duration(s).String()), nil }

func address(text string) (string, error) {
	if text == "<nil>" {
		return "", nil
	}
	return text, nil
}

// items returns the items of a list or a map as pflag prints it, or as it is written on the command line.
func items(text string) ([]string, error) {
	if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
		text = text[1 : len(text)-1]
	}
	if text == "" {
		return []string{}, nil
	}
	return csv.NewReader(strings.NewReader(text)).Read()
}

func list[T any](parse func(string) (T, error)) func(string) ([]T, error) {
	return func(text string) ([]T, error) {
		all, err := items(text)
		made := make([]T, len(all))
		for i := 0; i < len(all) && err == nil; i++ {
			made[i], err = parse(all[i])
		}
		return made, err
	}
}

func pairs[T any](parse func(string) (T, error)) func(string) (map[string]T, error) {
	return func(text string) (map[string]T, error) {
		all, err := items(text)
		made := map[string]T{}
		for i := 0; i < len(all) && err == nil; i++ {
			key, value, found := strings.Cut(all[i], "=")
			if made[key], err = parse(value); !found {
				err = fmt.Errorf("%q does not have the form key=value", all[i])
			}
		}
		return made, err
	}
}

// initial returns the default of a field as it is in a file, and its Go source; nil if the text of the flag is zero, or
// if the field cannot have it.
func initial(of, text string) (value any, source string) {
	value, err := fieldTypes[of].parse(text)
	if err != nil {
		return nil, ""
	}
	zero := reflect.ValueOf(value).IsZero()
	switch v := value.(type) {
	case span:
		source = fmt.Sprintf("&metav1.Duration{Duration: %#v}", emit.Duration(time.Duration(v)))
	case resource.Quantity:
		source, zero = fmt.Sprintf("ptr.To(resource.MustParse(%q))", v.String()), v.IsZero()
	case bool, string:
		source = fmt.Sprintf("ptr.To(%#v)", v)
	case int32, int64, uint64, float64:
		source = fmt.Sprintf("ptr.To[%s](%v)", fieldTypes[of].golang, v)
	default:
		source, zero = fmt.Sprintf("%#v", v), reflect.ValueOf(v).Len() == 0
	}
	if zero {
		return nil, ""
	}
	return value, source
}

// fileOf returns a file with values, by the paths of their fields.
func fileOf(apiVersion, kind string, values map[string]any) ([]byte, error) {
	file := map[string]any{"apiVersion": apiVersion, "kind": kind}
	for field, value := range values {
		within, parts := file, strings.Split(field, ".")
		for _, part := range parts[:len(parts)-1] {
			if within[part] == nil {
				within[part] = map[string]any{}
			}
			within = within[part].(map[string]any)
		}
		within[parts[len(parts)-1]] = value
	}
	text, err := json.Marshal(file)
	if err != nil {
		return nil, err
	}
	var plain any // the values as JSON has them
	if err := yaml.Unmarshal(text, &plain); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	encoder.CompactSeqIndent()
	err = errors.Join(encoder.Encode(plain), encoder.Close())
	return b.Bytes(), err
}
