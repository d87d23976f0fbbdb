package emit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lower is a name that begins in lower case, as in relayConfiguration and tlsFiles.
func Lower(name string) string {
	end := strings.IndexFunc(name, func(r rune) bool { return r < 'A' || r > 'Z' })
	switch {
	case end < 0:
		return strings.ToLower(name)
	case end > 1:
		end--
	}
	return strings.ToLower(name[:end]) + name[end:]
}

// Upper is a name that begins in upper case.
func Upper(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// A is a name after the indefinite article that it is read with: an AgentConfiguration, a UserConfiguration, an int32.
func A(name string) string {
	like := func(sound string) bool { return strings.HasPrefix(strings.ToLower(name), sound) }
	spelled := len(name) > 1 && unicode.IsUpper(rune(name[1])) // an initialism, as in UDPConfiguration
	consonant := slices.ContainsFunc([]string{"eu", "one", "ui", "uni", "us", "ut"}, like) || like("u") && spelled
	if slices.ContainsFunc([]string{"a", "e", "i", "o", "u"}, like) && !consonant {
		return "an " + name
	}
	return "a " + name
}
