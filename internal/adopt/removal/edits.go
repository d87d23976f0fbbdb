package removal

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/lineends"
)

// cut is a part of a file that another text takes the place of.
type cut struct {
	start, end int
	text       string
}

// edits returns the new contents of files.
func (d *deletion) edits() (map[string][]byte, error) {
	d.unused()
	edits := map[string][]byte{}
	for _, f := range d.functions {
		for _, file := range f.Package.Files {
			name := d.position(file.Package).Filename
			if _, done := edits[name]; done || f.Start.Filename != name {
				continue
			}
			before := d.Module.Content(name)
			cuts, imports := d.cuts(f.Package, file, before)
			if len(cuts) == 0 {
				continue
			}
			after, err := d.withImports(f.Package, file, apply(before, cuts), imports)
			if err == nil {
				edits[name], err = lineends.Keep(before, after)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return edits, nil
}

// cuts returns the changes of a file, and the imports that it needs, by path.
func (d *deletion) cuts(pkg *source.Package, file *ast.File, content []byte) ([]cut, map[string]string) {
	offset := func(at token.Pos) int { return d.position(at).Offset }
	var all []cut
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.Ident:
			if d.blank[n] {
				all = append(all, cut{offset(n.Pos()), offset(n.End()), "_"})
			}
		case *ast.AssignStmt:
			named := func(e ast.Expr) bool {
				name, ok := e.(*ast.Ident)
				return !ok || name.Name != "_" && !d.blank[name]
			}
			if n.Tok == token.DEFINE && !d.gone[n] && !slices.ContainsFunc(n.Lhs, named) {
				all = append(all, cut{offset(n.TokPos), offset(n.TokPos) + len(":="), "="})
			}
		}
		if d.gone[node] {
			all = append(all, lines(content, offset(node.Pos()), offset(node.End())))
		}
		return !d.gone[node]
	})
	imports := map[string]string{}
	for _, c := range d.calls {
		start := offset(c.before.Pos())
		if d.position(c.before.Pos()).Filename != d.position(file.Package).Filename {
			continue
		}
		from := bytes.LastIndexByte(content[:start], '\n') + 1
		indent := string(content[from:start])
		if strings.TrimSpace(indent) != "" { // something else is on the line
			from, indent = start, ""
		}
		all = append(all, cut{from, from, indent + c.text(d.qualifier(pkg, file, c, imports)) + "\n"})
	}
	return all, imports
}

// lines returns a part of a file with the rest of its lines, if that is space or a comment.
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

// apply makes cuts. What is inserted at the start of one comes first.
func apply(content []byte, cuts []cut) []byte {
	slices.SortStableFunc(cuts, func(a, b cut) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end-a.start, b.end-b.start))
	})
	var out bytes.Buffer
	at := 0
	for _, c := range cuts {
		out.Write(content[at:max(at, c.start)])
		out.WriteString(c.text)
		at = max(at, c.end)
	}
	out.Write(content[at:])
	return out.Bytes()
}

// qualifier returns the prefix of the name of a generated function in a file: nothing, or the name of its package and a
// dot. The file gets an import if it has none.
func (d *deletion) qualifier(pkg *source.Package, file *ast.File, c call, imports map[string]string) string {
	wanted := c.generated.Package
	if c.generated.Method || wanted == pkg.Path {
		return ""
	}
	name := path.Base(wanted)
	if imported, err := d.Module.Import(wanted); err == nil {
		name = imported.Name()
	}
	taken := map[string]bool{pkg.Name: true}
	for _, name := range pkg.Types.Scope().Names() {
		taken[name] = true
	}
	for ident, object := range pkg.Info.Defs {
		taken[ident.Name] = taken[ident.Name] || object != nil && file.FileStart <= ident.Pos() && ident.Pos() < file.FileEnd
	}
	for _, spec := range file.Imports {
		if imported := importedBy(pkg, spec); imported != nil {
			if taken[imported.Name()] = true; imported.Imported().Path() == wanted {
				return imported.Name() + "."
			}
		}
	}
	for taken[name] {
		name = strings.ReplaceAll(path.Base(path.Dir(wanted)), "-", "") + name
	}
	imports[wanted] = name
	return name + "."
}

// importedBy returns the package of an import, by its name in the file.
func importedBy(pkg *source.Package, spec *ast.ImportSpec) *types.PkgName {
	object := pkg.Info.Implicits[spec]
	if spec.Name != nil {
		object = pkg.Info.Defs[spec.Name]
	}
	name, _ := object.(*types.PkgName)
	return name
}

// withImports returns a file with the imports that it needs, and without imports that only deleted statements used.
func (d *deletion) withImports(
	pkg *source.Package, before *ast.File, content []byte, imports map[string]string,
) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	changed := false
	for wanted, name := range imports {
		if name == path.Base(wanted) {
			name = ""
		}
		changed = astutil.AddNamedImport(fset, file, name, wanted) || changed
	}
	u := d.usesIn(pkg, before)
	for _, spec := range before.Imports {
		if name := importedBy(pkg, spec); name != nil && u.lost[name] && !u.used[name] {
			given := ""
			if spec.Name != nil {
				given = spec.Name.Name
			}
			imported, _ := strconv.Unquote(spec.Path.Value) // the parser has seen to its form
			for _, now := range file.Imports {
				file.Comments = slices.DeleteFunc(file.Comments, func(c *ast.CommentGroup) bool {
					return c == now.Comment && now.Path.Value == spec.Path.Value
				})
			}
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
