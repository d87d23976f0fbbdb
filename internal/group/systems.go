package group

import (
	"slices"
	"strings"
)

// Systems is a set of GOOS values: those listed or, if they follow exclamation marks, all others. Nil means every
// system.
type Systems []string

// KnownSystems returns the GOOS values that +os accepts, sorted.
func KnownSystems() []string {
	return []string{
		"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "linux", "netbsd", "openbsd", "plan9",
		"solaris", "wasip1", "windows",
	}
}

// Has reports whether the set holds the given GOOS value.
func (s Systems) Has(goos string) bool {
	if len(s) == 0 {
		return true
	}
	if strings.HasPrefix(s[0], "!") {
		return !slices.Contains(s, "!"+goos)
	}
	return slices.Contains(s, goos)
}

// Names are the GOOS values that the set mentions, sorted.
func (s Systems) Names() []string {
	var names []string
	for _, system := range s {
		names = append(names, strings.TrimPrefix(system, "!"))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Known lists the GOOS values in the set, sorted; nil for every system.
func (s Systems) Known() []string {
	if len(s) == 0 {
		return nil
	}
	var known []string
	for _, goos := range KnownSystems() {
		if s.Has(goos) {
			known = append(known, goos)
		}
	}
	return known
}

// And is the intersection of two sets; empty and not nil if they have no system in common.
func (s Systems) And(other Systems) Systems {
	switch {
	case len(s) == 0:
		return other
	case len(other) == 0:
		return s
	}
	both := Systems{}
	for _, goos := range KnownSystems() {
		if s.Has(goos) && other.Has(goos) {
			both = append(both, goos)
		}
	}
	return both
}

// Limit is the set of systems on which a field with the values of its +os exists, given that what holds it exists on s.
// The values are invalid, and s is returned, if one is unknown, if some of them and not all exclude, or if no system is
// left.
func (s Systems) Limit(values []string) (both Systems, valid bool) {
	excluded := 0
	for _, value := range values {
		name, not := strings.CutPrefix(value, "!")
		if not {
			excluded++
		}
		if !slices.Contains(KnownSystems(), name) {
			return s, false
		}
	}
	if excluded > 0 && excluded < len(values) {
		return s, false
	}
	if both = s.And(values); len(both) == 0 {
		return s, false
	}
	return both, true
}
