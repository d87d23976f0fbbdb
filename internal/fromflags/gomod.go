package fromflags

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"go/version"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/gocommand"
	"github.com/configgen/configgen/internal/scaffold"
)

// module is the module of the component, which is to have files that are not written yet.
type module struct {
	*code
	// oldSum is the old go.sum, goMod and goSum are the new files, and after is the syntax tree of goMod. needed is the
	// old go.mod with the requirements of the files.
	oldSum, goMod, goSum, needed []byte
	after                        *modfile.File
	// work is the workspace; nil if there is none. others are its other modules, and its replacements.
	work   *modfile.WorkFile
	others []*modfile.Replace
}

// readModule reads the go.mod.
func (c *code) readModule() (err error) {
	if c.oldMod, err = os.ReadFile(filepath.Join(c.Root, "go.mod")); err == nil {
		c.before, err = modfile.Parse("go.mod", c.oldMod, nil)
	}
	return err
}

// module reads the other files of the module. require adds the requirements of the files to a go.mod.
func (c *code) module(require func([]byte) ([]byte, error)) (m *module, err error) {
	m = &module{code: c}
	m.oldSum, err = os.ReadFile(filepath.Join(c.Root, "go.sum"))
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		m.needed, err = require(c.oldMod)
	}
	if err == nil && c.Workspace != "" {
		err = m.readWorkspace()
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the files of the module: %w", err)
	}
	return m, nil
}

// readWorkspace reads the go.work, and which other modules it uses.
func (m *module) readWorkspace() error {
	content, err := os.ReadFile(m.Workspace)
	if err != nil {
		return err
	}
	if m.work, err = modfile.ParseWork(m.Workspace, content, nil); err != nil {
		return err
	}
	add := func(r modfile.Replace) {
		taken := slices.ContainsFunc(m.before.Replace, func(own *modfile.Replace) bool { return own.Old.Path == r.Old.Path })
		if r.New.Version == "" {
			r.New.Path = absolute(filepath.Dir(m.Workspace), r.New.Path)
		}
		if !taken && r.Old.Path != m.before.Module.Mod.Path {
			m.others = append(m.others, &r)
		}
	}
	for _, used := range m.work.Use {
		content, err := os.ReadFile(filepath.Join(absolute(filepath.Dir(m.Workspace), used.Path), "go.mod"))
		if err != nil {
			return err
		}
		r := modfile.Replace{}
		r.Old.Path, r.New.Path = modfile.ModulePath(content), used.Path
		add(r)
	}
	for _, r := range m.work.Replace {
		add(*r)
	}
	return nil
}

// absolute returns a path of a go.mod or a go.work in a directory.
func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, filepath.FromSlash(path))
}

// copyTo writes the go.mod, with the requirements of the files, and the go.sum to a directory. The copies can be used
// anywhere, and without the workspace.
func (m *module) copyTo(dir string) error {
	file, err := modfile.Parse("go.mod", m.needed, nil)
	if err != nil {
		return err
	}
	for _, r := range append(slices.Clone(file.Replace), m.others...) {
		at := r.New.Path
		if r.New.Version == "" {
			at = filepath.ToSlash(absolute(m.Root, at))
		}
		err = cmp.Or(err, file.AddReplace(r.Old.Path, r.Old.Version, at, r.New.Version))
	}
	content, formatErr := file.Format()
	return cmp.Or(err, formatErr, os.WriteFile(filepath.Join(dir, "go.mod"), content, 0o600),
		os.WriteFile(filepath.Join(dir, "go.sum"), m.oldSum, 0o600))
}

// plan runs go mod tidy on copies in a directory, with the files by their absolute names. What go.mod requires now, and
// no package imports, it goes on requiring. The findings say why the module cannot have the files. The copy of go.mod
// is for -modfile.
func (m *module) plan(dir string, files map[string][]byte) ([]diag.Diagnostic, error) {
	replaced, _, err := gocommand.Overlay(dir, files)
	if err = cmp.Or(err, m.copyTo(dir)); err != nil {
		return nil, err
	}
	flags := []string{"-modfile=" + filepath.Join(dir, "go.mod"), "-overlay=" + replaced}
	tidy := append([]string{"mod", "tidy"}, flags...)
	printed, err := gocommand.Run(m.ctx, m.Root, append(slices.Clip(m.Env), "GOFLAGS="), tidy...)
	if err != nil {
		return nil, err
	}
	if printed != "" {
		return m.finding(nil, "go.mod cannot have what the files require: go mod tidy fails: "+gocommand.LastLine(printed),
			"correct it, and run the command again"), nil
	}
	if err := m.complete(dir); err != nil || m.changes() == "" {
		return nil, err
	}
	if findings := m.unfit(); len(findings) > 0 {
		return findings, nil
	}
	return m.builds(flags)
}

// changes describes the changes of go.mod.
func (m *module) changes() string { return scaffold.Changes(m.oldMod, m.goMod) }

// unpublished is the version of a module that is replaced by a directory.
const unpublished = "v0.0.0-00010101000000-000000000000"

