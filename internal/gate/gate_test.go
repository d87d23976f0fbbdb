package gate_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/gate"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/testfiles"
)

// source is a module with an internal package and a version, without dependencies.
var source = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.24\n",
	"config/types.go": `package config

// Relay is internal.
type Relay struct {
	Port  int32
	Names []string
	Rate  int32
	Limit Limit
}

// Limit is a struct.
type Limit struct {
	Burst int32
	Inner string
}
`,
	"config/v1/types.go": `package v1

// Relay is in files.
type Relay struct {
	Port  int32
	Names string
	Rate  int32
	Limit Limit
}

// Limit is a struct.
type Limit struct{ Burst int32 }

// Other is in no root.
type Other struct{}
`,
	"config/v1/defaults.go": `package v1

// SetDefaults_Relay is called by generated code.
func SetDefaults_Relay(obj *Relay) { obj.Port = 53 }
`,
	"config/v1/conversion.go": `package v1

import "example.com/m/config"

// Scope is the scope of a conversion.
type Scope interface{}

func Convert_v1_Relay_To_config_Relay(in *Relay, out *config.Relay, s Scope) error {
	if err := autoConvert_v1_Relay_To_config_Relay(in, out, s); err != nil {
		return err
	}
	out.Names = []string{in.Names}
	return nil
}
`,
}

const (
	conversion = `package v1

import config "example.com/m/config"

func autoConvert_v1_Relay_To_config_Relay(in *Relay, out *config.Relay, s Scope) error {
	out.Port = in.Port
	// WARNING: in.Names requires manual conversion: inconvertible types (string vs []string)
	out.Rate = in.Rate
	return Convert_v1_Limit_To_config_Limit(&in.Limit, &out.Limit, s)
}

func autoConvert_v1_Limit_To_config_Limit(in *Limit, out *config.Limit, s Scope) error {
	out.Burst = in.Burst
	return nil
}

func Convert_v1_Limit_To_config_Limit(in *Limit, out *config.Limit, s Scope) error {
	return autoConvert_v1_Limit_To_config_Limit(in, out, s)
}
`
	defaults = `package v1

func SetObjectDefaults_Relay(in *Relay) {
	SetDefaults_Relay(in)
}
`
)

func TestCheck(t *testing.T) {
	for _, row := range []struct {
		name, file, old, new string // what changes in the source
		want                 []string
	}{
		{name: "all is well"},
		{"a call of a function that does not exist", "config/v1/defaults.go", "SetDefaults_Relay(", "SetDefaults_Rely(",
			[]string{"v1/types.go:4:6 uncompilable defaulter-gen makes code of this that does not compile: undefined: " +
				"SetDefaults_Relay"}},
		{"a field that is gone", "config/types.go", "Rate  int32", "Pace  int32", []string{
			"v1/types.go:7:2 uncompilable conversion-gen makes code of this that does not compile: out.Rate undefined"}},
		{"an import for nothing of what imports this", "config/types.go", "package config", "package config\n\n" +
			`import _ "example.com/m/config/v1"`, []string{
			"types.go:3:8 import-cycle the generated code of package example.com/m/config/v1 imports " +
				"example.com/m/config, which imports it here; move what is needed from it to a package of its own"}},
		{"a gap", "config/v1/conversion.go", "out.Names = []string{in.Names}", "", []string{
			"v1/types.go:6:2 dropped-field Names has the type string in v1.Relay and []string in config.Relay"}},
		{"left out on purpose", "config/v1/conversion.go", "out.Names = []string{in.Names}", "_ = in.Names", nil},
		{"overwritten", "config/v1/conversion.go", "\tif err", "\tout.Rate = 2\n\tif err", []string{
			"v1/conversion.go:9:2 dropped-field Convert_v1_Relay_To_config_Relay overwrites the value of Rate"}},
		{"set before and not overwritten", "config/v1/conversion.go", "\tif err", "\tout.Names = nil\n\tif err", nil},
		{"an early end", "config/v1/conversion.go", "\tif err", "\tif in.Port == 0 {\n\t\treturn nil\n\t}\n\tif err",
			[]string{"v1/conversion.go:10:3 dropped-field Convert_v1_Relay_To_config_Relay returns here before it converts " +
				"Limit, Names, Rate; return after"}},
		{"an early end without a loss", "config/v1/conversion.go", "\tout.Names",
			"\tif in.Names == \"\" {\n\t\treturn nil\n\t}\n\tout.Names", nil},
		{"a function that nothing calls", "config/v1/defaults.go", "package v1",
			"package v1\n\nfunc SetDefaults_Other(obj *Other) {}", []string{
				"v1/defaults.go:3:6 uncalled-function no generated code calls SetDefaults_Other"}},
		{"a function that people call", "config/v1/defaults.go", "package v1",
			"package v1\n\nfunc SetDefaults_Other(obj *Other) {}\n\nfunc init() { SetDefaults_Other(nil) }", nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, d := range check(t, row.file, strings.Replace(source[row.file], row.old, row.new, 1)) {
				got = append(got, d.Position.String()+" "+d.Code+" "+d.Text())
			}
			if !slices.EqualFunc(got, row.want, strings.HasPrefix) {
				t.Errorf("%s", cmp.Diff(row.want, got))
			}
		})
	}
}

