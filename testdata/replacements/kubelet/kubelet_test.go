package kubelet

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"example.com/replacements/kubelet/config/options"
	"example.com/replacements/kubelet/features"
	"github.com/configgen/configgen/componentconfig"
)

// row is what the kubelet v1.37.2 made of files and a command line, right before it runs.
type row struct {
	Case  string            `json:"case"`
	Args  []string          `json:"args"`
	Files map[string]string `json:"files,omitempty"`
	// Accepted says that the kubelet would run; Printed that it printed something instead, such as its version.
	Accepted bool   `json:"accepted"`
	Printed  bool   `json:"printed,omitempty"`
	Error    string `json:"error,omitempty"`
	// Base names the configuration that Effective is compared with: the one without a file, or the one of an empty file.
	Base string `json:"base,omitempty"`
	// Effective has what differs from the base: null for what the base has and the row has not.
	Effective map[string]any `json:"effective,omitempty"`
}

func rows(t *testing.T, name string) (all []row) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// bases are the configurations that rows are compared with, by the paths of their values.
func bases(t *testing.T) (all map[string]map[string]any) {
	t.Helper()
	text, err := os.ReadFile("testdata/base.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// want is the effective configuration of a row, by the paths of its values.
func (r row) want(bases map[string]map[string]any) map[string]any {
	want := maps.Clone(bases[r.Base])
	for path, value := range r.Effective {
		if want[path] = value; value == nil {
			delete(want, path)
		}
	}
	return want
}

// load does with the files and the command line of a row what the kubelet does. The working directory has the files,
// and is DIR in the result; the one above it is PARENT.
func (r row) load(t *testing.T) (map[string]any, error) {
	t.Helper()
	parent := t.TempDir()
	dir := filepath.Join(parent, "w")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for name, text := range r.Files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	known, err := NewGates()
	if err != nil {
		t.Fatal(err)
	}
	flags := options.NewKubeletFlags()
	loaded, err := NewLoader(flags, known).Load(r.Args)
	if errors.Is(err, componentconfig.ErrHelp) {
		return nil, nil //nolint:nilnil // The kubelet prints help, too.
	}
	if err != nil {
		return nil, err
	}
	enabled := map[string]bool{}
	places := strings.NewReplacer(dir, "DIR", parent, "PARENT")
	for gate := range known.DeepCopy().GetAll() {
		enabled[string(gate)] = known.Enabled(gate)
	}
	all := map[string]any{}
	flatten(all, "", tree(t, loaded.Config, places))
	delete(all, "apiVersion")
	delete(all, "kind")
	flatten(all, "flags", tree(t, flags, places))
	flatten(all, "gates", tree(t, enabled, places))
	return all, nil
}

// tree is a value as JSON has it.
func tree(t *testing.T, value any, places *strings.Replacer) (out any) {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(places.Replace(string(text))), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// flatten adds the values in a tree, by their paths. A list is one value.
func flatten(all map[string]any, path string, value any) {
	object, ok := value.(map[string]any)
	if !ok && value != nil {
		all[path] = value
	}
	for key, child := range object {
		flatten(all, strings.TrimPrefix(path+"/"+key, "/"), child)
	}
}

// TestCases compares what the loader makes of files and command lines with what the kubelet made of them: the effective
// configuration, the other flags and the feature gates, value by value, or the refusal.
func TestCases(t *testing.T) {
	all := rows(t, "cases.jsonl")
	used, equal := compare(t, all)
	for _, b := range better {
		if used[b.reason] != b.cases {
			t.Errorf("%d rows, not %d, have the difference %q", used[b.reason], b.cases, b.reason)
		}
	}
	if len(all) != 887 || equal != 799 {
		t.Errorf("%d of %d rows are equal; the page says 799 of 887", equal, len(all))
	}
}

// differences lists the values that differ, with their paths.
func differences(want, got map[string]any) (all []string) {
	for _, path := range slices.Sorted(maps.Keys(want)) {
		if !reflect.DeepEqual(want[path], got[path]) {
			all = append(all, fmt.Sprintf("%s: there %v, here %v", path, want[path], got[path]))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(got)) {
		if want[path] == nil {
			all = append(all, fmt.Sprintf("%s: only here %v", path, got[path]))
		}
	}
	return all
}

// compare fails for differences without a reason, and counts the rows of each reason, and the equal rows.
func compare(t *testing.T, all []row) (used map[string]int, equal int) {
	bases, used := bases(t), map[string]int{}
	for _, r := range all {
		t.Run(r.Case, func(t *testing.T) {
			got, err := r.load(t)
			var lines []string
			switch accepted := r.Accepted || r.Printed; {
			case err != nil && accepted:
				lines = []string{"only here refused: " + err.Error()}
			case err == nil && !accepted:
				lines = []string{"only there refused: " + r.Error}
			case err == nil && r.Accepted:
				lines = differences(r.want(bases), got)
			}
			reasons := map[string]bool{}
			for _, line := range lines {
				i := slices.IndexFunc(better, func(b difference) bool { return b.applies(r) && b.lines.MatchString(line) })
				if i < 0 {
					t.Errorf("%q %q\n%s", r.Args, r.Files, line)
					continue
				}
				reasons[better[i].reason] = true
			}
			for reason := range reasons {
				used[reason]++
			}
			if len(lines) == 0 {
				equal++
			}
		})
	}
	return used, equal
}

// columns are the columns of the facts that a flag has.
func columns(f *pflag.Flag) []string {
	value := f.DefValue
	if f.Value.Type() == "stringSlice" && value == "" {
		value = "[]" // Here, a flag accepts the text that it prints.
	}
	return []string{f.Shorthand, f.Value.Type(), value, f.NoOptDefVal, strconv.FormatBool(f.Deprecated != ""),
		strconv.FormatBool(f.Hidden)}
}

// TestFlags compares the flags of Linux with the flags of the kubelet, column by column. The flag of cAdvisor has the
// default that the kubelet gives it.
func TestFlags(t *testing.T) {
	known, err := NewGates()
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := NewLoader(options.NewKubeletFlags(), known).Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	got, want := map[string][]string{}, map[string][]string{}
	for _, fs := range loaded.FlagSets().FlagSets {
		fs.VisitAll(func(f *pflag.Flag) { got[f.Name] = columns(f) })
	}
	f, err := os.Open("testdata/flags.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines[1:] {
		want[l[0]] = l[1:]
	}
	delete(got, "help")
	// --config-dir can be given more than once here.
	want["config-dir"] = []string{"", "stringArray", "[]", "", "false", "false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flags (-kubelet +here):\n%s", diff)
	}
}

// TestUsageNamesFeatureGates: help has the gates that the kubelet declares.
func TestUsageNamesFeatureGates(t *testing.T) {
	if usage := features.Usage(); !strings.Contains(usage, "\nMemoryQoS=true|false (") {
		t.Errorf("help has %s", usage)
	}
}
