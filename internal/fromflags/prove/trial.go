package prove

import (
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/fromflags/table"
	"github.com/configgen/configgen/internal/fromflags/value"
)

// trial is a value that a flag is tried with: what the flag is given, once or more, and the same in a file.
type trial struct {
	given []string
	file  any
}

// args are the arguments that give a flag the value.
func (t trial) args(flag string) []string {
	var args []string
	for _, text := range t.given {
		args = append(args, "--"+flag+"="+text)
	}
	return args
}

// forms are texts that values of their own types may accept: words, addresses, spans of time, switches, numbers and
// lists.
var forms = strings.Split("a|b|info|debug||0|1|-1|1.5|0x10|on|true|false|:80|localhost:80|[::1]:0|192.0.2.1|"+
	"192.0.2.0/24|30d|7d|1h|90s|a=b|a,b|/a/b|https://localhost/a|500m|1Gi|2020-01-02T03:04:05Z", "|")

// words are the items of lists and maps by the types of flags; others are a and b. The last one is wrong.
var words = map[string][]string{
	"boolSlice": {"true", "false", "x"}, "durationSlice": {"1s", "1h0m0s", "x"}, "ipSlice": {"192.0.2.1", "::1", "x"},
	"ipNetSlice": {"192.0.2.0/24", "10.0.0.0/8", "x"}, "float64Slice": {"1.5", "2.5", "x"},
	"stringToInt": {"1", "2", "x"}, "stringToInt64": {"1", "2", "x"},
}

// texts are what flags of a type are given: values, zero, an empty one, other forms, and one that is wrong.
var texts = map[string]string{
	"bool":     "true|false|1|F||x",
	"int32":    "1|7|0|-1|0x10|200|100000||x",
	"int64":    "1|7|0|-1|0x10|3000000000||x",
	"float64":  "1.5|0|-2|1e3||x",
	"duration": "1s|90m|0s|1h30m5s|-1s|1500us||x",
	"quantity": "1Gi|500m|0|1.5|2e3||x",
	"ip":       "192.0.2.1|2001:db8::1|0.0.0.0||x",
	"string":   "/a|/b c,d=e||/0|/é: \"x\" #'\n ", // a path may be one of a file
	"[]int64":  "1|1,7|0||x",
	// each set of feature gates has the last two
	"map[string]bool": "a=true|AllAlpha=false|AllBeta=true|AllAlpha=true,AllBeta=false|AllAlpha=x",
}

// quotes are words in quotes in the usage of a flag.
var quotes = regexp.MustCompile("[\"'`]([\\w.:/=-]+)[\"'`]")

// gates are the names of feature gates in the usage of a flag.
var gates = regexp.MustCompile(`(\w+)=true\|false`)

// trials are the values that a flag is tried with. A Value of a type of its own may accept its default, and what its
// usage has in quotes.
func trials(row table.Row) []trial {
	items := words[row.Flag.Type]
	if items == nil {
		items = []string{"a", "b"}
	}
	var given []string
	switch {
	case row.Own():
		given = slices.Clone(forms)
		for _, found := range append(quotes.FindAllStringSubmatch(row.Flag.Usage, 8), []string{"", row.Flag.Text}) {
			if !slices.Contains(given, found[1]) {
				given = append(given, found[1])
			}
		}
	case row.Type == "[]string" && row.Each:
		given = []string{"a", "b \"c\",d: e", ""}
	case row.Type == "[]string":
		given = append([]string{strings.Join(items[:2], ","), ""}, items...)
	case row.Type == "map[string]string":
		for i, item := range items {
			given = append(given, string("aba"[i])+"="+item)
		}
		given = append(given, "a="+items[0]+",b="+items[1], "", "x")
	default:
		given = strings.Split(texts[row.Type], "|")
		for _, found := range gates.FindAllStringSubmatch(row.Flag.Usage, 4) {
			given = append(given, found[1]+"=true", found[1]+"=false")
		}
	}
	var all []trial
	for _, text := range given {
		file, err := value.Parse(row.Type, text)
		switch {
		case row.Each:
			file = []string{text}
		case err != nil:
			file = text
		}
		all = append(all, trial{[]string{text}, file})
	}
	if row.Each {
		all = append(all, trial{given[:2], given[:2]})
	}
	return all
}
