package source_test

import (
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/configgen/configgen/internal/adopt/source"
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

func more(o *Options) { o.Config, o.More = &Nested{Name: "d"}, runtime.NumCPU() }

func nested() Nested { return Nested{Dir: "c"} }
`

// TestMachineFields finds fields whose values are those of a machine, and not their neighbors.
func TestMachineFields(t *testing.T) {
	dir := t.TempDir()
	const mod = "module example.com/relay\n\ngo 1.25\n"
	for name, text := range map[string]string{"go.mod": mod, "options.go": machineOptions} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	module, err := source.Load(t.Context(), source.Request{Dir: dir, Packages: []string{"example.com/relay"}})
	if err != nil {
		t.Fatal(err)
	}
	facts := module.Facts(module.Package("example.com/relay").Types.Scope().Lookup("New").(*types.Func))
	leaves := []string{"Workers", "Half", "Threads", "More", "Constant", "Host", "Home", "Prefix", "Other", "Plain",
		"Nested.Dir", "Nested.Name", "Config.Dir", "Config.Name", "Wait", "Fixed"}
	got := facts.MachineFields(module, "example.com/relay.Options", leaves)
	want := []string{"Workers", "Half", "Threads", "More", "Host", "Home", "Config.Dir", "Wait"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
