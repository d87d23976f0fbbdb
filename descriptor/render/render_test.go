package render

import (
	"encoding/csv"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/descriptor"
)

// The documentation of the golden modules and of the sample, which tests of the generator docs compare, has most of
// what there is to render. These tests are about the rest.

// fieldOf is a field with a type in the only version of a kind.
func fieldOf(of descriptor.Field) *Field {
	of.Path = "Upstream.Port"
	parent := descriptor.Field{Path: "Upstream", Type: descriptor.Type{Form: descriptor.Object}}
	if of.Deprecated == nil {
		parent.Deprecated = &descriptor.Deprecation{Since: "1.4", Removal: "1.6", Use: "listen.port"}
	}
	return Documents(&descriptor.Descriptor{Kinds: []descriptor.Kind{{
		Name: "Relay", Fields: []descriptor.Field{parent, of},
		Versions: []descriptor.Version{{Name: "v1", Fields: []descriptor.VersionField{
			{Path: "upstream", Go: "Upstream", Type: parent.Type}, {Path: "upstream.port", Go: of.Path, Type: of.Type},
		}}},
	}}})[0].At(of.Path)
}

func TestConstraintsInWords(t *testing.T) {
	limited := func(form descriptor.Form, l descriptor.Limits) *descriptor.Type {
		return &descriptor.Type{Form: form, Limits: l}
	}
	conditions := func(all ...descriptor.Condition) *descriptor.Type {
		return limited(descriptor.Bool, descriptor.Limits{Conditions: all})
	}
	key := limited(descriptor.String, descriptor.Limits{MaxLength: "63"})
	for _, test := range []struct {
		limits *descriptor.Type
		want   string
	}{
		{limited(descriptor.String, descriptor.Limits{MinLength: "1"}), "at least 1 character"},
		{limited(descriptor.List, descriptor.Limits{MaxLength: "8", MinLength: "1"}), "from 1 to 8 items"},
		{limited(descriptor.Map, descriptor.Limits{MaxLength: "1"}), "at most 1 key"},
		{
			limited(descriptor.String, descriptor.Limits{MaxBytes: "255", Not: `"localhost"`}),
			"at most 255 bytes; not `\"localhost\"`",
		},
		{
			limited(descriptor.List, descriptor.Limits{Unique: descriptor.Set, Required: true}),
			"required; items are unique",
		},
		{
			limited(descriptor.String, descriptor.Limits{Forbidden: true, Formats: []string{"k8s-uuid"}}),
			"must not be set; format `k8s-uuid`",
		},
		{&descriptor.Type{Form: descriptor.Map, Key: key}, "each key: at most 63 characters"},
		{conditions(descriptor.Condition{Kind: "unionMember"}), "exactly one field of its union is set"},
		{
			conditions(descriptor.Condition{Kind: "unionMember", Union: "a", Member: "B"}),
			"exactly one field of the union `a` is set, this one for `B`",
		},
		{
			conditions(
				descriptor.Condition{Kind: "ifMode", Mode: "File", Limits: &descriptor.Limits{MinLength: "2"}},
				descriptor.Condition{Kind: "ifEnabled", Gate: "DNS", Limits: &descriptor.Limits{Required: true}},
				descriptor.Condition{Kind: "ifMode", Mode: "A", Union: "b", Limits: &descriptor.Limits{
					Others: []string{"k8s:immutable"},
				}},
			),
			"in the mode `File`: at least 2 characters; with the feature gate DNS enabled: required; " +
				"in the mode `A` of `b`: `+k8s:immutable`",
		},
		{
			conditions(
				descriptor.Condition{Kind: "zeroOrOneOfMember"},
				descriptor.Condition{Kind: "unionDiscriminator", Union: "a"},
				descriptor.Condition{Kind: "dependentRequired", Field: "key"},
				descriptor.Condition{Kind: "dependentForbidden", Field: "port"},
				descriptor.Condition{Kind: "modeDiscriminator", Union: "b"},
				descriptor.Condition{Kind: "ifDisabled", Gate: "DNS", Limits: &descriptor.Limits{Optional: true, Enum: true}},
			),
			"at most one field of its union is set; names the field of the union `a` that is set; " +
				"if it is set, `key` must be set; if it is set, `port` must not be set; selects the mode of `b`; " +
				"with the feature gate DNS disabled: optional, one of its values",
		},
		{nil, ""},
	} {
		if got := strings.Join(limitTexts(test.limits), "; "); got != test.want {
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

func TestYAMLValues(t *testing.T) {
	for value, want := range map[string]string{
		`"a"`: "a", `"0640"`: `"0640"`, `"yes"`: `"yes"`, `""`: `""`, `5`: "5", `"5s"`: "5s", `["a"]`: `["a"]`,
		`"1e3"`: `"1e3"`, `"a: b"`: `'a: b'`, `"a\nb"`: `"a\nb"`, `"::1"`: "::1", `"a #b"`: `'a #b'`, `"*.a"`: `'*.a'`,
		`":53"`: ":53", `"1:30"`: `"1:30"`, `"10.0.0.1"`: "10.0.0.1", `"-a"`: "-a", `"[::]:53"`: `'[::]:53'`,
		`"0x1F"`: `"0x1F"`, `".5"`: `".5"`, `"2006-01-02"`: `"2006-01-02"`, `"it's"`: "it's", `"80%"`: "80%", `"%a"`: `'%a'`,
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
		text := formatNamed(row[0]).pattern
		if text == "" {
			continue
		}
		accepts := regexp.MustCompile(text).MatchString(row[1])
		if valid := row[2] == "true"; accepts != valid {
			t.Errorf("%s: the pattern accepts %q: %t", row[0], row[1], accepts)
		}
	}
}

// TestConditionsInCEL expects rules about fields whose names CEL does not allow, and with a boolean mode.
func TestConditionsInCEL(t *testing.T) {
	field := func(name string, form descriptor.Form, conditions ...descriptor.Condition) *Field {
		limits := &descriptor.Type{Form: form, Limits: descriptor.Limits{Conditions: conditions}}
		declared := &descriptor.VersionField{Path: name, Go: strings.ToUpper(name), Type: descriptor.Type{Form: form}}
		return &Field{VersionField: declared, Name: name, limits: limits, kind: &index{loader: true}}
	}
	mode := field("on", descriptor.Bool, descriptor.Condition{Kind: "modeDiscriminator"})
	mode.Default = []byte("true")
	fields := []*Field{
		mode,
		field("count", descriptor.Integer,
			descriptor.Condition{Kind: "ifMode", Mode: "true", Limits: &descriptor.Limits{Forbidden: true}}),
		field("a-b", descriptor.Number, descriptor.Condition{Kind: "dependentForbidden", Field: "count"}),
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
	keys := &descriptor.Type{Limits: descriptor.Limits{MinLength: "+1", MaxLength: "063", MaxBytes: "80"}}
	var got []string
	for _, found := range (&Field{}).keyRules(&descriptor.Type{}, keys, 1) {
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

// TestDeprecationOfTheParentApplies expects it at a field without one, and in the words that flags have, too.
func TestDeprecationOfTheParentApplies(t *testing.T) {
	text := descriptor.Type{Form: descriptor.String}
	f := fieldOf(descriptor.Field{Type: text, Since: "1.2"})
	want := []Fact{
		{"Deprecated", "since 1.4; set listen.port in the configuration file; it will be removed in 1.6"}, {"Since", "1.2"},
	}
	if got := f.Facts(); !slices.Equal(got[:2], want) || !f.Deprecated() {
		t.Errorf("got %q, want %q", got, want)
	}
	for want, deprecation := range map[string]descriptor.Deprecation{
		"since 1.4": {Since: "1.4"}, "it will be removed": {}, "use --port": {Use: "--port"},
		"ask the vendor": {Use: "ask the vendor."},
	} {
		if got := fieldOf(descriptor.Field{Type: text, Deprecated: &deprecation}).Facts()[0].Text; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestDependentDefaults: the fields that a default depends on are named with the flags that set them after defaults,
// including flags that functions register and flags of fields in a struct.
func TestDependentDefaults(t *testing.T) {
	number := descriptor.Type{Form: descriptor.Integer}
	api := &descriptor.Descriptor{Kinds: []descriptor.Kind{{
		Name: "Relay",
		Fields: []descriptor.Field{
			{Path: "A", Type: number}, {Path: "B", Type: number}, {Path: "C", Type: descriptor.Type{Form: descriptor.Object}},
			{Path: "C.D", Type: number}, {Path: "E", Type: number},
		},
		Flags: []descriptor.Flag{{Name: "b", Sets: "B"}},
		Registrations: []descriptor.Registration{
			{Field: "C", Func: "Add", Prefix: "c-", Flags: []descriptor.Registered{{Name: "d", Field: "D"}, {Name: "e"}}},
		},
		Versions: []descriptor.Version{{Name: "v1", Fields: []descriptor.VersionField{
			{Path: "a", Go: "A", Type: number}, {Path: "b", Go: "B", Type: number},
			{Path: "c", Go: "C", Type: descriptor.Type{Form: descriptor.Object}}, {Path: "c.d", Go: "C.D", Type: number},
			{Path: "e", Go: "E", Type: number},
		}}},
	}}}
	for want, paths := range map[string][]string{
		"": nil, "`e`": {"e"}, "`b` as set in the file, not by `--b`": {"b"},
		"`c.d` as set in the file, not by `--c-d`":                {"c.d"},
		"`b`, `c`, `e` as set in the file, not by `--b`, `--c-d`": {"b", "c", "e"},
	} {
		api.Kinds[0].Versions[0].Fields[0].DependsOn = paths
		got := ""
		for _, fact := range Documents(api)[0].At("A").Facts() {
			if fact.Name == "Default depends on" {
				got = fact.Text
			}
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// What a field does without a marker is known of components with the loader of the runtime library alone.
func TestOtherLoadersMergeAndRestartAsTheyLike(t *testing.T) {
	list := &descriptor.Type{Form: descriptor.List, Elem: &descriptor.Type{Form: descriptor.String}}
	for _, test := range []struct {
		name   string
		loader bool
		field  descriptor.Field
		want   []string
	}{
		{"list", true, descriptor.Field{Type: *list}, []string{
			"Change: takes effect after a restart", "Several files: the last file replaces the list",
		}},
		{"list without a loader", false, descriptor.Field{Type: *list}, nil},
		{"map without a loader", false, descriptor.Field{
			Type: descriptor.Type{Form: descriptor.Map, Elem: list.Elem},
		}, nil},
		{"markers without a loader", false, descriptor.Field{
			Type: descriptor.Type{
				Form: descriptor.List, Elem: list.Elem, Limits: descriptor.Limits{List: descriptor.Set},
			},
			Reload: descriptor.Restart,
		}, []string{"Change: takes effect after a restart"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.field.Path = "Zones"
			api := &descriptor.Descriptor{Loader: test.loader, Kinds: []descriptor.Kind{{
				Name: "Relay", Fields: []descriptor.Field{test.field},
				Versions: []descriptor.Version{{Name: "v1", Fields: []descriptor.VersionField{
					{Path: "zones", Go: "Zones", Type: test.field.Type},
				}}},
			}}}
			var got []string
			for _, fact := range Documents(api)[0].At("Zones").Facts() {
				if fact.Name == "Change" || fact.Name == "Several files" {
					got = append(got, fact.Name+": "+fact.Text)
				}
			}
			schema := string(Documents(api)[0].Schema())
			if !slices.Equal(got, test.want) || strings.Contains(schema, "x-configgen-merge") {
				t.Errorf("got %q, want %q, and the schema\n%s", got, test.want, schema)
			}
		})
	}
}

// TestKeysOfItemsAreRequired: an item must have its only key, unless that has a default. Components without the loader
// of the runtime library may set one, so that an optional key may be left out.
func TestKeysOfItemsAreRequired(t *testing.T) {
	for name, c := range map[string]struct {
		loader   bool
		keys     []string
		key      descriptor.VersionField
		required bool
	}{
		"the only key":             {false, []string{"name"}, descriptor.VersionField{}, true},
		"a key with a default":     {true, []string{"name"}, descriptor.VersionField{Default: []byte(`"a"`)}, false},
		"a key that may have one":  {true, []string{"name"}, descriptor.VersionField{Computed: true}, false},
		"one of several keys":      {true, []string{"name", "zone"}, descriptor.VersionField{}, false},
		"a pointer":                {false, []string{"name"}, descriptor.VersionField{Pointer: true}, false},
		"omitempty":                {false, []string{"name"}, descriptor.VersionField{JSON: "omitempty"}, false},
		"omitempty, by the loader": {true, []string{"name"}, descriptor.VersionField{JSON: "omitempty"}, true},
	} {
		list := descriptor.Type{
			Form: descriptor.List, Elem: &descriptor.Type{Form: descriptor.Object},
			Limits: descriptor.Limits{List: descriptor.MapList, Keys: c.keys},
		}
		key := c.key
		key.Path, key.Go, key.Type = "items[*].name", "Items[*].Name", descriptor.Type{Form: descriptor.String}
		api := &descriptor.Descriptor{Loader: c.loader, Kinds: []descriptor.Kind{{
			Name:   "Relay",
			Fields: []descriptor.Field{{Path: "Items", Type: list}, {Path: "Items[*].Name", Type: key.Type}},
			Versions: []descriptor.Version{{
				Name: "v1", Fields: []descriptor.VersionField{{Path: "items", Go: "Items", Type: list}, key},
			}},
		}}}
		if got := Documents(api)[0].Fields[0].required(); slices.Contains(got, "name") != c.required {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// TestTypesThatReadThemselvesAreNotLimited: which values a type that reads itself accepts is not known, so the schema
// has no limits of them, and the reference says that the form is unknown.
func TestTypesThatReadThemselvesAreNotLimited(t *testing.T) {
	limits := descriptor.Limits{Enum: true, Values: []descriptor.Value{{Value: "Fast"}}, MinLength: "2"}
	for form, want := range map[descriptor.Form]string{
		descriptor.Any:    `{}`,
		descriptor.String: `{"type":["string","null"]}`,
	} {
		f := Field{
			VersionField: &descriptor.VersionField{Type: descriptor.Type{Form: form, Reads: "a.T", Limits: limits}},
			Of:           &descriptor.Field{Type: descriptor.Type{Form: form, Reads: "a.T", Limits: limits}},
		}
		f.limits = &f.Of.Type
		got := strings.NewReplacer("\n", "", " ", "").Replace(text(f.valueOf(&f.Type, f.limits, presence{null: true})))
		if got != want {
			t.Errorf("%s: got %s, want %s", form, got, want)
		}
		if text := f.TypeText(); !strings.HasSuffix(text, " of a form that is unknown, because `a.T` reads itself") {
			t.Errorf("got %s", text)
		}
	}
	if keys := (&Field{}).texts(&descriptor.Type{Form: descriptor.String, Reads: "a.T"},
		&descriptor.Type{Limits: limits}, presence{}); keys != nil {
		t.Errorf("got %v", keys)
	}
}
