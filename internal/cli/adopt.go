package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/removal"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/transaction"
)

// adoptRequest is the request of a command line to adopt.
type adoptRequest struct {
	adopt.Request
	format string
	dryRun bool
	// bridged is the package of a program that configgen init --from-flags has made a group for.
	bridged string
}

// adoptCommand turns flags that are registered by hand into markers.
func adoptCommand(t *tool) *cobra.Command {
	var asked adoptRequest
	cmd := &cobra.Command{
		Use:   "adopt --flags import/path.Function",
		Short: "Write markers for flags that are registered by hand, with proof",
		Long: `Adopt writes markers for flags that are registered by hand. It runs the registration in a program of its own,
and observes the flags and what they set. It plans markers, generates code from them, runs that, and compares both flag
by flag. The markers are written if the comparison could be made. Nothing else is written: the programs and the
generated code never touch the module.

A flag that markers cannot express, and one that the generated code would change, stays in the code written by hand. The
report lists it with the reason and what to do.

Afterwards, run configgen generate, and call the generated functions in place of what is adopted. With --remove, adopt
does both: it deletes the registrations of the flags that are equal, and observes once more that nothing has changed.

With --from-flags, adopt lists the flags of a component that has its group from configgen init --from-flags. Nothing is
run or written.

The report goes to standard output. With --dry-run, the diff goes there, and the report to standard error; with
--format=json, it is the other way around.

Exit status: 0 all flags are adopted and equal, and with --remove, their registrations are deleted; 1 something remains
to be done by hand, which the report lists; 2 the flags cannot be observed.`,
		Example: `  configgen adopt --flags example.com/relay/cmd/relay/options.NewOptions --dry-run
  configgen adopt --flags example.com/relay/options.NewRelayConfiguration \
    --add-flags example.com/relay/options.AddConfigFlags --path-refs example.com/relay/options.PathRefs`,
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, name := range adoptOptions {
				if asked.bridged != "" && cmd.Flags().Changed(name) {
					return fmt.Errorf("--from-flags lists the flags of a component, and changes nothing; leave out --%s", name)
				}
			}
			return adoptFlags(cmd.Context(), t, asked)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&asked.Flags, "flags", "",
		"`function` that makes the options or the configuration, as import/path.Name; it can return an error, too")
	flags.StringSliceVar(&asked.AddFlags, "add-flags", nil, "`functions` that register flags: methods of what --flags "+
		"makes, or import/path.Name; the default is the method AddFlags, AddFlagSet, Flags or NamedFlagSets")
	flags.StringSliceVar(&asked.Types, "types", nil, "`structs` of the configuration, as import/path.Name; the default "+
		"is those with metav1.TypeMeta that flags lead to")
	flags.StringVar(&asked.PathRefs, "path-refs", "", "`function` that returns pointers to the fields that are file paths")
	flags.StringSliceVar(&asked.Keep, "keep", nil, "`names` of flags that stay in the code written by hand")
	flags.BoolVar(&asked.Remove, "remove", false, "generate, and delete the registrations of the flags that are equal")
	flags.BoolVar(&asked.dryRun, "dry-run", false, "print the changes as a unified diff instead of writing them")
	flags.StringVar(&asked.bridged, "from-flags", "", "list the flags of a `program` that has its group from configgen "+
		"init --from-flags, as far as it still registers them, with the edits that move them into code")
	complete(cmd, "from-flags", completeDirectories)
	flags.StringVar(&asked.format, "format", "text", "`format` of the report: text or json")
	complete(cmd, "format", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	for _, flag := range []string{"flags", "add-flags", "types", "path-refs", "keep"} {
		complete(cmd, flag, cobra.NoFileCompletions)
	}
	return cmd
}

// adoptOptions are the flags about adopting, which exclude --from-flags.
var adoptOptions = []string{"flags", "add-flags", "types", "path-refs", "keep", "remove", "dry-run"}

// adoptFlags runs the command.
func adoptFlags(ctx context.Context, t *tool, asked adoptRequest) error {
	switch {
	case asked.format != "text" && asked.format != "json":
		return report.UnknownFormat(asked.format, []report.Format{report.Text, report.JSON})
	case asked.bridged != "":
	case asked.Flags == "":
		return errors.New("name the function that makes the options: --flags import/path.Function")
	case !isQualified(asked.Flags):
		return notQualified("flags", asked.Flags)
	case asked.PathRefs != "" && !isQualified(asked.PathRefs):
		return notQualified("path-refs", asked.PathRefs)
	}
	if err := t.env.explainLoad(nil); err != nil {
		return err
	}
	asked.Dir, asked.Env = t.env.Dir, t.goEnv
	if asked.bridged != "" {
		return adoptBridged(ctx, t, asked)
	}
	provable, all := *t, *t
	provable.adapters, provable.only = nil, compared
	asked.Generate, asked.GenerateAll = generateOver(provable), generateOver(all)
	var result *adopt.Result
	var err error
	t.during("observing the flags; the go command compiles the component first", func() {
		result, err = adopt.Run(ctx, asked.Request)
	})
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	r := t.reporter(report.Text)
	if err := writeAdopted(t, asked, r, result); err != nil {
		return err
	}
	if !asked.dryRun && result.Proof != nil {
		result.AsWritten()
	}
	if result.Proof != nil {
		for i, flag := range result.Proof.Flags {
			if flag.Position.File != "" {
				result.Proof.Flags[i].Position.File = r.Path(flag.Position.File)
			}
		}
	}
	if asked.format == "json" {
		err = adoptJSON(t.env.Stdout, r, asked, result)
	} else {
		w := t.env.Stdout
		if asked.dryRun {
			w = t.env.Stderr // standard output holds the diff, and nothing else
		}
		err = adoptText(w, r, asked, result)
	}
	switch {
	case err != nil:
		return unreported(asked, result, err)
	case result.Plan == nil:
		return errors.New("the flags cannot be observed; no file was changed")
	case !allAdopted(asked, result):
		return errFindings
	}
	return nil
}

// unreported returns the error of a report that cannot be written, which may be all that says that files have changed.
func unreported(asked adoptRequest, result *adopt.Result, err error) error {
	if asked.dryRun || result.Proof == nil || len(result.Changes) == 0 {
		return err
	}
	return writeError(fmt.Sprintf("cannot write the report: %v; the files are changed; run the command again", err))
}

// isQualified reports whether a name has a package, as in example.com/relay/options.New or ./options.New.
func isQualified(function string) bool {
	pkg, name, found := strings.Cut(path.Base(function), ".")
	return found && pkg != "" && name != ""
}

func notQualified(flag, function string) error {
	return fmt.Errorf("--%s %s does not name a function of a package; specify import/path.Function, or "+
		"./directory.Function", flag, function)
}

// writeAdopted writes the changes, or prints them as a patch. Without a proof, nothing is written.
func writeAdopted(t *tool, asked adoptRequest, r report.Reporter, result *adopt.Result) error {
	if asked.dryRun {
		w := t.env.Stdout
		if asked.format != "text" {
			w = t.env.Stderr // standard output holds the report, and nothing else
		}
		r.Color = t.env.color(w)
		for _, c := range result.Changes {
			if err := r.Diff(w, difference{path: c.Path, old: c.Old, new: c.New}.diff(r)); err != nil {
				return err
			}
		}
	}
	if asked.dryRun || result.Proof == nil {
		return nil
	}
	var changes []transaction.Change
	for _, c := range result.Changes {
		if !isUnchanged(c) {
			return fmt.Errorf("%s has changed since it was read; no file was written; run the command again", r.Path(c.Path))
		}
		changes = append(changes, transaction.Change{Path: c.Path, Content: c.New})
	}
	if err := transaction.Commit(changes); err != nil {
		return explainCommit(r, err)
	}
	return nil
}

// isUnchanged reports whether a file is still as it was when the change was made.
func isUnchanged(c adopt.Change) bool {
	now, err := os.ReadFile(c.Path)
	if c.Old == nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return err == nil && bytes.Equal(now, c.Old)
}

// compared are the generators whose code replaces the code written by hand, and is compared with it.
var compared = []string{"flags", "legacydefaults", "pathrefs"}

// generateOver runs the generators on files that are not written.
func generateOver(t tool) adopt.Generate {
	return func(
		ctx context.Context, packages []string, overlay map[string][]byte, exported map[string]string,
	) (*adopt.Generated, error) {
		t.overlay, t.exported = overlay, exported
		out, err := t.run(ctx, request{patterns: packages}, "", nil)
		if err != nil {
			return nil, err
		}
		generated := &adopt.Generated{Files: map[string][]byte{}, Findings: out.findings}
		for _, file := range out.files {
			name := filepath.Join(file.Dir, file.Name)
			if state, _, err := stateOf(name, file); err == nil && (!file.Once || state == missing) {
				generated.Files[name] = file.Content
			}
		}
		return generated, nil
	}
}

// allAdopted reports whether nothing is left to do by hand.
func allAdopted(asked adoptRequest, result *adopt.Result) bool {
	return result.Proof != nil && result.Proof.Holds() && len(result.Plan.Unmarked) == 0 &&
		!diag.Failed(result.Findings) && (!asked.Remove || len(result.Removed) == result.Removable)
}

// adoptText prints the report for people. The findings that stop the run are at its end, after all others.
func adoptText(w io.Writer, r report.Reporter, asked adoptRequest, result *adopt.Result) error {
	var b strings.Builder
	var stopping strings.Builder
	for _, finding := range result.Findings {
		if diag.Failed([]diag.Diagnostic{finding}) {
			fmt.Fprintln(&stopping, r.Line(finding))
		} else {
			fmt.Fprintln(&b, r.Line(finding))
		}
	}
	stops := result.Proof == nil && stopping.Len() > 0
	if stops { // nothing else matters until these are corrected
		b.Reset()
	}
	if result.Plan != nil && !stops {
		list := slices.Concat(result.Plan.Unmarked, result.Plan.Notes)
		b.WriteString(byHandText(r, slices.DeleteFunc(list, func(u plan.Unmarked) bool { return isDifferent(result, u) })))
	}
	if result.Proof != nil {
		unequal := *result.Proof // flags by hand are above
		unequal.Flags = slices.DeleteFunc(slices.Clone(unequal.Flags), func(f proof.Flag) bool {
			return f.Verdict == proof.ByHand
		})
		b.WriteString(unequal.Text())
	}
	for _, note := range slices.Concat(result.Kept, result.Notes) {
		note.Position.Filename = r.Path(note.Position.Filename)
		fmt.Fprintln(&b, note)
	}
	if asked.Remove && result.Proof != nil {
		b.WriteString(removedText(result))
	}
	if result.Plan != nil && len(result.Plan.Elsewhere) > 0 {
		fmt.Fprintf(&b, "flags of other systems, which cannot be proven here: --%s\n",
			strings.Join(result.Plan.Elsewhere, ", --"))
	}
	b.WriteString(stopping.String())
	switch {
	case result.Plan == nil:
	case stops:
		b.WriteString("nothing is compared or written until the errors above are corrected\n")
	case stopping.Len() > 0:
		b.WriteString("no registration is deleted until the errors above are corrected\n")
	}
	if result.Plan != nil && result.Proof != nil {
		if len(result.Changes) == 0 && len(result.Plan.Roots) > 0 {
			b.WriteString("all markers are there already\n")
		}
		for _, c := range result.Changes {
			fmt.Fprintln(&b, r.Path(c.Path))
		}
		for _, step := range next(asked, result) {
			fmt.Fprintln(&b, "next: "+step)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// isDifferent reports whether the proof has all differences of an entry about a flag with a marker.
func isDifferent(result *adopt.Result, u plan.Unmarked) bool {
	differs := func(f proof.Flag) bool { return f.Name == u.Flag && f.Verdict == proof.Different }
	return u.Kind == plan.ByHand && result.Proof != nil && slices.ContainsFunc(result.Proof.Flags, differs)
}

// byHandText returns a line for each entry. Flags that one call registers, such as the flags of a library, share a line
// if they remain for the same reason. So do flags of unknown calls.
func byHandText(r report.Reporter, list []plan.Unmarked) string {
	var b strings.Builder
	for len(list) > 0 {
		u := list[0]
		var flags []string
		var rest []plan.Unmarked
		for i, entry := range list {
			same := entry
			same.Flag = u.Flag
			if i > 0 && (same != u || u.Flag == "" || entry.Flag == "") {
				rest = append(rest, entry)
				continue
			}
			flags = append(flags, "--"+entry.Flag)
		}
		list, u.Position.Filename = rest, r.Path(u.Position.Filename)
		if u.Position.IsValid() {
			b.WriteString(u.Position.String() + ": ")
		}
		switch {
		case len(flags) > 1:
			b.WriteString("each of " + strings.Join(flags, ", ") + ": ")
		case u.Flag != "":
			b.WriteString(flags[0] + ": ")
		}
		fmt.Fprintf(&b, "%s; %s (%s)\n", u.Why, u.Do, u.Kind)
	}
	return b.String()
}

// removedText says how many registrations are deleted.
func removedText(result *adopt.Result) string {
	deleted, stay := len(result.Removed), result.Removable-len(result.Removed)
	switch {
	case result.Removable == 0:
		return "registrations by hand: none is left that generated code can replace\n"
	case deleted == 0:
		return fmt.Sprintf("registrations by hand: none is deleted; those of %d flags stay for the reasons above\n", stay)
	}
	text := fmt.Sprintf("registrations by hand: those of %d flags are deleted", deleted)
	if deleted == 1 {
		text = "registrations by hand: that of 1 flag is deleted"
	}
	switch {
	case stay == 1:
		text += "; that of 1 other stays for the reason above"
	case stay > 1:
		text += fmt.Sprintf("; those of %d others stay for the reasons above", stay)
	}
	return text + "\n"
}

// next returns the next steps.
func next(asked adoptRequest, result *adopt.Result) []string {
	if result.Plan == nil || result.Proof == nil || len(result.Removed) > 0 {
		return nil
	}
	steps := []string{}
	for _, root := range result.Plan.Roots {
		if len(root.Adopted) > 0 {
			continue // it is called
		}
		call := root.Method
		if root.Config {
			call = root.Output + ".Add" + root.Type.Name + "Flags"
		}
		first := "run this command with --remove, or "
		if asked.Remove {
			first = ""
		}
		steps = append(steps, fmt.Sprintf("%srun configgen generate and call %s for %s", first, call, root.Type))
	}
	return steps
}

// adoptedJSON is the report for programs.
type adoptedJSON struct {
	Files    []string               `json:"files"`
	Markers  int                    `json:"markers"`
	Marked   map[string]plan.Marked `json:"flags"`
	Unmarked []unmarkedJSON         `json:"byHand"`
	Notes    []unmarkedJSON         `json:"notes"`
	Proof    *proof.Report          `json:"proof,omitempty"`
	Findings []string               `json:"findings"`
	// Elsewhere are flags of other systems.
	Elsewhere []string     `json:"otherSystems,omitempty"`
	Removal   *removalJSON `json:"removal,omitempty"`
	Next      []string     `json:"next,omitempty"`
}

// removalJSON is the result of --remove: the number of flags whose registrations generated code can replace, the flags
// whose registrations are deleted, the reasons why others stay, and other places to check.
type removalJSON struct {
	Removable int        `json:"removable"`
	Removed   []string   `json:"removed"`
	Kept      []noteJSON `json:"kept"`
	Notes     []noteJSON `json:"notes"`
}

type noteJSON struct {
	Position string `json:"position,omitempty"`
	Flag     string `json:"flag,omitempty"`
	Text     string `json:"text"`
}

// notesOf are notes of the report for programs.
func notesOf(r report.Reporter, notes []removal.Note) []noteJSON {
	all := []noteJSON{}
	for _, note := range notes {
		out := noteJSON{Flag: note.Flag, Text: note.Text()}
		if note.Position.IsValid() {
			note.Position.Filename = r.Path(note.Position.Filename)
			out.Position = note.Position.String()
		}
		all = append(all, out)
	}
	return all
}

type unmarkedJSON struct {
	Position string    `json:"position,omitempty"`
	Flag     string    `json:"flag,omitempty"`
	Kind     plan.Kind `json:"kind"`
	Why      string    `json:"why"`
	Do       string    `json:"do"`
}

// adoptJSON prints the report for programs.
func adoptJSON(w io.Writer, r report.Reporter, asked adoptRequest, result *adopt.Result) error {
	out := adoptedJSON{
		Files: []string{}, Unmarked: []unmarkedJSON{}, Notes: []unmarkedJSON{}, Findings: []string{}, Proof: result.Proof,
		Next: next(asked, result),
	}
	if asked.Remove {
		out.Removal = &removalJSON{
			Removable: result.Removable, Removed: append([]string{}, result.Removed...),
			Kept: notesOf(r, result.Kept), Notes: notesOf(r, result.Notes),
		}
	}
	for _, c := range result.Changes {
		out.Files = append(out.Files, r.Path(c.Path))
	}
	slices.Sort(out.Files)
	for _, finding := range result.Findings {
		out.Findings = append(out.Findings, r.Line(finding))
	}
	if result.Plan != nil {
		out.Markers, out.Marked, out.Elsewhere = result.Plan.Markers, map[string]plan.Marked{}, result.Plan.Elsewhere
		for name, entry := range result.Plan.Marked {
			entry.File = r.Path(entry.File)
			out.Marked[name] = entry
		}
		out.Unmarked, out.Notes = unmarkedOf(r, result.Plan.Unmarked), unmarkedOf(r, result.Plan.Notes)
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(out)
}

// unmarkedOf are entries of the report for programs.
func unmarkedOf(r report.Reporter, list []plan.Unmarked) []unmarkedJSON {
	entries := []unmarkedJSON{}
	for _, u := range list {
		u.Position.Filename = r.Path(u.Position.Filename)
		entry := unmarkedJSON{Flag: u.Flag, Kind: u.Kind, Why: u.Why, Do: u.Do}
		if u.Position.IsValid() {
			entry.Position = u.Position.String()
		}
		entries = append(entries, entry)
	}
	return entries
}
