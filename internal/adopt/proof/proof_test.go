package proof_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/testfiles"
)

// relay returns the registration that is written by hand.
func relay() *observe.Observation {
	set := func(field, before, after string, values ...string) observe.Set {
		return observe.Set{Values: values, Changes: []observe.Change{{Field: field, Before: before, After: after}}}
	}
	return &observe.Observation{
		Type: "example.com/relay/options.Options",
		Flags: []observe.Flag{
			{Name: "gates", Usage: "Gates.", Default: "A=true", Type: "mapStringBool", Field: "Config.Gates",
				Sets: []observe.Set{set("Config.Gates", `{"A":true}`, `{"B":true}`, "B=true")}},
			{Name: "health-port", Usage: "The port of health checks.", Default: "81", Type: "int32", Field: "Config.HealthPort",
				Sets: []observe.Set{set("Config.HealthPort", "81", "1", "1"), set("Config.HealthPort", "81", "2", "2"),
					{Values: []string{"x"}, Error: `strconv.ParseInt: parsing "x"`}}},
			{Name: "old", Usage: "Old.", Default: "false", Type: "bool", NoOptDefVal: "true", Deprecated: "set it in the file",
				Hidden: true, Field: "Config.Old", Sets: []observe.Set{set("Config.Old", "false", "true", "true")}},
			{Name: "port", Shorthand: "p", Usage: "The port.", Default: "80", Type: "int32", Section: "serving",
				Field: "Config.Port", Sets: []observe.Set{set("Config.Port", "80", "1", "1"), set("Config.Port", "80", "2", "2")}},
			{Name: "upstreams", Usage: "Upstreams.", Default: "[a]", Type: "stringSlice", Field: "Config.Upstreams",
				Annotations: map[string][]string{"class": {"network"}},
				Sets: []observe.Set{set("Config.Upstreams", `["a"]`, `["b"]`, "b"),
					set("Config.Upstreams", `["a"]`, `["b","c"]`, "b", "c")}},
		},
		Fields: []observe.Field{
			{Path: "Config.Port", Type: "int32", Value: "80"}, {Path: "Config.HealthPort", Type: "int32", Value: "81"},
			{Path: "Config.Old", Type: "bool", Value: "false"}, {Path: "Config.Upstreams", Type: "[]string", Value: `["a"]`},
			{Path: "Config.Gates", Type: "map[string]bool", Value: `{"A":true}`},
			{Path: "Config.Zones", Type: "[]string", Value: "null"},
			{Path: "Config.CertFile", Type: "string", Value: `""`}, {Path: "Config.KeyFile", Type: "string", Value: `""`},
		},
		Paths: []string{"Config.CertFile", "Config.KeyFile"},
	}
}

// flagOf returns a flag of an observation for a change.
func flagOf(o *observe.Observation, name string) *observe.Flag {
	return &o.Flags[slices.IndexFunc(o.Flags, func(f observe.Flag) bool { return f.Name == name })]
}

// after changes the value of the leaf that the command line i of a flag leads to.
func after(o *observe.Observation, name string, i int, value string) {
	flagOf(o, name).Sets[i].Changes[0].After = value
}

func fieldOf(o *observe.Observation, path string) *observe.Field {
	return &o.Fields[slices.IndexFunc(o.Fields, func(f observe.Field) bool { return f.Path == path })]
}

