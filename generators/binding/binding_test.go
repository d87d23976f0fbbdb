package binding

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
)

func basic(name string) *group.Type          { return &group.Type{Kind: name, Name: name} }
func pointerTo(elem *group.Type) *group.Type { return &group.Type{Kind: "pointer", Elem: elem} }

func named(kind, name string) *group.Type {
	return &group.Type{Kind: kind, Package: "example.com/relay", PackageName: "relay", Name: name}
}

func pkg(name string) group.Package {
	return group.Package{Path: "example.com/" + name, Name: name, Dir: "/" + name,
		Declared: map[string]group.Declaration{}}
}

// relay returns a group with one root that has the given fields, and with two versions.
func relay(fields ...*group.Field) *group.Group {
	v1 := pkg("v1")
	v1.Registered = true
	return &group.Group{
		Name: "relay.config.example.io", Loader: true, Package: pkg("relay"),
		Versions:     []group.Version{{Name: "v1", Package: v1}, {Name: "v1alpha1", Package: pkg("v1alpha1")}},
		FlagsPackage: pkg("options"), ValidationPackage: pkg("validation"),
		Roots: []*group.Root{{Name: "Relay", Package: pkg("relay"), Type: named("struct", "Relay"), Fields: fields}},
	}
}

func generate(t *testing.T, g *group.Group) string {
	t.Helper()
	if g.Descriptor == nil {
		model.Describe(g)
	}
	files, findings := Generator.Run(generators.NewInput(g))
	if len(findings) > 0 || len(files) != 1 || files[0].Dir != "/options" || files[0].Name != fileName {
		t.Fatalf("%v, %v", files, findings)
	}
	return string(files[0].Content)
}

func TestOnlyGroupsWithTheLoaderHaveABinding(t *testing.T) {
	without, empty := relay(), relay()
	without.Loader, empty.Roots = false, nil
	for name, g := range map[string]*group.Group{"without the loader": without, "without roots": empty} {
		model.Describe(g)
		if files, findings := Generator.Run(generators.NewInput(g)); len(files)+len(findings) > 0 {
			t.Errorf("%s: %v, %v", name, files, findings)
		}
	}
}

func TestFunctionsOfARoot(t *testing.T) {
	content := generate(t, relay())
	for _, want := range []string{
		"// RelayRoot returns the generated code of Relay",
		"func RelayRoot() binding.Root[relay.Relay] {",
		`Group:        "relay.config.example.io",`, `Kind:         "Relay",`,
		"[]func(*runtime.Scheme) error{relay.AddToScheme, examplecomv1.Install, examplecomv1alpha1.AddToScheme},",
		"New:          NewRelay,", "AddFlags:     AddRelayFlags,", "Reparse:      ReparseRelayFlags,",
		"ResolvePaths: relay.ResolveRelayPaths,", "Validate:     validation.ValidateRelay,",
	} {
		if !strings.Contains(content, want) {
			t.Errorf("want %s in\n%s", want, content)
		}
	}
	for _, unwanted := range []string{"AddFlagSets", "GatedValues", "ThirdPartyFlags", "Fields"} {
		if strings.Contains(content, unwanted) {
			t.Errorf("%s without a reason:\n%s", unwanted, content)
		}
	}
}

// TestHeaders binds what files say of themselves.
func TestHeaders(t *testing.T) {
	optional, plain := relay(), relay()
	optional.Roots[0].HeaderOptional = true
	plain.Roots[0].HeaderOptional, plain.Roots[0].Plain = true, true
	plain.Roots[0].Package.Declared["SetDefaults_Relay"] = group.Declaration{
		Kind: "func", Params: []string{"*example.com/relay.Relay"},
	}
	const header, scheme, group, setter = "HeaderOptional:", "AddToScheme:", "Group:", "relay.SetDefaults_Relay,"
	for _, c := range []struct {
		content  string
		want     []string
		unwanted []string
	}{
		{generate(t, relay()), []string{scheme, group}, []string{header, setter}},
		{generate(t, optional), []string{header, scheme, group}, []string{setter}},
		{generate(t, plain), []string{setter}, []string{header, scheme, group}},
	} {
		for _, text := range c.want {
			if !strings.Contains(c.content, text) {
				t.Errorf("want %s in\n%s", text, c.content)
			}
		}
		for _, text := range c.unwanted {
			if strings.Contains(c.content, text) {
				t.Errorf("%s in\n%s", text, c.content)
			}
		}
	}
}