// complete makes the go.mod of the copy that the go command has completed.
func (m *module) complete(dir string) error {
	content, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err == nil {
		m.goSum, err = os.ReadFile(filepath.Join(dir, "go.sum"))
	}
	if err != nil {
		return err
	}
	if m.after, err = modfile.Parse("go.mod", content, nil); err != nil {
		return err
	}
	file, err := modfile.Parse("go.mod", m.needed, nil)
	if err != nil {
		return err
	}
	before, after := versions(m.before), versions(m.after)
	requires := slices.DeleteFunc(slices.Clone(m.after.Require), func(r *modfile.Require) bool {
		return before[r.Mod.Path] == "" && r.Mod.Version == unpublished &&
			slices.ContainsFunc(m.others, func(other *modfile.Replace) bool { return other.Old.Path == r.Mod.Path })
	})
	lost := false
	for _, r := range m.before.Require {
		if !r.Indirect && after[r.Mod.Path] == "" {
			lost, requires = true, append(requires, r)
		}
	}
	if lost || len(m.others) > 0 {
		lines := slices.Collect(strings.Lines(string(m.oldSum) + string(m.goSum)))
		slices.Sort(lines)
		m.goSum = []byte(strings.Join(slices.Compact(lines), ""))
	}
	file.SetRequireSeparateIndirect(requires)
	if m.after.Toolchain == nil {
		file.DropToolchainStmt()
	}
	if err := file.AddGoStmt(m.after.Go.Version); err != nil {
		return err
	}
	file.Cleanup()
	m.goMod, err = file.Format()
	return err
}

// versions returns the versions of the modules that a go.mod requires.
func versions(file *modfile.File) map[string]string {
	all := map[string]string{}
	for _, r := range file.Require {
		all[r.Mod.Path] = r.Mod.Version
	}
	return all
}

// unfit returns findings about requirements of the files that conflict with the module. The files could be written, but
// would change the meaning of the module.
func (m *module) unfit() (findings []diag.Diagnostic) {
	say := func(line *modfile.Line, fix, message string, args ...any) {
		findings = append(findings, m.finding(line, fmt.Sprintf(message, args...), fix)...)
	}
	had, needs := goOf(m.before.Go), goOf(m.after.Go)
	if version.Compare(had, "go1.22") < 0 && version.Compare(needs, "go1.22") >= 0 {
		var line *modfile.Line
		if m.before.Go != nil {
			line = m.before.Go.Syntax
		}
		say(line, "run go mod edit -go="+needs[2:]+", and test the component before you go on", "the files need go %s, and "+
			"the module has go %s: since go 1.22, each iteration of a loop has its own variables", needs[2:], had[2:])
	}
	if m.work != nil && m.work.Go != nil && version.Compare(goOf(m.work.Go), needs) < 0 {
		say(nil, "run go work edit -go="+needs[2:], "the files need go %s, and the workspace %s has go %s", needs[2:],
			m.Workspace, m.work.Go.Version)
	}
	own, now := versions(m.before), versions(m.after)
	for _, r := range m.before.Replace {
		needed := now[r.Old.Path]
		if r.Old.Version == "" && r.New.Version != "" && r.New.Path == r.Old.Path && needed != own[r.Old.Path] &&
			semver.Compare(r.New.Version, needed) < 0 {
			say(r.Syntax, "replace it by "+needed+" or later, or remove the replacement",
				"the files need %s %s, which go.mod replaces by %s", r.Old.Path, needed, r.New.Version)
		}
	}
	return findings
}

// goOf returns the Go version of a line, as in go1.22.
func goOf(line *modfile.Go) string {
	if line == nil {
		return "go1.16" // which the go command assumes
	}
	return "go" + line.Version
}

// kubernetes is the module that has the version of all modules of Kubernetes.
const kubernetes = "k8s.io/apimachinery"

// builds finds whether the packages of the module, with their tests, still compile if the version of a module changes
// that they import.
func (m *module) builds(flags []string) ([]diag.Diagnostic, error) {
	own, now := versions(m.before), versions(m.after)
	var raised, together []string
	for _, r := range m.before.Require {
		if v := now[r.Mod.Path]; !r.Indirect && v != "" && v != r.Mod.Version {
			raised = append(raised, r.Mod.Path+"@"+v)
		}
		if r.Mod.Version == own[kubernetes] && own[kubernetes] != now[kubernetes] {
			together = append(together, r.Mod.Path+"@"+now[kubernetes])
		}
	}
	if len(raised) == 0 {
		return nil, nil
	}
	list := []string{"list", "-test", "-export", "-f", "{{\"\"}}", "./..."}
	with := slices.Insert(slices.Clone(list), 1, append(flags, "-mod=mod")...)
	printed, err := gocommand.Run(m.ctx, m.Root, append(slices.Clip(m.Env), "GOWORK=off"), with...)
	if printed == "" || err != nil {
		return nil, err
	}
	if as, err := gocommand.Run(m.ctx, m.Root, m.Env, list...); as != "" || err != nil {
		return nil, err // as it is without the files
	}
	fix := "run go get with later versions of the modules that do not compile"
	if len(together) > 0 {
		fix = "run go get " + strings.Join(together, " ") + ", and test the component before you go on"
	}
	return m.finding(nil, fmt.Sprintf("the module does not compile with %s, which the files need: %s",
		strings.Join(raised, ", "), gocommand.LastLine(printed)), fix), nil
}

// finding is at a line of go.mod.
func (m *module) finding(line *modfile.Line, message, fix string) []diag.Diagnostic {
	at := token.Position{Filename: filepath.Join(m.Root, "go.mod"), Line: 1, Column: 1}
	if line != nil {
		at.Line, at.Column = line.Start.Line, line.Start.LineRune
	}
	return finding(at, "go-mod", message, fix)
}