// lies are changes of the generated variant.
var lies = []struct {
	name string
	lie  func(ours *observe.Observation)
}{
	{"another default", func(ours *observe.Observation) {
		flagOf(ours, "port").Default = "443"
		fieldOf(ours, "Config.Port").Value = "443"
	}},
	{"the neighbor's field", func(ours *observe.Observation) {
		port := flagOf(ours, "port")
		port.Field = "Config.HealthPort"
		for i := range port.Sets {
			port.Sets[i].Changes[0].Field = "Config.HealthPort"
		}
	}},
	{"a field that no pointer shows", func(ours *observe.Observation) {
		flagOf(ours, "port").Field = ""
	}},
	{"no NoOptDefVal", func(ours *observe.Observation) { flagOf(ours, "old").NoOptDefVal = "" }},
	{"another shorthand", func(ours *observe.Observation) { flagOf(ours, "port").Shorthand = "P" }},
	{"a shorthand too many", func(ours *observe.Observation) { flagOf(ours, "gates").Shorthand = "g" }},
	{"no deprecation", func(ours *observe.Observation) {
		flagOf(ours, "old").Deprecated = ""
		flagOf(ours, "old").Hidden = false
	}},
	{"another deprecation", func(ours *observe.Observation) { flagOf(ours, "old").Deprecated = "set it" }},
	{"no shorthand deprecation", func(ours *observe.Observation) {
		flagOf(ours, "port").ShorthandDeprecated = "use --port"
	}},
	{"hidden", func(ours *observe.Observation) { flagOf(ours, "port").Hidden = true }},
	{"other help", func(ours *observe.Observation) { flagOf(ours, "gates").Usage = "The gates." }},
	{"another section", func(ours *observe.Observation) { flagOf(ours, "port").Section = "" }},
	{"persistent", func(ours *observe.Observation) { flagOf(ours, "port").Persistent = true }},
	{"no annotation", func(ours *observe.Observation) { flagOf(ours, "upstreams").Annotations = nil }},
	{"a flag is missing", func(ours *observe.Observation) { ours.Flags = ours.Flags[1:] }},
	{"a flag too many", func(ours *observe.Observation) {
		ours.Flags = append(ours.Flags, observe.Flag{Name: "zones", Field: "Config.Zones"})
	}},
	{"a swapped pair of paths", func(ours *observe.Observation) {
		ours.Paths = []string{"Config.CertFile", "Config.Zones"}
	}},
	{"a legacy default is missing", func(ours *observe.Observation) { fieldOf(ours, "Config.CertFile").Value = `"a"` }},
	{"an element is missing", func(ours *observe.Observation) {
		ours.Fields = append(ours.Fields, observe.Field{Path: "Config.Listeners[0].Name", Type: "string", Value: `"x"`})
	}},
	{"one of two values parses differently", func(ours *observe.Observation) { after(ours, "port", 1, "10") }},
	{"a value is refused", func(ours *observe.Observation) {
		flagOf(ours, "port").Sets[0] = observe.Set{Values: []string{"1"}, Error: "must be 2"}
	}},
	{"a value is accepted", func(ours *observe.Observation) {
		flagOf(ours, "health-port").Sets[2] = observe.Set{Values: []string{"x"}}
	}},
	{"a value is not tried", func(ours *observe.Observation) {
		flagOf(ours, "port").Sets = flagOf(ours, "port").Sets[:1]
	}},
	{"the program ends", func(ours *observe.Observation) {
		flagOf(ours, "port").Sets[0] = observe.Set{Values: []string{"1"}, Ended: true}
	}},
	{"a struct behind a pointer", func(ours *observe.Observation) { after(ours, "port", 0, "") }},
	{"a further field", func(ours *observe.Observation) { flagOf(ours, "port").Others = []string{"Config.Old"} }},
	{"a second leaf changes", func(ours *observe.Observation) {
		sets := flagOf(ours, "port").Sets
		sets[0].Changes = append(sets[0].Changes, observe.Change{Field: "Config.Old", Before: "false", After: "true"})
	}},
	{"a list that appends", func(ours *observe.Observation) { after(ours, "upstreams", 0, `["a","b"]`) }},
	{"the last of two values", func(ours *observe.Observation) { after(ours, "upstreams", 1, `["c"]`) }},
	{"a map that merges", func(ours *observe.Observation) { after(ours, "gates", 0, `{"A":true,"B":true}`) }},
}

var update = flag.Bool("update", false, "record what a report says of each lie")

// TestLies plants mistakes in the generated variant, one by one: each is reported, and nothing else is.
func TestLies(t *testing.T) {
	const file = "testdata/lies.txtar"
	archive := testfiles.Archive(t, file)
	known := proof.Known{Positions: map[string]proof.Position{"port": {File: "options.go", Line: 12, Column: 2}}}
	var got []txtar.File
	for _, test := range lies {
		ours := relay()
		test.lie(ours)
		report := proof.Compare(relay(), ours, known)
		if report.Holds() {
			t.Errorf("%s: the report holds", test.name)
		}
		text, _, _ := strings.Cut(report.Text(), "flags: ")
		got = append(got, txtar.File{Name: test.name, Data: []byte(text)})
	}
	if *update {
		archive.Files = got
		testfiles.Write(t, file, txtar.Format(archive))
	}
	if diff := cmp.Diff(archive.Files, got); diff != "" {
		t.Error(diff)
	}
}