// check returns the findings about the source with another file in it, with positions in its internal package.
func check(t *testing.T, file, changed string) []diag.Diagnostic {
	t.Helper()
	dir := t.TempDir()
	for name, content := range source {
		if name == file {
			content = changed
		}
		testfiles.Write(t, filepath.Join(dir, filepath.FromSlash(name)), content)
	}
	session, findings, err := load.Load(t.Context(), load.Request{Dir: dir, Patterns: []string{"./..."}})
	if err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	v1 := group.Package{Path: "example.com/m/config/v1", Name: "v1", Dir: filepath.Join(dir, "config", "v1")}
	g := &group.Group{
		Package:  group.Package{Path: "example.com/m/config", Name: "config", Dir: filepath.Join(dir, "config")},
		Versions: []group.Version{{Name: "v1", Package: v1, Types: v1}},
	}
	found := gate.Check(session, g, []generators.File{
		{Dir: v1.Dir, Name: "zz_generated.conversion.go", Content: []byte(conversion)},
		{Dir: v1.Dir, Name: "zz_generated.defaults.go", Content: []byte(defaults)},
	}, nil)
	for i := range found {
		name, _ := filepath.Rel(g.Package.Dir, found[i].Position.Filename)
		found[i].Position.Filename = filepath.ToSlash(name)
	}
	return found
}

