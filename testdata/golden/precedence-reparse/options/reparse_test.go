package options

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	logsapi "k8s.io/component-base/logs/api/v1"

	"example.com/golden/precedence-reparse/v1alpha1"
)

// fromFile is a configuration as a file has given it.
func fromFile() *v1alpha1.Relay {
	c := &v1alpha1.Relay{
		Address: "192.0.2.1", Port: 53, Servers: []string{"file-a", "file-b"}, MaxStreams: new(int32), Verbose: true,
		Labels: map[string]string{"from": "file"}, FeatureGates: map[string]bool{"File": true, "Both": false},
	}
	c.Logging.Format, c.Logging.Verbosity = "json", 4
	c.Logging.Options.Text.SplitStream = true
	c.Logging.VModule = logsapi.VModuleConfiguration{{FilePattern: "file", Verbosity: 9}}
	c.Rules = []string{"file"}
	c.Tags = map[string]string{"from": "file", "gone": "file"}
	c.Marks = v1alpha1.Marks{"from": "file"}
	return c
}

// text tells two configurations apart: by all that a file can set.
func text(t *testing.T, c *v1alpha1.Relay) string {
	t.Helper()
	encoded, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

func TestReparse(t *testing.T) {
	for _, tc := range []struct {
		name string
		args []string
		want func(c *v1alpha1.Relay)
	}{
		{"B1 nothing is set, nothing changes", nil, func(*v1alpha1.Relay) {}},
		{"a scalar", []string{"--address=::1"}, func(c *v1alpha1.Relay) { c.Address = "::1" }},
		{"a zero value", []string{"--address=", "--verbose=false"}, func(c *v1alpha1.Relay) { c.Address, c.Verbose = "", false }},
		{"a shorthand", []string{"-a", "::1", "-v5"}, func(c *v1alpha1.Relay) { c.Address, c.Logging.Verbosity = "::1", 5 }},
		{"an underscore", []string{"--feature_gates=Line=true"}, func(c *v1alpha1.Relay) { c.FeatureGates["Line"] = true }},
		{"B1b a list is replaced", []string{"--servers=line"}, func(c *v1alpha1.Relay) { c.Servers = []string{"line"} }},
		{"B1b a list accumulates over one command line", []string{"--servers=a,b", "--servers=c"}, func(c *v1alpha1.Relay) { c.Servers = []string{"a", "b", "c"} }},
		{"a map is replaced", []string{"--labels=a=1", "--labels=b=2"}, func(c *v1alpha1.Relay) { c.Labels = map[string]string{"a": "1", "b": "2"} }},
		{"a map with +precedence=merge is merged key by key", []string{"--feature-gates=Both=true,Line=true"}, func(c *v1alpha1.Relay) {
			c.FeatureGates = map[string]bool{"File": true, "Both": true, "Line": true}
		}},
		{"D1 a value of one's own with +precedence=merge keeps and removes keys", []string{"--tags=b=2", "--tags=gone-,c=3", "--marks=a=1"},
			func(c *v1alpha1.Relay) {
				c.Tags = map[string]string{"from": "file", "b": "2", "c": "3"}
				c.Marks = v1alpha1.Marks{"from": "file", "a": "1"}
			}},
		{"a list with +precedence=prepend keeps its items", []string{"--rules=a,b", "--rules=c"}, func(c *v1alpha1.Relay) {
			c.Rules = []string{"a", "b", "c", "file"}
		}},
		{"an empty value keeps them, too", []string{"--rules="}, func(*v1alpha1.Relay) {}},
		{"a delegated list with +precedence=prepend", []string{"--vmodule=a=1"}, func(c *v1alpha1.Relay) {
			c.Logging.VModule = append(logsapi.VModuleConfiguration{{FilePattern: "a", Verbosity: 1}}, c.Logging.VModule...)
		}},
		{"a pointer", []string{"--max-streams=7"}, func(c *v1alpha1.Relay) { c.MaxStreams = new(int32(7)) }},
		{"B1 delegated flags keep what a file set", []string{"--logging-format=text"}, func(c *v1alpha1.Relay) { c.Logging.Format = "text" }},
		{"positional arguments are passed over", []string{"serve", "--address=::1", "now"}, func(c *v1alpha1.Relay) { c.Address = "::1" }},
		{"what follows two dashes is passed over", []string{"--address=::1", "--", "--address=::2", "--unknown"}, func(c *v1alpha1.Relay) { c.Address = "::1" }},
		{"others take up their arguments", []string{"-c", "--address", "--hosts=x", "--address=::1"}, func(c *v1alpha1.Relay) { c.Address = "::1" }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, want := fromFile(), fromFile()
			tc.want(want)
			if err := ReparseRelayFlags(got, tc.args, new(RelayFlags).AddFlags); err != nil {
				t.Fatal(err)
			}
			if got, want := text(t, got), text(t, want); got != want {
				t.Errorf("%v gives\n%s, want\n%s", tc.args, got, want)
			}
		})
	}
}

