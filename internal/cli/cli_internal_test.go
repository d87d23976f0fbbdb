package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/parallel"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/scaffold"
	"github.com/configgen/configgen/internal/testfiles"
	"github.com/configgen/configgen/internal/transaction"
)

func TestColor(t *testing.T) {
	terminal, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0) // a character device, as a terminal is
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	tests := []struct {
		name        string
		to          io.Writer
		environment map[string]string
		want        bool
	}{
		{"a terminal", terminal, nil, true},
		{"a terminal, NO_COLOR", terminal, map[string]string{"NO_COLOR": "1"}, false},
		{"a terminal, NO_COLOR empty", terminal, map[string]string{"NO_COLOR": ""}, true},
		{"a dumb terminal", terminal, map[string]string{"TERM": "dumb"}, false},
		{"a file", file, nil, false},
		{"memory", &bytes.Buffer{}, nil, false},
	}
	for _, test := range tests {
		tool := &tool{env: Environment{Getenv: func(name string) string { return test.environment[name] }}}
		if got := tool.env.color(test.to); got != test.want {
			t.Errorf("%s: colors %t, want %t", test.name, got, test.want)
		}
	}
}

// TestFormats expects the help and the error of each command with --format to name the values that it completes.
func TestFormats(t *testing.T) {
	others := map[string][]string{"breaking": {"--against=x"}, "adopt": {"--flags=example.com/a.B"}}
	for _, cmd := range (&tool{}).command().Commands() {
		flag := cmd.Flags().Lookup("format")
		if flag == nil {
			continue
		}
		completion, _ := cmd.GetFlagCompletionFunc("format")
		formats, _ := completion(cmd, nil, "")
		last := len(formats) - 1
		for _, format := range formats {
			if !regexp.MustCompile(`\b` + format + `\b`).MatchString(flag.Usage) {
				t.Errorf("the help of %s --format does not name %s: %s", cmd.Name(), format, flag.Usage)
			}
		}
		var stderr bytes.Buffer
		want := fmt.Sprintf("configgen: unknown format \"x\"; choose %s or %s\n",
			strings.Join(formats[:last], ", "), formats[last])
		env := Environment{Dir: t.TempDir(), Stdout: io.Discard, Stderr: &stderr, Getenv: os.Getenv}
		args := append([]string{cmd.Name(), "--format=x"}, others[cmd.Name()]...)
		if status := Run(t.Context(), env, args, nil); status != exitFailure || stderr.String() != want {
			t.Errorf("%s --format=x: status %d, got %s, want %s", cmd.Name(), status, &stderr, want)
		}
	}
}

// TestPanicSideBySide expects the cause and the stack of a panic in a concurrent function.
func TestPanicSideBySide(t *testing.T) {
	err := asInternal(" in x", &parallel.Panic{Cause: "broken", Stack: []byte("where it broke")})
	if err.cause != "broken" || string(err.stack) != "where it broke" || err.where != " in x" {
		t.Errorf("got %+v", err)
	}
	err = asInternal("", "broken")
	if err.cause != "broken" || !bytes.Contains(err.stack, []byte("TestPanicSideBySide")) {
		t.Errorf("got %+v", err)
	}
}

func TestFix(t *testing.T) {
	tests := []struct {
		asked request
		want  string
	}{
		{request{patterns: []string{"./..."}}, "configgen generate ./..."},
		{
			request{patterns: []string{"./a", "example.com/b@v1"}, header: "hack/license.txt"},
			"configgen generate --header-file hack/license.txt ./a example.com/b@v1",
		},
		{
			request{patterns: []string{"./it's $HOME/..."}, header: "a b"},
			`configgen generate --header-file 'a b' './it'\''s $HOME/...'`,
		},
		{request{patterns: []string{""}}, "configgen generate ''"},
	}
	for _, test := range tests {
		if got := (&examined{}).fix("configgen", test.asked); got != test.want {
			t.Errorf("fix of %+v is %s, want %s", test.asked, got, test.want)
		}
	}
}

func TestFirstDifference(t *testing.T) {
	tests := []struct {
		old, new string
		want     int
	}{
		{"a\nb\nc\n", "a\nx\nc\n", 2},
		{"a\nb\n", "a\nb\nc\n", 3},
		{"a\nb\nc\n", "a\n", 2},
		{"a\nb", "a\nb\n", 2},
		{"", "a\n", 1},
		{"a\r\n", "a\n", 1},
	}
	for _, test := range tests {
		if got := firstDifference([]byte(test.old), []byte(test.new)); got != test.want {
			t.Errorf("first difference of %q and %q is in line %d, want %d", test.old, test.new, got, test.want)
		}
	}
}