// TestComparedVersions binds the comparisons of a root with its versions, and the moves.
func TestComparedVersions(t *testing.T) {
	g := relay()
	g.Roots[0].Comparisons = []*group.Comparison{
		{Version: "v1"},
		{Version: "v1alpha1", Opaque: []*group.Opaque{
			{Fields: []string{"Cache", "Zones[*].TLS"}, Reads: []string{"Mode"}}, {Fields: []string{""}},
		}},
	}
	g.Roots[0].Moves = []*group.Move{
		{Version: "v1alpha1", From: "address", Field: "Server.Address"},
		{Version: "v1alpha1", From: "fast.limit", Field: "Limit", When: &group.When{Path: "mode", Values: []string{"Fast"}}},
	}
	content := generate(t, g)
	for _, want := range []string{`Compared:     []string{"v1", "v1alpha1"},`, `Moves: []binding.Move{
			{Version: "v1alpha1", From: "address", Field: "Server.Address"},
			{Version: "v1alpha1", From: "fast.limit", Field: "Limit", When: "mode", Values: []string{"Fast"}},
		},`, `Opaque: []binding.Opaque{
			{Version: "v1alpha1", Fields: []string{"Cache", "Zones[*].TLS"}, Reads: []string{"Mode"}},
			{Version: "v1alpha1", Fields: []string{""}},
		},`} {
		if !strings.Contains(content, want) {
			t.Errorf("want\n%s\nin\n%s", want, content)
		}
	}
}

func TestRequiredKeys(t *testing.T) {
	required := markers.Set{{Name: "required", Value: &markers.Presence{}}}
	constraint := markers.Set{{Name: "k8s:required", Value: &markers.Constraint{}}}
	field := func(t *group.Type, own, version markers.Set, in *group.Type) *group.Field {
		made := &group.Field{Name: "A", Path: "A", Type: t, Markers: own}
		if in != nil {
			made.Counterpart = &group.Counterpart{Type: in, Markers: version}
		}
		return made
	}
	text, number := basic("string"), basic("int32")
	for name, c := range map[string]struct {
		field *group.Field
		want  bool
	}{
		"a bool":                 {field(basic("bool"), required, nil, nil), true},
		"a struct":               {field(named("struct", "Zone"), required, nil, nil), true},
		"a string":               {field(text, required, nil, nil), false},
		"nothing":                {field(basic("bool"), nil, nil, nil), false},
		"a version":              {field(text, nil, required, text), true},
		"both":                   {field(text, required, required, text), false},
		"a pointer of a version": {field(number, nil, constraint, pointerTo(number)), true},
		"a value of a version":   {field(text, nil, constraint, text), false},
	} {
		if got := strings.Contains(generate(t, relay(c.field)), "KeyRequired: true"); got != c.want {
			t.Errorf("%s: required is %t", name, got)
		}
	}
}

func TestOneVersionAloneIsRegisteredOnce(t *testing.T) {
	g := relay()
	g.Versions = []group.Version{{Name: "v1", Package: g.Package}}
	if content := generate(t, g); !strings.Contains(content, "error{relay.AddToScheme},") {
		t.Errorf("want relay.AddToScheme alone in\n%s", content)
	}
}

func TestFlagsWithSectionsAreAddedBySection(t *testing.T) {
	for name, field := range map[string]*group.Field{
		"a flag": {Name: "Port", Path: "Port", Type: basic("int32"),
			Flags: []*group.Flag{{Name: "port", Section: "serving"}}},
		"a delegation": {Name: "Logs", Path: "Logs", Type: named("struct", "Logs"),
			Delegations: []*group.Delegation{{Section: "logs"}}},
	} {
		if content := generate(t, relay(field)); !strings.Contains(content, "AddFlagSets:  AddRelayFlagSets,") {
			t.Errorf("%s: want AddFlagSets in\n%s", name, content)
		}
	}
}

