package check

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

// placeRules are about fields and markers in a root that they do not belong in.
func placeRules() []rule.Rule {
	return []rule.Rule{
		forMarker("instance-in-shared", instanceInShared),
		forField("not-configuration", notConfiguration),
		exceptable("feature-alpha-field", alphaField),
		forGroup("unreached-marker", gatedRoots),
		forField("constraint-gate", requiredWithGate),
		exceptable("enum-unmarked", unmarkedEnum),
		forMarker("zero-place", zeroWithoutDefault),
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

// gatedRoots finds feature gates on roots, which exist whatever gates are on.
func gatedRoots(g *group.Group) []finding {
	var findings []finding
	for _, root := range g.AllRoots() {
		for _, m := range root.Markers.Named("featureGate") {
			findings = append(findings, finding{removing(m),
				fmt.Sprintf("%s has no effect: %s is a root, which no feature gate guards", m.Text, root.Name),
				"put it on the fields that the gate guards"})
		}
	}
	return findings
}

// requiredWithGate finds fields that are required and that nothing can set as long as a feature gate is off.
func requiredWithGate(at inRoot) []finding {
	gates := at.field.AllGates()
	if len(gates) == 0 {
		return nil
	}
	for _, m := range at.field.Markers {
		if name := strings.TrimPrefix(m.Name, "k8s:"); name == "required" && len(at.field.Gates) > 0 {
			return []finding{{removing(m), fmt.Sprintf("%s is required, and cannot be set while the feature gate %s is off",
				at.field.Path, gates[len(gates)-1].Name), "remove one of the two markers"}}
		}
	}
	return nil
}

// unmarkedEnum finds string types with constants that do not say that these are all values.
func unmarkedEnum(at inRoot) []finding {
	t := at.field.Type.Base()
	marked := func(set markers.Set) bool { return set.Has("enum") || set.Has("k8s:enum") }
	if t.Kind != "string" || !t.Own || len(t.Constants) < 2 || t.GatedValues() || t.Leaf || !at.field.Own() ||
		marked(t.Markers) || marked(at.field.Markers) || at.field.Counterpart != nil && marked(at.field.Counterpart.Markers) {
		return nil
	}
	where := marking(at.field, "+enum")
	where.Severity = diag.Warning
	return []finding{{where, fmt.Sprintf("%s accepts any text, although %s has %d constants", at.field.Path, t,
		len(t.Constants)), "add +enum to the field or to the type, or an exception if other values are valid"}}
}

// zeroWithoutDefault finds +zero=unset where no default replaces a zero of a file.
func zeroWithoutDefault(at inRoot, m markers.Marker, _ *markers.Zero) []finding {
	path, why := at.field.Path, "no version has a default there that a zero could get"
	replaced := len(at.root.External) == 0
	for _, external := range at.root.External {
		external.Walk(func(field *group.Field) {
			rest, below := strings.CutPrefix(field.Path, path)
			below = below && (rest == "" || strings.ContainsAny(rest[:1], ".["))
			replaced = replaced || below && field.Default != nil && field.Type.Kind != "pointer"
			if below && field.Default != nil && rest == "" {
				why = "its versions have a pointer, so that a zero is a value"
			}
		})
	}
	if at.root.ZerosKept {
		replaced, why = false, "the zeros of all files are kept"
	}
	if replaced {
		return nil
	}
	return []finding{{removing(m), fmt.Sprintf("%s has no effect on %s: %s", m.Text, path, why), "remove it"}}
}