// TestPatchOfNewFile expects the patch of a new file to equal its difference to an empty file.
func TestPatchOfNewFile(t *testing.T) {
	for _, content := range []string{"a\n", "a\n\nb\n", "\n", "a\nb", ""} {
		want := string(diff.Diff("/dev/null", nil, "b/x", []byte(content)))
		if got := string(difference{path: "x", new: []byte(content)}.diff(report.Reporter{})); got != want {
			t.Errorf("of %q: got %q, want %q", content, got, want)
		}
	}
}

func TestIsOurs(t *testing.T) {
	const header = "// Code generated by configgen. DO NOT EDIT."
	tests := []struct {
		content string
		want    bool
	}{
		{header + "\n\npackage a\n", true},
		{"// License\n\n//go:build linux\n\n" + header + "\n\npackage a\n", true},
		{"//go:build linux\r\n\r\n" + header + "\r\n\r\npackage a\r\n", true},
		{header, true},
		{"# Code generated by configgen. DO NOT EDIT.\nfeatures: []\n", true},
		{"{\n  \"$comment\": \"Code generated by configgen. DO NOT EDIT.\",\n", true},
		{"{\n  \"$comment\": \"Code generated by others. DO NOT EDIT.\",\n", false},
		{"package a\n\n" + header + "\n", false},
		{"// Code generated by deepcopy-gen. DO NOT EDIT.\n\npackage a\n", false},
		{header + " Really.\n\npackage a\n", false},
		{"", false},
	}
	for _, test := range tests {
		if got := emit.IsOurs([]byte(test.content)); got != test.want {
			t.Errorf("emit.IsOurs(%q) is %t, want %t", test.content, got, test.want)
		}
	}
}

func TestMeant(t *testing.T) {
	verbs := []string{"completion", "generate", "markers", "verify", "version"}
	for name, want := range map[string]string{
		"gnerate": "generate", "gen": "generate", "veriyf": "verify", "ver": "verify", "marker": "markers",
		"verison": "version",
		"x":       "", "frobnicate": "", "": "",
	} {
		if got, ok := meant(name, verbs); ok != (want != "") || ok && got != want {
			t.Errorf("meant(%q) is %q, %t, want %q", name, got, ok, want)
		}
	}
}

func TestExplain(t *testing.T) {
	seen := &examined{reporter: report.Reporter{Dir: "/module"}}
	full := errors.New("disk full")
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"undone", &transaction.Error{Path: "/module/a.go", Err: full}, "cannot write a.go: disk full; no file was changed"},
		{
			"not undone",
			&transaction.Error{
				Path: "/module/c.go", Err: full, Lost: map[string]string{"/module/b.go": "", "/module/a.go": "/module/.a.go.1.tmp"},
			},
			"cannot write c.go: disk full; a.go could not be put back, its former content is in .a.go.1.tmp; " +
				"b.go is new and could not be removed again",
		},
	}
	for _, test := range tests {
		if got := seen.explain(test.err); got.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.name, got, test.want)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	env := Environment{Dir: t.TempDir(), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
	if status := Run(
		ctx, env, []string{"generate"}, nil,
	); status != exitFailure || out.Len() > 0 || errs.String() != "configgen: interrupted; nothing was changed\n" {
		t.Errorf("status %d, output %q, errors %q", status, out.String(), errs.String())
	}
}

func TestWithLicense(t *testing.T) {
	for _, test := range []struct{ name, content, license, want string }{
		{"a.go", "// Code\n\npackage a\n", "// Ours.", "// Ours.\n\n// Code\n\npackage a\n"},
		{"a.go", "// Code\n\npackage a\n", "", "// Code\n\npackage a\n"},
		{"a.go", "//go:build linux\n\n// Code\n", "// Ours.", "//go:build linux\n\n// Ours.\n\n// Code\n"},
		{
			"a.go", "//go:build !x\n// +build !x\n\n// Code\n", "// Ours.",
			"//go:build !x\n// +build !x\n\n// Ours.\n\n// Code\n",
		},
		{"a.yaml", "a: b\n", "// Ours.", "a: b\n"},
	} {
		if got := withLicense(
			generators.File{Name: test.name, Content: []byte(test.content)}, test.license,
		); string(got) != test.want {
			t.Errorf("%s %q: got %q, want %q", test.name, test.content, got, test.want)
		}
	}
}

