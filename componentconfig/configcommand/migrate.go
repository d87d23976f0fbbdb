package configcommand

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/fileowner"
	"github.com/configgen/configgen/componentconfig/internal/filewrite"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/manifest"
)

// migrating are the flags of migrate.
type migrating struct {
	keepDefaults, fromFlags, instance, dryRun bool
	container                                 string
	// at is the position of the container in a manifest.
	at layers.Pos
}

// newMigrate returns the verb migrate.
func newMigrate(a *client) *cobra.Command {
	var how migrating
	cmd := &cobra.Command{
		Use:   "migrate [FILE|DIR...] [-- FLAG...]",
		Short: "Rewrites files to the newest version",
		Long: "Rewrites files to the newest version. Comments, order, blank lines, quotes and anchors stay as they are; " +
			"only what\nhas another name, place or value in that version changes. The result is read again, and compared " +
			"with what the file\nmeant. What cannot be kept is refused with its position, and then no file is written.\n\n" +
			"Name the main file and the directories of its drop-in files together: values of one decide about others.\n\n" +
			"With --from-flags, it prints a file for the flags after the dashes, or for the arguments of a container in a " +
			"manifest\nof Kubernetes, and says what stays on the command line.",
		Example: "  config migrate /etc/relay.yaml /etc/relay.conf.d\n  config migrate --keep-old-defaults relay.yaml\n" +
			"  config migrate --from-flags -- --port=54 >relay.yaml\n  config migrate --from-flags deployment.yaml >relay.yaml",
		RunE: a.run(func(cmd *cobra.Command, args []string) error { return migrated(a, cmd, how, args) }),
	}
	cmd.Flags().BoolVar(&how.keepDefaults, "keep-old-defaults", false,
		"Write out the defaults that differ between the versions.")
	cmd.Flags().BoolVar(&how.fromFlags, "from-flags", false,
		"Print a file with the effect of the flags after the dashes, or of those in a manifest, or - for standard input.")
	cmd.Flags().StringVar(&how.container, "container", "",
		"With --from-flags, the container of the manifest. (default the one of the component)")
	cmd.Flags().BoolVar(&how.instance, "instance", false, "With --from-flags, print the instance-specific file.")
	cmd.Flags().BoolVar(&how.dryRun, "dry-run", false, "Print the result instead of writing files.")
	return cmd
}

func migrated(a *client, cmd *cobra.Command, how migrating, args []string) error {
	operands, flags := split(cmd, args)
	switch {
	case how.fromFlags && len(operands) > 1 || how.fromFlags && len(operands) == 1 && len(flags) > 0:
		return errors.New("--from-flags reads one manifest, or the flags after two dashes")
	case how.fromFlags && len(operands) == 1:
		return fromManifest(a, cmd, how, operands[0])
	case how.fromFlags:
		_, err := fromFlags(a, cmd, how, flags)
		return err
	case len(flags) > 0:
		return errors.New("flags are migrated with --from-flags only: use migrate --from-flags, two dashes, and the flags")
	case len(operands) == 0:
		return errors.New("name the files to migrate")
	}
	component, err := a.Component()
	if err != nil {
		return err
	}
	in, err := a.sorted(component, operands)
	if err != nil {
		return err
	}
	if len(in.files) > 1 || len(in.instances) > 1 {
		return errors.New("several files are the main file: migrate them one by one, and drop-in files in a directory")
	}
	partial := len(in.files) == 0 && len(in.directories) > 0
	if partial && how.keepDefaults {
		return errors.New("--keep-old-defaults writes to the main file: name it, or the first drop-in file if there is none")
	}
	sources := layers.Sources{DropIns: in.directories, MustExist: true}
	if len(in.files) > 0 {
		sources.Main = in.files[0]
	}
	if len(in.instances) > 0 {
		sources.Instance = in.instances[0]
	}
	files, problems, err := a.Migrate(sources, extension.Migration{KeepDefaults: how.keepDefaults, Partial: partial})
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return refused(cmd, &extension.Inspected{Problems: problems})
	}
	if how.dryRun {
		err = printMigrated(cmd, files)
	} else {
		err = writeMigrated(cmd, component.Judge(), files)
	}
	if err == nil && partial && slices.ContainsFunc(files, func(f extension.Migrated) bool { return f.From != f.To }) {
		say(cmd, "the main file decides about defaults: name it, too, to see which differ between the versions")
	}
	return err
}

// printMigrated prints the files in the newest version, each after its name if there are several.
func printMigrated(cmd *cobra.Command, files []extension.Migrated) error {
	var out strings.Builder
	for i, f := range files {
		if i > 0 && !strings.HasSuffix(out.String(), "\n") {
			out.WriteString("\n")
		}
		if len(files) > 1 {
			out.WriteString("--- # " + layers.Plain(f.Name) + "\n")
		}
		out.WriteString(f.Text)
	}
	_, err := io.WriteString(cmd.OutOrStdout(), out.String())
	for _, f := range files {
		sayChanged(cmd, f)
	}
	return err
}

