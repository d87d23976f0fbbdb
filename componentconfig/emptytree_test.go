package componentconfig_test

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// Relative paths on the command line are paths in the working directory, whatever the files do not have.
func TestPathFlagsOverFilesWithoutContent(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": "# nothing\n", "conf.d/a.conf": "---\n", "braces.yaml": "{}\n"})
	in, err := filepath.Abs("some/where")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{files[:1], files, files[1:]} {
		loaded := s.load(append(args, "--data-dir=some/where", "--state-dir=some/where")...)
		if got, want := explained(s, loaded, "dataDir"), in+"  # flag --data-dir"; got != want {
			t.Errorf("%v: got %s, want %s", args, got, want)
		}
		if got, want := explained(s, loaded, "stateDir"), in+"  # flag --state-dir"; got != want {
			t.Errorf("%v: got %s, want %s", args, got, want)
		}
	}
	loaded, err := panelLoader(panelSettings{plain: true}).Load(s.args([]string{"--config=$D/braces.yaml", "--path=x"}))
	if err != nil || loaded.Origins()["path"][0].Name != "path" {
		t.Errorf("an object without fields: %v", err)
	}
}

// A component that watches drop-in files goes on when the last of them is deleted.
func TestWatchOfTheLastDropIn(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": "# nothing\n", "conf.d/a.conf": v1Header + "timeout: 1s\n"})
	outcomes := s.watch(func(*componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) { return nil, nil },
		componentconfig.WithConfigDir(""), append([]string{"--data-dir=some/where"}, files...)...)
	s.remove("conf.d/a.conf")
	if o := <-outcomes; !o.Committed || len(o.Changes) != 1 || o.Changes[0].Path != "timeout" {
		t.Errorf("got %+v", o)
	}
}

// A configuration in which nothing is set is an empty object. It can be shown, compared, written and loaded back.
func TestConfigurationWithoutFields(t *testing.T) {
	s := newSite(t, map[string]string{"named.yaml": "name: a\n"})
	type slot struct {
		Name *string `json:"name,omitempty"`
	}
	l := componentconfig.New("slot", binding.Root[slot]{New: func() (*slot, error) { return &slot{}, nil }},
		componentconfig.WithConfigFile(), componentconfig.WithWriteConfigTo(), componentconfig.WithoutEmptyFiles())
	if _, stderr, err := execute(s, l, "--write-config-to=$D/out.yaml"); err != nil {
		t.Fatal(stderr)
	}
	if got := s.read("out.yaml"); got != "{}\n" {
		t.Errorf("wrote %q", got)
	}
	loaded, err := l.Load(s.args([]string{"--config=$D/out.yaml"}))
	if err != nil || len(loaded.Origins()) > 0 || loaded.Explain() != "{}\n# read: "+s.dir+"/out.yaml\n" {
		t.Errorf("loads back as %v, %v", loaded, err)
	}
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"diff", "$D/out.yaml", "$D/named.yaml"}, 1, "TAKES    FIELD  FROM  TO  SOURCE\n" +
			"restart  name   -     a   named.yaml:1\nthe change takes a restart: 1 restart\n"},
		{[]string{"migrate", "--from-flags", "--"}, 0, ""},
	} {
		var stdout, stderr bytes.Buffer
		status := configcommand.Run(context.Background(), l, s.args(c.args), &stdout, &stderr)
		if got := s.hide(stdout.String() + stderr.String()); status != c.status || got != c.want {
			t.Errorf("config %v: status %d\n%s", c.args, status, got)
		}
	}
}
