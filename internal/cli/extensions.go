package cli

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/explain"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/rule"
)

// extend adds generators and rules to the run. It returns an error if two of them have one name, or if a code
// is used twice.
func (t *tool) extend(list []generators.Extension) error {
	codes, names := map[string]bool{}, map[string]bool{}
	for _, code := range explain.Codes() {
		codes[code] = true
	}
	for _, extension := range list {
		var added []generators.Code
		switch e := extension.(type) {
		case generators.Generator:
			if names[e.Name] {
				return fmt.Errorf("two generators have the name %q; rename one of them", e.Name)
			}
			names[e.Name] = true
			t.generators, added = append(t.generators, e), e.Codes
		case generators.Rule:
			t.rules, added = append(t.rules, ownRule(e)), []generators.Code{e.Code}
		}
		for _, code := range added {
			if codes[code.Name] {
				return fmt.Errorf("the code %q is used twice, or is a code of configgen; rename it", code.Name)
			}
			codes[code.Name] = true
			t.codes = append(t.codes, code)
		}
	}
	return nil
}

// ownRule returns a rule of a project as a rule of lint.
func ownRule(r generators.Rule) rule.Rule {
	return rule.Rule{Code: r.Code.Name, Off: r.Off, Exceptable: true, Run: rule.Each(func(g *group.Group) []rule.Finding {
		var findings []rule.Finding
		for _, d := range r.Run(generators.NewInput(g)) {
			root, field := fieldOf(g, d)
			findings = append(findings, rule.Finding{Diagnostic: d, Root: root, Of: field})
		}
		return findings
	})}
}

// fieldOf returns the field that a finding is about, with its root; nil for none. If several roots have a field with
// the path, it is the one at the place of the finding.
func fieldOf(g *group.Group, d diag.Diagnostic) (root *group.Root, field *group.Field) {
	for _, r := range g.AllRoots() {
		r.Walk(func(f *group.Field) {
			if f.Path == d.Field && (field == nil || f.Position == d.Position) {
				root, field = r, f
			}
		})
	}
	return root, field
}

// lintRules returns the rules of lint: the rules of configgen and of the project.
func (t *tool) lintRules() []rule.Rule { return slices.Concat(rules.All(), t.rules) }

// explainCode explains a code of configgen or of the project. It reports false if nobody has it.
func (t *tool) explainCode(name string) (string, bool) {
	at := slices.IndexFunc(t.codes, func(code generators.Code) bool { return code.Name == name })
	if at < 0 {
		return explain.Code(name)
	}
	code := t.codes[at]
	return explain.Own(code.Name, strings.TrimSpace(code.Doc+" "+code.Detail)), true
}

// allCodes returns the codes of configgen and of the project.
func (t *tool) allCodes() []string {
	codes := explain.Codes()
	for _, code := range t.codes {
		codes = append(codes, code.Name)
	}
	slices.Sort(codes)
	return codes
}

// produced are the names of configgen's generators, and the names of the files of configgen and of Kubernetes'
// generators between the prefix and the first dot or underscore.
var produced = []string{
	"binding", "configapi", "conversion", "conversions", "deepcopy", "defaults", "docs", "featuregates", "features",
	"flags", "flagvalues", "legacydefaults", "load", "moved", "pathrefs", "precedence", "register", "validation",
	"validations",
}

// otherProgram returns the directory of a program that is built on configgen, relative to a module, for a file that no
// generator of this run can have written; empty if there is none.
func (t *tool) otherProgram(file string) string {
	stem, generated := strings.CutPrefix(filepath.Base(file), load.GeneratedPrefix)
	stem = stem[:max(0, strings.IndexAny(stem+".", "._"))]
	ownProgram := slices.ContainsFunc(t.generators, func(g generators.Generator) bool {
		return !slices.Contains(produced, g.Name)
	})
	if !generated || ownProgram || slices.Contains(produced, stem) {
		return ""
	}
	return builtOn(t.env.Dir)
}

// builtOn returns the directory of the first program below a directory that imports configgen, relative to it and with
// slashes; empty if there is none. Other modules, hidden directories and directories that the go command ignores are
// passed over.
func builtOn(dir string) string {
	found := ""
	_ = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		base := filepath.Base(name)
		isModule := func() bool {
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			return err == nil
		}
		switch {
		case found != "":
			return filepath.SkipAll
		case err != nil:
			return nil // an unreadable directory is passed over
		case entry.IsDir() && name != dir && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") ||
			base == "vendor" || base == "testdata" || isModule()):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(base) != ".go" || strings.HasSuffix(base, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err == nil && file.Name.Name == "main" && slices.Contains(load.Imports([]*ast.File{file}), modulePath) {
			below, err := filepath.Rel(dir, filepath.Dir(name))
			found = "./" + filepath.ToSlash(below)
			return err
		}
		return nil
	})
	return found
}
