package removal

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/configgen/configgen/internal/lineends"
)

// writer writes the files without what is deleted.
type writer struct {
	*deletion
	// bodies are the new ones of functions, by the places of their names.
	bodies  map[string]string
	imports map[string][]imported
}

// imported is a package that a file needs, and its name there if that is not its own.
type imported struct{ path, name string }

// cut is a part of a file that another text takes the place of.
type cut struct {
	start, end int
	text       string
}

// edits are the new contents of files.
func (w *writer) edits() (map[string][]byte, error) {
	cuts := map[string][]cut{}
	done := map[string]bool{}
	for path := range w.paths() {
		for _, file := range w.files(path) {
			if name := w.position(file.Package).Filename; !done[name] && !ast.IsGenerated(file) {
				done[name] = true
				cuts[name] = w.cuts(file)
			}
		}
	}
	edits := map[string][]byte{}
	for name, list := range cuts {
		if len(list) == 0 {
			continue
		}
		before := w.module.Content(name)
		after, err := w.withImports(name, apply(before, list))
		if err == nil {
			edits[name], err = lineends.Keep(before, after)
		}
		if err != nil {
			return nil, err
		}
	}
	return edits, nil
}

// cuts are what changes in a file.
func (w *writer) cuts(file *ast.File) []cut {
	content := w.module.Content(w.position(file.Package).Filename)
	offset := func(at token.Pos) int { return w.position(at).Offset }
	var all []cut
	ast.Inspect(file, func(node ast.Node) bool {
		if node == nil {
			return false
		}
		if text := w.instead[node]; text != "" {
			all = append(all, cut{offset(node.Pos()), offset(node.End()), text})
			return false
		}
		if w.gone[node] {
			start := node.Pos()
			if decl, ok := node.(*ast.FuncDecl); ok && decl.Doc != nil {
				start = decl.Doc.Pos()
			} else if decl, ok := node.(*ast.GenDecl); ok && decl.Doc != nil {
				start = decl.Doc.Pos()
			}
			all = append(all, lines(content, offset(start), offset(node.End())))
			return false
		}
		if decl, ok := node.(*ast.FuncDecl); ok && decl.Body != nil {
			if body := w.bodies[w.position(decl.Name.Pos()).String()]; body != "" {
				all = append(all, cut{offset(decl.Body.Pos()), offset(decl.Body.End()), body})
				return false
			}
		}
		return true
	})
	for node, text := range w.instead { // a token
		if bad, ok := node.(*ast.BadExpr); ok && file.FileStart <= bad.From && bad.From < file.FileEnd {
			all = append(all, cut{offset(bad.From), offset(bad.To), text})
		}
	}
	all = append(all, w.comments(file, content)...)
	for _, at := range w.places {
		if start := at.before.Pos(); file.FileStart <= start && start < file.FileEnd {
			text := strings.Join(at.lines(w.qualifier(file, at)), "\n") + "\n"
			from := bytes.LastIndexByte(content[:offset(start)], '\n') + 1
			indent := string(content[from:offset(start)])
			if strings.TrimSpace(indent) != "" { // something else is on the line
				from, indent = offset(start), ""
			}
			all = append(all, cut{from, from, indent + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n"+indent) + "\n"})
		}
	}
	return all
}

// comments are the comments above statements that go with these: those of a statement, or of a paragraph that goes as
// a whole.
func (w *writer) comments(file *ast.File, content []byte) []cut {
	var all []cut
	line := func(at token.Pos) int { return w.position(at).Line }
	ast.Inspect(file, func(node ast.Node) bool {
		var list []ast.Stmt
		switch n := node.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		}
		for i, s := range list {
			if !w.gone[s] || i > 0 && line(list[i-1].End()) == line(s.Pos())-1 {
				continue
			}
			end := i
			follows := func(at int) bool { return line(list[at].Pos()) == line(list[at-1].End())+1 }
			for end < len(list) && (end == i || follows(end)) && w.gone[list[end]] {
				end++
			}
			if end < len(list) && follows(end) {
				continue // the paragraph goes on
			}
			for _, group := range file.Comments {
				if line(group.End()) == line(s.Pos())-1 && node.Pos() < group.Pos() {
					all = append(all, lines(content, w.position(group.Pos()).Offset, w.position(group.End()).Offset))
				}
			}
		}
		return true
	})
	return all
}

// lines is a part of a file with the rest of its lines, if that is space or a comment.
func lines(content []byte, start, end int) cut {
	first := bytes.LastIndexByte(content[:start], '\n') + 1
	last := len(content)
	if next := bytes.IndexByte(content[end:], '\n'); next >= 0 {
		last = end + next + 1
	}
	rest := strings.TrimSpace(string(content[end:last]))
	if len(bytes.TrimSpace(content[first:start])) > 0 || rest != "" && !strings.HasPrefix(rest, "//") {
		if strings.HasPrefix(rest, ";") {
			end += bytes.IndexByte(content[end:], ';') + 1
		}
		return cut{start, end, ""}
	}
	return cut{first, last, ""}
}

// apply makes cuts. What is inserted at the start of one comes first, and one in another one has no effect. A blank
// line that nothing needs after a cut goes with it.
func apply(content []byte, cuts []cut) []byte {
	slices.SortStableFunc(cuts, func(a, b cut) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end-a.start, b.end-b.start))
	})
	var out bytes.Buffer
	at := 0
	for i, c := range cuts {
		if c.start < at && c.start != c.end {
			c.start = at
		}
		if c.end < at {
			continue
		}
		out.Write(content[at:max(at, c.start)])
		out.WriteString(c.text)
		at = c.end
		if c.text != "" || c.start == c.end || i+1 < len(cuts) && cuts[i+1].start <= at {
			continue
		}
		before := strings.TrimRight(out.String(), " \t\r\n")
		blank := strings.Count(out.String()[len(before):], "\n") > 1
		opens := strings.HasSuffix(before, "{") || strings.HasSuffix(before, "(")
		rest := strings.TrimLeft(string(content[at:]), " \t\r\n")
		closes := strings.HasPrefix(rest, "}") || strings.HasPrefix(rest, ")")
		next := content[at:]
		if end := bytes.IndexByte(next, '\n'); (opens || blank) && end >= 0 && len(bytes.TrimSpace(next[:end])) == 0 {
			at += end + 1
		}
		if closes && blank {
			out.Truncate(len(before))
			out.WriteString("\n")
		}
	}
	out.Write(content[at:])
	return out.Bytes()
}

