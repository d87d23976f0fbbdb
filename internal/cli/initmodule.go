package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/gocommand"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/scaffold"
	"github.com/configgen/configgen/internal/transaction"
)

// carryOut writes the files, makes the module require their imports, and generates.
func (t initializer) carryOut(ctx context.Context, asked initRequest, plan []plannedFile) error {
	if err := t.write(plan); err != nil {
		return err
	}
	workspace, member := workspaceOf(asked.root)
	if workspace != "" {
		// A workspace may not use the module yet, and decides on the versions of a module that it uses.
		t.goEnv = append(t.goEnv, "GOWORK=off")
	}
	patterns := []string{"./..."}
	if asked.InModule {
		patterns = []string{"./" + asked.Path + "/..."}
	}
	next := fmt.Sprintf(
		"the files are written; fix that, then run: go mod tidy && configgen generate %s && cd %s && go mod tidy",
		strings.Join(patterns, " "), asked.Tools)
	var err error
	t.during("go mod tidy downloads what the files import", func() { err = asked.tidy(ctx, t.goEnv) })
	if err != nil {
		return fmt.Errorf("%w; %s", err, next)
	}
	if err := t.generateIn(ctx, asked.root, patterns); err != nil {
		return err
	}
	if err := asked.tidy(ctx, t.goEnv); err != nil { // the generated files import more
		return fmt.Errorf("%w; %s", err, next)
	}
	if err := t.settleRequirements(ctx, &asked, plan); err != nil {
		return fmt.Errorf("%w; %s", err, next)
	}
	for _, file := range plan {
		if file.Path == asked.Tools+"/go.mod" && file.write {
			if err := runGo(ctx, t.goEnv, filepath.Dir(file.path), "mod", "tidy"); err != nil {
				return fmt.Errorf("%w; %s", err, next)
			}
		}
	}
	if workspace != "" && !member {
		noteWorkspace(t, workspace, asked.root)
	}
	return nil
}

// settleRequirements restores earlier requirements of a go.mod, which go mod tidy removes if no package imports them
// yet, and prints the changes of the file.
func (t initializer) settleRequirements(ctx context.Context, asked *initRequest, plan []plannedFile) error {
	at := slices.IndexFunc(plan, func(file plannedFile) bool { return file.Path == "go.mod" })
	if at < 0 || plan[at].old == nil {
		return nil
	}
	before, err := modfile.Parse("go.mod", plan[at].old, nil)
	if err != nil {
		return err
	}
	after, err := os.ReadFile(plan[at].path)
	if err != nil {
		return fmt.Errorf("cannot read go.mod: %w", withoutPath(err))
	}
	kept, err := modfile.Parse("go.mod", after, nil)
	if err != nil {
		return err
	}
	var lost []*modfile.Require
	for _, r := range before.Require {
		if !r.Indirect && !slices.ContainsFunc(kept.Require, sameModule(r)) {
			lost = append(lost, r)
		}
	}
	if len(lost) > 0 {
		if after, err = bringBack(ctx, t.goEnv, plan[at].path, lost); err != nil {
			return err
		}
		if err := vendor(ctx, t.goEnv, asked.root); err != nil {
			return err
		}
	}
	line := " exists and was not changed"
	if changes := scaffold.Changes(plan[at].old, after); changes != "" {
		line = " changed: " + changes
	}
	_, err = fmt.Fprintln(t.env.Stdout, t.reporter(report.Text).Path(plan[at].path)+line)
	return err
}

func sameModule(r *modfile.Require) func(*modfile.Require) bool {
	return func(other *modfile.Require) bool { return other.Mod.Path == r.Mod.Path }
}

// bringBack makes a go.mod require modules that no package imports, and returns its content. go get marks them as
// indirect, and the next go mod tidy of init would remove them; the user's requirements are direct.
func bringBack(ctx context.Context, env []string, name string, lost []*modfile.Require) ([]byte, error) {
	get := []string{"get"}
	for _, r := range lost {
		get = append(get, r.Mod.String())
	}
	if err := runGo(ctx, env, filepath.Dir(name), get...); err != nil {
		return nil, err
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read go.mod: %w", withoutPath(err))
	}
	file, err := modfile.Parse("go.mod", content, nil)
	if err != nil {
		return nil, err
	}
	for _, r := range file.Require {
		r.Indirect = r.Indirect && !slices.ContainsFunc(lost, sameModule(r))
	}
	file.SetRequireSeparateIndirect(file.Require)
	file.Cleanup()
	if content, err = file.Format(); err != nil {
		return nil, err
	}
	return content, transaction.Commit([]transaction.Change{{Path: name, Content: content}})
}

// noteWorkspace prints the command that adds the module to a workspace.
func noteWorkspace(t initializer, workspace, root string) {
	r := t.reporter(report.Text)
	fmt.Fprintf(t.env.Stderr, "configgen: %s does not use the new module yet; run: go work use %s\n", r.Path(workspace),
		r.Path(root))
}

// generateIn generates in another directory than the working directory.
func (t initializer) generateIn(ctx context.Context, dir string, patterns []string) error {
	there := *t.tool
	there.env.Dir, there.shown = dir, t.env.Dir
	return there.generate(ctx, request{patterns: patterns, format: string(report.Text)})
}

