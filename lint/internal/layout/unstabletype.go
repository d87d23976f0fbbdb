package layout

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/lint"
)

func unstableType() lint.Rule {
	return lint.Rule{
		Code: "unstable-type",
		Doc:  "A version does not have types of other versions that are less stable.",
		Detail: "An alpha version may change or go away in any release, and with it a part of a version " +
			"that promises to stay. The structs of k8s.io/component-base/config/v1alpha1 are fine: components share " +
			"them, also in stable versions, as kube-scheduler does.",
		Quote: "That said, even using types from other versioned APIs carries risk: you'll have to respond " +
			"if that API version is deprecated.",
		Source: lint.Versioned,
		Bad: "import metav1beta1 \"k8s.io/apimachinery/pkg/apis/meta/v1beta1\"\n\n" +
			"type RelayConfiguration struct {\n" +
			"\t// known are the objects that the relay knows when it starts.\n" +
			"\t// +optional\n" +
			"\tKnown *metav1beta1.PartialObjectMetadataList `json:\"known,omitempty\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// known are the names of the objects that the relay knows when it starts.\n" +
			"\t// +optional\n" +
			"\tKnown []string `json:\"known,omitempty\"`\n}",
		NoFix: lint.ChangesCode,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			t := field.Type.Base()
			theirs := versionOf(t)
			if !foreign(field, t) || t.Package == shared || theirs == "" || stability(theirs) >= stability(field.Version.Name) {
				return nil
			}
			return field.Found(
				fmt.Sprintf("%s of %s has the type %s of %s", field.Path, field.Version.Name, t, t.Package),
				"declare a type of your own with the fields that you promise to keep")
		}),
	}
}

// shared has the structs that the configurations of all components have in common.
const shared = "k8s.io/component-base/config/v1alpha1"

// stability orders versions: alpha, beta, GA.
func stability(version string) int {
	switch {
	case strings.Contains(version, "alpha"):
		return 0
	case strings.Contains(version, "beta"):
		return 1
	}
	return 2
}
