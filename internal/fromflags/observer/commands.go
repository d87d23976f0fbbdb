package observer

import (
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// adaptCobra adapts a command: its own flags and inherited flags. It makes the command end when its function is called,
// and removes the functions that would run before.
func adaptCobra(x any) *source {
	top, ok := x.(*cobra.Command)
	if !ok {
		return nil
	}
	paths := map[string]*cobra.Command{}
	walk(top, "", paths)
	meant := top
	if sub := paths[os.Getenv(Command)]; sub != nil {
		meant = sub
	}
	from := &source{set: meant, parse: func([]string) error { return top.Execute() }, describe: func(e *Entry) {
		meant.InheritedFlags() // merges them
		meant.InitDefaultHelpFlag()
		meant.InitDefaultVersionFlag()
		describe(e, meant.Flags(), nil)
		e.Set, e.Runnable, e.Commands = "cobra", meant.Runnable(), slices.Sorted(maps.Keys(paths))
	}}
	for c := meant; c != nil; c = c.Parent() {
		c.PersistentPreRun, c.PersistentPreRunE = nil, nil
	}
	if meant.Runnable() {
		meant.PreRun, meant.PreRunE, meant.RunE = nil, nil, nil
		meant.Run = func(*cobra.Command, []string) { finish(from, nil) }
	}
	return from
}

// walk finds the subcommands by their words.
func walk(command *cobra.Command, path string, paths map[string]*cobra.Command) {
	for _, sub := range command.Commands() {
		below := strings.TrimSpace(path + " " + sub.Name())
		paths[below] = sub
		walk(sub, below, paths)
	}
}
