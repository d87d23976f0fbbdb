package layout

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
)

func flagCase() lint.Rule {
	return lint.Rule{
		Code:   "flag-case",
		Source: lint.Commands,
		NoFix:  lint.ChangesFlags,
		Check: lint.Flags(func(f lint.Flag) []lint.Finding {
			if flagName.MatchString(f.Name) {
				return nil
			}
			return f.Found(fmt.Sprintf("the flag --%s is not in lower case with hyphens", f.Name),
				"add a flag with another name, and deprecate this one")
		}),
	}
}

var flagName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
