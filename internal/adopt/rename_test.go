package adopt

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/source"
)

// TestRename expects that a generated declaration takes the place of an exported one alone.
func TestRename(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	content := "package a\n\nfunc NewOptions() {}\n\ntype codec struct{}\n"
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	at := func(offset, line, column int) token.Position {
		return token.Position{Filename: name, Offset: offset, Line: line, Column: column}
	}
	collides := func(what string, start, end token.Position) diag.Diagnostic {
		return diag.At(start, end, "name-collision", what+" has the name of a generated declaration", "rename it")
	}
	constructor := collides("NewOptions", at(16, 3, 6), at(26, 3, 16))
	helper := collides("codec", at(36, 5, 6), at(41, 5, 11))

	c := &component{theirs: &observe.Observation{Type: "*example.com/a.Options"}}
	d := &decisions{}
	w := &draft{overlay: map[string][]byte{}, generated: &Generated{Findings: []diag.Diagnostic{helper}}}
	if rename(c, d, w) || len(w.Replaced) > 0 {
		t.Errorf("the helper is renamed: %s", w.overlay[name])
	}
	w.generated.Findings = append(w.generated.Findings, constructor)
	file, err := parser.ParseFile(token.NewFileSet(), name, "package a\n\nfunc NewOptions() *Options { return nil }\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	decl, pkg := file.Decls[0].(*ast.FuncDecl), &source.Package{Info: &types.Info{}}
	c.Flags, c.functions = "example.com/a.NewOptions", []string{"example.com/a.NewOptions"}
	c.facts = &source.Facts{Functions: []source.Function{{Name: c.Flags, Decl: decl, Package: pkg}}}
	if !rename(c, d, w) || len(w.Replaced) != 1 || w.Replaced[0].Name != "NewOptions" || !d.own {
		t.Errorf("got %v, %v", w.Replaced, d.own) // that of an earlier run, which has written the markers
	}
	const want = "package a\n\nfunc handwrittenNewOptions() {}\n\ntype codec struct{}\n"
	if got := string(w.overlay[name]); got != want {
		t.Errorf("got %s", got)
	}
}

// TestRegisteredTwice finds a flag with +ignoredFlag whose registration stays.
func TestRegisteredTwice(t *testing.T) {
	unmarked := []plan.Unmarked{{Flag: "old", Kind: plan.NoField}, {Flag: "local", Kind: plan.NoField}}
	for want, flags := range map[string][]string{"old": {"new"}, "": {"new", "old"}} {
		w := &draft{Result: Result{
			Plan: &plan.Plan{Unmarked: unmarked, Roots: []plan.Root{{Flags: flags}}},
			Proof: &proof.Report{Flags: []proof.Flag{
				{Name: "local", Verdict: proof.ByHand}, {Name: "new", Verdict: proof.Equal}, {Name: "old", Verdict: proof.Equal},
			}},
		}}
		if got := registeredTwice(w); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
