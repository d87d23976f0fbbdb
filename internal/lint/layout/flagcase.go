package layout

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func flagCase() rule.Rule {
	return rule.Rule{
		Code:   "flag-case",
		Source: lint.Commands,
		NoFix:  lint.ChangesFlags,
		Run: lint.Flags(func(f lint.Flag) []rule.Finding {
			if flagName.MatchString(f.Name) {
				return nil
			}
			return f.Found(fmt.Sprintf("the flag --%s is not in lower case with hyphens", f.Name),
				"add a flag with another name, and deprecate this one")
		}),
	}
}

var flagName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
