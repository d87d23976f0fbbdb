package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/check"
	"github.com/configgen/configgen/internal/gate"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/transaction"
)

// request is the request of a command line to generate or verify.
type request struct {
	patterns []string
	header   string
	year     string
	format   string
	dryRun   bool
	fixes    bool
	noCache  bool
	// allowEmpty accepts packages without a marker.
	allowEmpty bool
	// docs asks for the documentation alone.
	docs bool
}

// generateCommand writes generated files.
func generateCommand(t *tool) *cobra.Command {
	var asked request
	cmd := &cobra.Command{
		Use:   "generate [packages]",
		Short: "Write the generated files; print those that changed",
		Long: `Generate reads the packages (by default ./...) and writes the files that their markers ask for. It prints the
files that it changes. It removes generated files that no marker produces.

A group with a finding that is an error is left as it is; the files of the other groups are written, all or none.`,
		Example: `  configgen generate
  configgen generate --dry-run ./pkg/apis/...
  //go:generate configgen generate --header-file ../../hack/license.txt .`,
		RunE: func(cmd *cobra.Command, args []string) error {
			asked.patterns = patternsOf(args)
			return t.generate(cmd.Context(), asked)
		},
	}
	cmd.Flags().BoolVar(&asked.dryRun, "dry-run", false, "print what would change as a unified diff, and write nothing")
	cmd.Flags().BoolVar(
		&t.stubs, "stubs", false, "also write the validation functions that an existing validation package lacks, as stubs",
	)
	asked.addFlags(cmd)
	return cmd
}

