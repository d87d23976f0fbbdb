package markers

import (
	"fmt"
	"go/token"
)

// MarshalText implements encoding.TextMarshaler: a marker is its text, including the plus sign, without its position.
func (m Marker) MarshalText() ([]byte, error) { return []byte(m.Text), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It returns an error if the text is not a marker of the vocabulary.
func (m *Marker) UnmarshalText(text []byte) error {
	line := Line{Text: string(text)}
	if !isMarker(line.Text) {
		return fmt.Errorf("%q is not a marker", text)
	}
	parser := NewParser(token.NewFileSet())
	for _, place := range parser.specs[line.Name()].Places {
		if marker, ok, _ := parser.line(line, place); ok {
			*m = marker
			return nil
		}
	}
	return fmt.Errorf("%q is not a marker that configgen knows", text)
}
