package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

// DeadOption is the code of the rule about fields that no code reads. It needs the whole module.
const DeadOption = "dead-option"

// useRules are about the code that uses the types.
func useRules() []rule.Rule {
	return []rule.Rule{
		{Code: DeadOption, Source: lint.Deprecation, NoFix: lint.ChangesFiles, Run: rule.Each(deadOptions)},
	}
}

// deadOptions reports fields that no code reads, except deprecated fields, which files may still set, and fields that
// other code applies.
func deadOptions(g *group.Group) []rule.Finding {
	var findings []rule.Finding
	for _, root := range g.AllRoots() {
		root.Walk(func(field *group.Field) {
			if field.Unread && !header(field) && !deprecated(field) && !applied(root, field) {
				findings = append(findings, lint.Found(field.Position, field.End, root, field,
					fmt.Sprintf("no code of the module reads %s, so that the option has no effect", field.Path),
					"apply the value, or deprecate the field and say that it has no effect")...)
			}
		})
	}
	return findings
}

// header reports whether a field is metav1.TypeMeta, or a copy of it: the decoder reads apiVersion and kind.
func header(field *group.Field) bool {
	return field.Embedded && field.Name == "TypeMeta" || field.Parent != nil && header(field.Parent)
}

// deprecated reports whether a marker or the comment says that a field is deprecated.
func deprecated(field *group.Field) bool {
	return field.Deprecation() != nil || strings.Contains(strings.ToLower(field.Doc), "deprecated")
}

// applied reports whether other code applies a field: a library that gets its value, the loader, which reads a secret
// from the file that the field names, or dynamic configuration, which reads two fields of a pushed file.
func applied(root *group.Root, field *group.Field) bool {
	other := slices.Contains([]string{"configTrialDuration", "crashLoopThreshold"}, field.JSONPath)
	root.Walk(func(f *group.Field) { other = other || f.Facts.SecretFile == field.Path })
	return other || field.Has(func(f *group.Field) bool { return len(f.ThirdPartyFlags) > 0 })
}
