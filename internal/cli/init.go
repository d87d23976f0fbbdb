package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/fromflags"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/scaffold"
)

// initRequest is the request of a command line to init.
type initRequest struct {
	scaffold.Component
	layout    string
	withFlags bool
	// choseZPages says that the user has said whether there are /flagz and /statusz.
	choseZPages bool
	force       []string
	dryRun      bool
	flags       fromflags.Request
	root        string // of the module, absolute
	replaceDir  string // as the user wrote it
}

// initializer is a run of init or of init version.
type initializer struct{ *tool }

// initCommand starts a group.
func initCommand(t *tool) *cobra.Command {
	var asked initRequest
	cmd := &cobra.Command{
		Use:   "init [dir]",
		Short: "Start a configuration group and its component",
		Long: `Init writes the files of a new configuration group, and of a component that loads it, to dir (by default the
working directory), which must be empty or the root of a module. Then it runs go mod tidy and configgen generate.

Existing files are listed and not changed, except go.mod and go.sum. Init asks for missing flags if it runs in a
terminal.

With --manager, the component is an operator: a manager of controller-runtime with a reconciler and its tests, and a
Deployment that is rolled when its configuration changes.

With --from-flags, the fields of the group are the flags of a component that exists: init compiles and runs it in a
temporary directory up to the point where it parses its flags, makes the group, and proves that a file has the effect of
the same arguments. With --dry-run, it prints the flags with their fields as CSV, which --map takes when it is edited.`,
		Example: `  configgen init --group relay.config.example.io --kind RelayConfiguration --module example.com/relay
  configgen init --group relay.config.example.io --kind RelayConfiguration --layout external --flags-struct
  configgen init --from-flags ./cmd/relay --run-main --group relay.config.example.io --write-main
  configgen init version v1beta1 --from v1alpha1`,
		Args: atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			asked.choseZPages = cmd.Flags().Changed("zpages")
			if asked.flags.Program != "" {
				return initializer{t}.initFromFlags(cmd.Context(), asked, args)
			}
			return initializer{t}.init(cmd.Context(), asked, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&asked.Group, "group", "", "the API group, as in relay.config.example.io")
	flags.StringVar(&asked.Kind, "kind", "", "the root type, as in RelayConfiguration")
	flags.StringVar(
		&asked.Module, "module", "", "the path of the module, as in example.com/relay; by default that of the go.mod in dir",
	)
	flags.StringVar(&asked.Version, "version", "v1alpha1", "the first version of the files")
	flags.StringVar(&asked.Name, "component", "", "the name of the program (default: the first word of the group)")
	flags.StringVar(&asked.Path, "path", "apis/config", "the directory of the group, below the root of the module")
	flags.StringVar(&asked.Tools, "tools", "tools", "the directory of the module of tools, below the root of the module")
	flags.StringVar(
		&asked.layout, "layout", string(scaffold.Internal),
		"internal, or external: the program works with the version's own types",
	)
	flags.BoolVar(&asked.withFlags, "flags-struct", false, "add a struct of flags that are not configuration")
	flags.BoolVar(&asked.Dynamic, "dynamic", false,
		"add dynamic configuration, with a last known good one that health checks confirm")
	flags.BoolVar(&asked.Assignments, "assignments", false,
		"add dynamic configuration that objects of a cluster can assign, one for each instance, which links k8s.io/client-go")
	flags.BoolVar(&asked.Manager, "manager", false, "make the component an operator on controller-runtime")
	flags.BoolVar(
		&asked.ZPages, "zpages", false,
		"serve /flagz and /statusz beside /configz, which links k8s.io/apiserver (default true in a new module)",
	)
	flags.StringVar(
		&asked.replaceDir, "replace", "", "the `directory` of a checkout of configgen to use instead of a release",
	)
	flags.StringSliceVar(
		&asked.force, "force", nil, "the `names` of files, with commas between them, to overwrite where they exist",
	)
	flags.BoolVar(
		&asked.dryRun, "dry-run", false, "print the tree and what would change as a unified diff, and write nothing",
	)
	addFromFlags(cmd, &asked.flags)
	cmd.ValidArgsFunction = completeDirectories
	complete(cmd, "layout", cobra.FixedCompletions([]string{
		cobra.CompletionWithDesc(string(scaffold.Internal), "the program works with an internal type"),
		cobra.CompletionWithDesc(string(scaffold.External), "the program works with the version's own types"),
	}, cobra.ShellCompDirectiveNoFileComp))
	versions := []string{"v1alpha1", "v1beta1", "v1"}
	complete(cmd, "version", cobra.FixedCompletions(versions, cobra.ShellCompDirectiveNoFileComp))
	for _, flag := range []string{"path", "tools", "replace"} {
		complete(cmd, flag, completeDirectories)
	}
	for _, flag := range []string{"group", "kind", "module", "component"} {
		complete(cmd, flag, cobra.NoFileCompletions)
	}
	cmd.AddCommand(initVersionCommand(t))
	return cmd
}

// init makes the files of a new group.
func (t initializer) init(ctx context.Context, asked initRequest, args []string) error {
	asked.root = t.env.Dir
	if len(args) == 1 {
		asked.root = absolute(t.env.Dir, args[0])
	}
	findings, err := asked.locate()
	if err != nil {
		return err
	}
	if wrong := asked.completeTool(t.env.Dir); len(wrong) > 0 && t.env.interactive() {
		return t.refuse(wrong) // before the user has answered anything
	}
	if err := t.ask(ctx, &asked); err != nil {
		return err
	}
	if wrong := asked.complete(t.env.Dir); len(findings) > 0 {
		findings = append(
			findings, slices.DeleteFunc(wrong, func(d diag.Diagnostic) bool { return d.Position.Filename == "--module" })...,
		)
	} else {
		findings = wrong
	}
	if len(findings) > 0 {
		return t.refuse(findings)
	}
	if findings := asked.conflicts(); len(findings) > 0 {
		return t.refuse(findings)
	}
	if err := t.print(t.reporter(report.Text), asked.unconventional()); err != nil {
		return err
	}
	workspace, _ := workspaceOf(asked.root)
	asked.Workspace = workspace != ""
	files, err := asked.Files()
	if err != nil {
		return &internalError{where: " in the templates", cause: err}
	}
	files, notes := asked.fit(files)
	plan, findings, err := planFiles(asked.root, files, asked.force)
	if err != nil {
		return err
	}
	if len(findings) > 0 {
		return t.refuse(findings)
	}
	if asked.dryRun {
		if plan, err = asked.withRequirements(plan); err != nil {
			return err
		}
		err = t.showPlan(asked.root, plan)
	} else {
		err = t.carryOut(ctx, asked, plan)
	}
	for _, note := range append(notes, asked.outdated(plan)...) {
		fmt.Fprintln(t.env.Stderr, "configgen: "+note)
	}
	if err != nil || asked.dryRun {
		return err
	}
	return t.printNextSteps(&asked, plan)
}

// unconventional are warnings about names that configgen lint reports, and the workflow of the component with it. They
// come from the rules themselves, which look at the names alone.
func (asked *initRequest) unconventional() []diag.Diagnostic {
	named := &group.Group{Name: asked.Group, Roots: []*group.Root{{Name: asked.Kind}}}
	var findings []diag.Diagnostic
	for _, r := range rules.All() {
		flag, fix := "--group", ""
		switch r.Code {
		case "group-name":
		case "kind-name":
			flag, fix = "--kind", "use "+asked.Base()+"Configuration"
		default:
			continue
		}
		for _, found := range r.Run([]*group.Group{named}) {
			warning := diagnostic(flag, r.Code, found.Message, cmp.Or(fix, found.Fix))
			warning.Severity = diag.Warning
			findings = append(findings, warning)
		}
	}
	return findings
}

// absolute returns a path of the command line as an absolute path; a relative path is relative to dir.
func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// refuse prints findings, and ends the run. Findings about the command line have no line of a file.
func (t *tool) refuse(findings []diag.Diagnostic) error {
	if err := t.print(t.reporter(report.Text), findings); err != nil {
		return err
	}
	if !slices.ContainsFunc(findings, func(d diag.Diagnostic) bool { return d.Position.Line > 0 }) {
		return errUsage
	}
	return errFindings
}

// locate finds the module that the directory is the root of.
func (asked *initRequest) locate() ([]diag.Diagnostic, error) {
	content, err := os.ReadFile(filepath.Join(asked.root, "go.mod"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return asked.outside(), nil
	case err != nil:
		return nil, fmt.Errorf("cannot read go.mod: %w", withoutPath(err))
	}
	module, err := scaffold.ModulePath(content)
	if err != nil {
		return nil, fmt.Errorf("cannot read go.mod: %w", err)
	}
	if asked.Module != "" && asked.Module != module {
		return []diag.Diagnostic{
			diagnostic("--module", "module-path", "the module of the directory is "+module,
				"leave --module out, or name another directory"),
		}, nil
	}
	asked.Module, asked.InModule, asked.Generators = module, true, scaffold.GeneratorsOf(content)
	return nil, nil
}

// outside returns findings about a directory that is not yet the root of a module.
func (asked *initRequest) outside() []diag.Diagnostic {
	for dir := filepath.Dir(asked.root); asked.Module == ""; dir = filepath.Dir(dir) {
		if content, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			if module, err := scaffold.ModulePath(content); err == nil {
				return []diag.Diagnostic{diagnostic("--module", "module-path", fmt.Sprintf(
					"the directory is inside of the module %s, and not its root", module),
					"run configgen init in the root, or name a module of its own")}
			}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return nil
}

// diagnostic returns a finding about the command line.
func diagnostic(flag, code, message, fix string) diag.Diagnostic {
	finding := diag.Diagnostic{Severity: diag.Error, Code: code, Message: message, Fix: fix}
	finding.Position.Filename = flag
	return finding
}

// complete sets the values that follow from the answers, and returns findings about the answers. dir is the working
// directory.
func (asked *initRequest) complete(dir string) []diag.Diagnostic {
	asked.Layout = scaffold.Layout(asked.layout)
	asked.Component = asked.WithDefaults()
	if !asked.choseZPages {
		// In a module, it may raise the Kubernetes libraries, and is for the user to decide. A manager has pages of its own.
		asked.ZPages = !asked.InModule && !asked.Manager
	}
	if asked.withFlags {
		asked.FlagsStruct = asked.Base() + "Flags"
	}
	findings := asked.Check()
	if cache := goEnv("", "GOMODCACHE"); cache != "" && within(cache, asked.root) {
		findings = append(
			findings,
			diagnostic("dir", "module-cache",
				fmt.Sprintf("%s is in the module cache, which belongs to the go command", filepath.ToSlash(asked.root)),
				"name a directory of your own"),
		)
	}
	return append(findings, asked.completeTool(dir)...)
}

// completeTool decides where configgen itself comes from.
func (asked *initRequest) completeTool(dir string) []diag.Diagnostic {
	if asked.replaceDir == "" {
		asked.ToolVersion = moduleVersion()
		if strings.HasPrefix(asked.ToolVersion, "v") && !strings.Contains(asked.ToolVersion, "+") {
			return nil
		}
		return []diag.Diagnostic{diagnostic("--replace", "no-release", fmt.Sprintf(
			"a go.mod cannot require this configgen: it is not a release but %s", strings.Trim(asked.ToolVersion, "()")),
			"name the directory of the checkout that it was built from, or install a release: "+
				"go install github.com/configgen/configgen/cmd/configgen@latest")}
	}
	from := absolute(dir, asked.replaceDir)
	if content, err := os.ReadFile(filepath.Join(from, "go.mod")); err != nil || !isConfiggen(content) {
		return []diag.Diagnostic{
			diagnostic("--replace", "replace-directory", fmt.Sprintf("%q is not a checkout of configgen", asked.replaceDir),
				"name the directory that holds configgen's go.mod"),
		}
	}
	asked.ToolVersion, asked.ReplaceFromRoot, asked.Replace = "v0.0.0", filepath.ToSlash(from), filepath.ToSlash(from)
	if relative, err := filepath.Rel(asked.root, from); err == nil && !filepath.IsAbs(asked.replaceDir) {
		asked.Replace = filepath.ToSlash(relative)
	}
	return nil
}

// isConfiggen reports whether a go.mod belongs to the module of configgen.
func isConfiggen(content []byte) bool {
	module, err := scaffold.ModulePath(content)
	return err == nil && module == "github.com/configgen/configgen"
}

// within reports whether path is dir or is in it.
func within(dir, path string) bool {
	relative, err := filepath.Rel(dir, path)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}
