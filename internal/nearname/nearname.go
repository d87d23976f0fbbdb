// Package nearname recognizes functions that generated code would call if they had the right name.
//
// Generated code calls functions that people write by their names: SetDefaults_Relay, ValidateCustom_Relay,
// Convert_v1_Relay_To_relay_Relay. A function with another name is not called, and no compiler says so.
package nearname

import (
	"strings"

	"github.com/configgen/configgen/diag"
)

// mistakes are the most that a name has.
const mistakes = 2

// Meant reports whether a function of the given name is meant to have another one: the two differ in a few letters, in
// case or in underscores, or the part before the first underscore, which tells what such functions are for, is that of
// the right name, but for a few letters.
func Meant(name, right string) bool {
	if name == right {
		return false
	}
	family, _, is := strings.Cut(right, "_")
	prefix, _, parted := strings.Cut(name, "_")
	return near(name, right) || is && parted && near(prefix, family)
}

func near(name, right string) bool {
	plain := func(text string) string { return strings.ToLower(strings.ReplaceAll(text, "_", "")) }
	_, distance := diag.Nearest(plain(name), []string{plain(right)})
	return distance <= mistakes
}
