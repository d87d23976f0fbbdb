package prove

import (
	"encoding/json"
	"strings"

	"github.com/configgen/configgen/internal/fromflags/table"
)

// candidate is a value of a flag: what the flag is given, once or more, and the same in a file, in JSON.
type candidate struct {
	given []string
	file  string
}

// args are the arguments that give a flag the value.
func (c candidate) args(flag string) []string {
	var args []string
	for _, value := range c.given {
		args = append(args, "--"+flag+"="+value)
	}
	return args
}

// forms are texts that values of their own types may accept: words, addresses, spans of time, switches, numbers and
// lists.
var forms = strings.Split("a|b|info|debug||0|1|-1|1.5|0x10|on|true|false|:80|localhost:80|[::1]:0|192.0.2.1|"+
	"192.0.2.0/24|30d|1h|90s|a=b|a,b|/a/b|https://localhost/a|500m|1Gi|2020-01-02T03:04:05Z", "|")

// scalars are the values of the other types: three or more, zero, an empty one, and one that is wrong.
var scalars = map[string][]string{
	"bool": {"true", "false"}, "int32": {"1", "7", "0", "-1"}, "int64": {"1", "7", "0", "-1"},
	"float64": {"1.5", "0", "-2"}, "duration": {"1s", "90m", "0s", "x", ""}, "quantity": {"1Gi", "500m", "0", "x"},
	"ip": {"192.0.2.1", "2001:db8::1", "x"},
}

// items are the items of lists by the types of flags; others are words.
var items = map[string][]string{
	"boolSlice": {"true", "false"}, "durationSlice": {"1s", "1h0m0s"}, "ipSlice": {"192.0.2.1", "192.0.2.2"},
	"ipNetSlice": {"192.0.2.0/24", "10.0.0.0/8"}, "float64Slice": {"1.5", "2.5"}, "stringToInt": {"1", "2"},
	"stringToInt64": {"1", "2"},
}

// candidates are the values that a flag is tried with.
func candidates(row table.Row) []candidate {
	var all []candidate
	words := items[row.Flag.Type]
	if words == nil {
		words = []string{"a", "b"}
	}
	switch row.Type {
	case "string":
		values := forms
		if row.Flag.Type == "string" {
			values = []string{"/a", "/b c,d=e", "", "/0"} // a path may be one of a file
		}
		for _, text := range values {
			all = append(all, candidate{[]string{text}, quoted(text)})
		}
	case "[]string":
		if row.Each && !table.Known(row.Flag) {
			words = forms
		}
		for _, text := range words {
			all = append(all, candidate{[]string{text}, quoted([]string{text})})
		}
		if row.Each {
			return all
		}
		all = append(all, candidate{[]string{strings.Join(words, ",")}, quoted(words)}, candidate{[]string{""}, "[]"})
	case "[]int64":
		all = []candidate{{[]string{"1"}, "[1]"}, {[]string{"1,7"}, "[1, 7]"}, {[]string{""}, "[]"}, {[]string{"x"}, `["x"]`}}
	case "map[string]string":
		all = []candidate{{[]string{"a=" + words[0]}, quoted(map[string]string{"a": words[0]})},
			{[]string{"b=" + words[1]}, quoted(map[string]string{"b": words[1]})},
			{[]string{"a=" + words[0], "b=" + words[1]}, quoted(map[string]string{"a": words[0], "b": words[1]})}}
	case "map[string]bool":
		for i, name := range []string{"a", "AllAlpha", "AllBeta"} { // each set of feature gates has the last two
			text := []string{"true", "false"}[i%2]
			all = append(all, candidate{[]string{name + "=" + text}, quoted(map[string]bool{name: i%2 == 0})})
		}
	default:
		for _, text := range scalars[row.Type] {
			file := text
			if row.Type == "duration" || row.Type == "quantity" || row.Type == "ip" {
				file = quoted(text)
			}
			all = append(all, candidate{[]string{text}, file})
		}
		if strings.HasPrefix(row.Type, "int") || row.Type == "float64" || row.Type == "bool" {
			all = append(all, candidate{[]string{"x"}, `"x"`}, candidate{[]string{""}, `""`})
		}
	}
	return all
}

// quoted is a value in JSON.
func quoted(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // cannot happen: these are texts, lists and maps of texts
	}
	return string(text)
}
