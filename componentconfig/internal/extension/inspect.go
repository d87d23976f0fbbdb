package extension

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/fileowner"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/descriptor"
)

// Subcommand is a subcommand that asks about the configuration. Package configcommand implements it.
type Subcommand interface {
	Command(Inspector) *cobra.Command
}

// Exit is the error of a subcommand that has printed everything already. Its status becomes the exit status of the
// process.
type Exit struct{ Status int }

func (e Exit) Error() string { return "the command ended with a status other than 0" }

// ExitCode returns the status.
func (e Exit) ExitCode() int { return e.Status }

// Inspector answers questions about the configuration of a component that does not run. The loader implements it.
type Inspector interface {
	// Component returns what is known without any file.
	Component() (*Component, error)
	// Inspect does what a start does with a command line, except to run the component. It sets the flags that are not
	// configuration, and resets them. The error is ErrHelp or one of the program.
	Inspect(args []string, how Inspection) (*Inspected, error)
	// Fields returns the fields of a root in a version, in the order of the types.
	Fields(root int, version string) []Field
	// API returns the descriptor of a root, which the caller may change.
	API(root int) (*descriptor.Descriptor, error)
	// Defaults returns a file of a version of a root in which nothing is set, with its defaults; "" is the newest version.
	Defaults(root int, version string) (*layers.Node, error)
	// LegacyDefaults returns the configuration of a command line without files, in the newest version.
	LegacyDefaults(root int) (*layers.Node, error)
	// Translated returns where a field of one version is in another.
	Translated(root int, pattern, from, to string) []string
	// SetBy returns what a flag sets: the root, and patterns of its newest version.
	SetBy(flag string) (root int, patterns []string)
	// Parse reads a complete configuration of a root, such as one that configz shows. It is not validated.
	Parse(root int, f layers.File) (Shown, error)
	// Migrate returns files in the newest versions of their roots, or all that prevents it.
	Migrate(files layers.Sources, how Migration) ([]Migrated, layers.Problems, error)
	// FromFlags turns a command line without files into files.
	FromFlags(args []string, from Arguments) (FromFlags, error)
}

// Arguments says what arguments are of.
type Arguments struct {
	// OS is the operating system whose fields exist.
	OS string
	// Container is true for the arguments of a container in a manifest.
	Container bool
}

// FromFlags are files in place of a command line.
type FromFlags struct {
	// Texts are the files of the roots, which have the same effect as the command line.
	Texts []string
	// Stays is what stays on the command line, without secrets. Reasons say why, flag by flag.
	Stays   CommandLine
	Reasons []string
	// Problems are why there are no texts, Warnings what the start would print.
	Problems, Warnings layers.Problems
}

// Migration says how files are migrated.
type Migration struct {
	// KeepDefaults writes out the defaults that differ between the versions.
	KeepDefaults bool
	// Partial reports that the files are drop-in files without their main file.
	Partial bool
}

// Migrated is a file in the newest version.
type Migrated struct {
	// From and To are the apiVersions. A file without content, or of a root without versions, has none.
	Name, Text, From, To string
	// Changed are the defaults that differ between the versions, and that the configuration does not set.
	Changed []ChangedDefault
}

// ChangedDefault is a default that differs between two versions. The values are JSON; Old is "" for a field that the
// old version does not have.
type ChangedDefault struct{ Path, Old, New string }

// Inspection says how a configuration is inspected. The zero value, with OS, is a start.
type Inspection struct {
	// OS is the operating system whose fields exist.
	OS string
	// Lenient makes warnings of unknown fields.
	Lenient bool
	// Fragment says that the files are a part of a configuration: nothing that is missing is a mistake.
	Fragment bool
	// Preflight checks on this machine what the configuration names.
	Preflight bool
	// EachZero warns of each zero in the files that a default replaces, and not of all of them at once.
	EachZero bool
	// Elsewhere reports that the component may run on another machine: files of secrets may be missing, and files may
	// belong to anyone.
	Elsewhere bool
	// Main are files to load in place of the main file; nil for none.
	Main []layers.File
}

// Component is what is known of the configuration of a component without any file.
type Component struct {
	Name, Version string
	Roots         []Root
	// ConfigFlag is the name of the flag for the main file, "" for none.
	ConfigFlag string
	// DropIns reports whether there is --config-dir, with the directories that are its default.
	DropIns, Recursive    bool
	Directories, Suffixes []string
	// Lenient, FileFirst and EmptyFiles are the options of the loader.
	Lenient, FileFirst, EmptyFiles bool
	// Judge returns the judge of the files that are written.
	Judge func() *fileowner.Judge
	// Extension is the name of the subcommand of the extension, such as dynamic-config; "" for none.
	Extension string
	// Flags are the names of all flags.
	Flags []string
}

