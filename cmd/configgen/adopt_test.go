package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/configgen/configgen"
	"github.com/configgen/configgen/internal/cli"
	"github.com/configgen/configgen/internal/upstream"
	"github.com/configgen/configgen/internal/validationgen"
)

// adoptable is a registration of flags by hand.
type adoptable struct {
	// name is the name of the component, and module the directory of a module with its sources.
	name, module string
	// published is a module that is used by the module, and has the sources: the packages, and their imports from the same
	// module.
	published string
	packages  []string
	// directory is the pattern of the packages of the component.
	directory string
	// args are the functions, with the flags of configgen adopt.
	args []string
	// demonstration is set if the component demonstrates flags that markers cannot express.
	demonstration bool
}

// byHand are packages with flags that are registered by hand, in the module testdata/adopt.
const byHand = "example.com/adopt/"

// registeredByHand returns a component of that module: the package of the options, the constructor, and other
// functions, as in path-refs=PathRefs.
func registeredByHand(name, options, constructor string, more ...string) adoptable {
	args := []string{"--flags", byHand + options + "." + constructor}
	for _, flag := range more {
		flag, function, _ := strings.Cut(flag, "=")
		args = append(args, "--"+flag, byHand+options+"."+function)
	}
	directory, _, _ := strings.Cut(options, "/")
	return adoptable{name: name, module: "../../testdata/adopt", directory: "./" + directory + "/...", args: args}
}

// TestAdopt adopts one component; TestAdoptAll has the others.
func TestAdopt(t *testing.T) {
	cainjector := registeredByHand("cert-manager cainjector", "certmanager/cmd/cainjector/options",
		"NewCAInjectorConfiguration", "add-flags=AddConfigFlags", "path-refs=PathRefs")
	cainjector.check(t, cainjector.copied(t))
}

// adoption is the part of the report that the tests look at.
type adoption struct {
	Files   []string `json:"files"`
	Markers int      `json:"markers"`
	ByHand  []struct {
		Flag string `json:"flag"`
		Kind string `json:"kind"`
	} `json:"byHand"`
	Proof *struct {
		Flags []struct {
			Name    string `json:"name"`
			Verdict string `json:"verdict"`
		} `json:"flags"`
		Summary struct {
			Flags, Fields, Paths struct{ Equal, Total int }
		} `json:"summary"`
	} `json:"proof"`
	Removal struct {
		Removable int      `json:"removable"`
		Removed   []string `json:"removed"`
		Kept      []struct {
			Text string `json:"text"`
		} `json:"kept"`
	} `json:"removal"`
	Findings []string `json:"findings"`
}

// adopt runs configgen adopt in a module, and returns its report and the time that it took.
func (a adoptable) adopt(t *testing.T, dir string, more ...string) (adoption, time.Duration) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	env := cli.Environment{Dir: dir, Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }}
	args := append(append([]string{"adopt", "--format=json"}, a.args...), more...)
	start := time.Now()
	status := cli.Run(context.Background(), env, args, configgen.Generators(), upstream.Adapter, validationgen.Adapter)
	took := time.Since(start)
	var report adoption
	if err := json.Unmarshal(stdout.Bytes(), &report); err != nil || status == 2 {
		t.Fatalf("configgen adopt: status %d\n%s%s", status, &stderr, &stdout)
	}
	return report, took
}

// check adopts, expects that 95 of 100 markers are written without a touch and proven, and returns the row of the table
// in docs/how-to/adopt.md. What cannot be said remains by hand, and nothing is different.
func (a adoptable) check(t *testing.T, dir string) string {
	t.Helper()
	report, took := a.adopt(t, dir)
	if report.Proof == nil {
		t.Fatalf("nothing is proven: %+v", report)
	}
	flags, fields, paths := report.Proof.Summary.Flags, report.Proof.Summary.Fields, report.Proof.Summary.Paths
	if 100*flags.Equal < 95*flags.Total && !a.demonstration || fields.Equal != fields.Total || paths.Equal != paths.Total {
		t.Errorf("%d of %d flags, %d of %d values and %d of %d paths are equal", flags.Equal, flags.Total, fields.Equal,
			fields.Total, paths.Equal, paths.Total)
	}
	for _, flag := range report.Proof.Flags {
		if flag.Verdict == "different" || flag.Verdict == "additional" || flag.Verdict == "missing" {
			t.Errorf("--%s is %s", flag.Name, flag.Verdict)
		}
	}
	row := fmt.Sprintf("| %s | %d | %d | %d | %d |", a.name, flags.Total, flags.Equal, report.Markers, len(report.ByHand))
	t.Logf("%s %.1f | %+v", row, took.Seconds(), report.ByHand)
	return row
}

