package probe_test

import (
	"bytes"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/probe"
	"github.com/configgen/configgen/internal/testfiles"
)

// TestModules observes the registrations of small modules. Two files are not part of the module. The file program lists
// programs, with an empty line between them: the first line of each is the constructor, and each following line is a
// registration, or the function of paths after paths=. The file want has the flags.
func TestModules(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive := testfiles.Archive(t, name)
			dir, programs := extract(t, archive)
			got := ""
			for _, program := range programs {
				result, err := probe.Observe(t.Context(), program)
				if err != nil {
					t.Fatal(err)
				}
				got += show(result, dir)
			}
			for i := range archive.Files {
				if file := &archive.Files[i]; file.Name == "want" {
					if update() {
						file.Data = []byte(got)
						testfiles.Write(t, name, txtar.Format(archive))
					}
					if diff := cmp.Diff(string(file.Data), got); diff != "" {
						t.Error(diff)
					}
				}
			}
		})
	}
}

var updating = flag.Bool("update", false, "record what is observed")

func update() bool { return *updating }

// extract writes a module, and returns its directory and the programs.
func extract(t *testing.T, archive *txtar.Archive) (string, []probe.Program) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, "le module")
	var programs []probe.Program
	for _, file := range archive.Files {
		if file.Name == "program" {
			for text := range strings.SplitSeq(string(file.Data), "\n\n") {
				programs = append(programs, program(dir, text))
			}
		}
		if file.Name == "program" || file.Name == "want" {
			continue
		}
		testfiles.Write(t, filepath.Join(dir, filepath.FromSlash(file.Name)), file.Data)
	}
	return dir, programs
}

func program(dir, text string) probe.Program {
	program := probe.Program{Dir: dir}
	for i, name := range strings.Fields(text) {
		if paths, found := strings.CutPrefix(name, "paths="); found {
			program.PathRefs = paths
		} else if i == 0 {
			program.Constructor = name
		} else {
			program.Registrations = append(program.Registrations, name)
		}
	}
	return program
}

// show returns a result as text.
func show(result *probe.Result, dir string) string {
	var b bytes.Buffer
	for _, finding := range result.Findings {
		fmt.Fprintln(&b, strings.ReplaceAll(finding.String(), dir+string(filepath.Separator), ""))
	}
	if o := result.Observation; o != nil {
		fmt.Fprintln(&b, o.Type)
		for _, f := range o.Flags {
			showFlag(&b, f)
		}
		for _, f := range o.Fields {
			fmt.Fprintf(&b, "%s %s = %s\n", f.Path, f.Type, f.Value)
		}
		for _, path := range o.Paths {
			fmt.Fprintf(&b, "path %s\n", path)
		}
	}
	return b.String()
}

func showFlag(b *bytes.Buffer, f observe.Flag) {
	fmt.Fprintf(b, "--%s %s default=%q value=%s field=%s", f.Name, f.Type, f.Default, f.Value, f.Field)
	for _, more := range [][2]string{
		{"shorthand", f.Shorthand}, {"deprecated", f.Deprecated}, {"section", f.Section}, {"noOptDefVal", f.NoOptDefVal},
		{"usage", f.Usage},
	} {
		if more[1] != "" {
			fmt.Fprintf(b, " %s=%q", more[0], more[1])
		}
	}
	for _, call := range f.Calls {
		fmt.Fprintf(b, " %s:%d", filepath.Base(call.File), call.Line)
	}
	if f.Hidden {
		b.WriteString(" hidden")
	}
	if f.Persistent {
		b.WriteString(" persistent")
	}
	if len(f.Others) > 0 {
		fmt.Fprintf(b, " others=%v", f.Others)
	}
	b.WriteString("\n")
	tried := 0
	for _, set := range f.Sets {
		if tried++; set.Held == nil && tried > 4 {
			continue // the forms that a value of a type of its own is tried with
		}
		fmt.Fprintf(b, "    %s", strings.Join(set.Values, " "))
		if set.Held != nil && set.Held.Others {
			b.WriteString(" (other fields are set)")
		} else if set.Held != nil {
			fmt.Fprintf(b, " (%s is set %s)", set.Held.Field, map[bool]string{true: "late", false: "early"}[set.Held.Late])
		}
		b.WriteString(":")
		for _, change := range set.Changes {
			fmt.Fprintf(b, " %s %s -> %s", change.Field, change.Before, change.After)
		}
		if set.Error != "" {
			fmt.Fprintf(b, " error: %s", set.Error)
		}
		b.WriteString("\n")
	}
}
