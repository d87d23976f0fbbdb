package docs

import (
	"encoding/csv"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/modeltest"
	"github.com/configgen/configgen/markers"
)

func TestRecordedFiles(t *testing.T) {
	modeltest.Recorded(t, Generator)
	modeltest.RecordedIn(t, Generator, "../../examples/sampleconfig")
	modeltest.RecordedIn(t, Generator, "../../testdata/kubelet")
}

// TestNoFlags expects no page, section or link about flags for a group without any.
func TestNoFlags(t *testing.T) {
	flags := func(g *group.Group) (file, mentioned bool) {
		files, _ := run(g)
		for _, f := range files {
			content := string(f.Content)
			file = file || f.Name == flagsFile
			mentioned = mentioned || strings.Contains(content, flagsFile) || strings.Contains(content, "#flags")
		}
		return file, mentioned
	}
	for _, g := range modeltest.Golden(t) {
		if g.DocsPackage.Path == "" {
			continue
		}
		if file, mentioned := flags(g); !file || !mentioned {
			t.Errorf("the flags of %s are missing", g.Package.Path)
		}
		g.FlagStructs = nil
		for _, root := range g.Roots {
			root.Ignored = nil
			root.Walk(func(field *group.Field) { field.Flags, field.Delegations = nil, nil })
		}
		if file, mentioned := flags(g); file || mentioned {
			t.Errorf("%s has no flags: flags.md is written: %t, and mentioned: %t", g.Package.Path, file, mentioned)
		}
	}
}

// The script of the page is short enough to be read, and asks for nothing.
func TestScriptOfThePage(t *testing.T) {
	if lines := strings.Count(pageScript, "\n"); lines >= 50 {
		t.Errorf("the script has %d lines", lines)
	}
	for _, word := range []string{"fetch", "XMLHttpRequest", "import", "http:", "https:", "innerHTML", "eval"} {
		if strings.Contains(pageScript, word) {
			t.Errorf("the script contains %s", word)
		}
	}
}