func TestConversion(t *testing.T) {
	const (
		call    = "if err := autoConvert_v1_Relay_To_config_Relay(in, out, s); err != nil {\nreturn err\n}\n"
		names   = "out.Names = []string{in.Names}\n"
		all     = "Limit, Port, Rate"
		before  = "returns here before it converts "
		destroy = "overwrites the converted value of "
	)
	for _, row := range []struct{ name, body, want string }{
		{"a literal", call + "*out = config.Relay{Port: in.Port, Names: nil, Rate: 1}\n" + names + "return nil",
			destroy + "Limit, Rate"},
		{"a literal before", "*out = config.Relay{Rate: 1}\n" + call + names + "return nil", ""},
		{"a literal of fields", "*out = config.Relay{Rate: in.Rate, Port: in.Port}\n" + names +
			"*out = config.Relay{Port: in.Port}\nreturn nil", destroy + "Names"},
		{"a function with a literal", call + names + "*out = fill(in)\nreturn nil", destroy + "Limit, Names, Rate"},
		{"a function elsewhere", call + "*out = other(in, 1)\n" + names + "return nil", ""},
		{"a field", call + names + "out.Rate = 0\nreturn nil", destroy + "Rate"},
		{"a field after the error", "err := autoConvert_v1_Relay_To_config_Relay(in, out, s)\n" + names +
			"out.Rate = 0\nreturn err", destroy + "Rate"},
		{"one of several fields", call + names + "out.Port, out.Rate = in.Port, 0\nreturn nil", destroy + "Rate"},
		{"a pointer to a field", call + names + "*(&out.Rate) = 0\nreturn nil", destroy + "Rate"},
		{"a field in a field", call + names + "(*out).Limit.Burst = 0\nreturn nil", destroy + "Limit"},
		{"a field in a field that the version does not have", call + names + "out.Limit.Inner = \"x\"\nreturn nil", ""},
		{"a list", call + names + "out.Names = nil\nreturn nil", destroy + "Names"},
		{"the items of a list", call + names + "clear(out.Names)\nreturn nil", destroy + "Names"},
		{"an item", call + names + "out.Names[0] = \"a\"\nreturn nil", ""},
		{"in an unconditional block", call + names + "{\nout.Rate = 0\n}\nreturn nil", destroy + "Rate"},
		{"on purpose", call + names + "_, out.Rate = in.Rate, 0\nreturn nil", ""},
		{"on a condition", call + names + "if in.Port == 0 {\nout.Rate = 0\n}\nreturn nil", ""},
		{"where there is none", call + names + "if out.Names == nil {\nout.Names = []string{}\n}\nreturn nil", ""},
		{"set again", call + names + "out.Rate = 0\nif in.Rate > 0 {\nout.Rate = in.Rate\n}\nreturn nil", ""},
		{"a switch", "switch {\ncase in.Rate == 0:\nreturn nil\n}\n" + call + names + "return nil",
			before + "Limit, Names, Port"},
		{"a switch of types", "switch any(in.Rate).(type) {\ncase int32:\nreturn nil\n}\n" + call + names + "return nil",
			before + "Limit, Names, Port"},
		{"a loop", "for range in.Names {\nreturn nil\n}\n" + call + names + "return nil", before + all},
		{"a label and blocks", "L:\n{\nfor {\nif in.Rate == 0 {\nreturn nil\n}\nbreak L\n}\n}\n" + call + names +
			"return nil", before + "Limit, Names, Port"},
		{"another branch", "if in.Rate > 0 {\n" + call + "} else {\nreturn nil\n}\n" + names + "return nil",
			before + "Limit, Names, Port"},
		{"an error that is ignored", "if err := check(in.Port); err != nil {\nreturn nil\n}\n" + call + names + "return nil",
			before + "Limit, Names, Rate"},
		{"without a value", "if in == nil {\nreturn nil\n}\n" + call + names + "return nil", ""},
		{"a conditional call", names + "if in.Rate > 0 {\n" + call + "}\nreturn nil", before + "Limit, Port"},
		{"a call in a case", names + "switch in.Rate {\ncase 1:\n" + call + "}\nreturn nil", before + "Limit, Port"},
		{"a call in each case", names + "switch in.Rate {\ncase 1:\n" + call + "default:\n" + call + "}\nreturn nil", ""},
		{"a call in a loop", names + "for range in.Rate {\n" + call + "}\nreturn nil", before + "Limit, Port"},
		{"a call in an expression", names +
			"_ = in.Rate > 0 && autoConvert_v1_Relay_To_config_Relay(in, out, s) == nil\nreturn nil", before + "Limit, Port"},
		{"a variable for the error", names + "var err error\nif in.Rate > 0 {\n" +
			"err = autoConvert_v1_Relay_To_config_Relay(in, out, s)\n}\nreturn err", before + "Limit, Port"},
		{"fields in the place of a call", names + "if in.Rate > 0 {\n" + call + "return nil\n}\n" +
			"out.Port, out.Rate, out.Limit = in.Port, 0, config.Limit{Burst: in.Limit.Burst}\nreturn nil", ""},
		{"related fields", call + "if in.Names == \"\" {\nreturn nil\n}\nlist := []string{in.Names}\n" +
			"out.Names = make([]string, 0)\nout.Names = append(out.Names, list...)\nreturn nil", ""},
		{"a swallowed error of a field", names + "if err := check(in.Port); err != nil {\nreturn err\n}\n" + call +
			"return nil", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			body := "package v1\n\nimport \"example.com/m/config\"\n\ntype Scope interface{}\n\n" +
				"func fill(in *Relay) config.Relay { return config.Relay{Port: in.Port} }\n" +
				"func other(in *Relay, _ int) config.Relay { return config.Relay(elsewhere(in)) }\n" +
				"func Convert_v1_Relay_To_config_Relay(in *Relay, out *config.Relay, s Scope) error {\n" + row.body + "\n}\n"
			var got []string
			for _, d := range check(t, "config/v1/conversion.go", body) {
				text := strings.TrimPrefix(d.Message, "Convert_v1_Relay_To_config_Relay ")
				got = append(got, strings.TrimSuffix(text, " here"))
			}
			if text := strings.Join(got, "\n"); text != row.want {
				t.Errorf("%s", cmp.Diff(row.want, text))
			}
		})
	}
}

