package docs

import (
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/descriptor/render"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/format"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/modeltest"
)

func TestRecordedFiles(t *testing.T) {
	modeltest.Recorded(t, Generator)
	modeltest.RecordedIn(t, Generator, "../../examples/sampleconfig")
	modeltest.RecordedIn(t, Generator, "../../testdata/kubelet")
}

// TestNoFlags expects no page, section or link about flags for a group without any.
func TestNoFlags(t *testing.T) {
	flags := func(g *group.Group) (file, mentioned bool) {
		files, _ := run(generators.NewInput(g))
		for _, f := range files {
			content := string(f.Content)
			file = file || f.Name == flagsFile
			mentioned = mentioned || strings.Contains(content, flagsFile) || strings.Contains(content, "#flags")
		}
		return file, mentioned
	}
	for _, g := range modeltest.Golden(t) {
		if g.DocsPackage.Path == "" {
			continue
		}
		if file, mentioned := flags(g); !file || !mentioned {
			t.Errorf("the flags of %s are missing", g.Package.Path)
		}
		g.FlagStructs = nil
		for _, root := range g.Roots {
			root.Ignored = nil
			root.Walk(func(field *group.Field) { field.Flags, field.Delegations = nil, nil })
		}
		model.Describe(g)
		if file, mentioned := flags(g); file || mentioned {
			t.Errorf("%s has no flags: flags.md is written: %t, and mentioned: %t", g.Package.Path, file, mentioned)
		}
	}
}

// The script of the page is short enough to be read, and asks for nothing.
func TestScriptOfThePage(t *testing.T) {
	if lines := strings.Count(pageScript, "\n"); lines >= 50 {
		t.Errorf("the script has %d lines", lines)
	}
	for _, word := range []string{"fetch", "XMLHttpRequest", "import", "http:", "https:", "innerHTML", "eval"} {
		if strings.Contains(pageScript, word) {
			t.Errorf("the script contains %s", word)
		}
	}
}

// TestFlagsOfAnEmbeddedStruct expects the flags that a function registers for a struct that files do not have.
func TestFlagsOfAnEmbeddedStruct(t *testing.T) {
	api := &descriptor.Descriptor{Kinds: []descriptor.Kind{{
		Name: "Relay", Fields: []descriptor.Field{{Path: "Client.Rate", JSON: "rate"}},
		Registrations: []descriptor.Registration{
			{
				Field: "Client", Func: "example.com/client.AddFlags",
				Flags: []descriptor.Registered{{Name: "rate", Field: "Rate"}},
			},
			{Field: "Client", Func: "example.com/client.AddMore"},
		},
		Versions: []descriptor.Version{{Name: "v1"}},
	}}}
	const want = "| `--rate` | [`rate`](relay.v1.md#rate) |  |\n" + "| those of `example.com/client.AddMore` |  |  |\n"
	if page := string(flagsPage(api, flagRows(api, render.Documents(api)))); !strings.HasSuffix(page, want) {
		t.Errorf("want %s at the end of\n%s", want, page)
	}
}

// TestHelpKeepsItsLines expects the line breaks of the help of a flag in the tables of flags.
func TestHelpKeepsItsLines(t *testing.T) {
	const usage = "Options are:\nA=true|false\nB=true|false"
	flag := &descriptor.Flag{Name: "feature-gates", Usage: usage, Warning: "use a file"}
	var row flagRow
	row.describe(flag)
	const want = `Options are:<br>A=true\|false<br>B=true\|false Deprecated: use a file.`
	if got := cell(row.help); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFormatsAreNamedAsInMessages expects in the reference what the messages of validation say of a format.
func TestFormatsAreNamedAsInMessages(t *testing.T) {
	for _, known := range format.Formats() {
		text := descriptor.Type{Form: descriptor.String, Limits: descriptor.Limits{Formats: []string{known.Name}}}
		field := render.Documents(&descriptor.Descriptor{Kinds: []descriptor.Kind{{
			Fields:   []descriptor.Field{{Path: "A", Type: text}},
			Versions: []descriptor.Version{{Fields: []descriptor.VersionField{{Path: "a", Go: "A", Type: text}}}},
		}}})[0].Fields[0]
		at := slices.IndexFunc(field.Facts(), func(f render.Fact) bool { return f.Name == "Constraints" })
		if got := "must be " + field.Facts()[at].Text; got != known.Must {
			t.Errorf("the reference says %s, messages say %s", got, known.Must)
		}
	}
}
