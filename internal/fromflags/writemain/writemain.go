// Package writemain edits the function of a component that parses its flags, so that files set them before.
package writemain

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/lineends"
)

// Call is the call that parses the flags.
type Call struct {
	// Offset is that of the call in its file.
	Offset int
	// Set is the set of flags, or the command, as the source has it, and Arguments what is parsed; "" for the arguments
	// of the process.
	Set, Arguments string
}

// Statement returns what is to be called right before the flags are parsed. options is the name of the package that
// has the function.
func (c Call) Statement(options string) string {
	arguments := c.Arguments
	if arguments == "" {
		arguments = "os.Args[1:]"
	}
	return fmt.Sprintf("%s.CommandLine(%s, %s)", options, c.Set, arguments)
}

// Edit returns a file with the statement before the one that has the call, and with the imports that it needs. ok is
// false if somebody has to write that by hand: the set has no name, or nothing can precede the call alone. It returns
// an error if the content cannot be parsed.
func Edit(content []byte, call Call, options string) (edited []byte, ok bool, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, false, err
	}
	offset := func(pos token.Pos) int { return fset.Position(pos).Offset }
	statement := holder(file, func(n ast.Node) bool {
		return offset(n.Pos()) <= call.Offset && call.Offset < offset(n.End())
	})
	if statement == nil || strings.ContainsAny(call.Set, "({") {
		return nil, false, nil
	}
	name := path.Base(options)
	ast.Inspect(file, func(n ast.Node) bool {
		if id, isIdent := n.(*ast.Ident); isIdent && id.Name == path.Base(options) && !imports(file, options) {
			name = "config" + path.Base(options)
		}
		return true
	})
	at, lead := lineOf(content, offset(statement.Pos()))
	if len(bytes.TrimSpace(lead)) > 0 {
		return nil, false, nil // The statement follows another one in its line.
	}
	for at > 0 { // What is said about the statement stays with it.
		above, line := lineOf(content, at-1)
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("//")) {
			break
		}
		at = above
	}
	edited = slices.Concat(content[:at], lead, []byte(call.Statement(name)+"\n"), content[at:])
	var os, other string
	if call.Arguments == "" && !imports(file, "os") {
		os = "\n\t\"os\""
	}
	switch {
	case imports(file, options):
	case name == path.Base(options):
		other = "\n\n\t" + strconv.Quote(options)
	default:
		other = "\n\n\t" + name + " " + strconv.Quote(options)
	}
	edited = withImports(edited, file, offset, os, other)
	edited, err = lineends.Keep(content, edited)
	return edited, err == nil, err
}

// lineOf returns where the line with an offset begins, and the line up to there.
func lineOf(content []byte, offset int) (begin int, line []byte) {
	begin = bytes.LastIndexByte(content[:offset], '\n') + 1
	return begin, content[begin:offset]
}

// holder returns the innermost statement with a call before which another statement can be: one of a list, in which the
// call is evaluated first.
func holder(file *ast.File, within func(ast.Node) bool) (found ast.Stmt) {
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || !within(n) {
			return false
		}
		var list []ast.Stmt
		switch block := n.(type) {
		case *ast.BlockStmt:
			list = block.List
		case *ast.CaseClause:
			list = block.Body
		case *ast.CommClause:
			list = block.Body
		}
		for _, statement := range list {
			if within(statement) {
				found = statement
			}
		}
		return true
	})
	switch s := found.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.DeclStmt:
		return found
	case *ast.IfStmt:
		if s.Else == nil || !within(s.Else) {
			return found
		}
	case *ast.SwitchStmt:
		return found
	}
	return nil
}

func imports(file *ast.File, name string) bool {
	return slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool {
		return s.Path.Value == strconv.Quote(name) && s.Name == nil
	})
}

// withImports adds imports: one of the standard library before the others, another one after them.
func withImports(content []byte, file *ast.File, offset func(token.Pos) int, os, other string) []byte {
	at := offset(file.Name.End())
	for _, declaration := range slices.Backward(file.Decls) {
		d, ok := declaration.(*ast.GenDecl)
		switch {
		case !ok || d.Tok != token.IMPORT:
		case d.Lparen.IsValid():
			first, last := offset(d.Lparen)+1, offset(d.Rparen)-1
			return slices.Concat(content[:first], []byte(os), content[first:last], []byte(other), content[last:])
		default:
			at = max(at, offset(d.End()))
		}
	}
	if os+other == "" {
		return content
	}
	return slices.Concat(content[:at], []byte("\n\nimport ("+os+other+"\n)"), content[at:])
}
