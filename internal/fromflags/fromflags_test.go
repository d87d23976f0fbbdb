package fromflags

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/fromflags/observer"
)

// TestReport lists flags that are by hand or have a note, and groups those without a field by the reason.
func TestReport(t *testing.T) {
	row := func(name, field, note string) *Row {
		return &Row{Flag: observer.Flag{Name: name}, Field: field, Type: "string", Note: note}
	}
	byHand := row("func", "func", "")
	byHand.refuse("its value cannot be read back")
	got := Report([]*Row{row("address", "address", ""), byHand, row("help", "", "about the process"),
		row("home", "home", "its default depends on the host"), row("version", "", "about the process"),
		row("cert-file", "certFile", "")})
	const want = `--func: by hand: its value cannot be read back
--home: equal; its default depends on the host
no field (about the process): --help, --version
relative paths in a file are relative to its directory: --cert-file
flags: 3 of 6 are equal in a file and on the command line; 1 by hand; 2 without a field
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNextWithoutAName expects Next to describe the command or flag set if the source has no name for it.
func TestNextWithoutAName(t *testing.T) {
	for want, seen := range map[string]observer.Entry{
		"options.CommandLine(command, args), where command is the *cobra.Command of the program,": {Set: "cobra"},
		"options.CommandLine(flags, args), where flags is the *pflag.FlagSet of the program,":     {Set: "pflag"},
		"options.CommandLine(flags, os.Args[1:]), where flags is the *flag.FlagSet of ./lib.Add,": {Set: "flag", Call: -1},
	} {
		c := &Component{seen: &seen, code: &code{
			Module: &source.Module{Fset: token.NewFileSet()}, main: types.NewFunc(0, nil, "main", nil),
			calls: []call{{set: "newFlags()", arguments: "args"}},
		}}
		if seen.Call < 0 {
			c.Function = "./lib.Add"
		}
		var g Group
		if err := c.editMain(&g); err != nil || g.Next != want {
			t.Errorf("got %s, %v; want %s", g.Next, err, want)
		}
	}
}