func TestGatedValuesAreBound(t *testing.T) {
	mode := named("string", "Mode")
	stage := &group.Stage{Feature: markers.Feature{Stage: "Beta", Default: true}}
	known := &group.Gate{Name: "Old", Feature: &group.Feature{Stages: []*group.Stage{stage}}}
	mode.Constants = []group.Constant{{Name: "New", Gates: []*group.Gate{{Name: "New"}, known}}}
	content := generate(t, relay(&group.Field{Name: "Mode", Path: "Mode", Type: mode, Gates: []*group.Gate{known}}))
	if want := `GateTexts: map[string]string{"Old": "Old (BETA - default=true)"},`; !strings.Contains(content, want) {
		t.Errorf("want %s in\n%s", want, content)
	}
	want := `		GatedValues: func(c *relay.Relay, enabled func(string) bool) field.ErrorList {
			return validation.ValidateRelayGatedValues(c, func(f featuregate.Feature) bool {
				return enabled(string(f))
			})
		},
`
	if !strings.Contains(content, want) {
		t.Errorf("want\n%s\nin\n%s", want, content)
	}
}

// TestFactsAtStart: the literal of a field has the facts that a loader needs at a start, and only these.
func TestFactsAtStart(t *testing.T) {
	limits := func(l descriptor.Limits) descriptor.Type {
		return descriptor.Type{Form: "list", Number: "int", Limits: l}
	}
	for _, c := range []struct {
		field descriptor.Field
		want  string
	}{
		{descriptor.Field{JSON: "items", GoType: "string", Doc: "Items.", Instance: true}, ""},
		{descriptor.Field{KeyRequired: true, LegacyDefault: "1"}, `KeyRequired: true, LegacyDefault: "1"`},
		{descriptor.Field{File: &descriptor.File{}}, `File: &descriptor.File{}`},
		{descriptor.Field{File: &descriptor.File{Kind: "file", Watch: true}},
			`File: &descriptor.File{Kind: "file", Watch: true}`},
		{descriptor.Field{Port: &descriptor.Port{Networks: []string{"tcp", "udp"}, Address: "Host"}},
			`Port: &descriptor.Port{Networks: []string{"tcp", "udp"}, Address: "Host"}`},
		{descriptor.Field{Secret: true, SecretFile: "File"}, `Secret: true, SecretFile: "File"`},
		{descriptor.Field{Reload: "hot", Precedence: "replace"}, `Reload: "hot", Precedence: "replace"`},
		{descriptor.Field{OS: []string{"!windows"}, Gates: []string{"A", "B"}},
			`Gates: []string{"A", "B"}, OS: []string{"!windows"}`},
		{descriptor.Field{Deprecated: &descriptor.Deprecation{Use: "port"}},
			`Deprecated: &descriptor.Deprecation{Use: "port"}`},
		{descriptor.Field{Type: limits(descriptor.Limits{Required: true, Unique: "set"})}, ""},
		{descriptor.Field{Type: limits(descriptor.Limits{Required: true, List: "map", Keys: []string{"name", "port"}})},
			`Type: descriptor.Type{Limits: descriptor.Limits{List: "map", Keys: []string{"name", "port"}}}`},
	} {
		c.field.Path = "Zones[*].Items"
		g := relay()
		model.Describe(g)
		g.Descriptor.Kinds[0].Fields = []descriptor.Field{c.field}
		got := ""
		if m := regexp.MustCompile(`\{Path: "Zones\[\*\]\.Items", (.*)\},`).FindStringSubmatch(generate(t, g)); m != nil {
			got = m[1]
		}
		if got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestFactsOfTheFieldAround: a secret, and systems, are told of the outermost field that has them.
func TestFactsOfTheFieldAround(t *testing.T) {
	linux := []string{"linux"}
	got := factsOf([]descriptor.Field{
		{Path: "TLS", Secret: true, OS: linux}, {Path: "TLS.Key", Secret: true, OS: linux},
		{Path: "TLS.Keys", Secret: true, OS: linux}, {Path: "TLS.Keys[*].Key", Secret: true, OS: linux},
		{Path: "Zone"}, {Path: "Zone.Key", Secret: true, OS: linux},
	})
	want := []descriptor.Field{
		{Path: "TLS", Secret: true, OS: linux}, {Path: "TLS.Key"}, {Path: "TLS.Keys"}, {Path: "TLS.Keys[*].Key"},
		{Path: "Zone"}, {Path: "Zone.Key", Secret: true, OS: linux},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestFlagsOfFields: a flag that sets a field is bound, with the values that a shell completes.
func TestFlagsOfFields(t *testing.T) {
	g := relay()
	model.Describe(g)
	g.Descriptor.Kinds[0].Flags = []descriptor.Flag{
		{Name: "mode", Sets: "Mode", Usage: "Mode.", Completions: []string{"a", "b"}}, {Name: "old"},
	}
	content := generate(t, g)
	want := `{Name: "mode", Sets: "Mode", Completions: []string{"a", "b"}},`
	if !strings.Contains(content, want) || strings.Contains(content, `"old"`) {
		t.Errorf("want %s in\n%s", want, content)
	}
}

func TestThirdPartyFlags(t *testing.T) {
	duration := &group.Type{Kind: "int64", Package: "time", PackageName: "time", Name: "Duration"}
	wrapped := named("struct", "Duration")
	wrapped.Wraps, wrapped.WrapsField = duration, "Duration"
	optional := &group.Field{Name: "Logs", Type: pointerTo(named("struct", "Logs"))}
	for _, c := range []struct {
		name  string
		field *group.Field
		want  string
	}{
		{"a string", &group.Field{Type: basic("string")}, "return c.V, true"},
		{"a string type", &group.Field{Type: named("string", "Mode")}, "return string(c.V), true"},
		{"a boolean", &group.Field{Type: basic("bool")}, "return strconv.FormatBool(c.V), true"},
		{"an int32", &group.Field{Type: basic("int32")}, "return strconv.FormatInt(int64(c.V), 10), true"},
		{"an int64", &group.Field{Type: basic("int64")}, "return strconv.FormatInt(c.V, 10), true"},
		{"a uint8", &group.Field{Type: basic("uint8")}, "return strconv.FormatUint(uint64(c.V), 10), true"},
		{"a float", &group.Field{Type: basic("float32")}, "return strconv.FormatFloat(float64(c.V), 'g', -1, 64), true"},
		{"a duration", &group.Field{Type: duration}, "return c.V.String(), true"},
		{"a wrapped duration", &group.Field{Type: wrapped}, "return c.V.Duration.String(), true"},
		{"a pointer", &group.Field{Type: pointerTo(basic("string"))}, "if c.V == nil {\n\t\t\t\t\t\treturn \"\", false\n"},
		{"below a pointer", &group.Field{Type: basic("string"), Parent: optional}, "if c.Logs == nil {"},
		{"a pointer below a pointer", &group.Field{Type: pointerTo(basic("string")), Parent: optional},
			"if c.Logs == nil || c.Logs.V == nil {"},
	} {
		c.field.Name, c.field.Path = "V", "V"
		from := &group.Object{Package: "k8s.io/klog/v2", PackageName: "klog", Name: "InitFlags"}
		c.field.ThirdPartyFlags = []*group.ThirdPartyFlag{{Name: "v", From: from, GoFlagSet: true}}
		content := generate(t, relay(c.field))
		if !strings.Contains(content, c.want) {
			t.Errorf("%s: want %s in\n%s", c.name, c.want, content)
		}
		if want := "binding.FromGoFlags(klog.InitFlags)"; !strings.Contains(content, want) {
			t.Errorf("%s: want %s in\n%s", c.name, want, content)
		}
	}
}

func TestFindings(t *testing.T) {
	taken := relay()
	taken.FlagsPackage.Declared["RelayRoot"] = group.Declaration{Kind: "func"}
	list := relay(&group.Field{Name: "V", Path: "V", Type: &group.Type{Kind: "slice", Elem: basic("string")},
		ThirdPartyFlags: []*group.ThirdPartyFlag{{Name: "v", From: &group.Object{Package: "k8s.io/klog/v2",
			Name: "InitFlags"}}}})
	for code, g := range map[string]*group.Group{"name-collision": taken, "third-party-flag": list} {
		model.Describe(g)
		_, findings := Generator.Run(generators.NewInput(g))
		if len(findings) != 1 || findings[0].Code != code {
			t.Errorf("got %v, want one finding with the code %s", findings, code)
		}
	}
}