// writeMigrated writes the files that changed, and says what became of each. What came from standard input is printed,
// also if it did not change.
func writeMigrated(cmd *cobra.Command, judge *fileowner.Judge, files []extension.Migrated) error {
	var changed []filewrite.File
	for _, f := range files {
		if f.From != f.To && f.Name != layers.StandardInput {
			changed = append(changed, filewrite.File{Name: f.Name, Text: f.Text})
		}
	}
	done, failed, err := filewrite.Replace(judge, changed)
	left := changed[done:]
	if err != nil {
		left = append(slices.Clone(left), filewrite.File{Name: layers.StandardInput})
	}
	sayMigrated(cmd, files, left)
	if err != nil {
		return fmt.Errorf("%s: cannot be replaced as a whole, with its owner and mode: %w; correct this and run the same "+
			"command again, or write the output of --dry-run to the file", layers.Plain(failed), err)
	}
	for _, f := range files {
		if f.Name == layers.StandardInput {
			_, err = io.WriteString(cmd.OutOrStdout(), f.Text)
		}
	}
	return err
}

// sayMigrated says what became of files. Those that are left could not be written.
func sayMigrated(cmd *cobra.Command, files []extension.Migrated, left []filewrite.File) {
	for _, f := range files {
		switch {
		case slices.ContainsFunc(left, func(other filewrite.File) bool { return other.Name == f.Name }):
			say(cmd, "%s: not migrated", f.Name)
			continue
		case f.From != f.To:
			say(cmd, "%s: migrated from %s to %s", f.Name, f.From, f.To)
		default:
			say(cmd, "%s: nothing to do", f.Name)
		}
		sayChanged(cmd, f)
	}
}

func sayChanged(cmd *cobra.Command, f extension.Migrated) {
	for _, changed := range f.Changed {
		say(cmd, "%s: %s", f.Name, describe(changed))
	}
}

// describe says what a default was and is.
func describe(changed extension.ChangedDefault) string {
	if changed.Old == "" {
		return fmt.Sprintf("%s is new, with the default %s", changed.Path, changed.New)
	}
	return fmt.Sprintf("the default of %s changes from %s to %s; --keep-old-defaults keeps it", changed.Path, changed.Old,
		changed.New)
}

// say prints a line for the operator, beside the output.
func say(cmd *cobra.Command, format string, args ...any) {
	//nolint:errcheck // An error of the output cannot be reported.
	fmt.Fprintln(cmd.ErrOrStderr(), layers.Plain(fmt.Sprintf(format, args...)))
}

// fromFlags prints a file for the flags of the component, and returns what stays on the command line.
func fromFlags(a *client, cmd *cobra.Command, how migrating, flags []string) (*extension.CommandLine, error) {
	out, err := a.FromFlags(flags, extension.Arguments{OS: a.os, Container: how.at.File != ""})
	if errors.Is(err, componentconfig.ErrHelp) {
		err = errShowsOnly
	}
	if err != nil {
		return nil, err
	}
	if len(out.Problems) > 0 {
		for i := range out.Problems {
			out.Problems[i].Pos = how.at
		}
		return nil, refused(cmd, &extension.Inspected{Problems: out.Problems})
	}
	if how.instance && len(out.Texts) < 2 {
		return nil, errors.New("there is no instance-specific file: use migrate --from-flags without --instance")
	}
	for _, warning := range out.Warnings.Limited() {
		say(cmd, "%s", finding{isWarning, warning})
	}
	for i, text := range out.Texts {
		switch wanted := (i > 0) == how.instance; {
		case wanted:
			if _, err := io.WriteString(cmd.OutOrStdout(), text); err != nil {
				return nil, err
			}
		case text != "" && i > 0:
			say(cmd, "some flags belong in the instance-specific file, which --instance prints")
		}
	}
	for _, reason := range out.Reasons {
		say(cmd, "%s", reason)
	}
	return &out.Stays, nil
}

// fromManifest prints a file for the arguments of a container, and what becomes of them.
func fromManifest(a *client, cmd *cobra.Command, how migrating, name string) error {
	component, err := a.Component()
	if err != nil {
		return err
	}
	var text []byte
	if name == layers.StandardInput {
		text, err = io.ReadAll(cmd.InOrStdin())
	} else {
		text, err = os.ReadFile(name)
	}
	if err != nil {
		return fmt.Errorf("the manifest cannot be read: %w", err)
	}
	container, err := manifest.Read(text, how.container, component.Name, filepath.Base(os.Args[0]))
	if err != nil {
		return fmt.Errorf("%s: %w", layers.Plain(name), err)
	}
	how.at = layers.Pos{File: layers.Plain(name), Line: container.Line, Column: container.Column}
	stay, err := fromFlags(a, cmd, how, container.Arguments())
	if err != nil {
		return err
	}
	file := "--" + component.ConfigFlag + "=/etc/" + component.Name + "/" + component.Name + ".yaml"
	if len(stay.Rest) > 0 {
		stay.Flags = append(stay.Flags, "--")
	}
	fields, err := container.With(slices.Concat(stay.Command, []string{file}, stay.Flags, stay.Rest))
	if err != nil {
		return err
	}
	say(cmd, "%s", layers.Problem{Pos: how.at,
		Message: "mount the file into the container " + container.Name + ", and change these fields:"})
	_, err = io.WriteString(cmd.ErrOrStderr(), fields)
	return err
}
