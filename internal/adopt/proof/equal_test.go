package proof_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/testfiles"
)

// allEqual is the summary of the relay.
const allEqual = "flags: 5 of 5 are equal\nvalues before any flag: 8 of 8 are equal\nfile paths: 2 of 2 are equal\n"

// inEffect is the summary with one flag that has intended differences.
var inEffect = strings.Replace(allEqual, "equal\n", "equal, 1 of them with intended differences\n", 1)

func intended(difference proof.Intended, name string) string {
	at := slices.IndexFunc(proof.Reasons(), func(row [2]string) bool { return row[0] == string(difference) })
	return fmt.Sprintf("intended difference %s (%s): %s\n", difference, proof.Reasons()[at][1], name)
}

// TestEqual changes the generated variant in ways that cannot change the effective configuration.
func TestEqual(t *testing.T) {
	tests := []struct {
		name   string
		change func(theirs, ours *observe.Observation)
		want   string
	}{
		{"all", func(_, _ *observe.Observation) {}, allEqual},
		{"another Go type of the value", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "upstreams").Value = "*github.com/spf13/pflag.stringSliceValue"
			flagOf(ours, "upstreams").Value = "*example.com/relay/options.listValue[string]"
		}, allEqual},
		{"paths in another order", func(_, ours *observe.Observation) {
			ours.Paths[0], ours.Paths[1] = ours.Paths[1], ours.Paths[0]
		}, allEqual},
		{"a closure whose field is unknown", func(theirs, _ *observe.Observation) {
			flagOf(theirs, "port").Field = ""
		}, allEqual},
		{"a value that is the default on one side", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "port").Sets = append(flagOf(theirs, "port").Sets, observe.Set{Values: []string{"80"}})
			flagOf(ours, "port").Sets = append(flagOf(ours, "port").Sets, observe.Set{Values: []string{"80"},
				Changes: []observe.Change{{Field: "Config.Port", Before: "79", After: "80"}}})
		}, allEqual},
		{"deprecated and visible", func(_, ours *observe.Observation) { flagOf(ours, "old").Hidden = false },
			intended(proof.VisibleDeprecated, "--old") + inEffect},
		{"a default that help does not show", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "upstreams").Default, flagOf(ours, "upstreams").Default = "[]", ""
			flagOf(theirs, "upstreams").DefaultHidden, flagOf(ours, "upstreams").DefaultHidden = true, true
		}, intended(proof.HiddenDefault, "--upstreams") + inEffect},
		{"a list in other brackets", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "upstreams").Default, flagOf(ours, "upstreams").Default = "a,b", `["a","b"]`
		}, intended(proof.DefaultForm, "--upstreams") + inEffect},
		{"a list with commas and quotes", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "upstreams").Default, flagOf(ours, "upstreams").Default = `["a,b",," c "]`, "[a,b,, c ]"
		}, intended(proof.DefaultForm, "--upstreams") + inEffect},
		{"a map with commas", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "gates").Type, flagOf(theirs, "gates").Default = "stringToString", `[=x,"k=v,w"]`
			flagOf(ours, "gates").Type, flagOf(ours, "gates").Default = "mapStringString", `""=x,k="v,w"`
		}, intended(proof.DefaultForm, "--gates") + intended(proof.TypeWord, "--gates") + inEffect},
		{"D4: an empty map of pflag, whose default help shows", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "gates").Type, flagOf(theirs, "gates").Default = "stringToString", "[]"
			*flagOf(ours, "gates") = *flagOf(theirs, "gates")
			flagOf(ours, "gates").Type, flagOf(ours, "gates").Default = "mapStringString", ""
			flagOf(ours, "gates").DefaultHidden = true
		}, intended(proof.DefaultForm, "--gates") + intended(proof.TypeWord, "--gates") + inEffect},
		{"a map of pflag", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "gates").Type, flagOf(theirs, "gates").Default = "stringToString", "[b=2,a=1]"
			flagOf(ours, "gates").Type, flagOf(ours, "gates").Default = "mapStringString", "a=1,b=2"
		}, intended(proof.DefaultForm, "--gates") + intended(proof.TypeWord, "--gates") + inEffect},
		{"a type with other capitals", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "port").Type, flagOf(ours, "port").Type = "ipport", "ipPort"
		}, intended(proof.TypeWord, "--port") + inEffect},
		{"all flags are persistent", func(theirs, ours *observe.Observation) {
			theirs.Flags, ours.Flags = theirs.Flags[:1], ours.Flags[:1]
			theirs.Flags[0].Persistent = true
		}, intended(proof.FlagSet, "--gates") + strings.ReplaceAll(inEffect, "5 of 5", "1 of 1")},
		{"nil and empty", func(_, ours *observe.Observation) { fieldOf(ours, "Config.Zones").Value = "[]" },
			intended(proof.EmptyAsNil, "Config.Zones") + allEqual},
		{"a cleared list", func(theirs, ours *observe.Observation) {
			after(theirs, "upstreams", 0, "[]")
			after(ours, "upstreams", 0, "null")
		}, intended(proof.EmptyAsNil, "--upstreams") + inEffect},
		{"a map with quotes", func(theirs, ours *observe.Observation) {
			set := observe.Set{Values: []string{`"A=true"`}, Changes: flagOf(theirs, "gates").Sets[0].Changes}
			flagOf(theirs, "gates").Sets = append(flagOf(theirs, "gates").Sets, set)
			flagOf(theirs, "gates").Value = "*github.com/spf13/pflag.stringToStringValue"
			flagOf(ours, "gates").Sets = append(flagOf(ours, "gates").Sets, observe.Set{Values: set.Values, Error: "no"})
		}, intended(proof.MapSyntax, "--gates") + inEffect},
		{"help that is not sorted", func(theirs, ours *observe.Observation) {
			theirs.Registered, ours.Registered = []string{"port", "old", "gates"}, []string{"gates", "port", "old"}
			for i := range theirs.Flags {
				theirs.Flags[i].Unsorted = theirs.Flags[i].Name == "old"
			}
		}, intended(proof.HelpOrder, "--old") + inEffect},
		{"help that is not sorted, in the same order", func(theirs, ours *observe.Observation) {
			theirs.Registered, ours.Registered = []string{"old", "gates"}, []string{"old", "port", "gates"}
			for i := range theirs.Flags {
				theirs.Flags[i].Unsorted = theirs.Flags[i].Name != "port"
			}
		}, allEqual},
		{"a value of a type of its own", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "gates").Value = "*example.com/relay.gates"
			flagOf(theirs, "port").Value = "*github.com/spf13/pflag.int32Value" // generated code is known to equal it
		}, intended(proof.OwnValue, "--gates") + inEffect},
		{"a refusal in other words", func(_, ours *observe.Observation) {
			flagOf(ours, "health-port").Sets[2].Error = "must be a number"
		}, intended(proof.OtherWords, "--health-port") + inEffect},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			theirs, ours := relay(), relay()
			test.change(theirs, ours)
			report := proof.Compare(theirs, ours, proof.Known{})
			if !report.Holds() {
				t.Error("the report does not hold")
			}
			if diff := cmp.Diff(test.want, report.Text()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestNotQuiteEqual has differences that are close to the intended ones.
func TestNotQuiteEqual(t *testing.T) {
	tests := []struct {
		name   string
		change func(theirs, ours *observe.Observation)
	}{
		{"0 and empty for a string", func(theirs, ours *observe.Observation) {
			for _, o := range []*observe.Observation{theirs, ours} {
				flagOf(o, "port").Type = "string"
			}
			flagOf(theirs, "port").Default, flagOf(ours, "port").Default = "0", ""
		}},
		{"a list in another order", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "upstreams").Default, flagOf(ours, "upstreams").Default = "[b,a]", "[a,b]"
		}},
		{"an empty text and an empty list", func(_, ours *observe.Observation) {
			fieldOf(ours, "Config.CertFile").Value = "[]"
		}},
		{"hidden, with another deprecation", func(_, ours *observe.Observation) {
			flagOf(ours, "old").Hidden, flagOf(ours, "old").Deprecated = false, "no"
		}},
		{"another word for the type, and another value", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "port").Type = "port"
			after(ours, "port", 1, "10")
		}},
		{"a text that looks like an empty list", func(theirs, ours *observe.Observation) {
			for _, o := range []*observe.Observation{theirs, ours} {
				flagOf(o, "port").Type = "string"
			}
			flagOf(theirs, "port").Default, flagOf(ours, "port").Default = "", "[]"
			flagOf(theirs, "port").DefaultHidden = true
		}},
		{"a nil pointer and one to an empty list", func(theirs, ours *observe.Observation) {
			fieldOf(theirs, "Config.Zones").Type, fieldOf(ours, "Config.Zones").Value = "*[]string", "[]"
		}},
		{"an empty text that is refused", func(theirs, ours *observe.Observation) {
			set := observe.Set{Values: []string{""}}
			flagOf(ours, "port").Sets = append(flagOf(ours, "port").Sets, set)
			set.Error = "no name"
			flagOf(theirs, "port").Sets = append(flagOf(theirs, "port").Sets, set)
		}},
		{"a map with quotes that changes another field", func(theirs, ours *observe.Observation) {
			set := observe.Set{Values: []string{`"A=true"`}, Changes: flagOf(theirs, "port").Sets[0].Changes}
			flagOf(ours, "gates").Sets = append(flagOf(ours, "gates").Sets, set)
			flagOf(theirs, "gates").Sets = append(flagOf(theirs, "gates").Sets, observe.Set{Values: set.Values, Error: "no"})
		}},
		{"a map without quotes", func(theirs, ours *observe.Observation) {
			set := observe.Set{Values: []string{"A=true,B=true"}}
			flagOf(ours, "gates").Sets = append(flagOf(ours, "gates").Sets, set)
			set.Error = "no"
			flagOf(theirs, "gates").Sets = append(flagOf(theirs, "gates").Sets, set)
		}},
		{"one flag is persistent", func(theirs, _ *observe.Observation) { theirs.Flags[0].Persistent = true }},
		{"nothing was tried", func(theirs, ours *observe.Observation) {
			flagOf(theirs, "port").Sets, flagOf(ours, "port").Sets = nil, nil
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			theirs, ours := relay(), relay()
			test.change(theirs, ours)
			if report := proof.Compare(theirs, ours, proof.Known{}); report.Holds() {
				t.Error(report.Text())
			}
		})
	}
}

