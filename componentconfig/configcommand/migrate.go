package configcommand

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/filewrite"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// migrating are the flags of migrate.
type migrating struct{ keepDefaults, fromFlags, instance, dryRun bool }

// newMigrate returns the verb migrate.
func newMigrate(a *asker) *cobra.Command {
	var how migrating
	cmd := &cobra.Command{
		Use:   "migrate [FILE|DIR...] [-- FLAG...]",
		Short: "Rewrites files to the newest version",
		Long: "Rewrites files to the newest version. Comments, order, blank lines, quotes and anchors stay as they are; " +
			"only what\nhas another name, place or value in that version changes. The result is read again, and compared " +
			"with what the file\nmeant. What cannot be kept is refused with its position, and then no file is written.\n\n" +
			"Name the main file and the directories of its drop-in files together: values of one decide about others.",
		Example: "  config migrate /etc/relay.yaml /etc/relay.conf.d\n  config migrate --keep-old-defaults relay.yaml\n" +
			"  config migrate --from-flags -- --port=54 >relay.yaml",
		RunE: a.run(func(cmd *cobra.Command, args []string) error { return migrated(a, cmd, how, args) }),
	}
	cmd.Flags().BoolVar(&how.keepDefaults, "keep-old-defaults", false,
		"Write out the defaults that differ between the versions.")
	cmd.Flags().BoolVar(&how.fromFlags, "from-flags", false,
		"Print a file with the effect of the flags after the dashes, instead of rewriting files.")
	cmd.Flags().BoolVar(&how.instance, "instance", false, "With --from-flags, print the instance-specific file.")
	cmd.Flags().BoolVar(&how.dryRun, "dry-run", false, "Print the result instead of writing files.")
	return cmd
}

func migrated(a *asker, cmd *cobra.Command, how migrating, args []string) error {
	operands, flags := split(cmd, args)
	switch {
	case how.fromFlags && len(operands) > 0:
		return fmt.Errorf("%s: --from-flags prints a file and takes no other; redirect its output", operands[0])
	case how.fromFlags:
		return fromFlags(a, cmd, how, flags)
	case len(flags) > 0:
		return errors.New("flags are migrated with --from-flags only: write migrate --from-flags, two dashes, and the flags")
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
	sources := layers.Sources{DropIns: in.directories, MustExist: true}
	if len(in.files) > 0 {
		sources.Main = in.files[0]
	}
	if len(in.instances) > 0 {
		sources.Instance = in.instances[0]
	}
	files, problems, err := a.Migrate(sources, extension.Migration{KeepDefaults: how.keepDefaults,
		Partial: sources.Main == "" && len(sources.DropIns) > 0})
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return refused(cmd, &extension.Inspected{Problems: problems})
	}
	return writeMigrated(cmd, how, files)
}

// writeMigrated writes the files that changed, or prints them, and says what changed. If one cannot be written, those
// after it are not, and it names them.
func writeMigrated(cmd *cobra.Command, how migrating, files []extension.Migrated) error {
	for i, f := range files {
		switch {
		case f.From == f.To && !how.dryRun:
			say(cmd, "%s: nothing to do", f.Name)
			continue
		case how.dryRun || f.Name == "-":
			if _, err := io.WriteString(cmd.OutOrStdout(), f.Text); err != nil {
				return err
			}
		default:
			if err := filewrite.Write(f.Name, f.Text); err != nil {
				var cause *os.PathError
				if errors.As(err, &cause) {
					err = cause.Err
				}
				for _, other := range files[i+1:] {
					if other.From != other.To {
						say(cmd, "%s: not migrated", other.Name)
					}
				}
				return fmt.Errorf("%s: cannot be written: %w; correct this and run the same command again",
					layers.Plain(f.Name), err)
			}
			say(cmd, "%s: migrated from %s to %s", f.Name, f.From, f.To)
		}
		for _, changed := range f.Changed {
			say(cmd, "%s: %s", f.Name, describe(changed))
		}
	}
	return nil
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

// fromFlags prints a file for the flags of the component.
func fromFlags(a *asker, cmd *cobra.Command, how migrating, flags []string) error {
	texts, rest, problems, err := a.FromFlags(flags)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return refused(cmd, &extension.Inspected{Problems: problems})
	}
	if how.instance && len(texts) < 2 {
		return errors.New("there is no instance-specific file: write migrate --from-flags without --instance")
	}
	for i, text := range texts {
		switch wanted := (i > 0) == how.instance; {
		case wanted:
			if _, err := io.WriteString(cmd.OutOrStdout(), text); err != nil {
				return err
			}
		case text != "" && i > 0:
			say(cmd, "some flags belong into the instance-specific file, which --instance prints")
		}
	}
	if len(rest) > 0 {
		say(cmd, "these flags are not configuration and stay on the command line: --%s", strings.Join(rest, ", --"))
	}
	return nil
}
