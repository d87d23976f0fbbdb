package markers

import (
	"fmt"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/diag"
)

// TestUnknownMarkers expects a finding for each marker that neither configgen nor another tool defines, and what the
// source is after its edits.
func TestUnknownMarkers(t *testing.T) {
	const unknown = "unknown marker +"
	const gen = " is checked by controller-gen alone, and not when a configuration is loaded; "
	for _, test := range []struct {
		name, lines string
		place       Place
		around      Surroundings
		want        []string
		fixed       string
	}{
		{"without prefix", "+minimum=1\n+maxlength=3", OnField, Surroundings{}, []string{
			unknown + "minimum; did you mean +k8s:minimum?", unknown + "maxlength; did you mean +k8s:maxLength?",
		}, "+k8s:minimum=1\n+k8s:maxLength=3"},
		{"misspelled", "+defualt=3\n+optinal", OnField, Surroundings{}, []string{
			unknown + "defualt; did you mean +default?", unknown + "optinal; did you mean +optional?",
		}, "+default=3\n+optional"},
		{"of another tool, misspelled", "+kubebuilder:validation:Minimun=1\n+genclient:nonNamspaced", OnType, Surroundings{},
			[]string{
				unknown + "kubebuilder:validation:Minimun; did you mean +kubebuilder:validation:Minimum?",
				unknown + "genclient:nonNamspaced; did you mean +genclient:nonNamespaced?",
			}, ""},
		{"a colon for the equals sign", "+k8s:minimum:1s\n+format:ip", OnField, Surroundings{}, []string{
			unknown + "k8s:minimum:1s; use +k8s:minimum=1s", unknown + "format:ip; use +format=ip",
		}, ""},
		{"of nobody", "+mytool:hide\n+whatever=1\n+k8s:whatever", OnField, Surroundings{}, []string{
			unknown + `mytool:hide; remove it, or add +configgen:foreign("mytool:") to the package if another tool reads it`,
			unknown + `whatever; remove it, or add +configgen:foreign("whatever") to the package if another tool reads it`,
			unknown + "k8s:whatever; remove it; configgen markers lists those that it reads",
		}, ""},
		{"foreign", "+mytool:hide\n+whatever=1", OnField, Surroundings{Foreign: []string{"mytool:", "what"}}, nil, ""},
		{"known", "+genclient:nonNamespaced\n+protobuf.options.marshal=false\n+kubebuilder:rbac:groups=a,verbs=get\n" +
			"+k8s:openapi-gen=true\n+patchStrategy=merge\n+kubebuilder:object:root=true", OnType, Surroundings{}, nil, ""},
		{"constraints in a cluster", "+kubebuilder:validation:Minimum=1\n+kubebuilder:validation:Required\n" +
			"+kubebuilder:validation:items:MaxLength=3\n+kubebuilder:default=a\n" +
			`+kubebuilder:validation:XValidation:rule="self > 1"`, OnField, Surroundings{}, []string{
			"+kubebuilder:validation:Minimum" + gen + "use +k8s:minimum=1",
			"+kubebuilder:validation:Required" + gen + "use +required",
			"+kubebuilder:validation:items:MaxLength" + gen + "use +k8s:eachVal=+k8s:maxLength=3",
			"+kubebuilder:default" + gen + "use +default=a",
			"+kubebuilder:validation:XValidation:rule" + gen + "use the rule in the validation function of the type",
		}, "+k8s:minimum=1\n+required\n+k8s:eachVal=+k8s:maxLength=3\n+kubebuilder:default=a\n" +
			`+kubebuilder:validation:XValidation:rule="self > 1"`},
		{"both", "+kubebuilder:validation:Minimum=1\n+k8s:minimum=1\n+kubebuilder:validation:Optional\n+optional", OnField,
			Surroundings{}, nil, ""},
		{"for controller-gen, too", "+kubebuilder:validation:Minimum=1", OnField, Surroundings{ControllerGen: true}, []string{
			"warning: +kubebuilder:validation:Minimum" + gen + "add +k8s:minimum=1"}, ""},
		{"in another place", "+optional", OnType, Surroundings{}, []string{
			"+optional does not apply to a type; move it into the doc comment of a field"}, ""},
		{"reported by Parse", "+flgs\n+configgen:flag", OnField, Surroundings{}, nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := "// " + strings.ReplaceAll(test.lines, "\n", "\n// ") + "\npackage x\n"
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "x.go", source, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			var edits []diag.Edit
			for i, d := range NewParser(fset).Unknown(Lines(file.Doc), test.place, test.around) {
				text := d.Text()
				if d.Severity == diag.Warning {
					text = "warning: " + text
				}
				if d.Position.Column != 4 || d.Position.Line < i+1 {
					t.Errorf("%s is at %s", text, d.Position)
				}
				got, edits = append(got, text), append(edits, d.Edits()...)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got: %s", diff)
			}
			fixed := source
			for i := range edits {
				e := edits[len(edits)-1-i]
				fixed = fixed[:e.Start] + e.New + fixed[e.End:]
			}
			want := test.lines
			if test.fixed != "" {
				want = test.fixed
			}
			if want = fmt.Sprintf("// %s\npackage x\n", strings.ReplaceAll(want, "\n", "\n// ")); fixed != want {
				t.Errorf("after the edits: %s", fixed)
			}
		})
	}
}
