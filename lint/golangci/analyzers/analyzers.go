// Package analyzers makes analyzers of go/analysis of the rules of lint, one for each.
package analyzers

import (
	"context"
	"go/ast"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/rule"
)

// For returns an analyzer for each rule. It has the code of the rule as its name, with underscores. The findings of
// rules that do not run, by the choice or by their default, are left out.
func For(choice lint.Choice) []*analysis.Analyzer {
	found := &analysis.Analyzer{
		Name: "configgen", Doc: "findings of the rules of configgen lint", ResultType: reflect.TypeFor[[]diag.Diagnostic](),
		Run: func(pass *analysis.Pass) (any, error) { return findings(pass, choice) },
	}
	var all []*analysis.Analyzer
	for _, r := range rule.All() {
		if r.Page == rule.Lint || r.Code == lint.UnknownRule || r.Code == rule.UnusedException {
			all = append(all, analyzer(found, r))
		}
	}
	return all
}

// analyzer reports the findings of a rule.
func analyzer(found *analysis.Analyzer, r rule.Manual) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: strings.ReplaceAll(r.Code, "-", "_"), Doc: r.Doc, URL: r.Address(), Requires: []*analysis.Analyzer{found},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, d := range pass.ResultOf[found].([]diag.Diagnostic) {
				if d.Code == r.Code {
					pass.Report(diagnostic(pass, d, r.Address()))
				}
			}
			return nil, nil
		},
	}
}

// findings returns the findings about the files of a package. If the package is a part of a group, the other packages
// of the group, which go/analysis does not pass, are loaded.
func findings(pass *analysis.Pass, choice lint.Choice) ([]diag.Diagnostic, error) {
	patterns := patterns(pass.Files)
	if len(patterns) == 0 || len(pass.Files) == 0 {
		return nil, nil
	}
	session, _, err := load.Load(context.Background(), load.Request{
		Dir: filepath.Dir(nameOf(pass, pass.Files[0])), Patterns: patterns, Wanted: markers.Mentions,
	})
	if err != nil {
		return nil, err
	}
	groups, _ := model.Groups(session) // generate reports their mistakes
	return slices.DeleteFunc(lint.Run(groups, rules.All(), choice), func(d diag.Diagnostic) bool {
		return fileOf(pass, d.Position.Filename) == nil
	}), nil
}

// groupTag matches a comment that makes a package a part of a group, with the package that a version converts to.
var groupTag = regexp.MustCompile(`(?m)^//\s*\+(config|flags|k8s:conversion-gen=(\S+/\S+))\b`)

// patterns returns the patterns of the package itself and of the packages that it converts to; empty for a package
// without a group.
func patterns(files []*ast.File) []string {
	var found []string
	for _, file := range files {
		for _, group := range file.Comments {
			for _, comment := range group.List {
				match := groupTag.FindStringSubmatch(comment.Text)
				if match != nil && len(found) == 0 {
					found = append(found, ".")
				}
				if match != nil && match[2] != "" && !slices.Contains(found, match[2]) {
					found = append(found, match[2])
				}
			}
		}
	}
	return found
}

// nameOf returns the absolute name of a file, without links in it, as the go command names directories.
func nameOf(pass *analysis.Pass, file *ast.File) string {
	return resolved(pass.Fset.Position(file.FileStart).Filename)
}

func resolved(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	absolute, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	return absolute
}

// fileOf returns the file of the package with a name; nil if it has none.
func fileOf(pass *analysis.Pass, name string) *token.File {
	for _, file := range pass.Files {
		if nameOf(pass, file) == resolved(name) {
			return pass.Fset.File(file.FileStart)
		}
	}
	return nil
}

// diagnostic returns a finding as go/analysis has it.
func diagnostic(pass *analysis.Pass, d diag.Diagnostic, address string) analysis.Diagnostic {
	file := fileOf(pass, d.Position.Filename)
	at := func(offset int) token.Pos { return file.Pos(min(offset, file.Size())) }
	made := analysis.Diagnostic{
		Pos: at(d.Position.Offset), End: at(d.End.Offset), Category: d.Code, URL: address,
		Message: d.Text() + " (" + d.Code + ")",
	}
	var edits []analysis.TextEdit
	for _, edit := range d.Edits() {
		if fileOf(pass, edit.Filename) != file {
			return made
		}
		edits = append(edits, analysis.TextEdit{Pos: at(edit.Start), End: at(edit.End), NewText: []byte(edit.New)})
	}
	if len(edits) > 0 {
		made.SuggestedFixes = []analysis.SuggestedFix{{Message: d.Fix, TextEdits: edits}}
	}
	return made
}
