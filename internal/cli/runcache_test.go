package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/cli"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/testfiles"
)

// TestRemembers runs generate twice, with a change between the runs, and counts how often a generator is asked.
func TestRemembers(t *testing.T) {
	const types = "package config\n\n// Flags are flags.\n// +flags\n" +
		"type Flags struct {\n\t// Name of it.\n\t// +flag\n\tName string\n}\n"
	output := filepath.Join("config", "zz_generated.count.go")
	for name, test := range map[string]struct {
		change func(t *testing.T, dir string)
		args   []string
		again  bool
	}{
		"nothing": {func(*testing.T, string) {}, nil, false},
		"an edit": {
			func(t *testing.T, dir string) {
				testfiles.Write(t, filepath.Join(dir, "config/types.go"), types+"\nvar _ = 1\n")
			}, nil, true,
		},
		"an edit undone": {func(t *testing.T, dir string) {
			testfiles.Write(t, filepath.Join(dir, "config/types.go"), "package config\n")
			testfiles.Write(t, filepath.Join(dir, "config/types.go"), types)
		}, nil, false},
		"a new file": {
			func(t *testing.T, dir string) {
				testfiles.Write(t, filepath.Join(dir, "config/more.go"), "package config\n")
			}, nil, true,
		},
		"a lost output": {func(t *testing.T, dir string) { remove(t, filepath.Join(dir, output)) }, nil, false},
		"a stale output": {func(t *testing.T, dir string) {
			testfiles.Write(t, filepath.Join(dir, output), emit.Header+"\n\npackage config\n")
		}, nil, true},
		"an output of ours elsewhere": {func(t *testing.T, dir string) {
			testfiles.Write(t, filepath.Join(dir, "other/zz_generated.count.go"), emit.Header+"\n\npackage other\n")
		}, nil, true},
		"an output of others": {func(t *testing.T, dir string) {
			testfiles.Write(t, filepath.Join(dir, "config/zz_generated.others.go"), "package config\n")
		}, nil, true},
		"go.mod": {func(t *testing.T, dir string) {
			testfiles.Write(t, filepath.Join(dir, "go.mod"), "module example.com/other\n\ngo 1.26\n")
		}, nil, true},
		"no cache wanted": {func(*testing.T, string) {}, []string{"--no-cache"}, true},
		"other packages":  {func(*testing.T, string) {}, []string{"./config"}, true},
		"a license": {
			func(t *testing.T, dir string) { testfiles.Write(t, filepath.Join(dir, "l.txt"), "// Ours.\n") },
			[]string{"--header-file", "l.txt"}, true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			t.Setenv("GOFLAGS", "")
			dir := t.TempDir()
			testfiles.Write(t, filepath.Join(dir, "go.mod"), "module example.com/cached\n\ngo 1.26\n")
			testfiles.Write(t, filepath.Join(dir, "config/types.go"), types)
			asked := 0
			count := func(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
				asked++
				return []generators.File{
					{
						Dir: in.Types.Dir, Name: "zz_generated.count.go",
						Content: []byte(emit.Header + "\n\npackage config\n\n// Package " + in.Types.Path + ".\n"),
					},
				}, nil
			}
			list := []generators.Extension{generators.Generator{Name: "count", Run: count}}
			generate := func(args ...string) {
				t.Helper()
				var stderr bytes.Buffer
				env := cli.Environment{
					Dir: dir, Stdout: &bytes.Buffer{}, Stderr: &stderr, Getenv: func(string) string { return "" },
				}
				if status := cli.Run(context.Background(), env, append([]string{"generate"}, args...), list); status != 0 {
					t.Fatalf("status %d: %s", status, stderr.String())
				}
			}
			generate()
			want, err := os.ReadFile(filepath.Join(dir, output))
			if err != nil || asked != 1 {
				t.Fatalf("asked %d times: %v", asked, err)
			}
			test.change(t, dir)
			generate(test.args...)
			if again := asked == 2; again != test.again {
				t.Errorf("worked out anew: %v, want %v", again, test.again)
			}
			got, err := os.ReadFile(filepath.Join(dir, output))
			if err != nil || !test.again && !bytes.Equal(got, want) || !strings.Contains(
				string(got), "// Package example.com/",
			) {
				t.Errorf("%v: the output is\n%s", err, got)
			}
		})
	}
}

