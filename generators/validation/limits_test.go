package validation

import (
	"testing"

	"github.com/configgen/configgen/internal/group"
)

var (
	timeDuration = &group.Type{Kind: "int64", Package: "time", PackageName: "time", Name: "Duration"}
	metaDuration = &group.Type{
		Kind:       "struct",
		Package:    "k8s.io/apimachinery/pkg/apis/meta/v1",
		Name:       "Duration",
		Leaf:       true,
		Wraps:      timeDuration,
		WrapsField: "Duration",
	}
	quantity = &group.Type{
		Kind:    "struct",
		Package: "k8s.io/apimachinery/pkg/api/resource",
		Name:    "Quantity",
		Leaf:    true,
	}
)

func basic(kind string) *group.Type { return &group.Type{Kind: kind, Name: kind} }

func TestLimitsFitTheirTypes(t *testing.T) {
	tests := []struct {
		typ       *group.Type
		good, bad []string
	}{
		{basic("int8"), []string{"-128", "0", "127"}, []string{"-129", "128", "1e2", "", " 1", "0x10"}},
		{basic("uint8"), []string{"0", "255"}, []string{"-1", "256"}},
		{basic("int16"), []string{"-32768", "32767"}, []string{"32768"}},
		{basic("uint16"), []string{"65535"}, []string{"65536", "-1"}},
		{basic("int"), []string{"-2147483648", "2147483647"}, []string{"2147483648", "-2147483649"}},
		{basic("uint"), []string{"4294967295"}, []string{"4294967296"}},
		{basic("int64"), []string{"-9223372036854775808", "9223372036854775807"}, []string{"9223372036854775808"}},
		{basic("uint64"), []string{"18446744073709551615"}, []string{"18446744073709551616", "-1"}},
		{basic("float32"), []string{"-0.5", "1", "1e3"}, []string{"half", "NaN", "Inf", "", "1e39"}},
		{timeDuration, []string{"0", "5s", "1h30m", "-1ms"}, []string{"5", "5 s", "1d"}},
		{metaDuration, []string{"0", "5s"}, []string{"5", ""}},
		{quantity, []string{"0", "100m", "64Mi"}, []string{"64MB", "", "x"}},
	}
	for _, test := range tests {
		for _, limit := range test.good {
			if wrong := badLimit(test.typ, rule{name: "minimum", limit: limit}); wrong.problem != "" {
				t.Errorf("%s refuses %q: %s", test.typ, limit, wrong.problem)
			}
		}
		for _, limit := range test.bad {
			wrong := badLimit(test.typ, rule{name: "maximum", limit: limit})
			if wrong.code != "constraint-value" || wrong.problem == "" || wrong.fix() == "" {
				t.Errorf("%s accepts %q, or does not say what is wrong with it: %+v", test.typ, limit, wrong)
			}
		}
	}
}

func TestLimitsAreWrittenAsGoReadsThem(t *testing.T) {
	tests := []struct {
		typ               *group.Type
		name, limit, want string
	}{
		{basic("int32"), "minimum", "010", "10"},
		{basic("int32"), "minimum", "+5", "5"},
		{basic("int64"), "maximum", "-08", "-8"},
		{basic("uint64"), "maximum", "018446744073709551615", "18446744073709551615"},
		{basic("float64"), "minimum", "010", "10"},
		{basic("float32"), "minimum", "+.5", "0.5"},
		{basic("string"), "maxLength", "063", "63"},
		{metaDuration, "minimum", "90s", "90s"},
		{quantity, "minimum", "64Mi", "64Mi"},
	}
	for _, test := range tests {
		if got := canonical(test.typ, rule{name: test.name, limit: test.limit}); got != test.want {
			t.Errorf("%s of %s: got %s, want %s", test.limit, test.typ, got, test.want)
		}
	}
}

func TestLimitsCross(t *testing.T) {
	tests := []struct {
		typ       *group.Type
		low, high string
		want      bool
	}{
		{basic("int32"), "-1", "0", false},
		{basic("int32"), "1", "1", false},
		{basic("int32"), "10", "9", true},
		{basic("uint64"), "9223372036854775808", "18446744073709551615", false},
		{basic("uint64"), "18446744073709551615", "9223372036854775808", true},
		{basic("float64"), "0.5", "0.25", true},
		{metaDuration, "1h", "59m", true},
		{metaDuration, "59m", "1h", false},
		{quantity, "1000Mi", "1Gi", false},
		{quantity, "1Gi", "1000Mi", true},
	}
	for _, test := range tests {
		if got := limitsCross(test.typ, rule{name: "minimum", limit: test.low}, rule{name: "maximum",
			limit: test.high}); got != test.want {
			t.Errorf("%s from %s to %s: got %t, want %t", test.typ, test.low, test.high, got, test.want)
		}
	}
}