// tidy makes the module require the imports of the files, and updates its vendor directory if it has one.
func (asked *initRequest) tidy(ctx context.Context, env []string) error {
	name := filepath.Join(asked.root, "go.mod")
	old, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("cannot read go.mod: %w", withoutPath(err))
	}
	content, err := asked.Require(old)
	if err != nil {
		return fmt.Errorf("cannot understand go.mod: %w", err)
	}
	if !bytes.Equal(content, old) {
		if err := transaction.Commit([]transaction.Change{{Path: name, Content: content}}); err != nil {
			return err
		}
	}
	if err := runGo(ctx, env, asked.root, "mod", "tidy"); err != nil {
		return err
	}
	return vendor(ctx, env, asked.root)
}

// vendored reports whether a module keeps copies of its dependencies.
func vendored(root string) bool {
	_, err := os.Stat(filepath.Join(root, "vendor", "modules.txt"))
	return err == nil
}

// vendor refreshes the copies of a module that keeps some, or of the workspace that uses it.
func vendor(ctx context.Context, env []string, root string) error {
	if workspace, used := workspaceOf(root); used && vendored(filepath.Dir(workspace)) {
		at := append(slices.Clip(env), "GOWORK="+workspace)
		if err := runGo(ctx, at, filepath.Dir(workspace), "work", "vendor"); err != nil {
			return err
		}
	}
	if !vendored(root) {
		return nil
	}
	return runGo(ctx, append(slices.Clip(env), "GOWORK=off"), root, "mod", "vendor")
}

// workspaceOf returns the go.work that the go command would use in root, empty for none, and whether it uses the module
// there.
func workspaceOf(root string) (string, bool) {
	path := goEnv(root, "GOWORK")
	if path == "" || path == "off" {
		return "", false
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return path, true // that is between the user and the go command
	}
	work, err := modfile.ParseWork(path, content, nil)
	if err != nil {
		return path, true
	}
	here, err := os.Stat(root)
	return path, err == nil && slices.ContainsFunc(work.Use, func(use *modfile.Use) bool {
		used, err := os.Stat(absolute(filepath.Dir(path), filepath.FromSlash(use.Path)))
		return err == nil && os.SameFile(here, used)
	})
}

// goEnv returns a setting of the go command in a directory, by default the working directory; empty where it does not
// say.
func goEnv(dir, name string) string {
	cmd := exec.Command("go", "env", name)
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PWD="+dir)
	}
	output, err := cmd.Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(output))
}

// runGo runs the go command in a directory, with variables in addition to the environment of the process. It returns an
// error with the last line that a command prints before it fails.
func runGo(ctx context.Context, env []string, dir string, args ...string) error {
	printed, err := gocommand.Run(ctx, dir, env, args...)
	if printed != "" {
		return fmt.Errorf("go %s fails: %s", strings.Join(args, " "), gocommand.LastLine(printed))
	}
	return err
}

// destination returns the module that the files are written to.
func (asked *initRequest) destination() scaffold.Destination {
	return scaffold.Destination{Component: asked.Component, Module: os.DirFS(asked.root), Force: asked.force}
}

// conflicts returns findings about existing parts of the module that conflict with the files of the component.
func (asked *initRequest) conflicts() []diag.Diagnostic {
	return slices.Concat(asked.destination().Occupied(), asked.destination().ToolsOccupied())
}

// fit removes files that the module has in another form, and returns notes about the remaining manual steps.
func (asked *initRequest) fit(files []scaffold.File) (fitting []scaffold.File, notes []string) {
	if asked.destination().ForeignProgram() {
		files = slices.DeleteFunc(files, func(file scaffold.File) bool {
			return strings.HasPrefix(file.Path, asked.ProgramPath()+"/") && !slices.Contains(asked.force, file.Path)
		})
		notes = append(notes, fmt.Sprintf(
			"%s contains code, which was not changed; load the configuration with options.%sRoot(), "+
				"as docs/scaffold.md of configgen shows",
			asked.ProgramPath(), asked.Kind))
	}
	if note := asked.missingTool(); note != "" {
		notes = append(notes, note)
	}
	return files, notes
}

// missingTool returns a note with the command to run if an existing module of tools lacks configgen and is not
// overwritten; empty otherwise.
func (asked *initRequest) missingTool() string {
	content, err := os.ReadFile(filepath.Join(asked.root, filepath.FromSlash(asked.Tools), "go.mod"))
	if err != nil || slices.Contains(asked.force, asked.Tools+"/go.mod") || scaffold.HasTool(content) {
		return ""
	}
	return fmt.Sprintf("%s/go.mod has no configgen yet; run: cd %s && %s", asked.Tools, asked.Tools, asked.addTool())
}

// addTool returns the command that makes a module require configgen. go get does not find modules that exist only as a
// replacement.
func (asked *initRequest) addTool() string {
	const module, program = "github.com/configgen/configgen", "github.com/configgen/configgen/cmd/configgen"
	generators := "k8s.io/code-generator@" + asked.Generators
	if asked.Replace == "" {
		return fmt.Sprintf("go get -tool %s@%s && go get %s", program, asked.ToolVersion, generators)
	}
	return fmt.Sprintf("go mod edit -replace %s -replace %s -require %s@%s -require %s -tool %s && go mod tidy",
		quote(module+"="+asked.ReplaceFromRoot), quote(module+"/descriptor="+asked.ReplaceFromRoot+"/descriptor"), module,
		asked.ToolVersion, generators, program)
}
