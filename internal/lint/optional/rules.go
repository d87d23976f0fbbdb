// Package optional has the rules about fields that a file can omit.
package optional

import "github.com/configgen/configgen/internal/lint"

// Rules returns the rules of this package.
func Rules() []lint.Rule {
	return []lint.Rule{
		bothPresences(), containerOmitempty(), defaultOptional(), defaultVersions(), emptyDefault(), optionalMarker(),
		optionalOmitempty(), requiredDefault(), requiredField(), structOmitempty(), zeroDefault(),
	}
}
