package flagvalues

import "slices"

// extend gives a list's new elements: the parsed ones alone in the first Set, added to the old ones in a later Set,
// none for an empty text. The old list may belong to a configuration that was copied by assignment, so it is never
// appended to in place.
func extend[T any](later bool, text string, old, parsed []T) []T {
	if !later || text == "" {
		return parsed
	}
	return slices.Concat(old, parsed)
}
