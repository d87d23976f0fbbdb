package house

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/load"
)

// modulePath begins the import paths of all modules.
const modulePath = "github.com/configgen/configgen"

// texts are the names of fields and methods that hold sentences, in types of our own.
var texts = regexp.MustCompile(`(?i)^(advice|description|detail|do|doc|error|fix|help|hint|message|notes?|` +
	`problem|quote|short|summary|usage|warning|why)$`)

// told matches the methods that return such texts.
var told = regexp.MustCompile(`^(Diagnostic|Finding|Manual|Note|Problem|Report)\.(Text|String)$`)

// theirs are such fields and methods with words that users or other programs wrote.
var theirs = map[string]string{
	"internal/group.Field.Doc":          "a doc comment of a user",
	"internal/lint.Field.Doc":           "a doc comment of a user",
	"descriptor.Field.Doc":              "a doc comment of a user",
	"descriptor.VersionField.Doc":       "a doc comment of a user",
	"descriptor.Registered.Usage":       "the help of a library's flag",
	"descriptor/render.Field.help":      "a doc comment of a user",
	"internal/adopt/observe.Flag.Usage": "the help of a flag of a user",
	"internal/fromflags.Row.Usage":      "the help of a flag of a user",
}

// readers are the functions that may take texts apart, with the reason.
var readers = map[string]string{
	"generators/features.readHistory":                "an error of the YAML library",
	"internal/load.Explain":                          "an error of the go command",
	"internal/load.checker.check":                    "an error of the go command",
	"internal/past.revision":                         "an error of git",
	"internal/upstream/universe.slow":                "an error of gengo",
	"componentconfig/internal/layers.parser.syntax":  "an error of the YAML library",
	"componentconfig/internal/schema.checker.opaque": "an error of encoding/json, or of a type of a user",
	"componentconfig/internal/flagset.Set.word":      "an error of pflag",
	"componentconfig/internal/flagset.refused":       "an error of pflag",
	"componentconfig/configcommand.client.flagError": "an error of pflag",

	"internal/cli.tool.fail":                     "an error on one line, whoever wrote it",
	"internal/report.Reporter.github":            "the escapes of GitHub",
	"componentconfig/configcommand.reportGitHub": "the escapes of GitHub",
	"internal/scripttest.Archive.ByScript":       "names of packages in the tests of findings",
}

// TestSentencesAreNotRead refuses regular expressions, strings.Cut, Trim, Contains and their siblings, and comparisons,
// over messages, advice and descriptions that we wrote: the facts about a finding that a program needs are data of the
// finding. It follows a text into the variables of a function.
func TestSentencesAreNotRead(t *testing.T) {
	used := map[string]bool{}
	modules := []string{".", "componentconfig", "componentconfig/dynamic/kube", "descriptor", "fleet",
		"lint/golangci"}
	for _, module := range modules {
		for _, read := range readings(t, module, nil) {
			for _, key := range []string{read.text, read.function} {
				used[key] = true
			}
			if theirs[read.text] == "" && readers[read.function] == "" {
				t.Errorf("%s: %s reads %s: make what it looks for a field of the type", read.at, read.function, read.text)
			}
		}
	}
	for _, list := range []map[string]string{theirs, readers} {
		for _, name := range slices.Sorted(maps.Keys(list)) {
			if !used[name] {
				t.Errorf("nothing reads %s, or in it, any more: remove its row", name)
			}
		}
	}
}

// TestSentencesAreNotReadCanFail expects a finding for each comment that says so.
func TestSentencesAreNotReadCanFail(t *testing.T) {
	s := sources(t, func(file string) bool { return file == "internal/house/testdata/sentences.go" })[0]
	planted, err := filepath.Abs("sentences.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[int]int{}
	for _, read := range readings(t, ".", map[string][]byte{planted: []byte(s.text)}) {
		if read.at.Filename == planted && theirs[read.text] == "" {
			found[read.at.Line]++
		}
	}
	s.lines(func(number int, line string) {
		_, comment, _ := strings.Cut(line, "// ")
		if want := strings.Count(comment, "read"); number > 2 && found[number] != want {
			t.Errorf("%s:%d: %d findings, want %d", s.path, number, found[number], want)
		}
	})
}

// reading is a call or a comparison that looks into a text.
type reading struct {
	at token.Position
	// text is the field or function whose text is read, and function the function that reads it, with their packages and
	// types.
	text, function string
}

// readings returns the readings in the packages of a module, without its tests and generated code. The types come from
// sources, so that nothing is compiled. The overlay has files to read in addition, by absolute path.
func readings(t *testing.T, module string, overlay map[string][]byte) []reading {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(root, module))
	if err != nil {
		t.Fatal(err)
	}
	session, _, err := load.Load(t.Context(), load.Request{
		Dir: dir, Patterns: []string{"."}, Wanted: func([]byte) bool { return false }, Overlay: overlay,
	})
	if err != nil {
		t.Fatal(err)
	}
	code, err := session.Code()
	if err != nil {
		t.Fatal(err)
	}
	var found []reading
	for _, pkg := range code.Packages {
		if pkg.Broken {
			t.Fatalf("%s does not compile", pkg.Path)
		}
		for _, file := range pkg.Files {
			if strings.HasPrefix(filepath.Base(code.Fset.Position(file.Pos()).Filename), "zz_generated.") {
				continue
			}
			for _, declaration := range file.Decls {
				if function, ok := declaration.(*ast.FuncDecl); ok && function.Body != nil {
					found = append(found, (&reader{pkg, code.Fset, function, map[types.Object]string{}}).readings()...)
				}
			}
		}
	}
	return found
}

