package gate

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// Change is a generated file that is about to be written or removed.
type Change struct {
	Path string
	// Old is the content on the disk, New the content to write; nil for no file.
	Old, New []byte
}

// mostGone is how many things a finding names.
const mostGone = 6

// entry begins the words for an entry of a table.
const entry = "entry "

// Gone returns one warning for each directory whose new files lack functions, or flags, fields, checks and calls in the
// remaining functions. Their declarations or markers are no longer in the source: for any other cause, Check returns an
// error.
func Gone(changes []Change) []diag.Diagnostic {
	byDir := map[string][]Change{}
	for _, change := range changes {
		if strings.HasSuffix(change.Path, ".go") && change.Old != nil {
			byDir[filepath.Dir(change.Path)] = append(byDir[filepath.Dir(change.Path)], change)
		}
	}
	var findings []diag.Diagnostic
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		before, after := map[string]*written{}, map[string]*written{}
		for _, change := range byDir[dir] {
			maps.Copy(before, functionsIn(change.Path, change.Old))
			maps.Copy(after, functionsIn(change.Path, change.New))
		}
		at, gone := token.Position{Filename: byDir[dir][0].Path, Line: 1, Column: 1}, []string{}
		for _, name := range slices.Sorted(maps.Keys(before)) {
			now := after[name]
			if now == nil {
				if ast.IsExported(name) {
					gone = append(gone, name)
				}
				continue
			}
			for _, use := range slices.Sorted(maps.Keys(before[name].uses)) {
				if now.uses[use] || slices.Contains(gone, use) || usedBy(after, before, use) {
					continue
				}
				if len(gone) == 0 {
					at = now.at
				}
				gone = append(gone, use)
			}
		}
		isEntry := func(use string) bool { return strings.HasPrefix(use, entry) }
		if named := slices.DeleteFunc(slices.Clone(gone), isEntry); len(named) > 0 {
			gone = named // their entries say no more
		}
		if len(gone) == 0 {
			continue
		}
		list := strings.Join(gone[:min(len(gone), mostGone)], ", ")
		if more := len(gone) - mostGone; more > 0 {
			list += fmt.Sprintf(" and %d more", more)
		}
		found := diag.At(at, token.Position{}, "removed-code", "generated code no longer has "+list,
			"if this is a mistake, restore the declaration or marker that it was made of")
		found.Severity = diag.Warning
		findings = append(findings, found)
	}
	return findings
}

// usedBy reports whether code with a use has moved to another function.
func usedBy(after, before map[string]*written, use string) bool {
	for name, function := range after {
		if function.uses[use] && (before[name] == nil || !before[name].uses[use]) {
			return true
		}
	}
	return false
}

// written is a generated function.
type written struct {
	at   token.Position
	uses map[string]bool // in words
}

// functionsIn are the functions of a file; none if it does not parse.
func functionsIn(path string, content []byte) map[string]*written {
	functions, fset := map[string]*written{}, token.NewFileSet()
	file, err := parser.ParseFile(fset, path, content, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	for _, decl := range file.Decls {
		function, ok := decl.(*ast.FuncDecl)
		if !ok || function.Body == nil {
			continue
		}
		name := function.Name.Name
		if function.Recv != nil {
			name = load.TypeName(function.Recv.List[0].Type) + "." + name
		}
		functions[name] = &written{fset.Position(function.Name.Pos()), usesOf(function)}
	}
	return functions
}

var (
	// registers matches the methods of pflag that register a flag.
	registers = regexp.MustCompile(`Var(P|PF)?$|^P?Func$`)
	// byHand matches the functions that people write for generated code. Conversions in other packages, such as those of
	// apimachinery, are not counted: the fields that they convert are.
	byHand = regexp.MustCompile(`^(SetDefaults_|Convert_|[Vv]alidate)`)
)

// usesOf returns, in words, the flags that a function registers, its calls of hand-written functions, its checks, the
// entries of its tables, and the other fields that it uses. A DeepCopyInto copies the whole struct first, so its fields
// are left out.
func usesOf(function *ast.FuncDecl) map[string]bool {
	uses, callees := map[string]bool{}, map[ast.Node]bool{}
	copies := function.Name.Name == "DeepCopyInto"
	ast.Inspect(function.Body, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.CallExpr:
			name, words := load.TypeName(x.Fun), textsOf(x)
			selector, method := x.Fun.(*ast.SelectorExpr)
			switch {
			case byHand.MatchString(name) && !(method && strings.HasPrefix(name, load.ConverterPrefix)):
				uses["call of "+name] = true
			case len(words) > 0 && registers.MatchString(name):
				uses["flag --"+words[0]] = true
			case method && len(words) > 0 && isName(selector.X, "field") && name != "NewPath":
				uses["check field."+name+" of "+strings.Join(words, ".")] = true
			default:
				callees[x.Fun] = true
				return true
			}
			return false
		case *ast.KeyValueExpr: // of a table
			if list, ok := x.Value.(*ast.CompositeLit); ok && load.TypeName(x.Key) != "" {
				for i := range list.Elts {
					uses[fmt.Sprintf("%s%d of %s", entry, i+1, load.TypeName(x.Key))] = true
				}
			}
		case *ast.SelectorExpr:
			if !callees[x] && !copies && ast.IsExported(x.Sel.Name) {
				uses["field "+x.Sel.Name] = true
			}
			return callees[x]
		}
		return true
	})
	return uses
}

func isName(expr ast.Expr, name string) bool {
	ident, ok := expr.(*ast.Ident)
	return ok && ident.Name == name
}

// textsOf are the names of flags and of keys in files among the arguments of a call.
func textsOf(call *ast.CallExpr) []string {
	var texts []string
	for _, argument := range call.Args {
		ast.Inspect(argument, func(node ast.Node) bool {
			if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				text, _ := strconv.Unquote(literal.Value) // it has been parsed
				if keyText.MatchString(text) {
					texts = append(texts, text)
				}
			}
			return true
		})
	}
	return texts
}

// keyText matches the names of flags and keys.
var keyText = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*$`)
