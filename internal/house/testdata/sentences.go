// Package house reads texts that configgen writes, in each way that the test of sentences has to find.
package house

import (
	"regexp"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
)

var path = regexp.MustCompile(`^\S+`)

type mistake struct{ name string }

func (m *mistake) Error() string { return m.name + " is unknown" }

func read(d diag.Diagnostic, m *mistake, field *group.Field) []string {
	found := []string{path.FindString(d.Message)} // read
	fix, _, _ := strings.Cut(d.Fix, "; ")         // read
	text := d.Text()
	for word := range strings.FieldsSeq(text + ".") { // read
		found = append(found, word, fix)
	}
	if d.Message == "" || strings.Contains(d.Fix, "add +flag") { // read
		return nil
	}
	switch d.Message { // read
	case "there is no such flag":
		return nil
	}
	if d.Fix != "remove it" && strings.HasSuffix(m.Error(), "n") { // read read
		return nil
	}
	return append(found, strings.Fields(field.Doc)...)
}