// TestAssignedHelp has flags that get their help once generated code has registered them, from code that has changed
// since, and a flag without such help.
func TestAssignedHelp(t *testing.T) {
	theirs := relay()
	flagOf(theirs, "port").Usage = "The port, one of 2."
	known := proof.Known{Assigned: map[string]bool{"port": true}}
	want := intended(proof.AssignedHelp, "--port") + inEffect
	if got := proof.Compare(theirs, relay(), known).Text(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	flagOf(theirs, "upstreams").Usage += " More."
	if proof.Compare(theirs, relay(), known).Holds() {
		t.Error("the help of a flag without an assignment may differ")
	}
}

// TestWhole has a component that lost its persistent flags.
func TestWhole(t *testing.T) {
	theirs := relay()
	for i := range theirs.Flags {
		theirs.Flags[i].Persistent = true
	}
	if report := proof.Compare(theirs, relay(), proof.Known{Whole: true}); report.Holds() {
		t.Error(report.Text())
	}
}

// TestByHand has a flag that markers cannot express. Its default differs from the default in the generated code.
func TestByHand(t *testing.T) {
	ours := relay()
	ours.Flags = ours.Flags[1:]
	fieldOf(ours, "Config.Gates").Value = "null"
	known := proof.Known{ByHand: map[string]string{"gates": "it is bound to a local variable"}}
	report := proof.Compare(relay(), ours, known)
	want := `--gates: the flag remains in the code written by hand: it is bound to a local variable
flags: 4 of 5 are equal; 1 remains in the code written by hand
values before any flag: 7 of 7 are equal
file paths: 2 of 2 are equal
`
	if diff := cmp.Diff(want, report.Text()); diff != "" {
		t.Error(diff)
	}
	if !report.Holds() {
		t.Error("the report does not hold")
	}
	if diff := cmp.Diff([]string{"health-port", "old", "port", "upstreams"}, report.Proven()); diff != "" {
		t.Error(diff)
	}
}

// TestByHandElement has a flag of an element of a list: the default of the list differs from the default in the
// generated code.
func TestByHandElement(t *testing.T) {
	theirs, ours := relay(), relay()
	flagOf(theirs, "upstreams").Field = "Config.Upstreams[0]"
	ours.Flags = ours.Flags[:4]
	fieldOf(ours, "Config.Upstreams").Value = "null"
	known := proof.Known{ByHand: map[string]string{"upstreams": "it is in a list"}}
	if report := proof.Compare(theirs, ours, known); !report.Holds() {
		t.Error(report.Text())
	}
	fieldOf(ours, "Config.Port").Value = "0"
	if report := proof.Compare(theirs, ours, known); report.Holds() {
		t.Error("another field differs")
	}
}

// TestEmptyClears has an empty value that only the generated code accepts, to clear the field. An empty value that sets
// something, or that clears the field by hand, is another difference.
func TestEmptyClears(t *testing.T) {
	const before = `{"A":true}`
	cleared := []observe.Change{{Field: "Config.Gates", Before: before, After: "null"}}
	other := []observe.Change{{Field: "Config.Gates", Before: before, After: `{"":true}`}}
	none := []string{""}
	for _, test := range []struct {
		name         string
		theirs, ours observe.Set
		holds        bool
	}{
		{"refused", observe.Set{Values: none, Error: "refused"}, observe.Set{Values: none, Changes: cleared}, true},
		{"ignored", observe.Set{Values: none}, observe.Set{Values: none, Changes: cleared}, true},
		{"something", observe.Set{Values: none}, observe.Set{Values: none, Changes: other}, false},
		{"refused here", observe.Set{Values: none}, observe.Set{Values: none, Error: "refused"}, false},
		{"ignored here", observe.Set{Values: none, Changes: cleared}, observe.Set{Values: none}, false},
		{"a value", observe.Set{Values: []string{"a"}}, observe.Set{Values: []string{"a"}, Changes: cleared}, false},
	} {
		theirs, ours := relay(), relay()
		flagOf(theirs, "gates").Sets = append(flagOf(theirs, "gates").Sets, test.theirs)
		flagOf(ours, "gates").Sets = append(flagOf(ours, "gates").Sets, test.ours)
		report := proof.Compare(theirs, ours, proof.Known{})
		if report.Holds() != test.holds || strings.Contains(report.Text(), string(proof.EmptyClears)) != test.holds {
			t.Errorf("%s: %s", test.name, report.Text())
		}
	}
}

// TestJSON checks the names of the documented form.
func TestJSON(t *testing.T) {
	ours := relay()
	flagOf(ours, "port").Shorthand = ""
	ours.Flags = ours.Flags[3:4]
	theirs := relay()
	theirs.Flags = theirs.Flags[3:4]
	known := proof.Known{Positions: map[string]proof.Position{"port": {File: "options.go", Line: 12, Column: 2}}}
	encoded, err := json.MarshalIndent(proof.Compare(theirs, ours, known), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "flags": [
    {
      "name": "port",
      "verdict": "different",
      "position": {
        "file": "options.go",
        "line": 12,
        "column": 2
      },
      "sets": 2,
      "differences": [
        {
          "column": "shorthand",
          "theirs": "p",
          "ours": ""
        }
      ]
    }
  ],
  "fields": [],
  "paths": [],
  "summary": {
    "flags": {
      "equal": 0,
      "total": 1
    },
    "equalInEffect": 0,
    "byHand": 0,
    "additional": 0,
    "fields": {
      "equal": 8,
      "total": 8
    },
    "paths": {
      "equal": 2,
      "total": 2
    }
  }
}`
	if diff := cmp.Diff(want, string(encoded)); diff != "" {
		t.Error(diff)
	}
}

// TestVarying compares defaults that depend on the host: they are equal if the defaults of both variants depend on the
// host, and differ from constants.
func TestVarying(t *testing.T) {
	for name, test := range map[string]struct {
		theirs, ours bool
		equal        int
	}{
		"both": {true, true, 5}, "theirs": {true, false, 4}, "ours": {false, true, 4}, "none": {false, false, 4},
	} {
		theirs, ours := relay(), relay()
		flagOf(ours, "port").Default = "8080"
		*fieldOf(ours, "Config.Port") = observe.Field{Path: "Config.Port", Type: "int32", Value: "8080", Varies: test.ours}
		fieldOf(theirs, "Config.Port").Varies = test.theirs
		report := proof.Compare(theirs, ours, proof.Known{})
		if report.Summary.Flags.Equal != test.equal || report.Holds() != (test.equal == 5) {
			t.Errorf("%s: %d flags are equal, %+v", name, report.Summary.Flags.Equal, report.Fields)
		}
	}
}

// TestHowTo expects a row in the how-to for each intended difference, and no others.
func TestHowTo(t *testing.T) {
	names := func(file, pattern, from string) []string {
		content := testfiles.Read(t, file)
		_, text, _ := strings.Cut(string(content), from)
		var all []string
		for _, found := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			all = append(all, found[1])
		}
		slices.Sort(all)
		return all
	}
	want := names("intended.go", ` Intended = "(.*)"`, "")
	got := names("../../../docs/how-to/adopt.md", "(?m)^[|] `(.*?)` [|]", "\n## Differences that are intended\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, name := range want {
		if !slices.ContainsFunc(proof.Reasons(), func(row [2]string) bool { return row[0] == name && row[1] != "" }) {
			t.Errorf("%s has no reason", name)
		}
	}
}
