package fromflags

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/fromflags/observer"
)

func isWrong(text string) bool { return strings.HasSuffix(text, "x") }

// TestEachTypeIsTriedEnough expects three values of each type of flags, an empty value, zero, and an invalid value.
func TestEachTypeIsTriedEnough(t *testing.T) {
	for of, zero := range map[string]string{
		"bool": "false", "int": "0", "int8": "0", "uint16": "0", "float64": "0", "duration": "0s", "quantity": "0",
		"ip": "0.0.0.0", "string": "", "thing": "0", "stringSlice": "", "stringArray": "", "intSlice": "0", "boolSlice": "",
		"durationSlice": "", "ipSlice": "", "stringToString": "", "stringToInt": "", "mapStringBool": "AllAlpha=false",
	} {
		f := observer.Flag{Name: "x", Type: of, GoType: "*pflag." + of + "Value", Text: "of its own"}
		row := &Row{Flag: f, Type: fieldType(f), Each: of == "stringArray"}
		var given []string
		for _, one := range trials(row) {
			given = append(given, one.given[0])
		}
		if len(given) < 3 || !slices.Contains(given, zero) {
			t.Errorf("%s is tried with %q, want three and %q", of, given, zero)
		}
		if text := row.Type == "string" || row.Type == "[]string"; !text && !slices.ContainsFunc(given, isWrong) {
			t.Errorf("%s is not tried with a wrong value: %q", of, given)
		}
		if row.Type != "map[string]bool" && !slices.Contains(given, "") {
			t.Errorf("%s is not tried with an empty text: %q", of, given)
		}
		if row.own() && !slices.Contains(given, "of its own") {
			t.Errorf("%s is not tried with its default: %q", of, given)
		}
	}
}

// TestDefaultsThatNoFileHas expects that a file cannot have infinity or NaN as a default.
func TestDefaultsThatNoFileHas(t *testing.T) {
	for text, want := range map[string]bool{"+Inf": false, "NaN": false, "0": true, "1e+300": true, "none": true} {
		if got := inFile(&Row{Flag: observer.Flag{Name: "limit", Text: text}, Type: "float64"}); got != want {
			t.Errorf("a file can have %s: got %t, want %t", text, got, want)
		}
	}
}

// TestADefaultIsTried as the flag is given it, and as a file has it.
func TestADefaultIsTried(t *testing.T) {
	for _, test := range []struct{ flag, text, want string }{
		{"port int", "7", "[{[7] 7}]"},
		{"name string", "a b", "[{[a b] a b}]"},
		{"name string", "", "[]"},
		{"cert-file string", "/a", "[{[/a] /a}]"},
		{"cert-file string", "a", "[]"},
		{"peers stringSlice", `["a,b",c]`, `[{["a,b",c] [a,b c]}]`},
		{"peers stringSlice", "[]", "[]"},
		{"peers stringArray", `["a,b",c]`, "[{[a,b c] [a,b c]}]"},
		{"labels stringToString", "[a=x y]", "[{[a=x y] map[a:x y]}]"},
		{"address ip", "<nil>", "[{[<nil>] }]"},
		{"mode thing", "of its own", "[{[of its own] of its own}]"},
	} {
		row := proposed(test.flag)[0]
		row.Text = test.text
		if strings.HasSuffix(test.flag, " string") {
			row.GoType = "*flag.stringValue"
		}
		if got := fmt.Sprint(usual(row)); got != test.want {
			t.Errorf("%s %s is tried with %s, want %s", test.flag, test.text, got, test.want)
		}
	}
}

// TestWordsOfTheUsage tries a flag with its own type of value with the words in quotes in its usage.
func TestWordsOfTheUsage(t *testing.T) {
	f := observer.Flag{Name: "mode", Usage: `one of "internal", 'none' or ` + "`any`"}
	var given []string
	for _, one := range trials(&Row{Flag: f, Type: "string"}) {
		given = append(given, one.given[0])
	}
	for _, word := range []string{"internal", "none", "any"} {
		if !slices.Contains(given, word) {
			t.Errorf("%s is not tried: %q", word, given)
		}
	}
}
