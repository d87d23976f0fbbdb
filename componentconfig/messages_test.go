package componentconfig_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// A file with thousands of mistakes has the first of each kind in messages. The error itself has all.
func TestManyMistakes(t *testing.T) {
	var text strings.Builder
	text.WriteString(v1Header)
	for i := range 1000 {
		fmt.Fprintf(&text, "strange%d: 1\n", i)
	}
	s := newSite(t, map[string]string{"config.yaml": text.String() + "labels:\n  \"a: b\": [1]\n  \"c: d\": [1]\n",
		"conf.d/a.conf": v1Header + "port: x\nnone: 1\n"})
	_, err := loader().Load(s.args(files))
	var all componentconfig.Problems
	if !errors.As(err, &all) || len(all) != 1004 {
		t.Fatalf("%d problems", len(all))
	}
	lines := strings.Split(s.hide(err.Error()), "\n")
	want := "$D/config.yaml:1004:11: labels[a...]: must be a string, not a list\n" +
		"$D/config.yaml:1005:11: labels[c...]: must be a string, not a list\n" +
		"$D/config.yaml: 981 more are not listed: unknown field"
	if got := strings.Join(lines[len(lines)-3:], "\n"); len(lines) != 24 || got != want {
		t.Errorf("%d lines\n%s", len(lines), strings.Join(lines, "\n"))
	}
	lenient := loader(componentconfig.WithLenientDecoding())
	s.write("config.yaml", text.String())
	s.write("conf.d/a.conf", v1Header)
	loaded, err := lenient.Load(s.args(files))
	if err != nil || strings.Count(loaded.Warnings.Error(), "\n") != 20 {
		t.Errorf("%d warnings, %v", len(loaded.Warnings), err)
	}
	for output, want := range map[string]int{"text": 21, "json": 1000} {
		var out bytes.Buffer
		configcommand.Run(context.Background(), lenient,
			s.args([]string{"validate", "--output=" + output, "$D/config.yaml"}), &out, &out)
		if got := strings.Count(out.String(), "unknown field"); got != want {
			t.Errorf("%s: %d findings, want %d", output, got, want)
		}
	}
}

// Verbs that need a configuration list the first mistakes, too.
func TestManyMistakesOfVerbs(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "labels:\n" + strings.Repeat("- x\n", 30) +
		strings.Repeat("strange: 1\n", 100)})
	for _, verb := range [][]string{{"print", "--", "--config=$D/config.yaml"}, {"diff", "$D/config.yaml", "v1"},
		{"migrate", "$D/config.yaml"}} {
		var out bytes.Buffer
		configcommand.Run(context.Background(), loader(), s.args(verb), &out, &out)
		if lines := strings.Split(out.String(), "\n"); len(lines) > 30 ||
			!strings.Contains(out.String(), " more are not listed: ") {
			t.Errorf("%q: %d lines\n%s", verb, len(lines), out.String())
		}
	}
}

// A flag that names a file has an effect, or there is a warning.
func TestFlagsThatNameNothing(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header})
	for args, flag := range map[string]string{
		"--config=": "config", "--write-config-to=": "write-config-to", "--config-dir=": "config-dir",
		"--config= --config=$D/config.yaml": "", "--data-dir= --config=$D/config.yaml": "",
	} {
		want := ""
		if flag != "" {
			want = "--" + flag + "= has no effect, because it is empty: specify a path, or remove the flag"
		}
		loaded := s.load(strings.Fields(args)...)
		if got := loaded.Warnings.Error(); got != want {
			t.Errorf("%s: got %q, want %q", args, got, want)
		}
	}
	l := loader(componentconfig.WithConfigDir(s.dir + "/conf.d"))
	if loaded, err := l.Load([]string{"--config-dir="}); err != nil || len(loaded.Warnings) > 0 {
		t.Errorf("it replaces the default: %v", err)
	}
}

// A duration that is too long has the form of one, and the reader of YAML takes two slashes for a text.
func TestTooLongAndSlashes(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "timeout: 2600000h\n",
		"slashes.yaml": `{"apiVersion": "relay.config.example.io/v1", "kind": "RelayConfiguration", ` +
			`"dataDir": //srv/x` + "\n}\n",
	})
	const want = `$D/config.yaml:3:10: timeout: must be at most 2562047h, which are 292 years, not "2600000h"`
	if got := s.problems(loader(), files[0]); got != want {
		t.Errorf("got %s", got)
	}
	if got := s.load("--config=$D/slashes.yaml").Config.DataDir; got != "//srv/x" {
		t.Errorf("got %q", got)
	}
}

// What takes effect after a reboot is not said to need a restart.
func TestRebootIsNotARestart(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header})
	outcomes := s.watch(func(*componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) { return nil, nil },
		componentconfig.WithConfigDir(""), files[0])
	s.replace("config.yaml", v1Header+"kernelBuffer: 2Mi\nport: 1\n")
	if o := <-outcomes; o.Err == nil || o.Err.Error() != "the changed configuration takes effect after a reboot of the "+
		"machine: kernelBuffer: 1Mi -> 2Mi (reboot, config.yaml:3), port: 53 -> 1 (restart, config.yaml:4)" {
		t.Errorf("got %v", o.Err)
	}
}

// A change of a thousand fields names the first of them.
func TestManyChanges(t *testing.T) {
	hosts := func(last string) string {
		var text strings.Builder
		text.WriteString(v1Header + "labels:\n")
		for i := range 1000 {
			fmt.Fprintf(&text, "  k%03d: %s\n", i, last)
		}
		return text.String()
	}
	s := newSite(t, map[string]string{"config.yaml": hosts("a")})
	outcomes := s.watch(func(*componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) { return nil, nil },
		componentconfig.WithConfigDir(""), files[0])
	s.replace("config.yaml", hosts("b"))
	if o := <-outcomes; len(o.Changes) != 1000 || !strings.HasSuffix(o.Err.Error(),
		"labels[k019]: a -> b (restart, config.yaml:23), and 980 more") {
		t.Errorf("got %d changes, %v", len(o.Changes), o.Err)
	}
}
