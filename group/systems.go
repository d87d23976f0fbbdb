package group

import (
	"slices"
	"strings"
)

// Systems is a set of GOOS values: those listed or, where they stand behind exclamation marks, all others. Nil means
// every system.
type Systems []string

// knownSystems are the GOOS values that +os accepts.
var knownSystems = []string{
	"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "linux", "netbsd", "openbsd", "plan9", "solaris",
	"wasip1", "windows",
}

// Has reports whether the set holds the given GOOS value. A value behind an exclamation mark excludes.
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
	for _, goos := range knownSystems {
		if s.Has(goos) {
			known = append(known, goos)
		}
	}
	return known
}

// and is the intersection of two sets.
func (s Systems) and(other Systems) Systems {
	switch {
	case len(s) == 0:
		return other
	case len(other) == 0:
		return s
	}
	both := Systems{}
	for _, goos := range knownSystems {
		if s.Has(goos) && other.Has(goos) {
			both = append(both, goos)
		}
	}
	return both
}
