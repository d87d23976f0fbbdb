package edit

import (
	"go/token"
	"unicode"
	"unicode/utf8"
)

// Rename is the place of a name in a file.
type Rename struct{ Start, End int }

// Renamed returns a file in which names begin with another word: NewOptions is handwrittenNewOptions.
func Renamed(source []byte, names []Rename) []byte {
	e := &editor{source: source}
	for _, name := range names {
		old := string(source[name.Start:name.End])
		first, size := utf8.DecodeRuneInString(old)
		if !token.IsIdentifier(old) {
			continue
		}
		renamed := "handwritten" + string(unicode.ToUpper(first)) + old[size:]
		e.changes = append(e.changes, change{name.Start, name.End, renamed})
	}
	return e.joined()
}
