package removal

import (
	"bytes"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"github.com/configgen/configgen/internal/adopt/source"
)

// keepCalled keeps the flags of functions that other code calls, too, such as a test, or code that parses the command
// line once more: it would lose the flags.
func (d *deletion) keepCalled() {
	for _, f := range d.functions {
		if d.isRoot(f) || len(d.lost[f.Name]) == 0 {
			continue
		}
		calls := d.calledElsewhere(f)
		for _, pkg := range d.Module.Packages() {
			for name, used := range pkg.Info.Uses {
				if used == f.Package.Info.Defs[f.Decl.Name] {
					calls = append(calls, d.position(name.Pos()))
				}
			}
		}
		calls = slices.DeleteFunc(calls, func(at token.Position) bool { // functions that register flags lose them together
			return isGenerated(at.Filename) ||
				slices.ContainsFunc(d.Facts.Functions, func(known source.Function) bool { return known.Has(at) })
		})
		if len(calls) == 0 {
			continue
		}
		first := func(a, b token.Position) int { return compareNotes(Note{Position: a}, Note{Position: b}) }
		at := slices.MinFunc(calls, first)
		for _, flag := range d.lost[f.Name] {
			d.stick(flag, Note{Position: at, Why: fmt.Sprintf("%s is called here, too, and would not register the flag any "+
				"more", f.Decl.Name.Name), Do: "call one of the functions of --add-flags here, and run the command again"})
		}
	}
}

// calledElsewhere returns the calls of a function of its name in files that were not read: tests, and packages that the
// registration does not lead to.
func (d *deletion) calledElsewhere(f source.Function) []token.Position {
	var found []token.Position
	call := regexp.MustCompile(`\b` + f.Decl.Name.Name + `\(`)
	_ = source.EachFile(d.Module, func(name string) {
		content, err := os.ReadFile(name)
		imports := filepath.Dir(name) == f.Package.Dir || bytes.Contains(content, []byte(strconv.Quote(f.Package.Path)))
		if err != nil || !imports || d.Module.Content(name) != nil {
			return
		}
		for _, at := range call.FindAllIndex(content, -1) {
			before := content[:at[0]]
			found = append(found, token.Position{Filename: name, Offset: at[0],
				Line: bytes.Count(before, []byte("\n")) + 1, Column: at[0] - bytes.LastIndexByte(before, '\n')})
		}
	})
	return found
}
