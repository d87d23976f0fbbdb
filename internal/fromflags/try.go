package fromflags

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// trial is a value that a flag is tried with: the texts that the flag is set to, one or more, and the same value in a
// file.
type trial struct {
	given []string
	file  any
}

// args returns the arguments that give a flag the value.
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

var (
	// quotes are words in quotes in the usage of a flag, and gates the names of feature gates there.
	quotes = regexp.MustCompile("[\"'`]([\\w.:/=-]+)[\"'`]")
	gates  = regexp.MustCompile(`(\w+)=true\|false`)
)

// trials returns the values that a flag is tried with. A flag with its own type of Value is also tried with its
// default, and with the words in quotes in its usage.
func trials(row *Row) (all []trial) {
	items := words[row.Flag.Type]
	if items == nil {
		items = []string{"a", "b"}
	}
	var given []string
	switch {
	case row.own():
		given = slices.Clone(forms)
		for _, found := range append(quotes.FindAllStringSubmatch(row.Usage, 8), []string{"", row.Text}) {
			if !slices.Contains(given, found[1]) {
				given = append(given, found[1])
			}
		}
	case row.Each:
		given = []string{"a", "b \"c\",d: e", ""}
	case row.Type == "[]string":
		given = append([]string{strings.Join(items[:2], ","), ""}, items...)
	case row.Type == "map[string]string":
		for i, item := range items {
			given = append(given, string("aba"[i])+"="+item)
		}
		given = append(given, "a="+items[0]+",b="+items[1], "", "x")
	default:
		given = strings.Split(fieldTypes[row.Type].texts, "|")
		for _, found := range gates.FindAllStringSubmatch(row.Usage, 4) {
			given = append(given, found[1]+"=true", found[1]+"=false")
		}
	}
	for _, text := range given {
		file, err := fieldTypes[row.Type].parse(text)
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

// usual returns the default as a trial, as a sample of a file has it. Nobody has to be able to give it. It is empty if
// the others have it, or if it is a relative path, which is relative to the directory of a file.
func usual(row *Row) (all []trial) {
	value, source := initial(row.Type, row.Text)
	items, each := value.([]string)
	switch {
	case row.Varies || source == "" && row.Type != "ip" && !row.own() || row.path() && !path.IsAbs(row.Text):
		return nil
	case each && row.Each:
		return []trial{{items, items}}
	case row.container():
		return []trial{{[]string{strings.TrimSuffix(strings.TrimPrefix(row.Text, "["), "]")}, value}}
	}
	return []trial{{[]string{row.Text}, cmp.Or(value, any(""))}}
}

// try sets each flag with a field to some values, and finds the types of fields for flags with their own types of
// values. Flags that stay by hand have no field afterwards, and the reason in the note.
func (c *Component) try() error {
	for _, row := range c.Rows {
		if row.Required {
			c.require(row)
		}
	}
	c.unset = c.plain.run(plainly, c.base()...)
	if others := c.wanted(c.unset); len(others) > 0 {
		c.require(others[0])
		c.unset = c.plain.run(plainly, c.base()...)
	}
	return c.plain.each(len(c.Rows), func(i int) {
		row := c.Rows[i]
		if row.Field != "" {
			row.refuse(c.effect(row))
		}
		if row.Field != "" && row.Varies && row.Note == "" {
			row.Note = "its default depends on the host, the user or the time"
		}
	})
}

// base returns the arguments in addition to the arguments of rows: they set the other required flags, and the flags
// that the component requires together with the flags of rows.
func (c *Component) base(but ...*Row) (args []string) {
	for _, row := range c.Rows {
		if !slices.Contains(but, row) {
			args = append(args, row.required...)
			continue
		}
		for _, other := range row.with {
			if !slices.Contains(but, other) {
				plain := &Row{Flag: other.Flag, Type: fieldType(other.Flag)}
				args = append(args, trials(plain)[0].args(other.Name)...)
			}
		}
	}
	return args
}

// require finds a value for a flag that the component requires.
func (c *Component) require(row *Row) {
	for _, one := range trials(row) {
		row.required = one.args(row.Name)
		if o := c.plain.run(plainly, c.base()...); !o.refused() || !strings.Contains(o.printed, row.Name) {
			return
		}
	}
}

// wants is how cobra says which flags have to be beside others.
var wants = regexp.MustCompile(`(?:missing|at least one of the flags in the group) \[([^\]]+)\]`)

// wanted returns the flags that a component wants in addition.
func (c *Component) wanted(o *outcome) (rows []*Row) {
	if o.after == nil {
		return nil
	}
	if found := wants.FindStringSubmatch(o.after.Refused); found != nil {
		for _, name := range strings.Fields(found[1]) {
			if row := rowOf(c.Rows, name); row != nil {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// inFile reports whether a file can have the default of a row.
func inFile(row *Row) bool {
	value, _ := initial(row.Type, row.Text)
	_, err := json.Marshal(value)
	return err == nil
}

// effect returns the reason why a file cannot express the effect of a flag in the component; empty if it can.
func (c *Component) effect(row *Row) string {
	switch {
	case c.unset.refused():
		return "the component does not accept a command line without it: " + c.unset.printed
	case !inFile(row):
		return "a file cannot have its default " + row.Text
	case row.Unsettled:
		return "it is not registered in each environment"
	case row.required == nil && c.unset.before.Flag(row.Name).Text != c.unset.text(row.Name):
		return "its text changes without being set"
	}
	run := func(args ...string) *outcome { return c.plain.run(plainly, append(c.base(row), args...)...) }
	var texts []string
	refusal := ""
	tried := trials(row)
	for i, one := range append(tried, usual(row)...) {
		o := run(one.args(row.Name)...)
		if others := c.wanted(o); len(others) > 0 && row.with == nil {
			row.with = others
			o = run(one.args(row.Name)...)
		}
		row.Opaque = i == len(tried) && (o.refused() || o.text(row.Name) != row.Text)
		switch {
		case o.refused() && i == len(tried):
			continue
		case o.refused():
			row.refused = append(row.refused, one)
			if refusal == "" && o.after != nil {
				refusal = ": " + o.after.Refused
			}
			continue
		}
		row.accepted = append(row.accepted, one)
		texts = append(texts, o.text(row.Name))
		for _, other := range c.Rows {
			if other != row && !other.Varies && !slices.Contains(row.with, other) &&
				o.text(other.Name) != c.unset.text(other.Name) {
				return "it changes --" + other.Name + ", too"
			}
		}
	}
	switch different := len(slices.Compact(slices.Sorted(slices.Values(texts)))); {
	case len(texts) == 0:
		return "it accepts none of the values that were tried, such as " + row.refused[0].given[0] + refusal
	case len(texts) == 1:
		return ""
	case different == 1:
		return "its value cannot be read back"
	}
	twice := run(append(row.accepted[0].args(row.Name), row.accepted[1].args(row.Name)...)...)
	if twice.refused() || twice.text(row.Name) == texts[1] {
		return ""
	}
	// It adds to its value.
	if before := strings.Trim(row.Text, "[]{}"); before != "" && before != "map" &&
		!slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(text, before) }) {
		return fmt.Sprintf("it adds to its default %q, which a file cannot replace", row.Text)
	}
	if row.own() {
		row.Type, row.Each = "[]string", true
		for _, list := range [][]trial{row.accepted, row.refused} {
			for k := range list {
				list[k].file = list[k].given
			}
		}
	}
	return ""
}