// docsCommand writes the documentation of groups.
func docsCommand(t *tool) *cobra.Command {
	var asked request
	cmd := &cobra.Command{
		Use:   "docs [packages | package@version directory]",
		Short: "Write the reference documentation; print the files that changed",
		Long: `Docs reads the packages (by default ./...) and writes the documentation of their configuration. It does what
generate does, for the directories that +configgen:output(docs: "...") names, and leaves all other generated files as
they are. What the generators of these files report, generate and verify report.

With a published package and its version, and a directory, docs writes the reference, schema and sample of the
configuration kinds that the package declares, whether they have markers or not: structs with metav1.TypeMeta that are
objects. It downloads the module, verifies its checksums, and builds nothing.

With --format crd it prints the definitions of custom resources and writes nothing: of the types with +customResource,
or of all +config types of a group without this marker, which sets names and scope.`,
		Example: `  configgen docs
  configgen docs --dry-run ./pkg/apis/...
  configgen docs k8s.io/kubelet/config/v1beta1@v0.36.0 docs/kubelet
  configgen docs --format crd ./pkg/apis/config | kubectl apply -f -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			asked.patterns, asked.docs = patternsOf(args), true
			if isPublished(args) {
				return t.publishedDocs(cmd.Context(), args, asked)
			}
			if asked.format == definitions {
				return printDefinitions(cmd.Context(), t, asked)
			}
			if _, err := report.ParseFormat(asked.format, definitions); err != nil {
				return err
			}
			return t.generate(cmd.Context(), asked)
		},
	}
	cmd.Flags().BoolVar(&asked.dryRun, "dry-run", false, "print what would change as a unified diff, and write nothing")
	asked.addFlags(cmd, otherFormat{definitions, "definitions of custom resources"})
	return cmd
}

// definitions is the format in which docs prints definitions of custom resources.
const definitions = "crd"

// printDefinitions prints the definitions of custom resources of each group: for the roots with +customResource, or for
// all roots of a group without the marker.
func printDefinitions(ctx context.Context, t *tool, asked request) error {
	if asked.dryRun || asked.fixes || asked.header+asked.year != "" {
		return errors.New("--format=crd prints definitions and changes no file; leave out the flags about files")
	}
	at := slices.IndexFunc(t.generators, func(g generators.Generator) bool { return g.Name == docsGenerator })
	if at < 0 {
		return fmt.Errorf("%s does not have the generator %s", t.env.Program, docsGenerator)
	}
	session, findings, err := t.load(ctx, asked.patterns, nil)
	if err != nil {
		return err
	}
	groups, found := model.Groups(session)
	groups = slices.DeleteFunc(groups, func(g *group.Group) bool { return len(g.Roots) == 0 })
	for _, g := range groups {
		serve(t, g)
	}
	findings = slices.Concat(findings, found, check.Groups(groups))
	var documents [][]byte
	for _, g := range groups {
		files, found := t.generators[at].Run(generators.NewInput(g))
		findings = append(findings, found...)
		for _, file := range files {
			if strings.HasSuffix(file.Name, "."+definitions+".yaml") {
				documents = append(documents, file.Content)
			}
		}
	}
	if err := t.print(t.reporter(report.Text), findings); err != nil {
		return err
	}
	if diag.Failed(findings) {
		return errFindings
	}
	if len(documents) == 0 {
		return fmt.Errorf("no package of %s has a +config marker; name the packages of a configuration",
			strings.Join(asked.patterns, " "))
	}
	_, err = t.env.Stdout.Write(bytes.Join(documents, []byte("---\n")))
	return err
}

// serve makes the roots of a group custom resources with the defaults of +customResource, unless one of them has the
// marker. Standard error says so.
func serve(t *tool, g *group.Group) {
	defer model.Describe(g)
	if g.DocsPackage.Path == "" {
		g.DocsPackage = group.Package{Name: docsGenerator, Path: docsGenerator, Dir: t.env.Dir}
	}
	if slices.ContainsFunc(g.Roots, func(root *group.Root) bool { return root.Resource != nil }) {
		return
	}
	for _, root := range g.Roots {
		root.Resource = model.Resource(root.Name, markers.CustomResource{})
		root.Resource.Marker = markers.Marker{Name: "customResource", Position: root.Position, End: root.End}
		fmt.Fprintf(t.env.Stderr, "configgen: %s does not have +customResource; its scope is %s, and its plural %s\n",
			root.Name, root.Resource.Scope, root.Resource.Plural)
	}
}

// patternsOf returns the packages that the arguments name.
func patternsOf(args []string) []string {
	if len(args) == 0 {
		return []string{"./..."}
	}
	return args
}

// addFlags adds the common flags of generate and verify.
func (asked *request) addFlags(cmd *cobra.Command, formats ...otherFormat) {
	cmd.Flags().StringVar(
		&asked.header, "header-file", "", "a `file` with a license, as Go comments, to copy to the top of every "+
			"generated file",
	)
	cmd.Flags().StringVar(&asked.year, "year", "", "the `year` that replaces YEAR in the file of --header-file")
	cmd.Flags().BoolVar(&asked.noCache, "no-cache", false, "do not use the result of an earlier run on the same sources")
	asked.addFindings(cmd, formats...)
}

// addFindings adds the flags and completions of all commands that report and fix mistakes in packages.
func (asked *request) addFindings(cmd *cobra.Command, formats ...otherFormat) {
	asked.addFormat(cmd, formats...)
	cmd.Flags().BoolVar(&asked.fixes, "fix", false, "apply the fixes of findings that have a safe one to the source")
	cmd.ValidArgsFunction = completeDirectories
}

// otherFormat is a format that one command alone has, for something else than findings.
type otherFormat struct{ name, what string }

// addFormat adds the format of findings.
func (asked *request) addFormat(cmd *cobra.Command, others ...otherFormat) {
	var formats []string
	for _, format := range report.Formats() {
		formats = append(formats, string(format))
	}
	usage := "format of the findings: text, json, github or sarif"
	for _, other := range others {
		formats = append(formats, other.name)
		usage += fmt.Sprintf("; or %s, which prints %s", other.name, other.what)
	}
	cmd.Flags().StringVar(&asked.format, "format", string(report.Text), usage)
	complete(cmd, "format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
}

// examined is the output beside the disk.
type examined struct {
	reporter    report.Reporter
	findings    []diag.Diagnostic
	differences []difference // none in a group with an error
	owners      map[string][]int
	awaits      [][2]int
	groups      int
	// empty says that no package has a marker of configgen.
	empty bool
	// directories may contain generated files of the groups.
	directories []string
}

// examine plans and compares.
func (t *tool) examine(ctx context.Context, asked request) (*examined, error) {
	format, err := report.ParseFormat(asked.format)
	if err != nil {
		return nil, err
	}
	license, err := t.readLicense(asked.header, asked.year)
	if err != nil {
		return nil, err
	}
	out, err := t.plan(ctx, asked, license)
	if err != nil {
		return nil, err
	}
	if asked.fixes {
		results := t.env.Stdout
		if format != report.Text {
			results = t.env.Stderr
		}
		if out, err = t.fixed(ctx, asked, license, out, results); err != nil {
			return nil, err
		}
	}
	seen := &examined{reporter: t.reporter(format), findings: out.findings, owners: out.owners, awaits: out.awaits,
		groups: out.groups, directories: out.directories}
	if seen.differences, err = out.compare(seen.reporter); err != nil {
		return nil, err
	}
	for i, d := range seen.differences {
		if program := t.otherProgram(d.path); d.state == orphan && program != "" {
			seen.differences[i].state, seen.differences[i].program = owned, program
		}
	}
	if asked.docs {
		seen.differences = slices.DeleteFunc(seen.differences, func(d difference) bool {
			return !slices.Contains(out.docs, filepath.Dir(d.path))
		})
		if len(out.docs) == 0 && !diag.Failed(seen.findings) {
			fmt.Fprintf(t.env.Stderr, "configgen: no group in %s asks for documentation; add +configgen:output(docs: %q) to "+
				"the comment above the package clause of its types\n", strings.Join(asked.patterns, " "), "docs/config")
		}
	}
	if seen.empty = out.groups == 0 && len(seen.findings)+len(seen.differences) == 0; seen.empty {
		fmt.Fprintln(t.env.Stderr, "configgen: "+t.nothing(asked.patterns, out.foreign))
	}
	return seen, ctx.Err()
}

// nothing returns a message that no package has a marker, with the nearest marker above the directory, or that the
// requested files are left to another tool.
func (t *tool) nothing(patterns, foreign []string) string {
	if len(foreign) > 0 {
		return fmt.Sprintf("the tags of %s ask for %s, written by another tool and left alone; to take over, delete what "+
			"that tool writes and run configgen generate in its place", strings.Join(patterns, " "), t.listed(foreign))
	}
	text := fmt.Sprintf(
		"no package of %s has a +config, +flags or +feature marker, or a tag such as +k8s:deepcopy-gen; nothing to do",
		strings.Join(patterns, " "),
	)
	place := t.asked(patterns)
	if hasMarkers(place) {
		text = fmt.Sprintf("the packages of %s belong to a group in another directory; nothing to do",
			strings.Join(patterns, " "))
	}
	for dir := place; ; dir = filepath.Dir(dir) {
		if dir != place && hasMarkers(dir) {
			above, err := filepath.Rel(t.env.Dir, dir)
			if err != nil {
				return text
			}
			return fmt.Sprintf("%s; %s has one, change into it or name it", text, filepath.ToSlash(above))
		}
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil || dir == filepath.Dir(dir) {
			return text
		}
	}
}

// mostListed is how many files a message names.
const mostListed = 5

// listed names files as the user would, the first of many.
func (t *tool) listed(files []string) string {
	var names []string
	for _, file := range files[:min(len(files), mostListed)] {
		name, err := filepath.Rel(t.env.Dir, file)
		if err != nil {
			name = file
		}
		names = append(names, filepath.ToSlash(name))
	}
	if more := len(files) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// asked returns the directory that the only pattern names, and otherwise the working directory.
func (t *tool) asked(patterns []string) string {
	if len(patterns) == 1 && (filepath.IsAbs(patterns[0]) || strings.HasPrefix(patterns[0], ".")) {
		dir := absolute(t.env.Dir, strings.TrimSuffix(strings.TrimSuffix(patterns[0], "..."), "/"))
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
	}
	return t.env.Dir
}

var (
	// groupMarker matches a marker or a tag for which files are generated.
	groupMarker = regexp.MustCompile(
		`(?m)^\s*// ?\+(config|flags|feature|k8s:(deepcopy|defaulter|conversion|register)-gen)\b`)
	// generateDirective matches a line that makes go generate run configgen.
	generateDirective = regexp.MustCompile(`(?m)^//go:generate (\S+ )*(\S+/)?configgen generate(\s|$)`)
)

// hasMarkers reports whether a Go file in a directory has a marker that makes it part of a group.
func hasMarkers(dir string) bool { return anyGoFile(dir, groupMarker.Match) }

// runsConfiggen reports whether a Go file in a directory makes go generate run configgen.
func runsConfiggen(dir string) bool { return anyGoFile(dir, generateDirective.Match) }

// anyGoFile reports whether has is true for the content of a Go file in a directory. Unreadable files are ignored.
func anyGoFile(dir string, has func(content []byte) bool) bool {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go")) // the pattern is right, or the directory has an odd name
	return slices.ContainsFunc(names, func(name string) bool {
		content, err := os.ReadFile(name)
		return err == nil && has(content)
	})
}

// print prints findings: in text beside the results, for machines instead of them.
func (t *tool) print(r report.Reporter, findings []diag.Diagnostic) error {
	w := t.env.Stderr
	if r.Format != report.Text {
		w = t.env.Stdout
	}
	return r.Findings(w, diag.Sort(findings))
}

// leaveForeign makes findings of the files that another program or a later version wrote, and leaves their groups as
// they are.
func (seen *examined) leaveForeign() {
	groups, directories := make([]bool, seen.groups), map[string]bool{}
	for _, d := range seen.differences {
		if d.state == owned {
			seen.findings = append(seen.findings, d.finding())
		}
		if d.state.blocks() {
			seen.findings = append(seen.findings, d.finding())
			for _, owner := range seen.owners[d.path] {
				groups[owner] = true
			}
		}
	}
	groups = held(groups, seen.awaits)
	left := func(path string) bool {
		return slices.ContainsFunc(seen.owners[path], func(owner int) bool { return groups[owner] })
	}
	for path := range seen.owners {
		directories[filepath.Dir(path)] = directories[filepath.Dir(path)] || left(path)
	}
	seen.differences = slices.DeleteFunc(seen.differences, func(d difference) bool {
		return d.state == owned || d.state == orphan && directories[filepath.Dir(d.path)] || d.state != orphan && left(d.path)
	})
}

// generate makes the disk equal to the output, or prints the changes.
func (t *tool) generate(ctx context.Context, asked request) error {
	seen, err := t.examine(ctx, asked)
	if err != nil {
		return err
	}
	seen.leaveForeign()
	var changes []gate.Change
	for _, d := range seen.differences {
		changes = append(changes, gate.Change{Path: d.path, Old: d.old, New: d.new})
	}
	if err := t.print(seen.reporter, append(seen.findings, gate.Gone(changes)...)); err != nil {
		return err
	}
	results := t.env.Stdout
	if seen.reporter.Format != report.Text {
		results = t.env.Stderr // standard output holds the findings, and nothing else
	}
	if asked.dryRun {
		seen.reporter.Color = t.env.color(results)
		err = seen.printDiffs(results)
	} else {
		err = seen.commit(results)
	}
	if err == nil && diag.Failed(seen.findings) {
		return errFindings
	}
	return err
}

// printDiffs prints all differences as one patch.
func (seen *examined) printDiffs(w io.Writer) error {
	for _, d := range seen.differences {
		if d.state == owned {
			continue
		}
		if err := seen.reporter.Diff(w, d.diff(seen.reporter)); err != nil {
			return err
		}
	}
	return nil
}

// commit writes and removes files, all or none, and lists them.
func (seen *examined) commit(w io.Writer) error {
	var changes []transaction.Change
	for _, d := range seen.differences {
		changes = append(changes, d.change())
	}
	if err := transaction.Commit(changes); err != nil {
		return seen.explain(err)
	}
	transaction.Sweep(seen.directories...)
	for _, d := range seen.differences {
		line := seen.reporter.Path(d.path)
		if d.state == orphan {
			line = "removed " + line
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// writeError returns an error with the file that could not be written, and the state of the other files.
type writeError string

// Error implements error.
func (e writeError) Error() string { return string(e) }

// explain makes a writeError of a transaction's.
func (seen *examined) explain(err error) error { return explainCommit(seen.reporter, err) }
