package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/terminal"
)

// lineLength is where comments are wrapped.
const lineLength = 120

// Doc writes the lines of a comment, wrapped.
func (f *File) Doc(format string, args ...any) {
	for _, line := range wrapped(format, args) {
		f.Comment(line)
	}
}

// Doc is a comment, wrapped, with a declaration to follow.
func Doc(format string, args ...any) *jen.Statement {
	doc := &jen.Statement{}
	for _, line := range wrapped(format, args) {
		doc.Comment(line).Line()
	}
	return doc
}

func wrapped(format string, args []any) []string {
	text := terminal.Wrap(fmt.Sprintf(format, args...), "", "", lineLength-len("// "))
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
