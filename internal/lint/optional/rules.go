// Package optional has the rules about fields that a file can omit.
package optional

import "github.com/configgen/configgen/internal/rule"

// Rules returns the rules of this package.
func Rules() []rule.Rule {
	return []rule.Rule{
		bothPresences(), containerOmitempty(), defaultOptional(), defaultVersions(), emptyDefault(), optionalMarker(),
		optionalOmitempty(), requiredDefault(), requiredField(), structOmitempty(), zeroDefault(),
	}
}
