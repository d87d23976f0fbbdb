package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

// namingRules are about names.
func namingRules() []rule.Rule {
	return []rule.Rule{
		{Code: "bool-name", Source: lint.Conventions, NoFix: lint.ChangesFiles, Run: lint.Fields(boolName)},
		{Code: "field-doc", Source: lint.Changes, Run: lint.Fields(fieldDoc)},
		{Code: "group-name", Source: lint.Versioned, NoFix: lint.ChangesFiles, Run: rule.Each(groupName)},
		{Code: "json-case", Source: lint.Conventions, NoFix: lint.ChangesFiles, Run: lint.Fields(jsonCase)},
		{Code: "json-matches", Source: lint.Conventions, NoFix: lint.ChangesFiles, Run: lint.Fields(jsonMatches)},
		{Code: "kind-name", Source: lint.Staging, NoFix: lint.ChangesFiles, Run: rule.Each(kindName)},
		{Code: "os-prefix", Off: true, Source: lint.Versioned, NoFix: lint.ChangesFiles, Run: lint.Fields(osPrefix)},
		{Code: "time-name", Source: lint.Conventions, NoFix: lint.ChangesFiles, Run: lint.Fields(timeName)},
	}
}

func boolName(field lint.Field) []rule.Finding {
	rest, ok := strings.CutPrefix(field.Name, "Is")
	if field.Type.Deref().Kind != "bool" || !ok || rest == "" || !unicode.IsUpper([]rune(rest)[0]) {
		return nil
	}
	return field.Found(fmt.Sprintf("the name of %s begins with Is", field.Path), "call it "+rest)
}

func fieldDoc(field lint.Field) []rule.Finding {
	if field.Doc != "" || field.JSONName == "" {
		return nil
	}
	return field.Found(fmt.Sprintf("%s has no comment", field.Path), "say what it is for, with its unit and its default",
		field.AddDoc(internalDoc(field))...)
}

// internalDoc returns the comment of the same field in the internal type, beginning with the name in files; empty for
// none.
func internalDoc(field lint.Field) string {
	if field.Setting == nil {
		return ""
	}
	if rest, ok := strings.CutPrefix(field.Setting.Doc, field.Name+" "); ok {
		return field.JSONName + " " + rest
	}
	return field.Setting.Doc
}

func groupName(g *group.Group) []rule.Finding {
	parts := strings.Split(g.Name, ".")
	if g.Name == "" || len(g.Roots) == 0 || slices.Contains(parts, "config") {
		return nil
	}
	return lint.Found(g.Named.Position, g.Named.End, nil, nil,
		fmt.Sprintf("the API group %s does not have config in its name", g.Name),
		fmt.Sprintf("a new group can be %s", strings.Join(slices.Insert(parts, 1, "config"), ".")))
}

func jsonCase(field lint.Field) []rule.Finding {
	name := field.JSONName
	if name == "" || !field.Tagged() || camelCase.MatchString(name) {
		return nil
	}
	return field.Found(fmt.Sprintf("%s has the JSON name %q, which is not in camel case", field.Path, name),
		fmt.Sprintf("call it %s in the next version", flagtext.JSON(field.Name)))
}

var camelCase = regexp.MustCompile(`^[a-z][a-zA-Z0-9]*$`)

func jsonMatches(field lint.Field) []rule.Finding {
	name := strings.NewReplacer("-", "", "_", "").Replace(field.JSONName)
	if name == "" || field.Embedded || strings.EqualFold(name, field.Name) {
		return nil
	}
	return field.Found(fmt.Sprintf("%s has the JSON name %q", field.Path, field.JSONName),
		fmt.Sprintf("rename the field in Go, or call it %s in the next version", flagtext.JSON(field.Name)))
}

func kindName(g *group.Group) []rule.Finding {
	if len(g.Roots) == 0 || slices.ContainsFunc(g.Roots, func(root *group.Root) bool {
		return root.Plain || strings.HasSuffix(root.Name, "Configuration")
	}) {
		return nil
	}
	root := g.Roots[0]
	return lint.Found(root.Position, root.End, root, nil,
		fmt.Sprintf("no kind of the group ends in Configuration; the first is %s", root.Name),
		"rename it in the next version")
}

func osPrefix(field lint.Field) []rule.Finding {
	if field.Setting == nil || len(field.Setting.OS) != 1 || strings.HasPrefix(field.Setting.OS[0], "!") {
		return nil
	}
	system := field.Setting.OS[0]
	if strings.Contains(strings.ToLower(field.Path), system) {
		return nil
	}
	return field.Found(fmt.Sprintf("%s exists on %s alone, and its name does not say so", field.Path, system),
		fmt.Sprintf("call it %s%s%s in the next version", strings.ToUpper(system[:1]), system[1:], field.Name))
}

func timeName(field lint.Field) []rule.Finding {
	t := field.Type.Deref()
	meta := "k8s.io/apimachinery/pkg/apis/meta/v1"
	isTime := t.Is(meta, "Time") || t.Is(meta, "MicroTime") || t.Is("time", "Time")
	if !isTime || strings.HasSuffix(field.Name, "Time") {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is a time, and its name does not end in Time", field.Path),
		"rename it in the next version")
}