// TestLiesAboutCommandLines has command lines that lead to the same on a new object, and to something else where the
// field has a value beforehand, after another flag of the field, or with a minus. Those of pflag and component-base may
// read commas in another way.
func TestLiesAboutCommandLines(t *testing.T) {
	const field = "Config.Gates"
	change := func(before, after string) []observe.Change {
		return []observe.Change{{Field: field, Before: before, After: after}}
	}
	early, late := &observe.Held{Field: field}, &observe.Held{Field: field, Late: true}
	value := []string{"B=true"}
	const held, merged, replaced = `{"held":true}`, `{"B":true,"held":true}`, `{"B":true}`
	kept := []observe.Field{{Path: field, Type: "map[string]bool", Value: held}}
	for _, test := range []struct {
		name, library string
		theirs, ours  observe.Set
		want          string // a part of the report, or nothing if both are equal
	}{
		{"the file comes first", "", observe.Set{Values: value, Held: early, Changes: change(held, merged)},
			observe.Set{Changes: change(held, replaced)},
			`--gates=B=true, registered after a file has set Config.Gates leads to Config.Gates={"B":true} instead of ` +
				`Config.Gates={"B":true,"held":true} in the generated code; correct its marker, or keep the registration`},
		{"the file comes last", "", observe.Set{Values: value, Held: late, Changes: change(held, merged)},
			observe.Set{Changes: change(held, replaced)}, `--gates=B=true after a file has set Config.Gates leads to`},
		{"both merge", "", observe.Set{Values: value, Held: late, Changes: change(held, merged)},
			observe.Set{Changes: change(held, merged)}, ""},
		{"a minus", "", observe.Set{Values: []string{"held-"}, Held: late, Changes: change(held, `{}`)},
			observe.Set{Error: "malformed", Kept: kept}, `--gates=held- after a file has set Config.Gates leads to an error`},
		{"a minus that nothing has", "", observe.Set{Values: []string{"a-,B=true"}, Changes: change(`{}`, replaced)},
			observe.Set{Changes: change(`{}`, `{"a-,B":true}`)}, `--gates=a-,B=true leads to Config.Gates={"a-,B":true}`},
		{"commas of a library", "*github.com/spf13/pflag.stringToStringValue",
			observe.Set{Values: []string{"a-,B=true"}, Changes: change(`{}`, replaced)},
			observe.Set{Changes: change(`{}`, `{"a-,B":true}`)}, "intended difference map-syntax"},
		{"nothing happens", "", observe.Set{Values: value, Held: late, Kept: kept},
			observe.Set{Changes: change(held, replaced)}, `instead of Config.Gates={"held":true}`},
		{"nothing happens here", "", observe.Set{Values: value, Held: late, Changes: change(held, replaced)},
			observe.Set{Kept: kept}, `leads to Config.Gates={"held":true} instead of`},
		{"an element is gone", "", observe.Set{Values: value, Held: &observe.Held{Field: "Config.Servers"},
			Kept: []observe.Field{{Path: "Config.Servers[0].Name", Value: `"held"`}}},
			observe.Set{Changes: []observe.Change{{Field: "Config.Servers[0].Name", Before: `"held"`}}},
			`leads to Config.Servers[0].Name=absent`},
		{"both refuse", "", observe.Set{Values: []string{"a-"}, Error: "malformed"}, observe.Set{Error: "no pair"},
			"intended difference other-words"},
	} {
		theirs, ours := relay(), relay()
		test.ours.Held = test.theirs.Held
		if test.ours.Values == nil {
			test.ours.Values = test.theirs.Values
		}
		flagOf(theirs, "gates").Value = test.library
		flagOf(theirs, "gates").Sets = append(flagOf(theirs, "gates").Sets, test.theirs)
		flagOf(ours, "gates").Sets = append(flagOf(ours, "gates").Sets, test.ours)
		report := proof.Compare(theirs, ours, proof.Known{})
		holds := test.want == "" || strings.HasPrefix(test.want, "intended ")
		if report.Holds() != holds || !strings.Contains(report.Text(), test.want) {
			t.Errorf("%s: got %s", test.name, report.Text())
		}
	}
}
