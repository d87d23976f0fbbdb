// Package nearname recognizes functions that generated code would call if they had the right name.
//
// Generated code calls functions that people write by their names: SetDefaults_Relay, ValidateCustom_Relay,
// Convert_v1_Relay_To_relay_Relay. A function with another name is not called, and no compiler says so.
package nearname

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
)

// mistakes are the most that a name has.
const mistakes = 2

// Meant reports whether a function of the given name is meant to have another one: the two differ in a few letters, in
// case or in underscores; or the part before the first underscore, the family of the function, differs from the right
// one in a few letters; or the name has the words of the right name in another order, such as CustomValidate_Relay and
// setRelayDefaults.
func Meant(name, right string) bool {
	if name == right {
		return false
	}
	family, rest, is := strings.Cut(right, "_")
	prefix, _, parted := strings.Cut(name, "_")
	return near(name, right) || is && parted && near(prefix, family) || is && rearranged(name, family, rest)
}

// rearranged reports whether a name has all words that tell what functions of a family are for, and no words that the
// right name does not have.
func rearranged(name, family, rest string) bool {
	allowed, found := append(words(family), words(rest)...), map[string]bool{}
	for _, word := range words(name) {
		at := slices.IndexFunc(allowed, func(right string) bool { return similar(word, right) })
		if at < 0 {
			return false
		}
		found[allowed[at]] = true
	}
	for _, word := range words(family) {
		if word != "set" && !found[word] {
			return false
		}
	}
	return true
}

// similar reports whether two words are the same but for one letter.
func similar(word, right string) bool {
	_, distance := diag.Nearest(word, []string{right})
	return word == right || len(word) > 3 && distance == 1
}

// words are the words of a name in lower case.
func words(name string) []string {
	var all []string
	for part := range strings.SplitSeq(name, "_") {
		start := 0
		for i := 1; i < len(part); i++ {
			if upper(part[i]) && (!upper(part[i-1]) || i+1 < len(part) && !upper(part[i+1])) {
				all, start = append(all, strings.ToLower(part[start:i])), i
			}
		}
		if part != "" {
			all = append(all, strings.ToLower(part[start:]))
		}
	}
	return all
}

func upper(letter byte) bool { return 'A' <= letter && letter <= 'Z' }

func near(name, right string) bool {
	plain := func(text string) string { return strings.ToLower(strings.ReplaceAll(text, "_", "")) }
	_, distance := diag.Nearest(plain(name), []string{plain(right)})
	return distance <= mistakes
}
