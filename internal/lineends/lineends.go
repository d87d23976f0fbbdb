// Package lineends keeps the form of Go files that are edited: their line ends, and that they are formatted.
package lineends

import (
	"bytes"
	"go/format"
)

var lf, crlf = []byte("\n"), []byte("\r\n")

// Keep returns a Go file after edits, whatever line ends these write: with the line ends of the file before, and
// formatted if that was. A file with line ends of both kinds is left as the edits made it. It returns an error if a
// file that was formatted cannot be parsed after the edits.
func Keep(before, after []byte) ([]byte, error) {
	windows := bytes.Count(before, crlf)
	if windows > 0 && windows < bytes.Count(before, lf) {
		return after, nil
	}
	before, after = bytes.ReplaceAll(before, crlf, lf), bytes.ReplaceAll(after, crlf, lf)
	if formatted, err := format.Source(before); err == nil && bytes.Equal(formatted, before) {
		if after, err = format.Source(after); err != nil {
			return nil, err
		}
	}
	if windows > 0 {
		after = bytes.ReplaceAll(after, lf, crlf)
	}
	return after, nil
}
