package source_test

import (
	"go/types"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/testfiles"
)

const machineOptions = `package options

import (
	"os"
	"runtime"
	"time"
)

type Options struct {
	Workers, Half, Threads, More, Constant int
	Host, Home, Prefix, Other, Plain string
	Nested                           Nested
	Config                           *Nested
	Wait, Fixed                      time.Duration
	Root, Data, Cache                string
}

type Nested struct{ Dir, Name string }

func New() *Options {
	n := runtime.NumCPU()
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	home, _ := os.UserHomeDir()
	o := &Options{Workers: n, Half: max(n/2, 1), Constant: 4, Nested: nested(), Plain: "a", Fixed: time.Second}
	o.Threads = threads()
	more(o)
	o.Host, o.Other = host, "b"
	o.Constant = n0()
	o.Root, o.Data, o.Cache = root, dataDir(), only
	o.Home = home + "/.relay"
	o.Config = &Nested{Name: "d"}
	o.Config.Dir = os.TempDir()
	o.Wait = time.Duration(runtime.GOMAXPROCS(0)) * time.Second
	if home != "" {
		o.Prefix = "~"
	}
	return o
}

func threads() int { return 2 * runtime.NumCPU() }

// Each of these calls the next one twice: a search of all ways through them has no end.
func n0() int { return n1() + n1() }
func n1() int { return n2() + n2() }
func n2() int { return n3() + n3() }
func n3() int { return n4() + n4() }
func n4() int { return n5() + n5() }
func n5() int { return n6() + n6() }
func n6() int { return n7() + n7() }
func n7() int { return n8() + n8() }
func n8() int { return n9() + n9() }
func n9() int { return n10() + n10() }
func n10() int { return n11() + n11() }
func n11() int { return n12() + n12() }
func n12() int { return n13() + n13() }
func n13() int { return n14() + n14() }
func n14() int { return n15() + n15() }
func n15() int { return n16() + n16() }
func n16() int { return n17() + n17() }
func n17() int { return n18() + n18() }
func n18() int { return n19() + n19() }
func n19() int { return n20() + n20() }
func n20() int { return n21() + n21() }
func n21() int { return n22() + n22() }
func n22() int { return n23() + n23() }
func n23() int { return n24() + n24() }
func n24() int { return n25() + n25() }
func n25() int { return n26() + n26() }
func n26() int { return n27() + n27() }
func n27() int { return n28() + n28() }
func n28() int { return n29() + n29() }
func n29() int { return n30() + n30() }
func n30() int { return n31() + n31() }
func n31() int { return n32() + n32() }
func n32() int { return n33() + n33() }
func n33() int { return n34() + n34() }
func n34() int { return n35() + n35() }
func n35() int { return n36() + n36() }
func n36() int { return n37() + n37() }
func n37() int { return n38() + n38() }
func n38() int { return n39() + n39() }
func n39() int { return n40() + n40() }
func n40() int { return 1 }

func more(o *Options) { o.Config, o.More = &Nested{Name: "d"}, runtime.NumCPU() }

func nested() Nested { return Nested{Dir: "c"} }
`

const machineOfSystem = `package options

const root, only = "/", "here"

func dataDir() string { return "/data" }
`

const machineOfOthers = `//go:build !` + runtime.GOOS + `

package options

const root = "C:"

func dataDir() string { return "D:" }
`

// TestMachineFields finds fields with values that depend on the host, and not their neighbors. A field of a struct is
// found wherever the struct is.
func TestMachineFields(t *testing.T) {
	dir := t.TempDir()
	const mod = "module example.com/relay\n\ngo 1.25\n"
	for name, text := range map[string]string{"go.mod": mod, "options.go": machineOptions,
		"options_" + runtime.GOOS + ".go": machineOfSystem, "options_others.go": machineOfOthers} {
		testfiles.Write(t, filepath.Join(dir, name), text)
	}
	module, err := source.Load(t.Context(), source.Request{Dir: dir, Packages: []string{"example.com/relay"}})
	if err != nil {
		t.Fatal(err)
	}
	facts := module.Facts(module.Package("example.com/relay").Types.Scope().Lookup("New").(*types.Func))
	leaves := []string{"Workers", "Half", "Threads", "More", "Constant", "Host", "Home", "Prefix", "Other", "Plain",
		"Nested.Dir", "Nested.Name", "Config.Dir", "Config.Name", "Wait", "Fixed", "Root", "Data", "Cache"}
	got := facts.MachineFields(module, "example.com/relay.Options", leaves)
	want := []string{"Workers", "Half", "Threads", "More", "Host", "Home", "Nested.Dir", "Config.Dir",
		"Wait", "Root", "Data"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
