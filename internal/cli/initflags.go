package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/fromflags"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/scaffold"
)

// addFromFlags adds the flags about the flags of a component.
func addFromFlags(cmd *cobra.Command, asked *fromflags.Request) {
	flags := cmd.Flags()
	flags.StringVar(&asked.Program, "from-flags", "",
		"the `package` of a program that exists, as in ./cmd/relay: its flags become the fields of the group")
	flags.StringVar(&asked.Function, "func", "", "with --from-flags, a `function` that registers the flags, as "+
		"import/path.AddFlags, or import/path.NewOptions.AddFlags for a method")
	flags.StringVar(&asked.Command, "command", "", "with --from-flags, the subcommand whose flags are meant")
	flags.BoolVar(&asked.RunMain, "run-main", false,
		"with --from-flags, run the function main up to the point where it parses the flags")
	flags.StringVar(&asked.Map, "map", "", "with --from-flags, an edited `table` of flags and fields")
	flags.StringVar(&asked.ConfigFlag, "config-flag", "",
		"with --from-flags, the `name` of the flag for configuration files, if the component has a flag --config")
	flags.BoolVar(&asked.WriteMain, "write-main", false, "with --from-flags, add the call that loads files to main")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return misplaced(cmd.Flags()) }
	for _, flag := range []string{"func", "command", "config-flag"} {
		complete(cmd, flag, cobra.NoFileCompletions)
	}
	complete(cmd, "from-flags", completeDirectories)
}

// misplaced returns an error about flags that have an effect only with --from-flags, or only without it.
func misplaced(flags *pflag.FlagSet) (err error) {
	names := []string{"func", "command", "run-main", "map", "config-flag", "write-main"}
	message := "--%s has an effect only with --from-flags; name the program, as in --from-flags ./cmd/relay"
	if flags.Changed("from-flags") {
		names = []string{"layout", "flags-struct", "dynamic", "assignments", "zpages", "force"}
		message = "--%s has no effect with --from-flags; leave it out"
	}
	for _, name := range names {
		if f := flags.Lookup(name); f.Changed && (name != "layout" || f.Value.String() != string(scaffold.External)) {
			err = errors.Join(err, fmt.Errorf(message, name))
		}
	}
	return err
}

// initFromFlags makes a group of the flags of a component.
func (t initializer) initFromFlags(ctx context.Context, asked initRequest, args []string) error {
	if len(args) > 0 {
		return errors.New("--from-flags names the program; leave the directory out")
	}
	if err := t.env.explainLoad(nil); err != nil {
		return err
	}
	types := path.Join(asked.Path, asked.Version, "types.go")
	asked.root = filepath.Dir(goEnv(t.env.Dir, "GOMOD"))
	if _, err := os.Stat(filepath.Join(asked.root, filepath.FromSlash(types))); err == nil && !asked.dryRun {
		return t.refuse([]diag.Diagnostic{diagnostic("--path", "group-directory", types+" exists already",
			"name another directory for the group of another program, as in apis/another")})
	}
	if _, err := os.Stat(filepath.Join(asked.root, "go.mod")); err == nil && !asked.dryRun {
		names := asked
		if err := t.prepare(&names); err != nil {
			return err // before the component is compiled, and run
		}
	}
	tmp, err := os.MkdirTemp("", "configgen-from-flags-")
	if err != nil {
		return fmt.Errorf("cannot make a temporary directory: %w", err)
	}
	defer os.RemoveAll(tmp)
	look := asked.flags
	workspace, used := workspaceOf(asked.root)
	asked.Workspace = workspace != ""
	if used {
		look.Workspace = workspace
	} else if workspace != "" {
		t.goEnv = append(t.goEnv, "GOWORK=off")
	}
	look.Dir, look.Env, look.Tmp, look.Generate = t.env.Dir, t.goEnv, tmp, t.generated
	look.Say = func(text string) { fmt.Fprintln(t.env.Stderr, "configgen: "+text) }
	var c *fromflags.Component
	var findings []diag.Diagnostic
	t.during("observing the flags; the go command compiles the component first", func() {
		c, findings, err = fromflags.Observe(ctx, look)
	})
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return err
	}
	if c != nil && asked.dryRun {
		if _, err := t.env.Stdout.Write(fromflags.CSV(c.Rows)); err != nil {
			return err
		}
	}
	if err := t.proceed(findings); err != nil || asked.dryRun {
		return err
	}
	return t.makeFromFlags(ctx, asked, c)
}

