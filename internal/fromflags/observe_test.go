package fromflags

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
)

// written writes a module with one program, for an older version of Go than the observer needs.
func written(t *testing.T, main string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.15\n", "main.go": main} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func request(t *testing.T, dir string) Request {
	return Request{Dir: dir, Program: ".", Env: []string{"GOWORK=off"}, Tmp: t.TempDir()}
}

// texts are findings as lines.
func texts(dir string, findings []diag.Diagnostic) string {
	var lines []string
	for _, found := range findings {
		lines = append(lines, strings.TrimPrefix(found.Position.String(), dir+"/")+" "+found.Code)
	}
	return strings.Join(lines, "\n")
}

// TestProgram observes the flags of a program before and after it parses them.
func TestProgram(t *testing.T) {
	dir := written(t, `package main

import (
	"flag"
	"os"
	"strings"
)

func main() {
	fs := flag.NewFlagSet(strings.ToLower("M"), flag.ExitOnError)
	fs.String("user", os.Getenv("USER"), "")
	if os.Getenv("M_MORE") != "" {
		fs.Bool("more", false, "")
	}
	fs.Int("port", 80, "")
	if err := fs.Parse(os.Args[1:]); err != nil {
		panic(err)
	}
}
`)
	source, findings, err := read(t.Context(), request(t, dir))
	if err != nil || len(findings) > 0 {
		t.Fatal(texts(dir, findings), err)
	}
	if got := texts(dir, source.missing()); got != "main.go:16:12 run-main" {
		t.Errorf("got %s", got)
	}
	source.RunMain = true
	program, findings, err := source.build(nil)
	if err != nil || len(findings) > 0 {
		t.Fatal(texts(dir, findings), err)
	}
	entry, rows, findings := program.observe()
	if program.failed != nil || len(findings) > 0 {
		t.Fatal(texts(dir, findings), program.failed)
	}
	var got []string
	for _, f := range rows {
		text := f.Name
		if f.Varies {
			text += " varies"
		}
		if f.Unsettled {
			text += " is unsettled"
		}
		got = append(got, text)
	}
	if text := strings.Join(got, ", "); text != "more is unsettled, port, user varies" {
		t.Errorf("got %s", text)
	}
	if call := source.calls[entry.Call]; call.set != "fs" || call.arguments != "os.Args[1:]" {
		t.Errorf("got the call %+v", call)
	}
	for args, want := range map[string]string{"--port=7": "7", "--port=x": "", "--none": ""} {
		o := program.run(plainly, args)
		if program.failed != nil || o.refused() != (want == "") || !o.refused() && o.text("port") != want {
			t.Errorf("%s: got %+v", args, o)
		}
	}
}

// TestFunctions finds the function of --func before the program is built.
func TestFunctions(t *testing.T) {
	dir := written(t, `package main

import "flag"

type Options struct{}

func NewOptions() (*Options, error)     { return nil, nil }
func (*Options) AddFlags(*flag.FlagSet) {}
func (*Options) Names() string          { return "" }
func addFlags(*flag.FlagSet) *Options   { return nil }
func wrong(int)                         {}
func generic[T any](*flag.FlagSet)      {}
func several(...*flag.FlagSet)          {}
func newSet() *flag.FlagSet             { return nil }
func main()                             { flag.CommandLine.Parse(nil) }
`)
	source, findings, err := read(t.Context(), request(t, dir))
	if err != nil || len(findings) > 0 {
		t.Fatal(texts(dir, findings), err)
	}
	if got := texts(dir, source.missing()); got != "main.go:15:6 no-parse" {
		t.Errorf("got %s", got)
	}
	for name, want := range map[string]string{
		"./.addFlags": "", "example.com/m.newSet": "", "example.com/m.NewOptions.AddFlags": "",
		"example.com/m.wrong": "main.go:11:6 function", "example.com/m.NewOptions.Names": "main.go:9:17 function",
		"example.com/m.NewOptions.None": "--func function", "example.com/m.none": "--func function",
		"./.generic": "main.go:12:6 function", "./.several": "main.go:13:6 function",
		"example.com/other.None": "--func function", "addFlags": "--func function",
	} {
		source.Function = name
		if got := texts(dir, source.resolve()); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	source.Dir, source.Function = filepath.Join(dir, "below"), "../.addFlags"
	if got := texts(dir, source.resolve()); got != "" {
		t.Errorf("in a directory below: got %q", got)
	}
}

// TestImporters is below which directory a package can be imported.
func TestImporters(t *testing.T) {
	for dir, want := range map[string]string{
		"apis/config": "", "internal/config": "", "cmd/relay/internal/config": "cmd/relay", "cmd/internals/config": "",
		"a/internal/b/internal": "a/internal/b",
	} {
		if got := importers(dir); got != want {
			t.Errorf("%s: got %q, want %q", dir, got, want)
		}
	}
}
