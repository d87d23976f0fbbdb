package layout

import (
	"fmt"
	"path"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func unversionedType() rule.Rule {
	return rule.Rule{
		Code:   "unversioned-type",
		Source: lint.Versioned,
		NoFix:  lint.ChangesCode,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
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
