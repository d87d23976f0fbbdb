package gomod

import (
	"fmt"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"github.com/configgen/configgen/diag"
)

// unfit finds what does not fit in the module: with these, the files could be written, and the module would not be what
// it was.
func (c *change) unfit() (findings []diag.Diagnostic) {
	say := func(line *modfile.Line, message, fix string) {
		findings = append(findings, c.finding(line, message, fix))
	}
	had, needs := goOf(c.before), goOf(c.after)
	if version.Compare(had, "go1.22") < 0 && version.Compare(needs, "go1.22") >= 0 {
		var line *modfile.Line
		if c.before.Go != nil {
			line = c.before.Go.Syntax
		}
		say(line, fmt.Sprintf("the files need go %s, and the module has go %s: since go 1.22, each iteration of a loop "+
			"has its own variables", needs[2:], had[2:]),
			"run go mod edit -go="+needs[2:]+", and test the component before you go on")
	}
	if work, err := c.workspace(); err == nil && work != nil && work.Go != nil &&
		version.Compare("go"+work.Go.Version, needs) < 0 {
		say(nil, fmt.Sprintf("the files need go %s, and the workspace %s has go %s", needs[2:], c.Workspace, work.Go.Version),
			"run go work edit -go="+needs[2:])
	}
	for _, r := range c.before.Replace {
		now, own := required(c.after, r.Old.Path), required(c.before, r.Old.Path)
		if r.Old.Version == "" && r.New.Version != "" && r.New.Path == r.Old.Path && now != own &&
			semver.Compare(r.New.Version, now) < 0 {
			say(r.Syntax, fmt.Sprintf("the files need %s %s, which go.mod replaces by %s", r.Old.Path, now, r.New.Version),
				"replace it by "+now+" or later, or remove the replacement")
		}
	}
	return findings
}

// goOf is the Go version of a go.mod, as in go1.22.
func goOf(file *modfile.File) string {
	if file.Go == nil {
		return "go1.16" // which the go command assumes
	}
	return "go" + file.Go.Version
}

// builds finds whether the packages of the module, with their tests, still compile if the version of a module changes
// that they import.
func (c *change) builds() ([]diag.Diagnostic, error) {
	var raised []string
	for _, r := range c.before.Require {
		if now := required(c.after, r.Mod.Path); !r.Indirect && now != "" && now != r.Mod.Version {
			raised = append(raised, r.Mod.Path+"@"+now)
		}
	}
	if len(raised) == 0 {
		return nil, nil
	}
	args := []string{"list", "-test", "-export", "-f", "{{\"\"}}"}
	files := []string{"-mod=mod", "-modfile=" + c.file(), "-overlay=" + c.overlay}
	printed, err := c.run([]string{"GOWORK=off"}, slices.Concat(args, files, []string{"./..."})...)
	if printed == "" || err != nil {
		return nil, err
	}
	if before, err := c.run(nil, append(args, "./...")...); before != "" || err != nil {
		return nil, err // as it is without the files
	}
	fix := "run go get with later versions of the modules that do not compile"
	if own := required(c.before, kubernetes); own != required(c.after, kubernetes) {
		together := []string{}
		for _, r := range c.before.Require {
			if r.Mod.Version == own {
				together = append(together, r.Mod.Path+"@"+required(c.after, kubernetes))
			}
		}
		fix = "run go get " + strings.Join(together, " ") + ", and test the component before you go on"
	}
	return []diag.Diagnostic{c.finding(nil, fmt.Sprintf("the module does not compile with %s, which the files need: %s",
		strings.Join(raised, ", "), printed), fix)}, nil
}

// kubernetes is the module that has the version of all modules of Kubernetes.
const kubernetes = "k8s.io/apimachinery"

// Changes says what becomes of a go.mod, in one line; empty if nothing does, or if one cannot be understood.
func Changes(before, after []byte) string {
	old, oldErr := modfile.Parse("go.mod", before, nil)
	now, nowErr := modfile.Parse("go.mod", after, nil)
	if oldErr != nil || nowErr != nil {
		return ""
	}
	var changes, added []string
	if old.Go != nil && now.Go != nil && old.Go.Version != now.Go.Version {
		changes = append(changes, fmt.Sprintf("go %s is now go %s", old.Go.Version, now.Go.Version))
	}
	if old.Toolchain != nil && now.Toolchain == nil {
		changes = append(changes, "the line toolchain "+old.Toolchain.Name+" is removed")
	}
	indirect := 0
	for _, r := range now.Require {
		switch known := required(old, r.Mod.Path); {
		case known == r.Mod.Version:
		case known != "":
			changes = append(changes, fmt.Sprintf("%s %s is now %s", r.Mod.Path, known, r.Mod.Version))
		case r.Indirect:
			indirect++
		default:
			added = append(added, r.Mod.Path+" "+r.Mod.Version)
		}
	}
	if len(added) > 0 {
		changes = append(changes, "it requires "+strings.Join(added, ", "))
	}
	if indirect > 0 {
		changes = append(changes, fmt.Sprintf("%d modules that these require", indirect))
	}
	for _, r := range now.Replace {
		if !slices.ContainsFunc(old.Replace, func(o *modfile.Replace) bool { return o.Old == r.Old && o.New == r.New }) {
			changes = append(changes, fmt.Sprintf("it replaces %s by %s", r.Old.Path, r.New.Path))
		}
	}
	return strings.Join(changes, "; ")
}
