package kubescheduler

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kube-scheduler/config/v1"
	"sigs.k8s.io/yaml"

	"example.com/replacements/kubescheduler/config"
	"example.com/replacements/kubescheduler/config/options"
	defaultsv1 "example.com/replacements/kubescheduler/config/v1"
	"github.com/configgen/configgen/componentconfig"
)

// row is what kube-scheduler v1.36.3 made of a file and a command line.
type row struct {
	Case string   `json:"case"`
	Args []string `json:"args"`
	File *string  `json:"file"`
	// Effective is nil if they were refused. It is complete in the first row, and a merge patch on that in the others.
	Effective map[string]any `json:"effective"`
}

// better are the rows that differ on purpose, with the reason. At most one of ten may.
var better = map[string]string{
	"two documents": "B3: the second document would have no effect",
	"empty --leader-elect-resource-name": "strictness: kube-scheduler validates its flags only if there is a file, and fails " +
		"later, in the election, without naming the flag",
	"wrong lease on the command line without a file": "strictness: as for the name of the resource",
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

// position begins a message about a file.
var position = regexp.MustCompile(`config\.yaml:\d+:\d+: `)

// TestCases compares what the loader makes of each file and command line with what kube-scheduler made of it, field by
// field.
func TestCases(t *testing.T) {
	all, differ := rows(t), 0
	for _, r := range all {
		t.Run(r.Case, func(t *testing.T) {
			if r.File != nil {
				r.Args = append(r.Args, "--config="+file(t, *r.File))
			}
			loaded, err := NewLoader(options.NewFlags()).Load(r.Args)
			var diff string
			if err == nil && r.Effective != nil {
				diff = cmp.Diff(patched(all[0].Effective, r.Effective), published(t, loaded.Config))
			}
			same := (err == nil) == (r.Effective != nil) && diff == ""
			switch reason := better[r.Case]; {
			case !same && reason == "":
				t.Errorf("accepted %t, error %v, effective configuration (-kube-scheduler +here):\n%s", r.Effective != nil, err, diff)
			case same && reason != "":
				t.Errorf("the row is as kube-scheduler has it, and marked as better: %s", reason)
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

func file(t *testing.T, text string) string {
	name := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// patched applies a JSON merge patch.
func patched(to, patch map[string]any) map[string]any {
	to = maps.Clone(to)
	for key, value := range patch {
		inner, isMap := value.(map[string]any)
		old, wasMap := to[key].(map[string]any)
		switch {
		case value == nil:
			delete(to, key)
		case isMap && wasMap:
			to[key] = patched(old, inner)
		default:
			to[key] = value
		}
	}
	return to
}

// published is a configuration as a file of v1 would have it, without kinds.
func published(t *testing.T, c *config.KubeSchedulerConfiguration) (tree map[string]any) {
	t.Helper()
	scheme := runtime.NewScheme()
	out := &v1.KubeSchedulerConfiguration{}
	for _, err := range []error{config.AddToScheme(scheme), defaultsv1.AddToScheme(scheme), scheme.Convert(c, out, nil)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range out.Profiles {
		for j := range out.Profiles[i].PluginConfig {
			args := &out.Profiles[i].PluginConfig[j].Args
			if unknown, ok := args.Object.(*runtime.Unknown); ok || args.Object == nil {
				if ok {
					args.Raw, args.Object = unknown.Raw, nil
				}
				continue
			}
			object, err := scheme.ConvertToVersion(args.Object, v1.SchemeGroupVersion)
			if err != nil {
				t.Fatal(err)
			}
			object.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
			*args = runtime.RawExtension{Object: object}
		}
	}
	text, err := json.Marshal(out)
	if err == nil {
		err = json.Unmarshal(text, &tree)
	}
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestRoundTrip: what is accepted, and written, is read again as the same configuration.
func TestRoundTrip(t *testing.T) {
	all, written := rows(t), 0
	for _, r := range all {
		if r.Effective == nil || better[r.Case] != "" || len(r.Args) > 0 {
			continue
		}
		if r.File != nil {
			r.Args = append(r.Args, "--config="+file(t, *r.File))
		}
		out := filepath.Join(t.TempDir(), "written.yaml")
		run := func(context.Context, *componentconfig.Loaded[config.KubeSchedulerConfiguration]) error {
			return errors.New("the component runs")
		}
		command := NewLoader(options.NewFlags()).Command(run)
		command.SetArgs(append(slices.Clone(r.Args), "--write-config-to="+out))
		if err := command.Execute(); err != nil {
			t.Errorf("%s: %v", r.Case, err)
			continue
		}
		again, err := NewLoader(options.NewFlags()).Load([]string{"--config=" + out})
		if err != nil {
			t.Errorf("%s: %v", r.Case, err)
			continue
		}
		if diff := cmp.Diff(patched(all[0].Effective, r.Effective), published(t, again.Config)); diff != "" {
			t.Errorf("%s: (-kube-scheduler +here)\n%s", r.Case, diff)
		}
		written++
	}
	if written < 30 {
		t.Errorf("only %d configurations are written", written)
	}
}

// TestDropIns merges profiles by their names, plugins by theirs, and their arguments key by key.
func TestDropIns(t *testing.T) {
	const header = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
	main := file(t, header+`profiles:
- schedulerName: batch
  pluginConfig:
  - name: DefaultPreemption
    args: {minCandidateNodesPercentage: 20}
- schedulerName: default-scheduler
`)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"10-preemption.conf": `- schedulerName: batch
  pluginConfig:
  - name: DefaultPreemption
    args: {minCandidateNodesAbsolute: 7}
  - name: VolumeBinding
    args: {bindTimeoutSeconds: 5}
`,
		"20-third.conf": "- schedulerName: third\n  percentageOfNodesToScore: 3\n",
		"30-none.conf":  "- schedulerName: batch\n  plugins: {score: {disabled: [{name: \"*\"}]}}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(header+"profiles:\n"+text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	load := func() (*componentconfig.Loaded[config.KubeSchedulerConfiguration], error) {
		return NewLoader(options.NewFlags(), componentconfig.WithConfigDir("")).Load(
			[]string{"--config=" + main, "--config-dir=" + dir})
	}
	loaded, err := load()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, profile := range loaded.Config.Profiles {
		names = append(names, profile.SchedulerName)
	}
	if diff := cmp.Diff([]string{"batch", "default-scheduler", "third"}, names); diff != "" {
		t.Error(diff)
	}
	batch := loaded.Config.Profiles[0]
	want := &config.DefaultPreemptionArgs{MinCandidateNodesPercentage: 20, MinCandidateNodesAbsolute: 7}
	if diff := cmp.Diff(want, batch.PluginConfig[0].Args); diff != "" || len(batch.Plugins.Score.Disabled) != 1 {
		t.Errorf("got %+v\n%s", batch.Plugins.Score, diff)
	}
	for path, line := range map[string]string{
		"profiles[0].pluginConfig[0].args.minCandidateNodesPercentage": "config.yaml:7",
		"profiles[0].pluginConfig[0].args.minCandidateNodesAbsolute":   "10-preemption.conf:7",
		"profiles[0].pluginConfig[1].args.bindTimeoutSeconds":          "10-preemption.conf:9",
		"profiles[2].percentageOfNodesToScore":                         "20-third.conf:5",
	} {
		if origins := loaded.Origins().Of(path); len(origins) != 1 || origins[0].String() != line {
			t.Errorf("%s: got %v, want %s", path, origins, line)
		}
	}
	wrong := filepath.Join(dir, "40-wrong.conf")
	text := header + "profiles:\n- schedulerName: batch\n  pluginConfig:\n  - name: VolumeBinding\n    args: {bindTimeout: 5}\n"
	if err := os.WriteFile(wrong, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = load()
	if message := wrong + ":7:12: profiles[0].pluginConfig[0].args.bindTimeout: unknown field"; err == nil ||
		!strings.HasPrefix(err.Error(), message) {
		t.Errorf("got %v, want %s", err, message)
	}
}

// TestFlags compares the flags with the flags of kube-scheduler, column by column, but for the flags of the libraries
// for servers and feature gates, which this module does without.
func TestFlags(t *testing.T) {
	f, err := os.Open("testdata/flags.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	sets, err := NewLoader(options.NewFlags()).FlagSets()
	if err != nil {
		t.Fatal(err)
	}
	want, got := map[string][]string{}, map[string][]string{}
	for _, l := range lines[1:] {
		want[l[0]] = l[1:]
	}
	for _, fs := range sets.FlagSets {
		fs.VisitAll(func(f *pflag.Flag) {
			got[f.Name] = []string{f.Shorthand, f.Value.Type(), f.DefValue, f.NoOptDefVal,
				strconv.FormatBool(f.Deprecated != ""), strconv.FormatBool(f.Hidden)}
		})
	}
	delete(got, "help") // which cobra adds there
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flags (-kube-scheduler +here):\n%s", diff)
	}
}

// TestHowTo compares the tags and the numbers of lines in the how-to with the files.
func TestHowTo(t *testing.T) {
	page, err := os.ReadFile("../../../docs/replacing.md")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("config/v1/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range regexp.MustCompile(`// \+k8s:.*\n`).FindAllString(string(doc), -1) {
		if !strings.Contains(string(page), tag) {
			t.Errorf("docs/replacing.md does not have %s", tag)
		}
	}
	for _, part := range []struct {
		theirs int // counted in Kubernetes v1.36.3
		what   string
		here   []string
	}{
		{327, "flags, precedence, loading (`cmd/kube-scheduler/app/options`, without clients)",
			[]string{"kubescheduler.go", "config/options/flags.go", "config/options/validation.go"}},
		{195, "internal types", []string{"config/types.go"}},
		{153, "conversion, registration", []string{"config/register.go", "config/v1/register.go"}},
		{334, "defaults", []string{"config/v1/defaults.go", "config/v1/plugins.go"}},
		{546, "validation", []string{"config/validation/validation.go", "config/validation/args.go"}},
	} {
		lines, markers := count(t, part.here...)
		row := fmt.Sprintf("| %s | %d | %d", part.what, part.theirs, lines)
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
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			switch {
			case strings.HasPrefix(line, "// +"):
				markers++
			case line != "" && !strings.HasPrefix(line, "//"):
				lines++
			}
		}
	}
	return lines, markers
}
