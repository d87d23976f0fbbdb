package configapi

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
)

// libraryFlags adds the flags of libraries that get the value of a field, and which of them do not exist.
func libraryFlags(facts map[string]string, field *group.Field) {
	var all, missing []string
	for _, flag := range field.ThirdPartyFlags {
		name := object(flag.From) + " " + flag.Name
		all = append(all, name)
		if flag.Missing {
			missing = append(missing, name)
		}
	}
	facts["library flags"], facts["missing library flags"] = strings.Join(all, ","), strings.Join(missing, ",")
}

// registers adds the flags that a function registers, and those of them with a default that neither the preferred
// version nor a +legacyDefault has.
func registers(facts map[string]string, root *group.Root, field *group.Field, from *group.Delegation) {
	var names, others []string
	for _, flag := range from.Registers {
		names = append(names, flag.Name)
		if flag.Default == "" {
			continue
		}
		if value, known := defaultOf(root, field.Path+"."+flag.Field); known && value != flag.Default {
			others = append(others, fmt.Sprintf("--%s%s=%s instead of %s", from.Prefix, flag.Name, flag.Default, value))
		}
	}
	slices.Sort(names)
	facts["registers"], facts["other defaults"] = strings.Join(names, ","), strings.Join(others, ", ")
}

// defaultOf is the default of the field with a Go path in the preferred version, in JSON. It is not known of a field
// with a legacy default, which says that the command line has another one.
func defaultOf(root *group.Root, path string) (value string, known bool) {
	declared := false
	root.Walk(func(field *group.Field) { declared = declared || field.Path == path && field.LegacyDefault != nil })
	if declared || len(root.External) == 0 {
		return "", false
	}
	root.External[0].Walk(func(field *group.Field) {
		switch {
		case field.Path != path:
		case field.Default != nil:
			value, known = field.Default.Value, field.Default.Value != ""
		case field.Type.Kind == "bool":
			value, known = "false", true
		case field.Type.Kind == "string":
			value, known = `""`, true
		case strings.Contains(field.Type.Kind, "int") && field.Type.Package == "":
			value, known = "0", true
		}
	})
	return value, known
}