// TestCommandOfTheModule names go generate where the group runs configgen by it.
func TestCommandOfTheModule(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		testfiles.Write(t, filepath.Join(dir, "doc.go"), text)
	}
	write("//go:generate configgen-other verify\n//go:generate stringer configgen generate.go\npackage relay\n")
	if runsConfiggen(dir) {
		t.Error("another tool is taken for configgen")
	}
	write("//go:generate go run -modfile=tools/go.mod example.com/cmd/configgen generate ./...\npackage relay\n")
	seen := &examined{directories: []string{dir}}
	asked := request{patterns: []string{"./a"}, header: "x"}
	if got, want := seen.fix("configgen", asked), "go generate ./a"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestLintIsNotInit: a short word is near another one only where they differ in one letter.
func TestLintIsNotInit(t *testing.T) {
	verbs := []string{"generate", "init", "verify"}
	for name, want := range map[string]string{
		"lint": "", "inti": "init", "int": "init", "verfiy": "verify", "gen": "generate", "x": "",
	} {
		if got, ok := meant(name, verbs); got != want && ok {
			t.Errorf("%s is taken for %q, want %q", name, got, want)
		}
	}
}

// TestSaysWhatItWaitsFor: after a second on a terminal, and nowhere else.
func TestSaysWhatItWaitsFor(t *testing.T) {
	terminal, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0) // a character device, as a terminal is
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	for _, test := range []struct {
		to   io.Writer
		want bool
	}{{terminal, true}, {&bytes.Buffer{}, false}} {
		printed, worked := false, false
		tool := &tool{env: Environment{Stderr: test.to}, after: func(wait time.Duration, say func()) *time.Timer {
			if wait != patience {
				t.Errorf("it waits for %v", wait)
			}
			printed = true
			say()
			return time.NewTimer(wait)
		}}
		tool.during("waiting", func() { worked = true })
		if printed != test.want || !worked {
			t.Errorf("said: %t, want %t; worked: %t", printed, test.want, worked)
		}
	}
}

// interrupter is standard error that interrupts as soon as a question is put.
type interrupter struct {
	bytes.Buffer
	stop context.CancelFunc
}

func (i *interrupter) Write(text []byte) (int, error) {
	i.stop()
	return i.Buffer.Write(text)
}

// TestInterrupt interrupts an unanswered question.
func TestInterrupt(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	input, _ := io.Pipe()
	printed := &interrupter{stop: stop}
	answer := ""
	q := question{text: "Kind", flag: "--kind", answer: &answer, suggest: func() string { return "Relay" }}
	err := initializer{&tool{env: Environment{Stderr: printed}}}.put(ctx, q, bufio.NewReader(input))
	if !errors.Is(err, context.Canceled) || answer != "" || printed.String() != "Kind [Relay]: \n" {
		t.Errorf("error %v, answer %q, said %q", err, answer, printed)
	}
}

// TestGeneratorsIn expects the version of Kubernetes' generators.
func TestGeneratorsIn(t *testing.T) {
	generators := &debug.Module{Path: "k8s.io/code-generator", Version: "v0.36.2"}
	info := &debug.BuildInfo{Deps: []*debug.Module{{Path: "k8s.io/apimachinery", Version: "v0.37.2"}, generators}}
	if got := generatorsIn(info); got != " k8s.io/code-generator v0.36.2" {
		t.Errorf("got %q", got)
	}
	if got := generatorsIn(&debug.BuildInfo{}); got != "" {
		t.Errorf("without dependencies: got %q", got)
	}
}

// TestSecondInitNamesGoMod expects the path of go.mod relative to the working directory, like the paths of other files.
func TestSecondInitNamesGoMod(t *testing.T) {
	dir := t.TempDir()
	content := []byte("module example.com/relay\n")
	plan := []plannedFile{{File: scaffold.File{Path: "go.mod"}, path: filepath.Join(dir, "relay", "go.mod"), old: content}}
	if err := os.Mkdir(filepath.Dir(plan[0].path), 0o777); err != nil {
		t.Fatal(err)
	}
	testfiles.Write(t, plan[0].path, content)
	var out bytes.Buffer
	run := initializer{&tool{env: Environment{Dir: dir, Stdout: &out, Stderr: io.Discard, Getenv: os.Getenv}}}
	if err := run.settleRequirements(t.Context(), &initRequest{root: filepath.Dir(plan[0].path)}, plan); err != nil {
		t.Fatal(err)
	}
	if want := "relay/go.mod exists and was not changed\n"; out.String() != want {
		t.Errorf("got %q, want %q", &out, want)
	}
}
