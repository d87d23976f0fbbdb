package fromflags

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/configgen/configgen/internal/lineends"
)

// statement returns the call that belongs directly before the call that parses the flags. options is the name of the
// package that has the function.
func (c *call) statement(options string) string {
	return fmt.Sprintf("%s.CommandLine(%s, %s)", options, c.set, cmp.Or(c.arguments, "os.Args[1:]"))
}

// part is a part of a file.
type part struct {
	file     string
	from, to int
}

// edit returns a file with the new statement before the statement with the call, and with the imports that it needs.
// made, if it is not nil, are the options of a manager that get the result of the statement. It returns nil if the
// statement must be written by hand: the set has no name, nothing can precede the call alone, or the manager is made
// elsewhere.
func (c *call) edit(content []byte, options string, made *part) (edited []byte, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	statement := holder(file, fset.File(file.Package).Pos(c.at.Offset))
	if statement == nil || strings.ContainsAny(c.set, "({") {
		return nil, nil
	}
	offset := func(pos token.Pos) int { return fset.Position(pos).Offset }
	at, lead := lineOf(content, offset(statement.Pos()))
	if len(bytes.TrimSpace(lead)) > 0 {
		return nil, nil // The statement follows another one in its line.
	}
	for at > 0 { // What is said about the statement stays with it.
		above, line := lineOf(content, at-1)
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("//")) {
			break
		}
		at = above
	}
	name, standard, other := path.Base(options), "", ""
	if !imports(file, options) {
		for uses(file, name) || c.scope.Lookup(name) != nil {
			name = "config" + name
		}
		if other = strconv.Quote(options); name != path.Base(options) {
			other = name + " " + other
		}
	}
	if c.arguments == "" && !imports(file, "os") {
		standard = strconv.Quote("os")
	}
	rest, result := content[at:], ""
	if made != nil {
		for result = "config"; uses(file, result); {
			result = "file" + strings.ToUpper(result[:1]) + result[1:]
		}
		pos := fset.File(file.Package).Pos(made.from)
		around, _ := astutil.PathEnclosingInterval(file, pos, pos+1)
		if made.from < at || !slices.ContainsFunc(around, func(n ast.Node) bool {
			block, ok := n.(*ast.BlockStmt)
			return ok && slices.Contains(block.List, statement)
		}) {
			return nil, nil
		}
		rest = slices.Concat(content[at:made.from], []byte(name+".Manager("+result+", "), content[made.from:made.to],
			[]byte(")"), content[made.to:])
		result += " := "
	}
	edited = slices.Concat(content[:at], lead, []byte(result+c.statement(name)+"\n"), rest)
	return lineends.Keep(content, withImports(edited, file, offset, standard, other))
}

// lineOf returns where the line with an offset begins, and the line up to there.
func lineOf(content []byte, offset int) (begin int, line []byte) {
	begin = bytes.LastIndexByte(content[:offset], '\n') + 1
	return begin, content[begin:offset]
}

// holder returns the innermost statement of a list with a call, if the call is evaluated first in it; otherwise nil.
func holder(file *ast.File, at token.Pos) ast.Stmt {
	within, _ := astutil.PathEnclosingInterval(file, at, at+1)
	for i := 1; i < len(within); i++ {
		switch within[i].(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			switch s := within[i-1].(type) {
			case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.DeclStmt, *ast.SwitchStmt:
				return s.(ast.Stmt)
			case *ast.IfStmt:
				if s.Else == nil || at < s.Else.Pos() {
					return s
				}
			}
			return nil
		}
	}
	return nil
}

// uses reports whether a file uses a name.
func uses(file *ast.File, name string) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

func imports(file *ast.File, name string) bool {
	return slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool {
		return s.Path.Value == strconv.Quote(name) && s.Name == nil
	})
}

// withImports adds imports, each unless it is empty: one of the standard library before the others, and another one
// after them.
func withImports(content []byte, file *ast.File, offset func(token.Pos) int, standard, other string) []byte {
	if standard != "" {
		standard = "\n\t" + standard
	}
	if other != "" {
		other = "\n\n\t" + other
	}
	at := offset(file.Name.End())
	for _, declaration := range slices.Backward(file.Decls) {
		d, ok := declaration.(*ast.GenDecl)
		switch {
		case !ok || d.Tok != token.IMPORT:
		case d.Lparen.IsValid():
			first, last := offset(d.Lparen)+1, offset(d.Rparen)-1
			return slices.Concat(content[:first], []byte(standard), content[first:last], []byte(other), content[last:])
		default:
			at = max(at, offset(d.End()))
		}
	}
	if standard+other == "" {
		return content
	}
	return slices.Concat(content[:at], []byte("\n\nimport ("+standard+other+"\n)"), content[at:])
}
