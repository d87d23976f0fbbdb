package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/configgen/configgen/internal/scripttest"
)

// update is -update: record what came instead of comparing with what is recorded.
var update = flag.Bool("update", false, "record generated files in testdata/golden and expectations in testdata/script")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"configgen": main})
}

func TestScripts(t *testing.T) {
	scripttest.Scripts{Dir: "../../testdata/script", Golden: "../../testdata/golden", Update: *update}.Run(t)
}

func TestFindings(t *testing.T) {
	scripttest.Scripts{Dir: "../../testdata/script/findings", Golden: "../../testdata/golden", Update: *update}.Run(t)
}

// TestInit runs what init writes. Compiled packages that do not carry the name of their directory, which is another one
// in every run, are found in the build cache.
func TestInit(t *testing.T) {
	scripttest.Scripts{
		Dir: "../../testdata/script/init", Golden: "../../testdata/golden", Update: *update, GoFlags: "-trimpath",
	}.Run(t)
}