func TestGone(t *testing.T) {
	const old = `package p

func F(fs *pflag.FlagSet, in *T) field.ErrorList {
	fs.Int32Var(&in.Port, "port", in.Port, "The port.")
	fs.Int32Var(&in.Rate, "rate", in.Rate, "The rate.")
	fs.Lookup("rate").Deprecated = "use a file"
	SetDefaults_T(in)
	metav1.Convert_string_To_Pointer_string(&in.Host, nil, nil)
	if in.Names == nil {
		return field.ErrorList{field.Required(field.NewPath("names"), "")}
	}
	return other.Validate_T(in)
}

func (in *T) DeepCopyInto(out *T) { out.Names = slices.Clone(in.Names) }

func helper() {}

func Table() map[string][]Spec { return map[string][]Spec{First: {{1}, {2}}, Second: {{1}}} }

func Facts() Root { return Root{Fields: []Field{{Path: "A.B", Secret: true, Reload: "hot"}, {Path: "C", OS: nil}}} }
`
	for _, row := range []struct{ name, old, new, want string }{
		{"nothing", "", "", ""},
		{"a flag", `	fs.Int32Var(&in.Port, "port", in.Port, "The port.")`, "", "flag --port"},
		{"a flag of another type", `fs.Int32Var(&in.Port, "port"`, `fs.Int64Var(&in.Port, "port"`, ""},
		{"a flag with a tombstone", `	fs.Int32Var(&in.Port, "port", in.Port, "The port.")`,
			`	tombstone(descriptor.Identity{Flag: "port"})`, ""},
		{"a field that has one", "in.Names == nil", `(descriptor.Identity{Path: "a[].names"}).Path == ""`, ""},
		{"the deprecation of a flag", `	fs.Lookup("rate").Deprecated = "use a file"`, "", ""},
		{"a call", "	SetDefaults_T(in)\n", "", "call of SetDefaults_T"},
		{"a check", `field.Required(field.NewPath("names"), "")`, "", "check field.Required of names"},
		{"a field", "in.Names == nil", "true", "field Names"},
		{"what a copy of the whole has", "out.Names = slices.Clone(in.Names)", "*out = *in", ""},
		{"a function of its own", "func helper() {}", "", ""},
		{"a conversion of a library", "	metav1.Convert_string_To_Pointer_string(&in.Host, nil, nil)\n", "", "field Host"},
		{"an entry", "{{1}, {2}}", "{{1}}", "entry 2 of First"},
		{"a fact of a field", "Secret: true, ", "", "entry Secret of A.B"},
		{"a field without a fact", `{Path: "C", OS: nil}`, "", "entry OS of C"},
		{"facts in another order", `Secret: true, Reload: "hot"`, `Reload: "hot", Secret: true`, ""},
		{"a function", "func Table() ", "func Moved() ", "Table"},
		{"code that moves", "	SetDefaults_T(in)\n", "	more(in)\n}\n\nfunc more(in *T) {\n	SetDefaults_T(in)\n", ""},
	} {
		changed := strings.Replace(old, row.old, row.new, 1)
		var got []string
		for _, d := range gate.Gone([]gate.Change{{Path: "zz_generated.p.go", Old: []byte(old), New: []byte(changed)}}) {
			got = append(got, strings.TrimPrefix(d.Message, "generated code no longer has "))
		}
		if text := strings.Join(got, "; "); text != row.want {
			t.Errorf("%s: %q, want %q", row.name, text, row.want)
		}
	}
	const ofSystem = "package p\n\nfunc addSystemFlags() {%s}\n"
	port := []byte(strings.Replace(old, `	fs.Int32Var(&in.Port, "port", in.Port, "The port.")`, "", 1))
	limited := []gate.Change{
		{Path: "a.go", Old: []byte(old), New: port},
		{Path: "a_others.go", New: fmt.Appendf(nil, ofSystem, ` fs.Int32Var(&in.Port, "port", in.Port, "The port.") `)},
		{Path: "a_windows.go", New: fmt.Appendf(nil, ofSystem, "")},
	}
	if found := gate.Gone(limited); len(found) > 0 {
		t.Errorf("a flag that is limited to some systems: %v", found)
	}
	const rate = `	fs.Int32Var(&in.Rate, "rate", in.Rate, "The rate.")`
	less := strings.NewReplacer(rate, "", "{{1}, {2}}", "{{1}}").Replace(old)
	found := gate.Gone([]gate.Change{{Path: "a.go", Old: []byte(old), New: []byte(less)}})
	if len(found) != 1 || found[0].Message != "generated code no longer has flag --rate" {
		t.Errorf("an entry beside the flag that it belongs to: %v", found)
	}
	const places = "package p\n\nfunc Root() any {\n\treturn binding.Root{Opaque: []binding.Opaque{%s}}\n}\n"
	declared := []gate.Change{{
		Path: "a.go", Old: fmt.Appendf(nil, places, `{Version: "v1"}`), New: fmt.Appendf(nil, places, ""),
	}}
	if found := gate.Gone(declared); len(found) > 0 {
		t.Errorf("a field whose place in a version is declared: %v", found)
	}
	const tombstone = "\nfunc Removed() any { return descriptor.Identity{Flag: \"rate\"} }\n"
	known := []gate.Change{{Path: "a.go", Old: []byte(old + tombstone), New: []byte(less + tombstone)}}
	if found := gate.Gone(known); len(found) != 1 {
		t.Errorf("a flag that has the name of an old tombstone: %v", found)
	}
	fresh := []gate.Change{{Path: "a.go", Old: []byte(old), New: []byte(less + tombstone)}}
	if found := gate.Gone(fresh); len(found) > 0 {
		t.Errorf("the entry of a flag with a tombstone: %v", found)
	}
	if found := gate.Gone([]gate.Change{{Path: "a.go", Old: []byte("package p\n\nfunc F() {}")}}); len(found) != 1 {
		t.Errorf("a file that is removed: %v", found)
	}
	if found := gate.Gone([]gate.Change{{Path: "a.go", New: []byte(old)}}); len(found) > 0 {
		t.Errorf("a new file: %v", found)
	}
}
