package emit

import (
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