// qualifier is what the name of the function of a place begins with in a file: nothing, or the name of its package and
// a dot. The file gets an import if it has none.
func (w *writer) qualifier(file *ast.File, at place) string {
	wanted := at.generated.Package
	if at.generated.Method || wanted == at.in.pkg.Path {
		return ""
	}
	own := path.Base(wanted)
	if pkg, err := w.module.Import(wanted); err == nil && pkg != nil {
		own = pkg.Name()
	}
	taken := map[string]bool{at.in.pkg.Types.Name(): true}
	for _, name := range at.in.pkg.Types.Scope().Names() {
		taken[name] = true
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.Ident:
			taken[n.Name] = taken[n.Name] || at.in.pkg.Info.Defs[n] != nil
		case *ast.ImportSpec:
			taken[w.nameOf(n)] = true
		}
		return true
	})
	for _, spec := range file.Imports {
		if imported, _ := strconv.Unquote(spec.Path.Value); imported == wanted {
			return w.nameOf(spec) + "."
		}
	}
	name := own
	if taken[name] {
		name = strings.ReplaceAll(path.Base(path.Dir(wanted)), "-", "") + name
	}
	for taken[name] {
		name = "generated" + name
	}
	spec := imported{path: wanted}
	if name != path.Base(wanted) {
		spec.name = name
	}
	of := w.position(file.Package).Filename
	w.imports[of] = append(w.imports[of], spec)
	return name + "."
}

// nameOf is the name that a file has for an imported package.
func (w *writer) nameOf(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	imported, _ := strconv.Unquote(spec.Path.Value) // the parser has seen to its form
	if pkg, err := w.module.Import(imported); err == nil && pkg != nil {
		return pkg.Name()
	}
	return path.Base(imported)
}

// withImports is a file with the imports that it needs, and without those that it does not use any more.
func (w *writer) withImports(name string, content []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	changed := false
	for _, spec := range w.imports[name] {
		changed = astutil.AddNamedImport(fset, file, spec.name, spec.path) || changed
	}
	before, _ := parser.ParseFile(fset, name, w.module.Content(name), parser.SkipObjectResolution) // it has been read
	used, was := qualifiers(file), qualifiers(before)
	for _, spec := range slices.Clone(file.Imports) {
		imported, _ := strconv.Unquote(spec.Path.Value)
		if local := w.nameOf(spec); was[local] && !used[local] {
			given := ""
			if spec.Name != nil {
				given = local
			}
			file.Comments = slices.DeleteFunc(file.Comments, func(c *ast.CommentGroup) bool { return c == spec.Comment })
			changed = astutil.DeleteNamedImport(fset, file, given, imported) || changed
		}
	}
	if !changed {
		return content, nil
	}
	var out bytes.Buffer
	err = format.Node(&out, fset, file)
	return out.Bytes(), err
}

// qualifiers are the names in front of dots in a file, among which are those of packages.
func qualifiers(file *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			if of, ok := selector.X.(*ast.Ident); ok {
				names[of.Name] = true
			}
		}
		return true
	})
	return names
}
