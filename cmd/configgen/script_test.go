package main

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/configgen/configgen/internal/scripttest"
)

// update is -update: record results instead of comparing them with the recorded results.
var update = flag.Bool("update", false, "record generated files in testdata/golden and expectations in testdata/script")

func TestMain(m *testing.M) {
	// The processes that tests start are short and hardly need garbage collection.
	if os.Getenv("GOGC") == "" {
		os.Setenv("GOGC", "400")
	}
	testscript.Main(m, map[string]func(){"configgen": main, "curl": scripttest.Curl})
}

func TestScripts(t *testing.T) {
	scripttest.Scripts{Dir: "../../testdata/script", Golden: "../../testdata/golden", Update: *update}.Run(t)
}

// TestFindings has a subtest for each script of a finding. It runs configgen generate once for all scripts that -run
// selects and that only generate, each in a separate directory: the findings of one script must not change the findings
// of another. A script with other commands, or with unexpected findings, runs by itself.
func TestFindings(t *testing.T) {
	passed := map[string]bool{}
	chosen := choose(t, scripttest.Names(t), func(t *testing.T, name string) {
		if !passed[name] {
			scripttest.Scripts{
				Dir: "../../testdata/script/findings", Name: name, Golden: "../../testdata/golden", Update: *update,
			}.Run(t)
		}
	})
	together := scripttest.Extract(t, chosen)
	_, output := run(t, together.Dir, "generate", "./...")
	got := together.Lines(output)
	for name, want := range together.Findings {
		passed[name] = slices.Equal(got[name], want) && together.Present(name) == ""
	}
}

// choose returns the names that -run selects, and fails if it selects none. Each name is a subtest, which runs after
// the test that calls choose has returned.
func choose(t *testing.T, names []string, subtest func(t *testing.T, name string)) []string {
	t.Helper()
	var chosen []string
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			chosen = append(chosen, name)
			t.Parallel() // waits until the parent has returned
			subtest(t, name)
		})
	}
	if len(chosen) == 0 {
		t.Fatalf("-run matches none of the %d subtests from %s to %s", len(names), names[0], names[len(names)-1])
	}
	return chosen
}

// TestInit runs the files that init writes, and the pages about the sample component. Packages that are compiled
// without the name of their directory, which changes with every run, are found in the build cache. Programs are linked
// without debugging information, which is faster.
func TestInit(t *testing.T) { scaffolds(t, "../../testdata/script/init") }

func scaffolds(t *testing.T, dir string) {
	scripttest.Scripts{Dir: dir, Golden: "../../testdata/golden", Update: *update, GoFlags: "-trimpath -ldflags=-w"}.Run(t)
}
