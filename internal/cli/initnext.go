package cli

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/configgen/configgen/internal/report"
)

// withRequirements plans what init adds to a go.mod that exists. The go command completes it when the files are
// written.
func (asked *initRequest) withRequirements(plan []plannedFile) ([]plannedFile, error) {
	plan = slices.Clone(plan)
	for i, file := range plan {
		if file.Path != "go.mod" || file.old == nil {
			continue
		}
		content, err := asked.Require(file.old)
		if err != nil {
			return nil, fmt.Errorf("cannot understand go.mod: %w", err)
		}
		plan[i].Content, plan[i].write = content, !bytes.Equal(content, file.old)
	}
	return plan, nil
}

// outdated says what files that exist, and were not changed, lack.
func (asked *initRequest) outdated(plan []plannedFile) []string {
	var notes []string
	for _, file := range plan {
		switch {
		case file.old == nil || file.write && file.Path != "go.mod":
		case file.Path == "go.mod" && asked.dryRun && file.write:
			notes = append(notes, "go mod tidy will add to go.mod and go.sum what these requirements require")
		case file.Path == "Makefile" && !hasTargets(file.old):
			notes = append(notes, "Makefile has no targets generate and verify, which would run hack/update-codegen.sh and "+
				"hack/verify-codegen.sh; add them, or overwrite it by --force Makefile")
		case file.Path == "README.md" && !bytes.Contains(file.old, []byte("go generate")):
			notes = append(notes, "README.md does not say how the generated files are kept fresh; "+
				"add that, or overwrite it by --force README.md")
		}
	}
	return notes
}

// hasTargets reports whether a Makefile has the targets that the next steps name.
func hasTargets(makefile []byte) bool {
	for _, target := range []string{"generate", "verify"} {
		if !regexp.MustCompile(`(?m)^([^\t#:]*\s)?` + target + `(\s[^:]*)?:`).Match(makefile) {
			return false
		}
	}
	return true
}

// printNextSteps prints the commands that a user needs next, as they are run in the working directory.
func (t initializer) printNextSteps(asked *initRequest, plan []plannedFile) error {
	verify := "make verify"
	for _, file := range plan {
		if file.Path == "Makefile" && file.old != nil && !file.write && !hasTargets(file.old) {
			verify = "hack/verify-codegen.sh"
		}
	}
	steps := [][2]string{
		{"go generate ./...", "after each change of the types"},
		{verify, "in CI: the generated files are fresh"},
	}
	if !asked.destination().ForeignProgram() {
		steps = append(steps, [2]string{
			fmt.Sprintf("go run ./%s --config config/%s.yaml --explain-config", asked.ProgramPath(), asked.Name),
			"where each value comes from",
		})
	}
	if dir := t.reporter(report.Text).Path(asked.root); dir != "." {
		steps = append([][2]string{{"cd " + quote(filepath.ToSlash(dir)), ""}}, steps...)
	}
	width := 0
	for _, step := range steps {
		width = max(width, len(step[0]))
	}
	text := "\nNext:\n"
	for _, step := range steps {
		line := "  " + step[0]
		if step[1] != "" {
			line += strings.Repeat(" ", width-len(step[0])) + "  # " + step[1]
		}
		text += line + "\n"
	}
	_, err := fmt.Fprint(t.env.Stdout, text)
	return err
}

// requirementChanges says what became of a go.mod, in one line; empty if nothing did, or if one cannot be understood.
func requirementChanges(before, after []byte) string {
	old, oldErr := modfile.Parse("go.mod", before, nil)
	now, nowErr := modfile.Parse("go.mod", after, nil)
	if oldErr != nil || nowErr != nil {
		return ""
	}
	versions := map[string]string{}
	for _, r := range old.Require {
		versions[r.Mod.Path] = r.Mod.Version
	}
	var changes, added []string
	if old.Go != nil && now.Go != nil && old.Go.Version != now.Go.Version {
		changes = append(changes, fmt.Sprintf("go %s is now go %s", old.Go.Version, now.Go.Version))
	}
	indirect := 0
	for _, r := range now.Require {
		version, known := versions[r.Mod.Path]
		delete(versions, r.Mod.Path)
		switch {
		case known && version != r.Mod.Version:
			changes = append(changes, fmt.Sprintf("%s %s is now %s", r.Mod.Path, version, r.Mod.Version))
		case known:
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