// TestRemembersFindings expects the second run to print the findings of the first run.
func TestRemembersFindings(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("GOFLAGS", "")
	dir := t.TempDir()
	testfiles.Write(t, filepath.Join(dir, "go.mod"), "module example.com/cached\n\ngo 1.26\n")
	testfiles.Write(
		t, filepath.Join(dir, "config/types.go"),
		"package config\n\n// Flags are flags.\n// +flags\ntype Flags struct {\n\t// +flag(shorthnd: \"n\")\n\tName "+
			"string\n}\n",
	)
	var printed [2]string
	for i := range printed {
		var stderr bytes.Buffer
		env := cli.Environment{Dir: dir, Stdout: &bytes.Buffer{}, Stderr: &stderr, Getenv: func(string) string { return "" }}
		if status := cli.Run(context.Background(), env, []string{"generate"}, nil); status != 1 {
			t.Fatalf("status %d: %s", status, stderr.String())
		}
		printed[i] = stderr.String()
	}
	if printed[0] != printed[1] || !strings.Contains(printed[0], "config/types.go:6:") {
		t.Errorf("first:\n%ssecond:\n%s", printed[0], printed[1])
	}
}

// TestForgetsWhatPasses expects a finding that another run may not have to be worked out anew.
func TestForgetsWhatPasses(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("GOFLAGS", "")
	dir := t.TempDir()
	testfiles.Write(t, filepath.Join(dir, "go.mod"), "module example.com/cached\n\ngo 1.26\n")
	testfiles.Write(
		t, filepath.Join(dir, "config/types.go"),
		"package config\n\n// Flags are flags.\n// +flags\ntype Flags struct {\n\t// Name of it.\n\t// +flag\n\tName "+
			"string\n}\n",
	)
	asked := 0
	list := []generators.Extension{generators.Generator{Name: "far", Run: func(
		in *generators.Input,
	) ([]generators.File, []diag.Diagnostic) {
		asked++
		g := in.Model(group.Access{})
		found := diag.At(g.FlagStructs[0].Position, g.FlagStructs[0].End, "far", "the network is down", "")
		found.Transient = asked < 3
		return nil, []diag.Diagnostic{found}
	}}}
	for range 5 {
		var stderr bytes.Buffer
		env := cli.Environment{Dir: dir, Stdout: &bytes.Buffer{}, Stderr: &stderr, Getenv: func(string) string { return "" }}
		if status := cli.Run(
			context.Background(), env, []string{"generate"}, list,
		); status != 1 || !strings.Contains(stderr.String(), "the network is down") {
			t.Fatalf("status %d: %s", status, stderr.String())
		}
	}
	if asked != 3 {
		t.Errorf("asked %d times, want 3: twice while it passes by itself, and once more", asked)
	}
}

// TestCacheIsNotUsed expects verify in CI and a run without cache to start anew, and no other.
func TestCacheIsNotUsed(t *testing.T) {
	for name, test := range map[string]struct {
		args  []string
		ci    string
		link  bool
		again bool
	}{
		"generate":               {args: []string{"generate"}},
		"verify":                 {args: []string{"verify"}},
		"generate in CI":         {args: []string{"generate"}, ci: "true"},
		"verify in CI":           {args: []string{"verify"}, ci: "true", again: true},
		"a link elsewhere (A15)": {args: []string{"generate"}, link: true},
		"without cache anyway":   {args: []string{"generate", "--no-cache"}, link: true, again: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			t.Setenv("GOFLAGS", "")
			dir := t.TempDir()
			testfiles.Write(t, filepath.Join(dir, "go.mod"), "module example.com/cached\n\ngo 1.26\n")
			testfiles.Write(
				t, filepath.Join(dir, "config/types.go"),
				"package config\n\n// Flags are flags.\n// +flags\ntype Flags struct {\n\t// Name of it.\n\t// +flag\n\tName "+
					"string\n}\n",
			)
			asked := 0
			list := []generators.Extension{generators.Generator{Name: "count", Run: func(
				*generators.Input,
			) ([]generators.File, []diag.Diagnostic) {
				asked++
				return nil, nil
			}}}
			var stderr bytes.Buffer
			run := func(ci string, args ...string) {
				t.Helper()
				stderr.Reset()
				getenv := func(name string) string { return map[string]string{"CI": ci}[name] }
				env := cli.Environment{Dir: dir, Stdout: &bytes.Buffer{}, Stderr: &stderr, Getenv: getenv}
				if status := cli.Run(context.Background(), env, args, list); status != 0 {
					t.Fatalf("status %d: %s", status, stderr.String())
				}
			}
			if test.link {
				if err := os.Symlink(t.TempDir(), filepath.Join(dir, "config/link")); err != nil {
					t.Fatal(err)
				}
			}
			run("", "generate")
			run(test.ci, test.args...)
			if again := asked == 2; again != test.again {
				t.Errorf("started anew: %v, want %v", again, test.again)
			}
			if stderr.Len() > 0 {
				t.Errorf("standard error has %q", stderr.String())
			}
		})
	}
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
}
