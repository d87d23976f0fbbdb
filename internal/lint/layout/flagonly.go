package layout

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func flagOnly() rule.Rule {
	return rule.Rule{
		Code:   "flag-only",
		Source: lint.Instance,
		NoFix:  lint.ChangesFlags,
		Run: lint.Flags(func(f lint.Flag) []rule.Finding {
			if f.Field == nil || len(f.Group.Roots) == 0 || !slices.Contains(f.Group.FlagStructs, f.Root) ||
				f.Deprecated != "" || commandName.MatchString(f.Name) {
				return nil
			}
			return f.Found(fmt.Sprintf("the flag --%s sets something that no file can set", f.Name),
				"move the field into the configuration, or into one with +config(scope: instance)")
		}),
	}
}

// commandName matches flags that belong to the command line itself.
var commandName = regexp.MustCompile(
	`^(config|instance-config|dynamic-config|write-config|version|help|cleanup|dry-run|print|explain)`)