// reader looks at one function.
type reader struct {
	*load.CodePackage
	fset     *token.FileSet
	function *ast.FuncDecl
	// held are the texts that variables hold.
	held map[types.Object]string
}

func (r *reader) readings() []reading {
	var found []reading
	add := func(at ast.Node, expressions ...ast.Expr) {
		for _, e := range expressions {
			if text := r.text(e); text != "" {
				name := types.ExprString(r.function.Name)
				if r.function.Recv != nil {
					name = strings.TrimPrefix(types.ExprString(r.function.Recv.List[0].Type), "*") + "." + name
				}
				found = append(found, reading{r.fset.Position(at.Pos()), text, short(r.Path) + "." + name})
			}
		}
	}
	ast.Inspect(r.function.Body, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) {
					r.hold(left, n.Rhs[i])
				}
			}
		case *ast.RangeStmt:
			if n.Value != nil {
				r.hold(n.Value, n.X)
			}
		case *ast.CallExpr:
			if r.looksInside(n) {
				add(n, n.Args...)
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				if r.isSentence(n.X) || r.isSentence(n.Y) {
					add(n, n.X, n.Y)
				}
			}
		case *ast.SwitchStmt:
			if n.Tag != nil {
				add(n, n.Tag)
			}
		}
		return true
	})
	return found
}

// hold notes that a variable holds a text.
func (r *reader) hold(variable, value ast.Expr) {
	if name, ok := variable.(*ast.Ident); ok {
		if text := r.text(value); text != "" {
			r.held[r.Info.ObjectOf(name)] = text
		}
	}
}

// text returns the name of the text that an expression has, alone or joined with others; empty if it has none.
func (r *reader) text(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return r.held[r.Info.ObjectOf(e)]
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return r.text(e.X) + r.text(e.Y)
		}
	case *ast.IndexExpr:
		return r.text(e.X)
	case *ast.SliceExpr:
		return r.text(e.X)
	case *ast.CallExpr:
		if selector, ok := e.Fun.(*ast.SelectorExpr); ok && len(e.Args) == 0 {
			return r.selected(selector)
		}
		if len(e.Args) > 0 && r.looksInside(e) {
			return r.text(e.Args[0]) // a part of the text
		}
	case *ast.SelectorExpr:
		return r.selected(e)
	}
	return ""
}

// selected returns the name of a text that is a field or the result of a method; empty if it is not a text.
func (r *reader) selected(e *ast.SelectorExpr) string {
	selection := r.Info.Selections[e]
	if selection == nil {
		return ""
	}
	object, receiver := selection.Obj(), selection.Recv()
	if pointer, ok := receiver.Underlying().(*types.Pointer); ok {
		receiver = pointer.Elem()
	}
	named, ok := types.Unalias(receiver).(*types.Named)
	if !ok {
		return ""
	}
	owner := named.Obj()
	if owner.Pkg() == nil { // error
		return owner.Name() + "." + object.Name()
	}
	isText := texts.MatchString(object.Name()) || told.MatchString(owner.Name()+"."+object.Name())
	if !strings.HasPrefix(owner.Pkg().Path(), modulePath) || !isText {
		return ""
	}
	return short(owner.Pkg().Path()) + "." + owner.Name() + "." + object.Name()
}

// siblings are the functions of package strings that look into a text. TrimSpace does not look for words.
var siblings = regexp.MustCompile(`^(Contains|Count|Cut|EqualFold|Fields|HasPrefix|HasSuffix|Index|LastIndex|Lines|` +
	`Replace|Split|Trim(Func|Left|Prefix|Right|Suffix|$))`)

// looksInside reports whether a call looks for something in its arguments.
func (r *reader) looksInside(call *ast.CallExpr) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	function, ok := r.Info.Uses[selector.Sel].(*types.Func)
	if !ok || function.Pkg() == nil {
		return false
	}
	switch function.Pkg().Path() {
	case "strings", "bytes":
		return siblings.MatchString(function.Name())
	case "regexp":
		return function.Signature().Recv() != nil
	}
	return function.Pkg().Path() == "fmt" && strings.HasPrefix(function.Name(), "Sscan")
}

// isSentence reports whether an expression is a constant text that is not empty.
func (r *reader) isSentence(e ast.Expr) bool {
	value := r.Info.Types[e].Value
	return value != nil && value.Kind() == constant.String && constant.StringVal(value) != ""
}

// short returns an import path relative to the path of the main module.
func short(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, modulePath), "/") }
