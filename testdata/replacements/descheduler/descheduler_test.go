package descheduler

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
	logsapi "k8s.io/component-base/logs/api/v1"
	serveroptions "sigs.k8s.io/descheduler/cmd/descheduler/app/options"
	"sigs.k8s.io/descheduler/pkg/api"
	"sigs.k8s.io/descheduler/pkg/apis/componentconfig"
	"sigs.k8s.io/descheduler/pkg/descheduler"
	"sigs.k8s.io/descheduler/pkg/features"
	"sigs.k8s.io/descheduler/pkg/framework/pluginregistry"
	"sigs.k8s.io/yaml"

	"example.com/replacements/descheduler/config/options"
)

// row is a file and a command line.
type row struct {
	Case string   `json:"case"`
	Args []string `json:"args"`
	File *string  `json:"file"`
}

// effective is what a file and a command line come to.
type effective struct {
	Policy                      *api.DeschedulerPolicy
	Flags                       componentconfig.DeschedulerConfiguration
	DisableMetrics, EnableHTTP2 bool
	FeatureGates                map[string]bool
	SecureServing, Logging      map[string]any
}

// better are the rows that differ on purpose, with the reason. At most one of ten may.
var better = map[string]string{
	"no kind": "B3: descheduler decodes a file without a header into its internal type, whose fields have other names, " +
		"so that nothing in the file has an effect",
	"no header": "B3: as without a kind",
	"wrong: negative grace period": "strictness: its documentation says that the value must not be negative, and descheduler " +
		"leaves it to the API server, which refuses each eviction",
	"null profile": "B3: an item without content, such as one with a wrong indentation, would be a profile without a name",
	"duplicate key": "B3: which of two values of a key applies depends on the parser, so it is a mistake with a position " +
		"also where unknown fields are accepted",
	"duplicate key in args": "B3: as outside of arguments, which descheduler checks for unknown fields only",
	"two documents":         "B3: the second document would have no effect",
	"an argument":           "B3: a value after a space, as in --dry-run false, would have no effect",
}

func rows(t *testing.T) (all []row) {
	text, err := os.ReadFile("testdata/cases.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalStrict(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// upstream is what descheduler v0.36.0 makes of a command line, by its own functions.
func upstream(args []string) (*effective, error) {
	server, fs, logging, err := upstreamFlags()
	if err != nil {
		return nil, err
	}
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if err := features.DefaultMutableFeatureGate.DeepCopy().SetFromMap(server.FeatureGates); err != nil {
		return nil, err
	}
	policy, err := descheduler.LoadPolicyConfig(server.PolicyConfigFile, nil, pluginregistry.PluginRegistry)
	if err == nil && policy == nil {
		err = errors.New("deschedulerPolicy is nil") // as in descheduler.Run
	}
	server.PolicyConfigFile = ""
	return &effective{policy, server.DeschedulerConfiguration, server.DisableMetrics, server.EnableHTTP2, server.FeatureGates,
		tree(server.SecureServing.SecureServingOptions), tree(logging)}, err
}

func upstreamFlags() (*serveroptions.DeschedulerServer, *pflag.FlagSet, *logsapi.LoggingConfiguration, error) {
	server, err := serveroptions.NewDeschedulerServer()
	if err != nil {
		return nil, nil, nil, err
	}
	fs, logging := pflag.NewFlagSet("descheduler", pflag.ContinueOnError), logsapi.NewLoggingConfiguration()
	server.AddFlags(fs)
	logsapi.AddFlags(logging, fs)
	return server, fs, logging, nil
}

// here is what the loader of this module makes of it.
func here(args []string) (*effective, error) {
	flags := options.NewFlags()
	loaded, err := NewLoader(flags, nil).Load(args)
	if err != nil {
		return nil, err
	}
	return &effective{loaded.Config, flags.Configuration, flags.DisableMetrics, flags.EnableHTTP2, flags.FeatureGates,
		tree(flags.SecureServing.SecureServingOptions), tree(flags.Logging)}, nil
}

// position begins a message about a file.
var position = regexp.MustCompile(`policy\.yaml:\d+:\d+: `)

// TestCases compares what the loader makes of each file and command line with what descheduler makes of it.
func TestCases(t *testing.T) {
	all, differ := rows(t), 0
	for _, r := range all {
		t.Run(r.Case, func(t *testing.T) {
			if r.File != nil {
				name := filepath.Join(t.TempDir(), "policy.yaml")
				if err := os.WriteFile(name, []byte(*r.File), 0o600); err != nil {
					t.Fatal(err)
				}
				r.Args = append(r.Args, "--policy-config-file="+name)
			}
			got, err := here(r.Args)
			want, upstreamErr := upstream(r.Args)
			var diff string
			if err == nil && upstreamErr == nil {
				diff = cmp.Diff(want, got)
			}
			same := (err == nil) == (upstreamErr == nil) && diff == ""
			switch reason := better[r.Case]; {
			case !same && reason == "":
				t.Errorf("descheduler: %v\nhere: %v\neffective (-descheduler +here):\n%s", upstreamErr, err, diff)
			case same && reason != "":
				t.Errorf("the row is as descheduler has it, and marked as better: %s", reason)
			case !same:
				differ++
			}
			if strings.HasPrefix(r.Case, "wrong:") && !position.MatchString(fmt.Sprint(err)) {
				t.Errorf("the mistake has no position: %v", err)
			}
		})
	}
	if len(all) < 60 || differ*10 > len(all) {
		t.Errorf("%d rows, %d of them differ", len(all), differ)
	}
}

func tree(config any) (out map[string]any) {
	text, err := json.Marshal(config)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		panic(err)
	}
	return out
}

// TestExamples loads the nine examples that descheduler publishes.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(moduleDir(t), "examples", "*"))
	if err != nil || len(files) != 9 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, file := range files {
		args := []string{"--policy-config-file=" + file}
		got, err := here(args)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
			continue
		}
		want, err := upstream(args)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-descheduler +here)\n%s", filepath.Base(file), err, diff)
		}
	}
}

