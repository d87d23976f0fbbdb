// Package fromflags starts a group whose fields are the flags of a component. Its steps are packages: observe runs the
// component, table says which field a flag becomes, write makes the files, and prove compares the component that has
// them with the one that has not. Nothing is written outside of a temporary directory and the caches of the go command.
package fromflags

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/fromflags/gomod"
	"github.com/configgen/configgen/internal/fromflags/observe"
	"github.com/configgen/configgen/internal/fromflags/prove"
	"github.com/configgen/configgen/internal/fromflags/table"
	"github.com/configgen/configgen/internal/fromflags/write"
	"github.com/configgen/configgen/internal/fromflags/writemain"
	"github.com/configgen/configgen/internal/scaffold"
)

// Request is what a user asks for.
type Request struct {
	// Dir is the working directory, Package the pattern of the package of the program, and Env variables, as NAME=value,
	// that the go command gets in addition to those of the process.
	Dir, Package string
	Env          []string
	// Workspace is the go.work that uses the module; empty if none does.
	Workspace string
	// Function, Command and RunMain say how to come to the flags.
	Function, Command string
	RunMain           bool
	// Map is an edited table and MapName the name of its file; nil for what is proposed.
	Map     []byte
	MapName string
	// ConfigFlag is the name of the flag that names configuration files; empty for config.
	ConfigFlag string
	// Tmp is a temporary directory.
	Tmp string
	// Say tells the user what is going to run.
	Say func(text string)
	// Generate runs the generators in a directory, and returns the files by their absolute names.
	Generate func(ctx context.Context, dir, pattern string) (map[string][]byte, []diag.Diagnostic, error)
}

// Component is a component whose flags are known.
type Component struct {
	Request
	Source *observe.Source
	// Observed is what there is when the flags are parsed.
	Observed *observe.Result
	// Trial has the table.
	Trial    *prove.Trial
	entrance observe.Entrance
	changes  string // of go.mod
}

// Observe finds the flags of a component. What keeps it from that is in the findings; the component is nil then.
func Observe(ctx context.Context, asked Request) (*Component, []diag.Diagnostic, error) {
	source, findings, err := observe.Read(ctx, asked.Dir, asked.Package, asked.Env)
	if err != nil || len(findings) > 0 {
		return nil, findings, err
	}
	c := &Component{Request: asked, Source: source}
	c.entrance = observe.Entrance{RunMain: asked.RunMain, Command: asked.Command}
	if asked.Function != "" {
		if c.entrance.Function, findings = source.Resolve(asked.Function); len(findings) > 0 {
			return nil, findings, nil
		}
	}
	if findings = source.Missing(c.entrance); len(findings) > 0 {
		return nil, findings, nil
	}
	asked.Say(source.Runs(c.entrance))
	program, findings, err := observe.Build(ctx, source, c.entrance, nil, filepath.Join(asked.Tmp, "observed"), asked.Env)
	if err != nil || len(findings) > 0 {
		return nil, findings, err
	}
	if c.Observed, findings, err = program.Observe(ctx); err != nil || len(findings) > 0 {
		return nil, findings, err
	}
	rows := table.Propose(c.Observed.Flags, asked.ConfigFlag)
	if asked.Map != nil {
		if rows, findings = table.Apply(rows, asked.MapName, asked.Map); len(findings) > 0 {
			return nil, findings, nil
		}
	}
	if c.Trial, err = prove.Try(ctx, program, rows); err != nil {
		return nil, nil, err
	}
	return c, c.conflicts(), nil
}

// conflicts are what is in the way of a file, and warnings.
func (c *Component) conflicts() []diag.Diagnostic {
	var findings []diag.Diagnostic
	say := func(code, message, fix string) {
		findings = append(findings, diag.At(token.Position{Filename: "--from-flags"}, token.Position{}, code, message, fix))
	}
	has := func(name string) bool {
		return slices.ContainsFunc(c.Trial.Rows, func(row table.Row) bool { return row.Flag.Name == name })
	}
	if c.ConfigFlag == "" && has("config") {
		say("config-flag", "the component has a flag --config of its own",
			"name the flag for the files of the group by --config-flag, as in --config-flag config-file; if its files have "+
				"apiVersion and kind, their Go type takes markers: begin with configgen adopt")
	} else if has(c.ConfigFlag) {
		say("config-flag", fmt.Sprintf("the component has a flag --%s already", c.ConfigFlag), "choose another name")
	}
	for _, own := range []string{"config-dir", "explain-config", "write-config-to"} {
		if has(own) {
			say("config-flag", fmt.Sprintf("the component has a flag --%s, which the loader registers, too", own),
				"rename the flag of the component, or write the call of the loader by hand")
		}
	}
	if slices.Contains(c.Observed.Entry.Commands, "config") {
		say("config-command", "the component has a subcommand config, which the loader adds, too",
			"rename the subcommand of the component")
	}
	for _, wrong := range table.Check(c.Trial.Rows) {
		say("field", wrong.Message, wrong.Fix)
	}
	var secrets []string
	for _, row := range table.Kept(c.Trial.Rows) {
		if row.Secret() {
			secrets = append(secrets, "--"+row.Flag.Name)
		}
	}
	for _, at := range c.Source.Visits {
		if len(secrets) > 0 {
			warning := diag.At(at, token.Position{}, "secret-printed",
				"this code visits all flags, and files can set secrets: "+strings.Join(secrets, ", "),
				"do not print the values of these flags here")
			warning.Severity = diag.Warning
			findings = append(findings, warning)
		}
	}
	return findings
}