// copied copies the sources of the component into a module in a repository.
func (a adoptable) copied(t *testing.T) string {
	t.Helper()
	dir, from := t.TempDir(), absolute(t, a.module)
	if a.published == "" {
		if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	} else {
		a.unpacked(t, from, dir)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@example.com",
		"commit", "-qm", "a"}} {
		git := exec.Command("git", args...)
		git.Dir = dir
		if output, err := git.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	return dir
}

// unpacked copies the packages of the published module. The module that uses it has the requirements, in versions that
// are compiled already.
func (a adoptable) unpacked(t *testing.T, from, dir string) {
	t.Helper()
	const format = `{{with .Module}}{{if eq .Path %q}}{{$.ImportPath}}	{{$.Dir}}{{end}}{{end}}`
	cmd := exec.Command("go", append([]string{"list", "-deps", "-f", fmt.Sprintf(format, a.published)}, a.packages...)...)
	cmd.Dir = from
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		path, source, _ := strings.Cut(strings.TrimSpace(line), "\t")
		to := filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(path, a.published)))
		files, err := filepath.Glob(filepath.Join(source, "*.go"))
		if err != nil || os.MkdirAll(to, 0o777) != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				copyFile(t, file, filepath.Join(to, filepath.Base(file)), func(text string) string { return text })
			}
		}
	}
	drop := regexp.MustCompile(`(?m)^(.*github\.com/configgen/.*|.*\s` + regexp.QuoteMeta(a.published) + `\s.*)\n`)
	copyFile(t, filepath.Join(from, "go.mod"), filepath.Join(dir, "go.mod"), func(text string) string {
		_, rest, _ := strings.Cut(text, "\n")
		return "module " + a.published + "\n" + drop.ReplaceAllString(rest, "")
	})
	copyFile(t, filepath.Join(from, "go.sum"), filepath.Join(dir, "go.sum"), func(text string) string { return text })
}

// copyFile writes a file like another one.
func copyFile(t *testing.T, from, to string, change func(string) string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, []byte(change(string(text))), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// literalOptions are options with a default that the registration alone has.
const literalOptions = `package literal

import "github.com/spf13/pflag"

// Options are flags.
type Options struct {
	Name string
	// +flag(usage: "The last one.")
	Last string
}

// NewOptions returns the defaults.
func NewOptions() *Options { return &Options{Name: "a"} }

// AddFlags registers the flags.
func (o *Options) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.Name, "name", "b", "A name.")
	fs.BoolFunc("now", "Print the time.", func(string) error { return nil })
	fs.StringVar(&o.Last, "last", o.Last, "The last one.")
}
`

// TestAdoptDefault expects that a flag of options stays by hand if its registration has another default than the
// constructor, and that the constructor stays.
func TestAdoptDefault(t *testing.T) {
	a := adoptable{module: "../../testdata/adopt", args: []string{"--flags", "./literal.NewOptions"}}
	dir := a.copied(t)
	name := filepath.Join(dir, "literal", "options.go")
	err := errors.Join(os.Mkdir(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(literalOptions), 0o666))
	if err != nil {
		t.Fatal(err)
	}
	report, _ := a.adopt(t, dir)
	got := fmt.Sprint(report.ByHand)
	if got != "[{name default} {now no-field}]" || report.Proof.Summary.Flags.Equal != 1 {
		t.Errorf("got %+v", report)
	}
	content, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(content), "func NewOptions() *Options {") ||
		!strings.Contains(string(content), "+flags(defaults: \"NewOptions\", method: \"AddMarkedFlags\")") {
		t.Errorf("got %s, %v", content, err)
	}
}