// moduleDir is where the module of descheduler is.
func moduleDir(t *testing.T) string {
	dir, err := exec.Command("go", "list", "-m", "-f={{.Dir}}", "sigs.k8s.io/descheduler").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(dir))
}

// TestFlags compares the flags with the flags of descheduler, column by column.
func TestFlags(t *testing.T) {
	_, theirs, _, err := upstreamFlags()
	if err != nil {
		t.Fatal(err)
	}
	sets, err := NewLoader(options.NewFlags(), nil).FlagSets()
	if err != nil {
		t.Fatal(err)
	}
	want, got := map[string]pflag.Flag{}, map[string]pflag.Flag{}
	columns := func(into map[string]pflag.Flag, types map[string]string) func(*pflag.Flag) {
		return func(f *pflag.Flag) {
			types[f.Name] = f.Value.Type()
			into[f.Name] = pflag.Flag{Name: f.Name, Shorthand: f.Shorthand, DefValue: f.DefValue, NoOptDefVal: f.NoOptDefVal,
				Deprecated: f.Deprecated, ShorthandDeprecated: f.ShorthandDeprecated, Hidden: f.Hidden}
		}
	}
	theirTypes, ourTypes := map[string]string{}, map[string]string{}
	theirs.VisitAll(columns(want, theirTypes))
	for _, fs := range sets.FlagSets {
		fs.VisitAll(columns(got, ourTypes))
	}
	var given strings.Builder
	for _, r := range rows(t) {
		fmt.Fprintln(&given, strings.Join(r.Args, "=\n")+"=")
	}
	for name := range want {
		if name != "policy-config-file" && !strings.Contains(given.String(), "--"+name+"=") {
			t.Errorf("no row has --%s", name)
		}
	}
	delete(got, "help") // which cobra adds there
	delete(ourTypes, "help")
	if diff := cmp.Diff(want, got); diff != "" || len(want) != 42 {
		t.Errorf("%d flags (-descheduler +here):\n%s", len(want), diff)
	}
	if diff := cmp.Diff(theirTypes, ourTypes); diff != "" {
		t.Errorf("types (-descheduler +here):\n%s", diff)
	}
}

// TestLines compares the numbers of lines in the how-to with the files.
func TestLines(t *testing.T) {
	page, err := os.ReadFile("../../../docs/replacing.md")
	if err != nil {
		t.Fatal(err)
	}
	module := moduleDir(t)
	for _, part := range []struct {
		what, theirs string
		here         []string
	}{
		{"flags, with their defaults", "cmd/descheduler/app/options/options.go",
			[]string{"config/options/flags.go", "config/options/validation.go"}},
		{"loading, defaults and validation of the policy", "pkg/descheduler/policyconfig.go",
			[]string{"descheduler.go", "complete.go", "config/validation/validation.go"}},
		{"registration", "pkg/descheduler/scheme/scheme.go", []string{"config/types.go"}},
	} {
		there, _ := count(t, filepath.Join(module, part.theirs))
		lines, markers := count(t, part.here...)
		row := fmt.Sprintf("| %s (`%s`) | %d | %d", part.what, part.theirs, there, lines)
		if markers > 0 {
			row += fmt.Sprintf(", and %d markers", markers)
		}
		if !strings.Contains(string(page), row+" |\n") {
			t.Errorf("docs/replacing.md does not have: %s |", row)
		}
	}
}

// count counts the lines of files that are neither empty nor comments, and the markers in comments.
func count(t *testing.T, files ...string) (lines, markers int) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		comment := false
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			comment = comment || strings.HasPrefix(line, "/*")
			switch {
			case strings.HasPrefix(line, "// +"):
				markers++
			case line != "" && !comment && !strings.HasPrefix(line, "//"):
				lines++
			}
			comment = comment && !strings.HasSuffix(line, "*/")
		}
	}
	return lines, markers
}
