package rules

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

// layoutRules are about structs, packages, versions and flags.
func layoutRules() []rule.Rule {
	return []rule.Rule{
		{Code: "alpha-field", Source: lint.Versioned, NoFix: lint.ChangesFiles, Run: lint.Fields(alphaField)},
		{Code: "field-order", Source: lint.Versioned, NoFix: lint.ChangesCode, Run: rule.Each(fieldOrder)},
		{Code: "flag-case", Source: lint.Commands, NoFix: lint.ChangesFlags, Run: lint.Flags(flagCase)},
		{Code: "flag-only", Source: lint.Instance, NoFix: lint.ChangesFlags, Run: lint.Flags(flagOnly)},
		{Code: "internal-pointer", Source: lint.Versioned, NoFix: lint.ChangesCode, Run: lint.Internal(internalPointer)},
		{Code: "unstable-type", Source: lint.Versioned, NoFix: lint.ChangesCode, Run: lint.Fields(unstableType)},
		{Code: "unversioned-type", Source: lint.Versioned, NoFix: lint.ChangesCode, Run: lint.Fields(unversionedType)},
	}
}

func alphaField(field lint.Field) []rule.Finding {
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
}

var (
	alphaName = regexp.MustCompile(`^(Alpha|Experimental)[A-Z]`)
	alphaText = regexp.MustCompile(
		`(?i)\b(alpha|experimental)[- ](feature|field|level|option|only)|\[alpha\]|^alpha:|is (alpha|experimental)\b`)
	// namesGate matches comments that name a feature gate.
	namesGate = regexp.MustCompile(`(?i)feature ?gates?\b`)
)

func fieldOrder(g *group.Group) []rule.Finding {
	var findings []rule.Finding
	if !g.Internal() {
		return nil
	}
	for _, root := range g.Roots {
		for _, external := range root.External {
			findings = append(findings, displaced(root, root.Fields, external.Fields)...)
		}
	}
	return findings
}

// displaced reports the first field in each struct that precedes a field that it follows in the internal type.
func displaced(root *group.Root, internal, external []*group.Field) []rule.Finding {
	place := func(name string) int {
		return slices.IndexFunc(internal, func(field *group.Field) bool { return field.Name == name })
	}
	var findings []rule.Finding
	last, reported := -1, false
	for _, field := range external {
		at := place(field.Name)
		if at < 0 {
			continue
		}
		if at < last && !reported && field.Own() {
			reported = true
			findings = append(findings, lint.Found(field.Position, field.End, root, field,
				fmt.Sprintf("%s follows %s, and comes before it in the internal type", field.Path, internal[last].Name),
				"keep the fields of both structs in one order")...)
		}
		last = max(last, at)
		findings = append(findings, displaced(root, internal[at].Fields, field.Fields)...)
	}
	return findings
}

func flagCase(f lint.Flag) []rule.Finding {
	if flagName.MatchString(f.Name) {
		return nil
	}
	return f.Found(fmt.Sprintf("the flag --%s is not in lower case with hyphens", f.Name),
		"add a flag with another name, and deprecate this one")
}

var flagName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func flagOnly(f lint.Flag) []rule.Finding {
	if f.Field == nil || len(f.Group.Roots) == 0 || !slices.Contains(f.Group.FlagStructs, f.Root) ||
		f.Deprecated != "" || commandName.MatchString(f.Name) {
		return nil
	}
	return f.Found(fmt.Sprintf("the flag --%s sets something that no file can set", f.Name),
		"move the field into the configuration, or into one with +config(scope: instance)")
}

// commandName matches flags that belong to the command line itself.
var commandName = regexp.MustCompile(
	`^(config|instance-config|dynamic-config|write-config|version|help|cleanup|dry-run|print|explain)`)

func internalPointer(g *group.Group, root *group.Root, field *group.Field) []rule.Finding {
	if field.Type.Kind != "pointer" || len(field.Fields) > 0 || !alwaysSet(root, field) {
		return nil
	}
	return lint.Found(field.Position, field.End, root, field,
		fmt.Sprintf("%s is a pointer, and every version gives it a default", field.Path),
		fmt.Sprintf("make it %s", field.Type.Elem))
}

// alwaysSet reports whether every version has the field, with a default that is known.
func alwaysSet(root *group.Root, field *group.Field) bool {
	for _, external := range root.External {
		found := false
		external.Walk(func(counterpart *group.Field) {
			value := ""
			if counterpart.Default != nil {
				value = counterpart.Default.Value
			}
			found = found || counterpart.Path == field.Path && value != "" && value != "null"
		})
		if !found {
			return false
		}
	}
	return len(root.External) > 0
}

func unstableType(field lint.Field) []rule.Finding {
	t := field.Type.Base()
	theirs := versionOf(t)
	if !foreign(field, t) || theirs == "" || stability(theirs) >= stability(field.Version.Name) || t.Package == shared {
		return nil
	}
	return field.Found(
		fmt.Sprintf("%s of %s has the type %s of %s", field.Path, field.Version.Name, t, t.Package),
		"declare a type of your own with the fields that you promise to keep")
}

// shared has the structs of all components, including GA versions of Kubernetes, which can no longer be removed.
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

func unversionedType(field lint.Field) []rule.Finding {
	t := field.Type.Base()
	if !foreign(field, t) || versionOf(t) != "" || t.Leaf || !strings.Contains(t.Package, ".") {
		return nil
	}
	return field.Found(fmt.Sprintf("%s has the type %s of %s, which is not a version", field.Path, t, t.Package),
		"declare a type of your own, or use one of a version")
}

// foreign reports whether a type is from another package than the version.
func foreign(field lint.Field, t *group.Type) bool {
	return t.Package != "" && t.Package != field.Version.Types.Path && t.Package != field.Package
}

// versionOf returns the version that the package of a type is named after; empty if it is not.
func versionOf(t *group.Type) string {
	if base := path.Base(t.Package); group.IsVersion(base) {
		return base
	}
	return ""
}
