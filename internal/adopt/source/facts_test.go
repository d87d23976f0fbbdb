package source_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/testfiles"
)

var updating = flag.Bool("update", false, "record the facts")

// TestFacts reads a module whose options have every form of a registration.
func TestFacts(t *testing.T) {
	name := filepath.Join("testdata", "facts.txtar")
	archive, module := loaded(t, name)
	pkg := module.Package("example.com/relay/options").Types
	options := types.NewPointer(pkg.Scope().Lookup("Options").Type())
	method, _, _ := types.LookupFieldOrMethod(options, true, pkg, "AddFlags")
	facts := module.Facts(pkg.Scope().Lookup("New").(*types.Func), method.(*types.Func))
	got := show(module, facts)
	want := &archive.Files[len(archive.Files)-1]
	if *updating {
		want.Data = []byte(got)
		testfiles.Write(t, name, txtar.Format(archive))
	}
	if diff := cmp.Diff(string(want.Data), got); diff != "" {
		t.Error(diff)
	}
}

// extract writes the files of an archive to a directory.
func extract(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	dir := t.TempDir()
	for _, file := range archive.Files {
		testfiles.Write(t, filepath.Join(dir, filepath.FromSlash(file.Name)), file.Data)
	}
	return dir
}

// loaded reads the options of a module.
func loaded(t *testing.T, name string) (*txtar.Archive, *source.Module) {
	t.Helper()
	archive := testfiles.Archive(t, name)
	dir := extract(t, archive)
	module, err := source.Load(t.Context(), source.Request{Dir: dir, Packages: []string{"example.com/relay/options"}})
	if err != nil {
		t.Fatal(err)
	}
	return archive, module
}

// TestIgnored distinguishes flags without effect from flags whose values other code can read.
func TestIgnored(t *testing.T) {
	_, module := loaded(t, filepath.Join("testdata", "ignored.txtar"))
	pkg := module.Package("example.com/relay/options").Types
	options := types.NewPointer(pkg.Scope().Lookup("Options").Type())
	method, _, _ := types.LookupFieldOrMethod(options, true, pkg, "AddFlags")
	facts := module.Facts(method.(*types.Func))
	if len(facts.Registrations) != 17 {
		t.Errorf("got %d registrations", len(facts.Registrations))
	}
	for i := range facts.Registrations {
		r := &facts.Registrations[i]
		if got, want := facts.Ignored(module, r), !strings.HasPrefix(r.Flag, "not-"); got != want {
			t.Errorf("--%s: %s: got %t, want %t", r.Flag, r.Usage.Value, got, want)
		}
	}
}

func show(module *source.Module, facts *source.Facts) string {
	var b bytes.Buffer
	for _, r := range facts.Registrations {
		fmt.Fprintf(&b, "--%s %s %s\n", r.Flag, r.Method, place(r.Place))
		if os, variant := facts.Systems(&r); os != r.OS || variant != nil {
			fmt.Fprintf(&b, "    systems=%s", os)
			if variant != nil {
				fmt.Fprintf(&b, ", another %s on %s, line %d", variant.What, variant.Systems, variant.Registration.Start.Line)
			}
			fmt.Fprintln(&b)
		}
		for _, e := range []source.Expression{r.Value, r.Default, r.Shorthand, r.Usage} {
			if e.Text != "" {
				fmt.Fprintf(&b, "    %s\n", expression(e))
			}
		}
	}
	for _, m := range facts.Marks {
		fmt.Fprintf(&b, "%s --%s %s %s\n", m.Method, m.Flag, expression(m.Text), place(m.Place))
	}
	for _, d := range facts.Delegations {
		fmt.Fprintf(&b, "%s %s %v %v %s\n", d.Callee, d.Path, d.Flags, d.Complete, place(d.Place))
	}
	fmt.Fprintln(&b, "environment", source.Environment(module))
	for _, f := range facts.Functions {
		fmt.Fprintf(&b, "%s %d-%d\n", f.Name, f.Start.Line, f.End.Line)
	}
	return b.String()
}