// Group is the group that has been made of a component.
type Group struct {
	// Files are all files by their names below the root of the module, with slashes.
	Files map[string][]byte
	// Modules is what becomes of go.mod and go.sum.
	Modules gomod.Plan
	// Rows is the table after the proof.
	Rows []table.Row
}

// Make makes the group and proves it. Flags that are not equal are taken out, and the rest is proved again. Warnings of
// the generators are in the findings.
func (c *Component) Make(ctx context.Context, of scaffold.Component) (*Group, []diag.Diagnostic, error) {
	for {
		g, warnings, err := c.group(ctx, of)
		if err != nil || diag.Failed(warnings) {
			return nil, warnings, err
		}
		differs, findings, err := c.prove(ctx, of, g)
		if err != nil || len(findings) > 0 {
			return nil, findings, err
		}
		if g.Rows = c.Trial.Rows; len(differs) == 0 {
			return g, warnings, nil
		}
		fields := len(table.Kept(g.Rows))
		for i := range g.Rows {
			g.Rows[i].Refuse(differs[g.Rows[i].Flag.Name])
		}
		if len(table.Kept(g.Rows)) == fields { // what differs is not a field
			for _, flag := range slices.Sorted(maps.Keys(differs)) {
				findings = append(findings, diag.At(token.Position{Filename: "--from-flags"}, token.Position{}, "bridge",
					"the component is not as before: --"+flag+" "+differs[flag], "register this flag in another way"))
			}
			return nil, findings, nil
		}
	}
}

// group makes the files.
func (c *Component) group(ctx context.Context, of scaffold.Component) (*Group, []diag.Diagnostic, error) {
	rows := table.Kept(c.Trial.Rows)
	if len(rows) == 0 {
		return nil, []diag.Diagnostic{diag.At(token.Position{Filename: "--from-flags"}, token.Position{}, "no-flags",
			"no flag can become a field", "read the reasons in the table that --dry-run prints")}, nil
	}
	files, err := write.Group{Component: of, Set: c.Observed.Entry.Set, Flag: c.ConfigFlag, Rows: rows}.Files()
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp(c.Tmp, "module")
	if err != nil {
		return nil, nil, err
	}
	g := &Group{Files: map[string][]byte{}}
	for _, file := range files {
		g.Files[file.Path] = file.Content
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(file.Path)), file.Content); err != nil {
			return nil, nil, err
		}
	}
	tmp, err := os.MkdirTemp(c.Tmp, "gomod")
	if err != nil {
		return nil, nil, err
	}
	module := gomod.Module{Root: c.Source.Root, Workspace: c.Workspace, Tmp: tmp, Env: c.Env, Require: of.Require}
	if err := c.module(module, dir); err != nil {
		return nil, nil, err
	}
	made, findings, err := c.Generate(ctx, dir, "./"+of.Path+"/...")
	if err != nil {
		return nil, nil, err
	}
	for name, content := range made {
		below, err := filepath.Rel(dir, name)
		if err != nil {
			return nil, nil, err
		}
		g.Files[filepath.ToSlash(below)] = content
	}
	for i, found := range findings {
		if below, err := filepath.Rel(dir, found.Position.Filename); err == nil && filepath.IsLocal(below) {
			findings[i].Position.Filename = filepath.Join(c.Source.Root, below)
		}
	}
	if diag.Failed(findings) {
		return nil, findings, nil
	}
	var unfit []diag.Diagnostic
	g.Modules, unfit, err = module.Make(ctx, c.absolute(g))
	if c.changes != g.Modules.Changes {
		c.changes = g.Modules.Changes
		c.Say("go.mod: " + c.changes)
	}
	return g, append(findings, unfit...), err
}

// absolute are the files of a group that the module is built with, by their absolute names: also those that are
// embedded.
func (c *Component) absolute(g *Group) map[string][]byte {
	files := map[string][]byte{}
	for name, content := range g.Files {
		if path.Ext(name) == ".go" || path.Ext(name) == ".json" {
			files[filepath.Join(c.Source.Root, filepath.FromSlash(name))] = content
		}
	}
	return files
}

