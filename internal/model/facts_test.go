package model_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/testfiles"
)

// samples are markers, with the type of a field that they have an effect on, by name.
var samples = map[string]struct{ text, goType string }{
	"legacyDefault":  {`+legacyDefault=x`, "string"},
	"path":           {`+path(kind: file, watch: true)`, "string"},
	"secret":         {`+secret(file: Other)`, "string"},
	"os":             {`+os=linux`, "string"},
	"instance":       {`+instance`, "string"},
	"precedence":     {`+precedence=merge`, "map[string]string"},
	"featureGate":    {`+featureGate=Walk`, "string"},
	"reload":         {`+reload=hot`, "string"},
	"thirdPartyFlag": {`+thirdPartyFlag(from: "example.com/golden.Register")=v`, "string"},
	"check":          {`+check(networks: "tcp,udp")=free`, "int32"},
	"deprecated":     {`+deprecated(since: "1.4", removal: "1.6", use: "other")`, "string"},
	"moved":          {`+moved(from: "former", in: v1alpha1)`, "string"},
	"since":          {`+since=1.4`, "string"},
	"zero":           {`+zero=unset`, "string"},
}

// walked are the types of a root with a marker at each place. A second root has no marker.
const walked = `
// +config
type NAME struct {
	metav1.TypeMeta INLINE
	// MARKER
	Own TYPE
	// +subfield(Inlined)=MARKER
	Foreign other.NAME
	// +subfield(Value)=MARKER
	Sub     NAMEBare
	List    []NAMEMarked
	Map     map[string]NAMEMarked
	Pointer *NAMEMarked
	// MARKER
	Outer NAMEBare
	Other string
}

type NAMEBare struct {
	Value TYPE
	Other string
}

type NAMEMarked struct {
	// MARKER
	Value TYPE
	Other string
}
`

// foreign is a type of another module. Its embedded struct can have markers by +subfield alone.
const foreign = `
type NAME struct {
	Inlined ` + "`json:\",inline\"`" + `
}
`

// marked are the paths of the fields with the marker.
var marked = []string{"List[*].Value", "Map[*].Value", "Own", "Pointer.Value", "Sub.Value"}

// TestEachFactAtEachPlace puts each marker that tells of a field on a field of a root, on an inlined struct, on a field
// in a struct by +subfield, in a list, in a map, behind a pointer, and on a struct. It expects the facts at the fields
// that the row of the marker names, in the types of the component and in a version, and at no other field.
func TestEachFactAtEachPlace(t *testing.T) {
	kinds := walk(t)
	for _, spec := range markers.Vocabulary() {
		if len(spec.Facts) == 0 {
			continue
		}
		want := map[string]bool{}
		for _, fact := range spec.Facts {
			for _, path := range reached(spec.Name, fact.Inherit) {
				want[path] = true
			}
		}
		got := map[string]descriptor.Field{}
		with, without := kinds[strings.ToUpper(spec.Name)], kinds[strings.ToUpper(spec.Name)+"0"]
		for path, field := range with {
			if !cmp.Equal(field, without[path]) {
				got[path] = field
			}
		}
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))); diff != "" {
			t.Errorf("+%s: fields with the fact (-want +got):\n%s", spec.Name, diff)
		}
		for _, path := range marked {
			if diff := cmp.Diff(with["Own"], with[path]); want[path] && diff != "" {
				t.Errorf("+%s: the facts of Own and %s (-Own +%[2]s):\n%s", spec.Name, path, diff)
			}
		}
	}
}

// reached returns the paths of the fields that a marker at each place tells of.
func reached(marker string, inherit markers.Inherit) []string {
	paths := append(slices.Clone(marked), "Outer")
	switch marker {
	case "path": // a struct is not a path
		paths = slices.DeleteFunc(paths, func(p string) bool { return p == "Outer" })
	case "legacyDefault", "thirdPartyFlag": // there is one flag, and there may be many items
		paths = slices.DeleteFunc(paths, func(p string) bool { return strings.Contains(p, "[*]") })
	}
	if inherit != markers.Own {
		paths = append(paths, "Foreign.Inlined.First", "Foreign.Inlined.Second")
	}
	if inherit == markers.Inside {
		paths = append(paths, "Outer.Value", "Outer.Other")
	}
	return paths
}

