package adopt

import (
	"go/ast"
	"go/parser"
	"go/token"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/load"
)

// Unwritten is a finding about a planned marker with the position of its field in the file as it is, for markers that
// are not written.
func (r *Result) Unwritten(finding diag.Diagnostic) diag.Diagnostic {
	for _, c := range r.Changes {
		if c.Path != finding.Position.Filename {
			continue
		}
		field, ok := plan.FieldAt(below(finding.Position, c.New), c.New)
		if at := fieldIn(field, c.Old); ok && at.IsValid() {
			at.Filename = c.Path
			finding.Position, finding.End = at, token.Position{}
		}
	}
	return finding
}

// fieldIn is the position of a field in the source of a file; it is not valid if there is none.
func fieldIn(field plan.Extra, source []byte) token.Position {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, parser.SkipObjectResolution)
	if err != nil {
		return token.Position{}
	}
	found := token.NoPos
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.TypeSpec)
		if !ok {
			return true
		}
		structure, ok := spec.Type.(*ast.StructType)
		if !ok || spec.Name.Name != field.Type {
			return false
		}
		for _, declared := range structure.Fields.List {
			if len(declared.Names) == 0 && load.TypeName(declared.Type) == field.Field {
				found = declared.Pos()
			}
			for _, name := range declared.Names {
				if name.Name == field.Field {
					found = name.Pos()
				}
			}
		}
		return false
	})
	return fset.Position(found)
}
