package optional

import (
	"fmt"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func requiredDefault() rule.Rule {
	return rule.Rule{
		Code:   "required-default",
		Source: lint.Conventions,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if field.Default == nil || field.Default.Value == "" || !field.Required() || field.Optional() {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is required and has the default %s", field.Path, field.Default.Value),
				"mark it +optional, or remove the default", relaxed(field)...)
		}),
	}
}

// relaxed makes a field optional that the default sets before validation looks.
func relaxed(field lint.Field) []diag.Edit {
	if field.Root.ZerosKept || slices.Contains(unset, field.Default.Value) || needsKey(field) ||
		field.Setting == nil || len(field.Setting.Flags) > 0 { // flags are applied after defaults, and can be empty
		return nil
	}
	edits := field.ReplaceMarker("required", "optional")
	edits = append(edits, field.ReplaceMarker("k8s:required", "k8s:optional")...)
	if len(edits) > 0 && !omits(field) {
		edits = append(edits, field.AddOption("omitempty", "")...)
	}
	return edits
}

// needsKey reports whether a file may have to have the key of a required field, whatever its default: the field always
// has a value, or the version requires it and the internal type does not.
func needsKey(field lint.Field) bool {
	return isStruct(field) || field.Type.Deref().Kind == "bool" || field.Group.Internal() &&
		(field.Markers.Has("k8s:required") || field.Setting == nil || !field.Setting.Markers.Has("required"))
}
