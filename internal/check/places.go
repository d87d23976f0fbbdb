package check

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

// placeRules are about fields and markers in a root that they do not belong in.
func placeRules() []rule.Rule {
	return []rule.Rule{
		forMarker("instance-in-shared", instanceInShared),
		forField("not-configuration", notConfiguration),
		exceptable("feature-alpha-field", alphaField),
	}
}

func instanceInShared(at inRoot, m markers.Marker, _ *markers.Instance) []finding {
	if at.root.Instance {
		return nil
	}
	return []finding{{onMarker(m),
		fmt.Sprintf("%s is specific to an instance, and %s is shared by all instances", at.field.Path, at.root.Name),
		"move it to a root marked +config(scope: instance)"}}
}

func notConfiguration(at inRoot) []finding {
	if !at.flagStruct {
		return nil
	}
	var findings []finding
	for _, m := range at.field.Markers {
		switch value := m.Value.(type) {
		case *markers.Secret:
			if value.File == "" {
				continue
			}
		case *markers.Path, *markers.Precedence, *markers.Reload, *markers.Instance, *markers.ThirdPartyFlag,
			*markers.Check:
		default:
			continue
		}
		findings = append(findings, finding{removing(m),
			fmt.Sprintf("+%s applies to configuration files, and %s is a +flags struct, which is not in a file",
				m.Name, at.root.Name),
			"remove it"})
	}
	return findings
}

// alphaWords are how documentation says that a field is alpha.
var alphaWords = regexp.MustCompile(`(?i)\balpha[- ](field|feature|option|level|stage)\b|` +
	`\b(is|in|still) alpha\b|^\W*alpha\W*:|\[alpha\]|\(alpha\)`)

// saysAlpha reports whether documentation says that a field is alpha.
func saysAlpha(doc string) bool {
	return strings.Contains(strings.ToLower(doc), "alpha") && alphaWords.MatchString(doc)
}

func alphaField(at inRoot) []finding {
	field, version := at.field, at.root.Version
	if version == nil || strings.Contains(version.Name, "alpha") || !strings.HasPrefix(version.Name, "v") ||
		len(field.AllGates()) > 0 {
		return nil
	}
	where, fix := onField(field), "add +featureGate=..."
	switch {
	case field.Own() && saysAlpha(field.Doc):
	case field.Counterpart != nil && saysAlpha(field.Counterpart.Doc):
		where = place{Position: field.Counterpart.Position, End: field.Counterpart.End}
		fix += " to the field of the internal type"
	default:
		return nil
	}
	return []finding{{where,
		fmt.Sprintf("%s is alpha according to its documentation, and is in version %s without a feature gate",
			field.Path, version.Name),
		fix + ", or fix the documentation"}}
}
