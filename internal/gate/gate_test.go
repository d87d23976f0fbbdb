package gate_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
}
`,
	"config/v1/types.go": `package v1

// Relay is in files.
type Relay struct {
	Port  int32
	Names string
	Rate  int32
}

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
	return nil
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
		{"a function in a file that is not built", "config/v1/defaults.go", "package v1", "//go:build x\n\npackage v1",
			[]string{"v1/defaults.go:6:6 excluded-function SetDefaults_Relay is in a file"}},
		{"types in a file that is not built", "config/v1/types.go", "package v1", "//go:build special\n\npackage v1",
			[]string{"v1/types.go:6:6 excluded-type Relay is in a file"}},
		{"a gap", "config/v1/conversion.go", "out.Names = []string{in.Names}", "", []string{
			"v1/types.go:6:2 dropped-field Names has the type string in v1.Relay and []string in config.Relay"}},
		{"left out on purpose", "config/v1/conversion.go", "out.Names = []string{in.Names}", "_ = in.Names", nil},
		{"overwritten", "config/v1/conversion.go", "\tif err", "\tout.Rate = 2\n\tif err", []string{
			"v1/conversion.go:9:2 dropped-field Convert_v1_Relay_To_config_Relay overwrites the value of Rate"}},
		{"set before and not overwritten", "config/v1/conversion.go", "\tif err", "\tout.Names = nil\n\tif err", nil},
		{"an early end", "config/v1/conversion.go", "\tif err", "\tif in.Port == 0 {\n\t\treturn nil\n\t}\n\tif err",
			[]string{"v1/conversion.go:10:3 dropped-field Convert_v1_Relay_To_config_Relay returns here before it converts " +
				"Names, the other fields"}},
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
			dir := t.TempDir()
			for name, content := range source {
				if name == row.file {
					content = strings.Replace(content, row.old, row.new, 1)
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
			var got []string
			for _, d := range gate.Check(session, g, []generators.File{
				{Dir: v1.Dir, Name: "zz_generated.conversion.go", Content: []byte(conversion)},
				{Dir: v1.Dir, Name: "zz_generated.defaults.go", Content: []byte(defaults)},
			}, nil) {
				place, _ := filepath.Rel(g.Package.Dir, d.Position.String())
				got = append(got, filepath.ToSlash(place)+" "+d.Code+" "+d.Text())
			}
			if !slices.EqualFunc(got, row.want, strings.HasPrefix) {
				t.Errorf("%s", cmp.Diff(row.want, got))
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
	const rate = `	fs.Int32Var(&in.Rate, "rate", in.Rate, "The rate.")`
	less := strings.NewReplacer(rate, "", "{{1}, {2}}", "{{1}}").Replace(old)
	found := gate.Gone([]gate.Change{{Path: "a.go", Old: []byte(old), New: []byte(less)}})
	if len(found) != 1 || found[0].Message != "generated code no longer has flag --rate" {
		t.Errorf("an entry beside the flag that it belongs to: %v", found)
	}
	less += "\nfunc Removed() any { return descriptor.Identity{Flag: \"rate\"} }\n"
	if found := gate.Gone([]gate.Change{{Path: "a.go", Old: []byte(old), New: []byte(less)}}); len(found) > 0 {
		t.Errorf("the entry of a flag with a tombstone: %v", found)
	}
	if found := gate.Gone([]gate.Change{{Path: "a.go", Old: []byte("package p\n\nfunc F() {}")}}); len(found) != 1 {
		t.Errorf("a file that is removed: %v", found)
	}
	if found := gate.Gone([]gate.Change{{Path: "a.go", New: []byte(old)}}); len(found) > 0 {
		t.Errorf("a new file: %v", found)
	}
}
