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
	if err != nil || len(loaded.Warnings) != 21 {
		t.Errorf("%d warnings, %v", len(loaded.Warnings), err)
	}
	for output, want := range map[string]int{"text": 21, "json": 1000} {
		var out bytes.Buffer
		configcommand.Run(context.Background(), lenient, configcommand.Options{},
			s.args([]string{"validate", "--output=" + output, "$D/config.yaml"}), &out, &out)
		if got := strings.Count(out.String(), "unknown field"); got != want {
			t.Errorf("%s: %d findings, want %d", output, got, want)
		}
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
		"labels[k019] (restart, config.yaml:23), and 980 more") {
		t.Errorf("got %d changes, %v", len(o.Changes), o.Err)
	}
}
