package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// misnamed are words that names in the code must not have, each with its replacement.
var misnamed = map[string]string{
	"asker": "client", "ending": "deprecation", "hub": "internalPackage", "impure": "sideEffect",
	"impurity": "sideEffect", "left": "skipped", "passing": "transient", "said": "marked", "scribe": "emitter",
	"side": "variant", "sides": "variants", "twin": "counterpart", "unsaid": "unmarked", "world": "session",
}

// exempt are parts of names that are words of their own.
var exempt = strings.NewReplacer("GitHub", "", "SideEffect", "", "sideEffect", "", "SideBySide", "", "LeftOut", "",
	"leftOut", "", "WorldWritable", "", "worldWritable", "")

// word matches a word of a name.
var word = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

// TestNames refuses names with words that CONTRIBUTING.md replaces by others.
func TestNames(t *testing.T) {
	for _, s := range sources(t, func(file string) bool { return path.Ext(file) == ".go" && !within(file, "testdata") }) {
		if s.generated() {
			continue
		}
		positions := token.NewFileSet()
		file, err := parser.ParseFile(positions, s.path, s.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range declared(file) {
			if name.Name == "left" {
				continue // what remains, or the opposite of right
			}
			for _, part := range word.FindAllString(exempt.Replace(name.Name), -1) {
				if better := misnamed[strings.ToLower(part)]; better != "" {
					t.Errorf("%s: %s: the word in names is %s", positions.Position(name.Pos()), name.Name, better)
				}
			}
		}
	}
}

// TestNamesCanFail: a word is refused in each kind of a declaration, and a part of another word is not.
func TestNamesCanFail(t *testing.T) {
	const text = "package twin\n\ntype aTwin struct{ bTwin int }\n\nfunc (cTwin aTwin) dTwin(eTwin int) (fTwin int) {\n" +
		"\tgTwin := 1\n\tvar hTwin int\n\tfor iTwin, jTwin := range x {\n\t}\n\tkept.xTwin = 1\n}\n\nconst kTwin = 1\n"
	file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, name := range declared(file) {
		names = append(names, name.Name)
	}
	slices.Sort(names)
	want := "aTwin bTwin cTwin dTwin eTwin fTwin gTwin hTwin iTwin jTwin kTwin twin"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// declared returns the names that a file declares.
func declared(file *ast.File) []*ast.Ident {
	names := []*ast.Ident{file.Name}
	expressions := func(all ...ast.Expr) {
		for _, e := range all {
			if name, ok := e.(*ast.Ident); ok {
				names = append(names, name)
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncDecl:
			names = append(names, n.Name)
		case *ast.TypeSpec:
			names = append(names, n.Name)
		case *ast.ValueSpec:
			names = append(names, n.Names...)
		case *ast.Field:
			names = append(names, n.Names...)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				expressions(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				expressions(n.Key, n.Value)
			}
		}
		return true
	})
	return names
}
