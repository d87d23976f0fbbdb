package source_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/source"
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
	facts.Paths = module.PathRefs(pkg.Scope().Lookup("PathRefs").(*types.Func))
	got := show(module, facts) + stated(facts.Observation(options))
	want := &archive.Files[len(archive.Files)-1]
	if *updating {
		want.Data = []byte(got)
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
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
		at := filepath.Join(dir, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, file.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// loaded reads the options of a module.
func loaded(t *testing.T, name string) (*txtar.Archive, *source.Module) {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := extract(t, archive)
	module, err := source.Load(t.Context(), source.Request{Dir: dir, Packages: []string{"example.com/relay/options"}})
	if err != nil {
		t.Fatal(err)
	}
	return archive, module
}

// TestV2Ignored tells flags without effect from those whose values somebody could read.
func TestV2Ignored(t *testing.T) {
	_, module := loaded(t, filepath.Join("testdata", "ignored.txtar"))
	pkg := module.Package("example.com/relay/options").Types
	options := types.NewPointer(pkg.Scope().Lookup("Options").Type())
	method, _, _ := types.LookupFieldOrMethod(options, true, pkg, "AddFlags")
	facts := module.Facts(method.(*types.Func))
	if len(facts.Registrations) != 18 {
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
		fmt.Fprintf(&b, "--%s(%s*%s) %s %s\n", r.Flag, r.Prefix, r.Suffix, r.Method, place(r.Place))
		if os, variant := facts.Systems(&r); os != r.OS || variant != nil {
			fmt.Fprintf(&b, "    systems=%s", os)
			if variant != nil {
				fmt.Fprintf(&b, ", another %s on %s, line %d", variant.What, variant.Systems, variant.Registration.Start.Line)
			}
			fmt.Fprintln(&b)
		}
		for _, e := range []source.Expression{r.Value, r.Default, r.Shorthand, r.Usage} {
			if e.Kind != source.None {
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
	fmt.Fprintln(&b, "paths", facts.Paths)
	fmt.Fprintln(&b, "environment", source.Environment(module))
	for _, f := range facts.Functions {
		fmt.Fprintf(&b, "%s %d-%d\n", f.Name, f.Start.Line, f.End.Line)
	}
	return b.String()
}

// stated is what the source says of flags that cannot be observed.
func stated(o *observe.Observation) string {
	var b bytes.Buffer
	fmt.Fprintln(&b, "stated", o.Type)
	for _, f := range o.Flags {
		fmt.Fprintf(&b, "--%s %q %s %q %s field=%s hidden=%v noOptDefVal=%q\n", f.Name, f.Shorthand, f.Type, f.Default,
			f.Value, f.Field, f.Hidden, f.NoOptDefVal)
	}
	for _, f := range o.Fields {
		fmt.Fprintln(&b, f.Path, f.Type)
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
	text := fmt.Sprintf("%s %s value=%q path=%s root=%s %s function=%s %v %v object=%s", e.Kind, e.Text, e.Value, e.Path,
		e.Root, e.RootType, e.Function, e.NoArguments, e.Constructor, e.Object)
	if e.Varies {
		text += fmt.Sprintf(" varies:%d:%d", e.Start.Line, e.Start.Column)
	}
	return text
}
