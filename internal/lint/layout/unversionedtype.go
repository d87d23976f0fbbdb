package layout

import (
	"fmt"
	"path"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
)

func unversionedType() lint.Rule {
	return lint.Rule{
		Code: "unversioned-type",
		Doc:  "A version consists of its own types and of types of other versions.",
		Detail: "A type without a version can change at any time, and with it all files. The rule reports " +
			"structs of packages that are not named after a version. Types that read themselves as a whole, such as " +
			"resource.Quantity, are fine.",
		Quote: "Do not use unversioned types in your versioned config; stick to language primitives and " +
			"types from versioned APIs.",
		Source: lint.Versioned,
		Bad: "import componentbaseconfig \"k8s.io/component-base/config\"\n\n" +
			"type RelayConfiguration struct {\n" +
			"\t// leaderElection elects the relay that answers queries.\n" +
			"\t// +optional\n" +
			"\tLeaderElection componentbaseconfig.LeaderElectionConfiguration `json:\"leaderElection\"`\n}",
		Good:  ownElection,
		NoFix: lint.ChangesCode,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			t := field.Type.Base()
			if !foreign(field, t) || versionOf(t) != "" || t.Leaf || !strings.Contains(t.Package, ".") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has the type %s of %s, which is not a version", field.Path, t, t.Package),
				"declare a type of your own, or use one of a version")
		}),
	}
}

// foreign reports whether a type is from another package than the version.
func foreign(field lint.Field, t *group.Type) bool {
	return t.Package != "" && t.Package != field.Version.Types.Path && t.Package != field.Package
}

// versionOf is the version that the package of a type is named after; empty if it is not.
func versionOf(t *group.Type) string {
	if base := path.Base(t.Package); group.IsVersion(base) {
		return base
	}
	return ""
}
