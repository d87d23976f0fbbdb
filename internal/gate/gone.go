package gate

import (
	"cmp"
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

// unknowns are the tables of fields whose place in a version is not known: a declaration removes an entry. ByName was
// the name of such a table in former releases.
var unknowns = []string{"Opaque", "ByName"}

// entry begins the words for an entry of a table.
const entry = "entry "

// Gone returns one warning for each directory whose new files lack functions, or flags, fields, checks and calls in the
// remaining functions. Their declarations or markers are no longer in the source: for any other cause, Check returns an
// error. Code that a new tombstone names was removed on purpose, and code that has moved to another function is still
// there; both are left out.
func Gone(changes []Change) []diag.Diagnostic {
	before, after, buried := map[place]*written{}, map[place]*written{}, map[string]bool{}
	for _, change := range changes {
		if strings.HasSuffix(change.Path, ".go") {
			addFunctions(before, change.Path, change.Old)
			addFunctions(after, change.Path, change.New)
		}
	}
	moved := map[string]bool{}
	for at, function := range after {
		for named := range function.tombstones {
			buried[named] = buried[named] || before[at] == nil || !before[at].tombstones[named]
		}
		for use := range function.uses {
			moved[use] = moved[use] || before[at] == nil || !before[at].uses[use]
		}
	}
	gone, first, onPurpose := map[string][]string{}, map[string]token.Position{}, map[string]bool{}
	for _, at := range slices.SortedFunc(maps.Keys(before), place.compare) {
		now := after[at]
		if now == nil {
			if ast.IsExported(at.function) {
				gone[at.dir] = append(gone[at.dir], at.function)
				first[at.dir] = cmp.Or(first[at.dir], token.Position{Filename: before[at].at.Filename, Line: 1, Column: 1})
			}
			continue
		}
		for _, use := range slices.Sorted(maps.Keys(before[at].uses)) {
			switch {
			case now.uses[use] || moved[use] || slices.Contains(gone[at.dir], use):
			case buried[strings.ToLower(use)]:
				onPurpose[at.dir] = true
			default:
				gone[at.dir] = append(gone[at.dir], use)
				first[at.dir] = cmp.Or(first[at.dir], now.at)
			}
		}
	}
	var findings []diag.Diagnostic
	for _, dir := range slices.Sorted(maps.Keys(gone)) {
		gone := gone[dir]
		isEntry := func(use string) bool { return strings.HasPrefix(use, entry) }
		if named := slices.DeleteFunc(slices.Clone(gone), isEntry); len(named) > 0 || onPurpose[dir] {
			gone = named // their entries say no more
		}
		if len(gone) == 0 {
			continue
		}
		list := strings.Join(gone[:min(len(gone), mostGone)], ", ")
		if more := len(gone) - mostGone; more > 0 {
			list += fmt.Sprintf(" and %d more", more)
		}
		found := diag.At(first[dir], token.Position{}, "removed-code", "generated code no longer has "+list,
			"if this is a mistake, restore the declaration or marker that it was made of")
		found.Severity = diag.Warning
		findings = append(findings, found)
	}
	return findings
}

// place is where a generated function is declared.
type place struct{ dir, function string }

func (p place) compare(other place) int {
	return cmp.Or(strings.Compare(p.dir, other.dir), strings.Compare(p.function, other.function))
}

// written is a generated function.
type written struct {
	at   token.Position
	uses map[string]bool // in words
	// tombstones are the flags and fields that tombstones name, in the words of uses and in lower case.
	tombstones map[string]bool
}

// addFunctions adds the functions of a file; none if it does not parse, or is nil. Files for several systems have a
// function of the same name, which is one function with the content of all.
func addFunctions(functions map[place]*written, path string, content []byte) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, content, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	for _, decl := range file.Decls {
		function, ok := decl.(*ast.FuncDecl)
		if !ok || function.Body == nil || function.Name.Name == "_" {
			continue
		}
		name := function.Name.Name
		if function.Recv != nil {
			name = load.TypeName(function.Recv.List[0].Type) + "." + name
		}
		at := place{filepath.Dir(path), name}
		if functions[at] == nil {
			functions[at] = &written{fset.Position(function.Name.Pos()), map[string]bool{}, map[string]bool{}}
		}
		maps.Copy(functions[at].uses, usesOf(function))
		maps.Copy(functions[at].tombstones, tombstonesIn(function))
	}
}

var (
	// registers matches the methods of pflag that register a flag.
	registers = regexp.MustCompile(`Var(P|PF)?$|^P?Func$`)
	// byHand matches the functions that people write for generated code. Conversions in other packages, such as
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
			list, ok := x.Value.(*ast.CompositeLit)
			if !ok || load.TypeName(x.Key) == "" {
				return true
			}
			if slices.Contains(unknowns, load.TypeName(x.Key)) {
				return false
			}
			named := true
			for i, elt := range list.Elts {
				facts := factsIn(elt)
				for _, fact := range facts {
					uses[entry+fact] = true
				}
				if len(facts) == 0 {
					named, uses[fmt.Sprintf("%s%d of %s", entry, i+1, load.TypeName(x.Key))] = false, true
				}
			}
			return !named
		case *ast.SelectorExpr:
			if !callees[x] && !copies && ast.IsExported(x.Sel.Name) && !ofFlag(x) {
				uses["field "+x.Sel.Name] = true
			}
			return callees[x]
		}
		return true
	})
	return uses
}

// factsIn returns the facts of an entry with a name, such as Secret of Admin.Token; none for another entry.
func factsIn(entry ast.Expr) []string {
	literal, ok := entry.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	name, keys := "", []string{}
	for _, elt := range literal.Elts {
		pair, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		key := load.TypeName(pair.Key)
		if text, ok := pair.Value.(*ast.BasicLit); ok && name == "" && (key == "Path" || key == "Name") {
			name, _ = strconv.Unquote(text.Value) // it has been parsed
			continue
		}
		keys = append(keys, key)
	}
	if name == "" {
		return nil
	}
	for i, key := range keys {
		keys[i] = key + " of " + name
	}
	return keys
}

// tombstonesIn returns the flags and fields in the descriptor.Identity literals of a function's tombstones.
func tombstonesIn(function *ast.FuncDecl) map[string]bool {
	named := map[string]bool{}
	ast.Inspect(function.Body, func(node ast.Node) bool {
		if identity, ok := node.(*ast.CompositeLit); ok && load.TypeName(identity.Type) == "Identity" {
			for _, elt := range identity.Elts {
				pair, ok := elt.(*ast.KeyValueExpr)
				if !ok {
					continue
				}
				literal, ok := pair.Value.(*ast.BasicLit)
				if !ok {
					continue
				}
				text, _ := strconv.Unquote(literal.Value) // it has been parsed
				switch load.TypeName(pair.Key) {
				case "Flag":
					named["flag --"+text] = true
				case "Path":
					named["field "+strings.ToLower(text[strings.LastIndex(text, ".")+1:])] = true
				}
			}
		}
		return true
	})
	return named
}

// ofFlag reports whether generated code selects a field of a pflag.Flag: of the result of Lookup, or of the f of a loop
// over flags.
func ofFlag(selector *ast.SelectorExpr) bool {
	_, lookup := selector.X.(*ast.CallExpr)
	return lookup || isName(selector.X, "f")
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
