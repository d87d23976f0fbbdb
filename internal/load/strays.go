package load

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/markers"
)

// strays finds markers in the comments of a file that document nothing a marker may apply to. The claimed ones do.
func strays(parser *markers.Parser, file *ast.File, claimed map[*ast.CommentGroup]bool) []diag.Diagnostic {
	where := map[*ast.CommentGroup]string{}
	ast.Inspect(file, func(node ast.Node) bool {
		locate(where, file, node)
		return true
	})
	var findings []diag.Diagnostic
	for _, comment := range file.Comments {
		if claimed[comment] {
			continue
		}
		place := cmp.Or(where[comment], "in a comment that documents nothing")
		findings = append(findings, parser.Misplaced(comment, place)...)
	}
	return findings
}

// locate notes in words where the comments of a node are.
func locate(where map[*ast.CommentGroup]string, file *ast.File, node ast.Node) {
	const endOfLine = "at the end of a line"
	switch n := node.(type) {
	case *ast.FuncDecl:
		where[n.Doc] = "on a function"
		if n.Body == nil {
			return
		}
		for _, comment := range file.Comments {
			if n.Body.Pos() <= comment.Pos() && comment.End() <= n.Body.End() {
				where[comment] = "inside a function"
			}
		}
	case *ast.GenDecl:
		switch {
		case n.Tok == token.IMPORT:
			where[n.Doc] = "on an import"
		case n.Tok == token.VAR:
			where[n.Doc] = "on a variable"
		case n.Lparen.IsValid():
			where[n.Doc] = "before a group of declarations in parentheses"
		}
	case *ast.ValueSpec:
		where[n.Doc], where[n.Comment] = "on a variable", endOfLine
	case *ast.TypeSpec:
		where[n.Comment] = endOfLine
	case *ast.ImportSpec:
		where[n.Doc], where[n.Comment] = "on an import", endOfLine
	case *ast.Field:
		where[n.Doc], where[n.Comment] = "on a parameter or a method of an interface", endOfLine
	}
}

// onLines is the advice to declare each of several fields on a line of its own; the first one keeps the comment.
func (x *indexer) onLines(fields *ast.Field) diag.Advice {
	of := types.ExprString(fields.Type)
	if fields.Tag != nil {
		of += " " + fields.Tag.Value
	}
	var lines []string
	for _, name := range fields.Names {
		lines = append(lines, name.Name+" "+of)
	}
	return diag.Replace(x.fset.Position(fields.Pos()), x.fset.Position(fields.End()), strings.Join(lines, "\n\t"))
}
