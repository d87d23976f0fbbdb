package observer

import (
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// commands are the flags of a command: its own and those that it inherits.
type commands struct {
	top, meant *cobra.Command
	// paths are the subcommands by their words.
	paths map[string]*cobra.Command
}

// adaptCobra makes the command end when its function is called, and removes what would run before.
func adaptCobra(x any, finish func(source)) source {
	top, ok := x.(*cobra.Command)
	if !ok {
		return nil
	}
	all := commands{top: top, meant: top, paths: map[string]*cobra.Command{}}
	all.walk(top, "")
	if meant := all.paths[os.Getenv(Command)]; meant != nil {
		all.meant = meant
	}
	for c := all.meant; c != nil; c = c.Parent() {
		c.PersistentPreRun, c.PersistentPreRunE = nil, nil
	}
	if all.meant.Runnable() {
		all.meant.PreRun, all.meant.PreRunE, all.meant.RunE = nil, nil, nil
		all.meant.Run = func(*cobra.Command, []string) { finish(all) }
	}
	return all
}

// walk finds the subcommands.
func (c commands) walk(command *cobra.Command, path string) {
	for _, sub := range command.Commands() {
		below := strings.TrimSpace(path + " " + sub.Name())
		c.paths[below] = sub
		c.walk(sub, below)
	}
}

func (c commands) describe(e *Entry) {
	c.meant.InheritedFlags() // merges them
	c.meant.InitDefaultHelpFlag()
	c.meant.InitDefaultVersionFlag()
	pflags{FlagSet: c.meant.Flags()}.describe(e)
	e.Set, e.Runnable = "cobra", c.meant.Runnable()
	e.Positional = c.meant.Args != nil && c.meant.Args(c.meant, []string{"a"}) == nil
	e.Commands = slices.Sorted(maps.Keys(c.paths))
}

func (c commands) set() any { return c.meant }

func (c commands) parse([]string) error { return c.top.Execute() }

func (c commands) result(e *Entry) { pflags{FlagSet: c.meant.Flags()}.result(e) }