// Root is one root of a configuration.
type Root struct {
	Group, Kind string
	// Instance is true for the root of the instance file.
	Instance bool
	// Header says whether files have apiVersion and kind.
	Header layers.Header
	// Lists are the lists that are merged.
	Lists []List
	// Removed says when the fields and flags of earlier releases were removed, and what to use.
	Removed map[string]string
	// ZerosKept says that a zero in a file is a value.
	ZerosKept bool
	// Versions are the versions that files can have, the newest first; a root without a header has none. APIVersions are
	// the same with the group.
	Versions, APIVersions []string
}

// List is a list whose items are merged: a set, or a map by its keys.
type List struct {
	Pattern, Type string
	Keys          []string
}

// Field is a field of a type.
type Field struct {
	// Pattern is its JSON path, with [] for the items of a list and the values of a map.
	Pattern string
	// Reload says when a change takes effect.
	Reload descriptor.Reload
}

// Inspected is a configuration that was inspected.
type Inspected struct {
	// Problems are the reasons why a start would refuse, Warnings the warnings that it would print.
	Problems, Warnings layers.Problems
	// Files are the files that were read, including files of secrets, the lowest layer first.
	Files []string
	// Skipped are the files of drop-in directories that are not read.
	Skipped []string
	// Digest identifies the files, like the digest of a running process.
	Digest string
	// Texts returns the files that were read, the lowest layer first, with secrets masked, and files that mask others.
	Texts func() []Text
	// Show returns the roots in a version; roots without the version, and all roots for "", in their newest version. It
	// returns none if there is no configuration to show because of mistakes.
	Show func(version string) ([]Shown, error)
}

// Text is the text of a file.
type Text struct {
	Name, Text string
	// Masks are the files of the same name in earlier directories.
	Masks []string
	// Hidden is why the text is not shown; "" if it is.
	Hidden string
}

// Shown is the configuration of a root, as operators see it: in one version, without secrets.
type Shown struct {
	Root
	// Version is the version that it is shown in.
	Version string
	Tree    *layers.Node
	// Leaves are the leaves of the tree.
	Leaves []Leaf
	// Resets are what files reset and the tree does not have.
	Resets []Reset
	// Lost is what files and flags set and the version has no place for.
	Lost layers.Problems
	// Partial is why only the files are shown; "" if everything is.
	Partial string
}

// Reset is a null or an empty value of a file, at a path of the configuration that has nothing there.
type Reset struct {
	Leaf
	At layers.Path
}

// Explained returns the configuration with its Resets.
func (s Shown) Explained() Shown {
	s.Tree, s.Leaves = s.Tree.Clone(), slices.Clone(s.Leaves)
	for _, reset := range s.Resets {
		s.Tree.Insert(reset.At, reset.Value)
		s.Leaves = append(s.Leaves, reset.Leaf)
	}
	return s
}

// Commented returns the configuration as YAML, with the origins of each leaf in a comment.
func (s Shown) Commented() string {
	texts := map[string]string{}
	for _, leaf := range s.Leaves {
		if len(leaf.Origins) > 0 {
			texts[leaf.Path] = Describe(leaf.Origins)
		}
	}
	return layers.YAML(s.Tree, func(path string) string { return texts[maskedKey.ReplaceAllString(path, "[***]")] })
}

// maskedKey is a key of a secret map, numbered if there are several.
var maskedKey = regexp.MustCompile(`\[\*\*\*\d*\]`)

// Leaf is a value of a configuration.
type Leaf struct {
	// Path and Pattern are those in the version that is shown.
	Path, Pattern string
	// Value is masked if it is a secret, and so is Default, which is nil if there is none.
	Value, Default *layers.Node
	// Origins are the sources of the value: the one in use first, then the sources that it overrides.
	Origins []Origin
	// Owners are the drop-in files among them, if there are several.
	Owners []Origin
	// Set is true if a file or a flag sets the value, Changed if it differs from its default.
	Set, Changed bool
	// Secret is true for a secret.
	Secret bool
	// Reload is the class of its changes: hot, restart, reboot or immutable.
	Reload string
	// Since is the release of the component that brought the field; "" if that is not known.
	Since string
	// Instance is true for a value of the instance root.
	Instance bool
	// Key and Text identify the path and the value, also of secrets. They are not for display.
	Key, Text string
}

// Origin is the source of a value.
type Origin struct {
	// Source is default, legacy default, file, flag or completed.
	Source string
	// Name is the file or the flag. Line and Column are the position in the file.
	Name         string
	Line, Column int
	// Converted is true if a hand-written conversion makes the value from this place and others.
	Converted bool
	// Text is the origin in a few words.
	Text string
}

// Describe returns the origins of a value in a few words.
func Describe(origins []Origin) string {
	var over []string
	for _, o := range origins[1:] {
		over = append(over, o.Text)
	}
	if len(over) == 0 {
		return origins[0].Text
	}
	return origins[0].Text + " (overrides " + strings.Join(over, ", ") + ")"
}