// proceed prints findings. It returns an error if one of them is more than a warning.
func (t initializer) proceed(findings []diag.Diagnostic) error {
	if diag.Failed(findings) {
		return t.refuse(findings)
	}
	return t.print(t.reporter(report.Text), findings)
}

// prepare sets the values that follow from the answers for a group of flags in a module, and reports findings about the
// answers.
func (t initializer) prepare(asked *initRequest) error {
	asked.layout, asked.choseZPages = string(scaffold.External), true
	findings, err := asked.locate()
	if err != nil {
		return err
	}
	if asked.Kind == "" {
		component, _, _ := strings.Cut(asked.Group, ".")
		asked.Kind = flagtext.GoName(component) + "Configuration"
	}
	findings = append(findings, asked.complete(t.env.Dir)...)
	return t.proceed(append(findings, asked.conflicts()...))
}

// makeFromFlags makes the group, and writes it if the proof holds.
func (t initializer) makeFromFlags(ctx context.Context, asked initRequest, c *fromflags.Component) error {
	asked.root = c.Root
	if err := t.prepare(&asked); err != nil {
		return err
	}
	if err := t.proceed(asked.unconventional()); err != nil {
		return err
	}
	var g *fromflags.Group
	var findings []diag.Diagnostic
	var err error
	t.during("making the group, and proving it", func() { g, findings, err = c.Make(asked.Component) })
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return err
	}
	if err := t.proceed(findings); err != nil {
		return err
	}
	if _, err := fmt.Fprint(t.env.Stdout, fromflags.Report(c.Rows)); err != nil {
		return err
	}
	if err := t.writeGroup(ctx, asked, g); err != nil || g.Next == "" {
		return err
	}
	_, err = fmt.Fprintf(t.env.Stdout, "\nNext: before the flags are parsed at %s:%d, call %s of package %s/options\n",
		t.reporter(report.Text).Path(g.At.Filename), g.At.Line, g.Next, asked.Import())
	return err
}

// generated runs the generators in the temporary module of a group.
func (t initializer) generated(
	ctx context.Context, dir, pattern string,
) (map[string][]byte, []diag.Diagnostic, error) {
	there := *t.tool
	there.env.Dir = dir
	there.goEnv = append(slices.Clip(t.goEnv), "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod")
	out, err := there.run(ctx, request{patterns: []string{pattern}}, "", nil)
	if err != nil {
		return nil, nil, err
	}
	files := map[string][]byte{}
	for _, file := range out.files {
		files[filepath.Join(file.Dir, file.Name)] = file.Content
	}
	return files, out.findings, nil
}

// writeGroup writes the files of a group and the files that are edited for it, all or none.
func (t initializer) writeGroup(ctx context.Context, asked initRequest, g *fromflags.Group) error {
	var files []scaffold.File
	for _, group := range []map[string][]byte{g.Files, g.Edited} {
		for name, content := range group {
			files = append(files, scaffold.File{Path: name, Content: content})
		}
	}
	plan, _, err := planFiles(asked.root, files, slices.Collect(maps.Keys(g.Edited)))
	if err != nil {
		return err
	}
	var findings []diag.Diagnostic
	for _, file := range plan {
		if file.old != nil && !file.write && !bytes.Equal(file.old, file.Content) && within(asked.Path, file.Path) {
			finding := diagnostic(file.path, "file-exists", "the file exists, and differs from what init writes",
				"remove it, or name another directory by --path")
			finding.Position.Line, finding.Position.Column = 1, 1
			findings = append(findings, finding)
		}
	}
	if err := t.proceed(findings); err != nil {
		return err
	}
	if err := t.write(plan); err != nil {
		return err
	}
	at := slices.IndexFunc(plan, func(file plannedFile) bool { return file.Path == asked.Tools+"/go.mod" })
	if tools := plan[at]; tools.write {
		if err := runGo(ctx, t.goEnv, filepath.Dir(tools.path), "mod", "tidy"); err != nil {
			return fmt.Errorf("%w; the files are written; fix that, then run: cd %s && go mod tidy", err, asked.Tools)
		}
	} else if note := asked.missingTool(); note != "" {
		fmt.Fprintln(t.env.Stderr, "configgen: "+note)
	}
	return vendor(ctx, t.goEnv, asked.root)
}