// walk returns the facts of the fields of each root, by the name of the root in capitals and the path of the field. The
// version of the roots has the same facts.
func walk(t *testing.T) map[string]map[string]descriptor.Field {
	t.Helper()
	const imports = "import (\n\"flag\"\n\nmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\"example.com/other\"\n)\n"
	internal := "// +groupName=walk.example.io\npackage walk\n\n" + imports + "\nfunc Register(*flag.FlagSet) {}\n"
	version := strings.Replace(internal, "package walk", "package v1alpha1", 1)
	others := "package other\n\ntype Inlined struct {\n\tFirst, Second string\n}\n"
	bare := strings.NewReplacer("// +config\n", "", "\t// +subfield(Value)=MARKER\n", "", "\t// MARKER\n", "",
		"\t// +subfield(Inlined)=MARKER\n", "", "INLINE", "`json:\",inline\"`")
	for name, sample := range samples {
		for suffix, text := range map[string]string{"": "// " + sample.text + "\n", "0": "//\n"} {
			root := strings.NewReplacer("NAME", strings.ToUpper(name)+suffix, "TYPE", sample.goType, "INLINE", "",
				"// MARKER\n", text, "MARKER", sample.text)
			types := walked
			if suffix != "" {
				types = strings.Replace(bare.Replace(walked), "type NAME ", "// +config\ntype NAME ", 1)
			}
			internal += root.Replace(types)
			version += root.Replace(bare.Replace(walked))
			others += root.Replace(foreign)
		}
	}
	dir := t.TempDir()
	testfiles.Requirements(t, "../../testdata/golden", dir)
	module := string(testfiles.Read(t, filepath.Join(dir, "go.mod")))
	testfiles.Write(t, filepath.Join(dir, "go.mod"),
		module+"\nrequire example.com/other v0.0.0\n\nreplace example.com/other => ./other\n")
	testfiles.Write(t, filepath.Join(dir, "other", "go.mod"), "module example.com/other\n\ngo 1.24.0\n")
	testfiles.Write(t, filepath.Join(dir, "other", "other.go"), others)
	testfiles.Write(t, filepath.Join(dir, "types.go"), internal)
	testfiles.Write(t, filepath.Join(dir, "v1alpha1", "types.go"), version)
	all := load.Request{Dir: dir, Patterns: []string{"./..."}, Wanted: markers.Mentions}
	session, _, err := load.Load(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	groups, _ := model.Groups(session) // the findings are about the rest of the component
	if len(groups) != 1 || len(groups[0].Versions) != 1 {
		t.Fatalf("%d groups", len(groups))
	}
	kinds := map[string]map[string]descriptor.Field{}
	for _, kind := range groups[0].Descriptor.Kinds {
		kinds[kind.Name] = map[string]descriptor.Field{}
		for _, f := range kind.Fields {
			kinds[kind.Name][f.Path] = facts(f)
		}
	}
	for _, document := range render.Documents(groups[0].Descriptor) {
		found := 0
		document.Walk(func(f *render.Field) {
			if f.Of != nil {
				found++
			}
		})
		if want := len(kinds[document.Kind.Name]); found != want {
			t.Errorf("%d of %d fields of %s are in its version", found, want, document.Kind.Name)
		}
	}
	return kinds
}

// facts returns a field without the facts that differ from place to place.
func facts(f descriptor.Field) descriptor.Field {
	f.SecretFile = f.SecretFile[strings.LastIndexByte(f.SecretFile, '.')+1:]
	f.Path, f.JSON, f.GoType, f.Pointer, f.Doc, f.Type = "", "", "", false, "", descriptor.Type{}
	return f
}

// TestMarkerWhereATypeIsUsedOverrides expects that a marker by +subfield overrides the marker of the same name on the
// field in the type, whatever the marker tells.
func TestMarkerWhereATypeIsUsedOverrides(t *testing.T) {
	set := func(texts ...string) (found markers.Set) {
		for _, text := range texts {
			var m markers.Marker
			if err := m.UnmarshalText([]byte(text)); err != nil {
				t.Fatal(err)
			}
			found = append(found, m)
		}
		return found
	}
	got := descriptor.Field{Path: "A.B"}
	markers.Describe(&got, set("+path(kind: file)", "+reload=hot", "+since=1.4", "+secret(file: C)", "+check=free",
		"+path=false", "+reload=reboot", "+since=1.5", "+secret(file: D)", `+check(networks: "udp")=free`))
	want := descriptor.Field{
		Path: "A.B", Reload: descriptor.Reboot, Since: "1.5", SecretFile: "A.D",
		Port: &descriptor.Port{Networks: []string{"udp"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSecretOfAVersionAlone expects that +secret on a field that a version alone has hides its default.
func TestSecretOfAVersionAlone(t *testing.T) {
	const header = "// +groupName=a.example.io\npackage %s\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n"
	const root = "type Relay struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\tPort int32 `json:\"port\"`\n%s}\n"
	dir := t.TempDir()
	testfiles.Requirements(t, "../../testdata/golden", dir)
	testfiles.Write(t, filepath.Join(dir, "types.go"), fmt.Sprintf(header, "a")+"// +config\n"+fmt.Sprintf(root, ""))
	testfiles.Write(t, filepath.Join(dir, "v1", "types.go"), fmt.Sprintf(header, "v1")+fmt.Sprintf(root,
		"\t// +secret\n\t// +default=\"s3cr3t\"\n\tToken string `json:\"token\"`\n"))
	all := load.Request{Dir: dir, Patterns: []string{"./..."}, Wanted: markers.Mentions}
	session, _, err := load.Load(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	groups, _ := model.Groups(session)
	text, err := groups[0].Descriptor.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "s3cr3t") || !strings.Contains(string(text), `"secret":true`) {
		t.Errorf("got\n%s", text)
	}
}