// What upstream does. One flag set of pflag's own is parsed twice, and the second time its list appends to the file's.
func TestNaiveReparseAppends(t *testing.T) {
	c := &v1alpha1.Relay{}
	fs := pflag.NewFlagSet("naive", pflag.ContinueOnError)
	fs.StringSliceVar(&c.Servers, "servers", c.Servers, "")
	args := []string{"--servers=line"}
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	c.Servers = []string{"file-a", "file-b"}
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	if slices.Equal(c.Servers, []string{"line"}) {
		t.Error("the naive way replaces: the tests of B1b show nothing")
	}
	if err := ReparseRelayFlags(c, args); err != nil || !slices.Equal(c.Servers, []string{"line"}) {
		t.Errorf("Servers is %v (%v), want those of the command line", c.Servers, err)
	}
}

func TestReparseTwiceIsReparseOnce(t *testing.T) {
	c := fromFile()
	args := []string{"--servers=a", "--servers=b", "--labels=x=y", "--feature-gates=Line=true"}
	for range 2 {
		if err := ReparseRelayFlags(c, args); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(c.Servers, []string{"a", "b"}) || !maps.Equal(c.Labels, map[string]string{"x": "y"}) || len(c.FeatureGates) != 3 {
		t.Errorf("%+v", c)
	}
}

func TestErrorsNameTheFlag(t *testing.T) {
	for _, tc := range []struct{ arg, want string }{
		{"--max-streams=many", "--max-streams"},
		{"--nosuch=1", "--nosuch"},
		{"--address", "--address"},
		{"-x", "-x"},
	} {
		if err := ReparseRelayFlags(fromFile(), []string{tc.arg}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: the error is %v, want one that names %s", tc.arg, err, tc.want)
		}
	}
	for _, arg := range []string{"--help", "-h"} {
		if err := ReparseRelayFlags(fromFile(), []string{arg}); !errors.Is(err, pflag.ErrHelp) {
			t.Errorf("%s: the error is %v, want pflag.ErrHelp", arg, err)
		}
	}
}

// The first parse has printed what there is to print.
func TestNothingIsPrinted(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = write, write
	first := pflag.NewFlagSet("first", pflag.ContinueOnError)
	AddRelayFlags(first, fromFile())
	warned := first.Parse([]string{"--port=1"})
	os.Stdout, os.Stderr = stdout, stderr
	if err := write.Close(); err != nil || warned != nil {
		t.Fatal(err, warned)
	}
	printed, err := io.ReadAll(read)
	if err != nil || !bytes.Contains(printed, []byte("deprecated")) {
		t.Fatalf("the first parse does not warn, so that silence shows nothing: %q, %v", printed, err)
	}

	read, write, err = os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout, os.Stderr = write, write
	for _, args := range [][]string{{"--port=1"}, {"--port=x"}, {"--nosuch"}, {"--help"}} {
		_ = ReparseRelayFlags(fromFile(), args) // errors are the business of another test
	}
	os.Stdout, os.Stderr = stdout, stderr
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	if printed, err := io.ReadAll(read); err != nil || len(printed) > 0 {
		t.Errorf("printed %q (%v)", printed, err)
	}
}

func TestFlagsetIsOthersToConfigure(t *testing.T) {
	c := fromFile()
	stop := func(fs *pflag.FlagSet) { fs.SetInterspersed(false) }
	if err := ReparseRelayFlags(c, []string{"--address=::1", "run", "--address=::2", "--unknown"}, stop); err != nil || c.Address != "::1" {
		t.Errorf("Address is %q (%v), want the one in front of the subcommand", c.Address, err)
	}
}

func TestRootWithoutFlags(t *testing.T) {
	c := &v1alpha1.Flagless{Port: 1}
	if err := ReparseFlaglessFlags(c, []string{"--whatever"}); err != nil || c.Port != 1 {
		t.Errorf("%+v, %v", c, err)
	}
}
