package layout

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/lint"
)

func unstableType() lint.Rule {
	return lint.Rule{
		Code: "unstable-type",
		Doc:  "A version does not have types of other versions that are less stable.",
		Detail: "An alpha version may change or go away in any release, and with it a part of a version " +
			"that promises to stay.",
		Quote: "That said, even using types from other versioned APIs carries risk: you'll have to respond " +
			"if that API version is deprecated.",
		Source: lint.Versioned,
		Bad: "import componentbaseconfig \"k8s.io/component-base/config/v1alpha1\"\n\n" +
			"type RelayConfiguration struct {\n" +
			"\t// leaderElection elects the relay that answers queries.\n" +
			"\t// +optional\n" +
			"\tLeaderElection componentbaseconfig.LeaderElectionConfiguration `json:\"leaderElection\"`\n}",
		Good:  ownElection,
		NoFix: lint.ChangesCode,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			t := field.Type.Base()
			theirs := versionOf(t)
			if !foreign(field, t) || theirs == "" || stability(theirs) >= stability(field.Version.Name) {
				return nil
			}
			return field.Found(
				fmt.Sprintf("%s of %s has the type %s of %s", field.Path, field.Version.Name, t, t.Package),
				"declare a type of your own with the fields that you promise to keep")
		}),
	}
}

// ownElection is the example of a version with a type of its own.
const ownElection = "type RelayConfiguration struct {\n" +
	"\t// leaderElection elects the relay that answers queries.\n" +
	"\t// +optional\n" +
	"\tLeaderElection LeaderElection `json:\"leaderElection\"`\n}\n\n" +
	"// LeaderElection elects one of several relays.\n" +
	"type LeaderElection struct {\n" +
	"\t// leaderElect enables the election.\n" +
	"\t// +optional\n" +
	"\tLeaderElect *bool `json:\"leaderElect,omitempty\"`\n}"

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