// module gives a directory the go.mod of the component's module, for the group alone.
func (c *Component) module(of gomod.Module, dir string) error {
	content, err := os.ReadFile(filepath.Join(c.Source.Root, "go.mod"))
	if err != nil {
		return fmt.Errorf("cannot read go.mod: %w", err)
	}
	if content, err = of.Alone(content); err != nil {
		return err
	}
	file, err := modfile.Parse("go.mod", content, nil)
	if err != nil {
		return err
	}
	for _, r := range slices.Clone(file.Replace) {
		if r.New.Version == "" && !filepath.IsAbs(r.New.Path) {
			at := filepath.ToSlash(filepath.Join(c.Source.Root, r.New.Path))
			if err := file.AddReplace(r.Old.Path, r.Old.Version, at, ""); err != nil {
				return err
			}
		}
	}
	if content, err = file.Format(); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, "go.mod"), content); err != nil {
		return err
	}
	if sum, err := os.ReadFile(filepath.Join(c.Source.Root, "go.sum")); err == nil {
		return writeFile(filepath.Join(dir, "go.sum"), sum)
	}
	return nil
}

// writeFile writes a file with the directories that it needs.
func writeFile(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o600)
}

// prove builds the component with the group and compares it with the one without.
func (c *Component) prove(
	ctx context.Context, of scaffold.Component, g *Group,
) (map[string]string, []diag.Diagnostic, error) {
	bridge := &observe.Bridge{
		Set: c.Observed.Entry.Set, Import: path.Join(of.Import(), "options"), Files: c.absolute(g), ModFile: g.Modules.File,
	}
	program, findings, err := observe.Build(ctx, c.Source, c.entrance, bridge, filepath.Join(c.Tmp, "proved"), c.Env)
	if err != nil || len(findings) > 0 {
		return nil, findings, err
	}
	dir, err := os.MkdirTemp(c.Tmp, "files")
	if err != nil {
		return nil, nil, err
	}
	differs, err := prove.Prove(ctx, program, c.Trial, prove.Files{
		APIVersion: of.Group + "/" + of.Version, Kind: of.Kind, Flag: cmp.Or(c.ConfigFlag, "config"), Dir: dir,
	})
	return differs, nil, err
}

// Statement is what main calls before its flags are parsed, and the position of the call that parses them.
func (c *Component) Statement() (string, token.Position) {
	call := c.Observed.Call
	switch {
	case call == nil:
		at := token.Position{Filename: c.Source.Main.GoFiles[0], Line: 1, Column: 1}
		return "options.CommandLine(flags, os.Args[1:])", at
	case c.named():
		return c.call().Statement("options"), call.Position
	}
	return "options.CommandLine(command, os.Args[1:]), where command is the *cobra.Command of " +
		cmp.Or(c.Command, "the program") + ",", call.Position
}

// EditMain returns the file with the call that parses the flags, by its name below the root, with the call of Statement
// before it. ok is false if that has to be written by hand.
func (c *Component) EditMain(of scaffold.Component) (name string, content []byte, ok bool, err error) {
	if c.Observed.Call == nil || !c.named() {
		return "", nil, false, nil
	}
	file := c.Observed.Call.Position.Filename
	if name, err = filepath.Rel(c.Source.Root, file); err != nil {
		return "", nil, false, err
	}
	if content, err = os.ReadFile(file); err != nil {
		return "", nil, false, fmt.Errorf("cannot read %s: %w", filepath.ToSlash(name), err)
	}
	content, ok, err = writemain.Edit(content, c.call(), path.Join(of.Import(), "options"))
	return filepath.ToSlash(name), content, ok, err
}

// named reports whether the source has a name for what holds the flags.
func (c *Component) named() bool {
	return c.Command == "" && !strings.Contains(c.Observed.Call.Set, "(")
}

// call is the call that parses the flags.
func (c *Component) call() writemain.Call {
	found := c.Observed.Call
	return writemain.Call{Offset: found.Position.Offset, Set: found.Set, Arguments: found.Arguments}
}

// Report says which flags have a field and are equal, and why others have none. Flags are compared with paths that are
// not relative: a relative one in a file does not depend on the working directory.
func Report(rows []table.Row) string {
	var b strings.Builder
	equal, hand := 0, 0
	left := map[string][]string{}
	var paths []string
	for _, row := range rows {
		if row.Path() {
			paths = append(paths, "--"+row.Flag.Name)
		}
		switch {
		case row.Field != "":
			equal++
			if row.Note != "" {
				fmt.Fprintf(&b, "--%s: equal; %s\n", row.Flag.Name, row.Note)
			}
		case row.ByHand:
			hand++
			fmt.Fprintf(&b, "--%s: %s\n", row.Flag.Name, row.Note)
		default:
			left[row.Note] = append(left[row.Note], "--"+row.Flag.Name)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(left)) {
		fmt.Fprintf(&b, "no field (%s): %s\n", reason, strings.Join(left[reason], ", "))
	}
	if len(paths) > 0 {
		fmt.Fprintf(&b, "relative paths in a file are relative to its directory: %s\n", strings.Join(paths, ", "))
	}
	fmt.Fprintf(&b, "flags: %d of %d are equal in a file and on the command line; %d by hand; %d without a field\n",
		equal, len(rows), hand, len(rows)-equal-hand)
	return b.String()
}
