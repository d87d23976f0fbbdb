package main

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/configgen/configgen/internal/scripttest"
)

// update is -update: record what came instead of comparing with what is recorded.
var update = flag.Bool("update", false, "record generated files in testdata/golden and expectations in testdata/script")

func TestMain(m *testing.M) {
	// The processes that tests start are short: what the garbage collector does for them is hardly used.
	if os.Getenv("GOGC") == "" {
		os.Setenv("GOGC", "400")
	}
	testscript.Main(m, map[string]func(){"configgen": main, "curl": scripttest.Curl})
}

func TestScripts(t *testing.T) {
	scripttest.Scripts{Dir: "../../testdata/script", Golden: "../../testdata/golden", Update: *update}.Run(t)
}

// TestFindings generates for the sources of all scripts that do nothing else at once, each in a directory of its own:
// the findings of one must not change those of another. A script that does more runs by itself, as does one that got
// other findings than it wants.
func TestFindings(t *testing.T) {
	together := scripttest.Extract(t)
	_, output := run(t, together.Dir, "generate", "./...")
	got, passed := together.Lines(output), map[string]bool{}
	for name, want := range together.Findings {
		passed[name] = slices.Equal(got[name], want) && together.Left(name) == ""
	}
	scripttest.Scripts{
		Dir: "../../testdata/script/findings", Without: passed, Golden: "../../testdata/golden", Update: *update,
	}.Run(t)
}

// TestInit runs what init writes. Compiled packages that do not carry the name of their directory, which is another one
// in every run, are found in the build cache. Programs are linked without information for debuggers, which is faster.
func TestInit(t *testing.T) { scaffolds(t, "../../testdata/script/init") }

func scaffolds(t *testing.T, dir string) {
	scripttest.Scripts{Dir: dir, Golden: "../../testdata/golden", Update: *update, GoFlags: "-trimpath -ldflags=-w"}.Run(t)
}
