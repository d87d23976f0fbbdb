package layout

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func alphaField() rule.Rule {
	return rule.Rule{
		Code:   "alpha-field",
		Source: lint.Versioned,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
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