func place(p source.Place) string {
	text := fmt.Sprintf("%s:%d:%d", filepath.Base(p.Start.Filename), p.Start.Line, p.Start.Column)
	for _, c := range p.Conditions {
		text += " if " + c.Text
		if c.System {
			text += " (system)"
		}
		if c.Nil {
			text += " (nil)"
		}
	}
	for _, call := range p.Calls {
		text += fmt.Sprintf(" by :%d", call.Line)
	}
	if p.OS != "" {
		text += " os=" + p.OS
	}
	if p.Elsewhere {
		text += " elsewhere"
	}
	return text
}

func expression(e source.Expression) string {
	text := fmt.Sprintf("%s %s value=%q path=%s of %s function=%s %v %v", e.Kind, e.Text, e.Value, e.Path,
		e.RootType, e.Function, e.NoArguments, e.Constructor)
	if e.Varies {
		text += fmt.Sprintf(" varies:%d:%d", e.Start.Line, e.Start.Column)
	}
	return text
}

// TestNested reads a function once for each path of calls to it, and a recursive function a limited number of times.
func TestNested(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": nestedModule, "go.sum": pflagSum, "options.go": nestedOptions} {
		testfiles.Write(t, filepath.Join(dir, name), text)
	}
	module, err := source.Load(t.Context(), source.Request{Dir: dir, Packages: []string{"example.com/relay"}})
	if err != nil {
		t.Fatal(err)
	}
	scope := module.Package("example.com/relay").Types.Scope()
	facts := module.Facts(scope.Lookup("New").(*types.Func), scope.Lookup("AddFlags").(*types.Func))
	var got []string
	for _, r := range facts.Registrations {
		got = append(got, r.Flag+" "+r.Value.Path)
		if r.Value.Constructor != (r.Flag == "held" || r.Flag == "kept" || r.Flag == "kept-again") {
			t.Errorf("--%s: %+v", r.Flag, r.Value)
		}
	}
	want := []string{
		"server-cert Server.File.Cert", "client-cert Client.File.Cert", "x A",
		"held A", "kept A", "kept-again A", "changed ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

const (
	nestedModule = "module example.com/relay\n\ngo 1.24.0\n\nrequire github.com/spf13/pflag v1.0.10\n"
	pflagSum     = `github.com/spf13/pflag v1.0.10 h1:4EBh2KAYBwaONj6b2Ye1GiHfwjqyROoF4RwYO+vPwFk=
github.com/spf13/pflag v1.0.10/go.mod h1:McXfInJRrz4CZXVZOBLb0bTZqETkiAhM9Iw0y3An2Bg=
`
	nestedOptions = `package relay

import "github.com/spf13/pflag"

type Options struct {
	A              string
	Server, Client TLS
}

type TLS struct{ File File }

type File struct{ Cert string }

func New() *Options { return &Options{} }

func AddFlags(fs *pflag.FlagSet, o *Options) {
	addTLS(fs, "server", &o.Server)
	addTLS(fs, "client", &o.Client)
	again(fs, "x", o)
	fs.AddFlag(&map[string]string{"Name": "does not compile"})
	constructor := newMode
	fs.Var(constructor(&o.A), "held", "By a constructor in a variable.")
	kept := newMode(&o.A)
	fs.Var(kept, "kept", "A value in a variable.")
	fs.Var(kept, "kept-again", "The same one.")
	changed := newMode(&o.A)
	changed = nil
	fs.Var(changed, "changed", "Another one.")
}

func newMode(target *string) pflag.Value { return nil }

func addTLS(fs *pflag.FlagSet, prefix string, t *TLS) { addFile(fs, prefix, &t.File) }

func addFile(fs *pflag.FlagSet, prefix string, f *File) {
	fs.StringVar(&f.Cert, prefix+"-cert", "", "Certificate.")
}

func again(fs *pflag.FlagSet, name string, o *Options) {
	fs.StringVar(&o.A, name, "", "A.")
	again(fs, name+"a", o)
	again(fs, name+"b", o)
}
`
)
