package gates_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/testdata/depot"
	"github.com/configgen/configgen/componentconfig/testdata/depot/options"
)

// TestReload changes the file of a running depot. Its gates change with what is committed, at once for all readers;
// what is refused changes nothing.
func TestReload(t *testing.T) {
	y := newYard(t, map[string]string{"main.yaml": "featureGates: {Automation: true, Climate: true}\n"})
	root := options.DepotConfigurationRoot()
	for i := range root.Fields {
		if root.Fields[i].Path != "Doors" {
			root.Fields[i].Reload = componentconfig.ReloadHot
		}
	}
	root.ThirdPartyFlags = []binding.ThirdPartyFlag[depot.DepotConfiguration]{{
		Field: "Common.Beacon", Flag: "beacon-of-library",
		Register: func(fs *pflag.FlagSet) { fs.Int("beacon-of-library", 0, "") },
		// what the library does not take is found out only when it is set
		Value: func(c *depot.DepotConfiguration) (string, bool) {
			return c.Beacon, c.Beacon == "unheard-of"
		},
	}}
	y.loader = componentconfig.New("depot", root, componentconfig.WithConfigFile(),
		componentconfig.WithFeatureGates("FeatureGates", y.gates.Set))
	args := y.arguments("--config=$D/main.yaml")
	current, err := y.loader.Load(args)
	if err != nil {
		t.Fatal(err)
	}
	read := y.readers()
	outcomes := make(chan componentconfig.ReloadResult, 4)
	watching, stop := context.WithCancel(context.Background())
	var refuse atomic.Pointer[error]
	done := make(chan error, 1)
	go func() {
		done <- y.loader.Watch(watching, args, current, componentconfig.Activation[depot.DepotConfiguration]{
			Prepare: func(context.Context, *componentconfig.Loaded[depot.DepotConfiguration]) (func(), error) {
				return nil, *refuse.Load()
			},
			Report: func(o componentconfig.ReloadResult) { outcomes <- o },
		})
	}()
	for _, step := range []struct {
		body, problem string
		refuse        error
	}{
		{body: "featureGates: {Automation: false, Climate: false}\n"},
		{body: "featureGates: {Automation: true, Climate: true, Nonsense: true}\n",
			problem: "$D/main.yaml:3:49: featureGates[Nonsense]: unrecognized feature gate: Nonsense"},
		{body: "featureGates: {Automation: false, Climate: false}\nbeacon: red\n",
			problem: "$D/main.yaml:4:1: beacon: can be set only if the feature gate Automation is on"},
		{body: "featureGates: {Automation: true, Climate: true}\ndoors: 9\n",
			problem: "the changed configuration takes effect after a restart: doors: 2 -> 9 (restart, main.yaml:4)"},
		{body: "featureGates: {Automation: true, Climate: true}\nbeacon: unheard-of\n",
			problem: "$D/main.yaml:4:1: Common.Beacon: the flag --beacon-of-library of a library does not accept this value"},
		{body: "featureGates: {Automation: true, Climate: true}\nbeacon: red\n", problem: "not now",
			refuse: errors.New("not now")},
		{body: "featureGates: {Automation: true, Climate: true}\nbeacon: green\n"},
		{body: "featureGates: {AllBeta: false}\n"},
	} {
		before := y.gates.Snapshot()
		refuse.Store(&step.refuse)
		y.replace("main.yaml", step.body)
		outcome := <-outcomes
		problem := ""
		if outcome.Err != nil {
			problem = strings.ReplaceAll(outcome.Err.Error(), y.dir, "$D")
		}
		if problem != step.problem || outcome.Committed != (problem == "") {
			t.Errorf("%s: %s, committed: %t; want %s", step.body, problem, outcome.Committed, step.problem)
		}
		if changed := y.gates.Snapshot() != before; changed == (problem != "") {
			t.Errorf("%s: the gates have changed: %t", step.body, changed)
		}
		if on := strings.Contains(step.body, "Automation: true"); problem == "" && y.gates.Enabled(depot.Automation) != on {
			t.Errorf("%s: Automation is %t", step.body, !on)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	read()
}

// replace replaces a file the way editors do.
func (y *yard) replace(name, content string) {
	y.Helper()
	path := filepath.Join(y.dir, name)
	err := os.WriteFile(path+".new", []byte("apiVersion: depot.config.example.io/v1beta1\nkind: DepotConfiguration\n"+
		content), 0o644)
	if err := errors.Join(err, os.Rename(path+".new", path)); err != nil {
		y.Fatal(err)
	}
}

// readers read gates that belong together until the returned function is called.
func (y *yard) readers() (stop func()) {
	var running sync.WaitGroup
	over := make(chan struct{})
	for range 2 {
		running.Add(1)
		go func() {
			defer running.Done()
			for {
				select {
				case <-over:
					return
				default:
				}
				if now := y.gates.Snapshot(); now.Enabled(depot.Automation) != now.Enabled(depot.Climate) {
					y.Error("a reader has seen half of a set")
					return
				}
				y.gates.Enabled(depot.Automation)
			}
		}()
	}
	return func() {
		close(over)
		running.Wait()
	}
}
