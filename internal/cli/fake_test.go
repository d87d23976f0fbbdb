package cli_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/cli"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/scripttest"
)

// TestMain makes configgen with the fake generators available to the scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"configgen": func() { os.Exit(cli.Main(fakes())) },
	})
}

// TestScripts runs the pipeline on fake generators, so that whole outputs can be compared.
func TestScripts(t *testing.T) {
	scripttest.Scripts{
		Dir: "testdata/script", Golden: "../../testdata/golden", Update: os.Getenv("UPDATE_SCRIPTS") != "",
	}.Run(t)
}

// fakes are two small generators. The names of fields select the actions of the generators.
func fakes() []generators.Extension {
	return []generators.Extension{
		generators.Generator{Name: "names", Run: names},
		generators.Generator{Name: "notes", Run: notes},
	}
}

// names lists the fields of each root in the flags package, and the fields of other systems in separate files. Its own
// markers add a name for a field and for a root.
func names(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	var findings []diag.Diagnostic
	var everywhere, windows []string
	for _, root := range g.Roots {
		everywhere = append(everywhere, values(root.Foreign, "+names:also=")...)
		for _, field := range root.Fields {
			everywhere = append(everywhere, values(field.Foreign, "+names:alias=")...)
			switch field.Name {
			case "Forbidden":
				findings = append(
					findings,
					diag.At(field.Position, field.End, "forbidden-name", "the name "+field.Name+" is forbidden", "choose another"),
				)
			case "Frowned":
				d := diag.At(field.Position, field.End, "frowned-name", "the name "+field.Name+" is frowned upon", "")
				d.Severity = diag.Warning
				findings = append(findings, d)
			case "Panic":
				panic("a field is named Panic")
			}
			if field.OS.Has("linux") {
				everywhere = append(everywhere, field.Name)
			} else {
				windows = append(windows, field.Name)
			}
		}
	}
	files := []generators.File{
		{Dir: g.FlagsPackage.Dir, Name: "zz_generated.names.go", Content: list(g, "", "Names", everywhere)},
	}
	if len(windows) > 0 {
		files = append(
			files,
			generators.File{
				Dir: g.FlagsPackage.Dir, Name: "zz_generated.names_windows.go", Content: list(g, "windows", "Windows", windows),
			},
		)
	}
	return files, findings
}

// values returns the values of the markers that begin with the prefix.
func values(foreign []markers.Marker, prefix string) []string {
	var found []string
	for _, m := range foreign {
		if value, ok := strings.CutPrefix(m.Text, prefix); ok {
			found = append(found, value)
		}
	}
	return found
}

// list returns a file with a list of names.
func list(g *group.Group, constraint, name string, names []string) []byte {
	var b strings.Builder
	if constraint != "" {
		fmt.Fprintf(&b, "//go:build %s\n\n", constraint)
	}
	fmt.Fprintf(
		&b, "%s\n\npackage %s\n\n// %s are fields.\nvar %s = []string{\n", emit.Header, g.FlagsPackage.Name, name, name,
	)
	for _, n := range names {
		fmt.Fprintf(&b, "\t%q,\n", n)
	}
	b.WriteString("}\n")
	return []byte(b.String())
}

// notes writes a file once where a field is named Notes, writes over the other generator's file where one is named
// Twice, asks for a file in no directory where one is named Nowhere, and makes files that are indistinguishable from
// hand-written files where one is named Misnamed or Unmarked.
func notes(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	var files []generators.File
	for _, root := range g.Roots {
		for _, field := range root.Fields {
			switch field.Name {
			case "Notes":
				content := []byte("package " + g.ValidationPackage.Name + "\n\n// Notes are the user's.\nvar Notes string\n")
				files = append(files, generators.File{Dir: g.ValidationPackage.Dir, Name: "notes.go", Content: content, Once: true})
			case "Twice":
				files = append(files, generators.File{
					Dir: g.FlagsPackage.Dir, Name: "zz_generated.names.go", Content: []byte(generators.Header + "\n"),
				})
			case "Misnamed":
				files = append(files, generators.File{
					Dir: g.FlagsPackage.Dir, Name: "names.go", Content: []byte(generators.Header + "\n"),
				})
			case "Unmarked":
				files = append(files, generators.File{Dir: g.FlagsPackage.Dir, Name: "zz_generated.notes.go"})
			case "Nowhere":
				files = append(files, generators.File{Name: "lost.go"})
			}
		}
	}
	return files, nil
}