// What the modules above do not have.
func TestConstraintsInWords(t *testing.T) {
	for _, test := range []struct {
		rules *rules
		want  string
	}{
		{&rules{own: []rule{{"minLength", "1"}}}, "at least 1 character"},
		{&rules{own: []rule{{"maxItems", "8"}, {"minItems", "1"}}}, "from 1 to 8 items"},
		{&rules{own: []rule{{"maxBytes", "255"}, {"neq", `"localhost"`}}}, "at most 255 bytes; not `\"localhost\"`"},
		{&rules{own: []rule{{"unique", "set"}, {"required", ""}}}, "required; items are unique"},
		{&rules{own: []rule{{"forbidden", ""}, {"format", "k8s-uuid"}}}, "must not be set; format `k8s-uuid`"},
		{&rules{keys: &rules{own: []rule{{"maxLength", "63"}}}}, "each key: at most 63 characters"},
		{&rules{others: []markers.Marker{{Text: "+k8s:unionMember"}}}, "`+k8s:unionMember`"},
		{nil, ""},
	} {
		if got := strings.Join(constraintTexts(test.rules), "; "); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func TestParagraphsFlow(t *testing.T) {
	got := flowing("One\ntwo.\n\nThree:\n- a\n- b\n  code\nfour")
	if want := "One two.\n\nThree:\n- a\n- b\n  code\nfour"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestHelpKeepsItsLines expects the line breaks of the help of a flag in the tables of flags.
func TestHelpKeepsItsLines(t *testing.T) {
	flag := &group.Flag{Name: "feature-gates", Usage: "Options are:\nA=true|false\nB=true|false", Deprecated: "use a file"}
	row := rowsOf(&group.Field{Flags: []*group.Flag{flag}}, nil)[0]
	const want = `Options are:<br>A=true\|false<br>B=true\|false Deprecated: use a file.`
	if got := cell(row.help); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestYAMLValues(t *testing.T) {
	for value, want := range map[string]string{
		`"a"`: "a", `"0640"`: `"0640"`, `"yes"`: `"yes"`, `""`: `""`, `5`: "5", `"5s"`: "5s", `["a"]`: `["a"]`,
		`"1e3"`: `"1e3"`, `"a: b"`: `'a: b'`, `"a\nb"`: `"a\nb"`,
	} {
		if got := yamlValue(value); got != want {
			t.Errorf("%s becomes %s, want %s", value, got, want)
		}
	}
}

// The patterns agree with the checks of validation on the list of texts that those are tested with.
func TestPatternsAgreeWithFormats(t *testing.T) {
	content, err := os.ReadFile("../../internal/format/testdata/texts.csv")
	if err != nil {
		t.Fatal(err)
	}
	reader := csv.NewReader(strings.NewReader(string(content)))
	reader.Comment = '#'
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		text := pattern(row[0])
		if text == "" {
			continue
		}
		accepts := regexp.MustCompile(text).MatchString(row[1])
		if valid := row[2] == "true"; accepts != valid {
			t.Errorf("%s: the pattern accepts %q: %t", row[0], row[1], accepts)
		}
	}
}

// What the definitions above do not have.
func TestRulesInCEL(t *testing.T) {
	field := func(name, kind string, rules ...markers.Marker) *entry {
		return &entry{
			Field: &group.Field{Name: strings.ToUpper(name), JSONName: name, Type: &group.Type{Kind: kind}},
			rules: newRules(rules),
		}
	}
	ifMode := func(mode, inner string) markers.Marker {
		return markers.Marker{Value: &markers.IfMode{Mode: mode, Inner: &markers.Marker{Name: inner}}}
	}
	flag := field("on", "bool", markers.Marker{Value: &markers.ModeDiscriminator{}})
	flag.Default = &group.Default{Value: "true"}
	fields := []*entry{
		flag, field("count", "int32", ifMode("true", "k8s:forbidden")),
		field("a-b", "float64", markers.Marker{Name: "k8s:dependentForbidden", Value: &markers.Dependent{Field: "count"}}),
	}
	var got []string
	for _, rule := range structRules(fields, 1) {
		got = append(got, strings.TrimSpace(strings.ReplaceAll(yamlText(rule.(object)), "\n", "; ")))
	}
	want := []string{
		`fieldPath: ".count"; message: must not be set when on is true; ` +
			`rule: "(has(self.on) ? self.on : true) != true || !(has(self.count) && self.count != 0)";`,
		`fieldPath: ".count"; message: must not be set unless on is one of true; ` +
			`rule: "!(has(self.count) && self.count != 0) || (has(self.on) ? self.on : true) in [true]";`,
		`fieldPath: ".count"; message: must not be set if a-b is set; ` +
			`rule: "!(has(self.a__dash__b) && self.a__dash__b != 0.0) || !(has(self.count) && self.count != 0)";`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if structRules(fields, 0) != nil {
		t.Error("there are rules for any number of places")
	}
}

// TestKeysInCEL expects limits as CEL has numbers, which does not know the plus sign that a marker may have.
func TestKeysInCEL(t *testing.T) {
	keys := &rules{own: []rule{{"minLength", "+1"}, {"maxLength", "063"}, {"maxBytes", "80"}}}
	var got []string
	for _, found := range keyRules(keys, &group.Type{}, nil, 1) {
		got = append(got, strings.ReplaceAll(yamlText(found.(object)), "\n", ";"))
	}
	want := []string{
		"message: each key must have at least 1 character;rule: \"self.all(key, size(key) >= 1)\";",
		"message: each key must have at most 63 characters;rule: \"self.all(key, size(key) <= 63)\";",
		"message: each key must have at most 80 bytes;rule: \"self.all(key, size(key) <= 80)\";",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func newRules(others []markers.Marker) *rules { return &rules{others: others} }

func TestYAMLStrings(t *testing.T) {
	for text, want := range map[string]string{
		"a b": "a b", "": `""`, "yes": `"yes"`, "a: b": `"a: b"`, `a "b"`: `a "b"`, `"a": b`: `'"a": b'`, "5": `"5"`,
		"a\n\nb": "|-\n  a\n\n  b", " a\nb": `" a\nb"`, "a\t": `"a\t"`,
	} {
		if got := yamlString(text, "  "); got != want {
			t.Errorf("%q becomes %s, want %s", text, got, want)
		}
	}
}

func TestLifeOfAField(t *testing.T) {
	e := &entry{Field: &group.Field{Type: &group.Type{Kind: "string"}}, rules: &rules{}, of: &group.Field{
		Markers: markers.Set{{Value: &markers.Since{Release: "1.2"}}},
		Parent:  &group.Field{Deprecated: &group.Deprecation{Since: "1.4", Removal: "1.6", Use: "listen.port"}},
	}}
	want := []fact{
		{"Deprecated", "since 1.4; set listen.port in the configuration file; it will be removed in 1.6"}, {"Since", "1.2"},
	}
	if got := e.facts(); !slices.Equal(got[:2], want) || !e.deprecated() {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := (&entry{Field: e.Field, rules: e.rules, of: &group.Field{}}).facts(); got[0].name != "Type" {
		t.Errorf("got %q of a field that says nothing", got)
	}
}
