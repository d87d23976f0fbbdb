package layout

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
)

func alphaField() lint.Rule {
	return lint.Rule{
		Code: "alpha-field",
		Doc:  "An alpha field of a beta or GA version needs a feature gate that is off by default.",
		Detail: "The rule reports fields with a comment or name that says that they are alpha or " +
			"experimental and without +featureGate, and those with an alpha gate that is on by default.",
		Quote: "The API changes policy allows for alpha fields in beta or GA-versioned config, but only if " +
			"the behavior configured via the fields is guarded by a feature gate and disabled by default",
		Source: lint.Versioned,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// prefetch renews answers before they expire. This is an alpha feature.\n" +
			"\t// +optional\n" +
			"\tPrefetch *bool `json:\"prefetch,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// prefetch renews answers before they expire. This is an alpha feature.\n" +
			"\t// +optional\n" +
			"\t// +featureGate=Prefetch\n" +
			"\tPrefetch *bool `json:\"prefetch,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if stability(field.Version.Name) == 0 || field.Setting == nil {
				return nil
			}
			gates := field.Setting.AllGates()
			for _, gate := range gates {
				if gate.Feature != nil && gate.Feature.Latest().Stage == "alpha" && gate.Feature.Latest().Default {
					return field.Found(fmt.Sprintf("%s of %s is guarded by %s, which is alpha and on by default", field.Path,
						field.Version.Name, gate.Name), "disable the feature by default")
				}
			}
			isAlpha := alphaText.MatchString(field.Doc) || alphaName.MatchString(field.Name)
			if !isAlpha || len(gates) > 0 || namesGate.MatchString(field.Doc) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s of %s is alpha, and no feature gate guards it", field.Path, field.Version.Name),
				"add a feature that is off by default, and +featureGate")
		}),
	}
}

var (
	alphaName = regexp.MustCompile(`^(Alpha|Experimental)[A-Z]`)
	alphaText = regexp.MustCompile(
		`(?i)\b(alpha|experimental)[- ](feature|field|level|option|only)|\[alpha\]|^alpha:|is (alpha|experimental)\b`)
	// namesGate matches comments that name a feature gate.
	namesGate = regexp.MustCompile(`(?i)feature ?gates?\b`)
)
