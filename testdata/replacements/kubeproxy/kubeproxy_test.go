package kubeproxy

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// row is what kube-proxy v1.36.3 made of a file and a command line.
type row struct {
	Case      string         `json:"case"`
	Args      []string       `json:"args"`
	File      *string        `json:"file"`
	Accepted  bool           `json:"accepted"`
	Effective map[string]any `json:"effective"`
}

// better are the rows that differ on purpose, with the reason. At most one of ten may.
var better = map[string]string{
	"healthz flag empty": "B8: an empty address clears it, as help says, and does not return to the default",
	"duplicate (lenient)": "B3: which of two values of a key applies depends on the parser, so it is a mistake with a " +
		"position also where unknown fields are accepted",
}

func rows(t *testing.T) (all []row) {
	f, err := os.Open("testdata/cases.jsonl")
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

// TestCases compares what the loader makes of each file and command line with what kube-proxy made of it, field by
// field.
func TestCases(t *testing.T) {
	all, differ := rows(t), 0
	for _, r := range all {
		t.Run(r.Case, func(t *testing.T) {
			args := slices.Clone(r.Args)
			if r.File != nil {
				name := filepath.Join(t.TempDir(), "config.yaml")
				if err := os.WriteFile(name, []byte(*r.File), 0o600); err != nil {
					t.Fatal(err)
				}
				args = append(args, "--config="+name)
			}
			loader, err := NewLoader(&Flags{})
			if err != nil {
				t.Fatal(err)
			}
			loaded, err := loader.Load(args)
			reason := better[r.Case]
			var diff string
			if err == nil && r.Accepted {
				diff = cmp.Diff(r.Effective, tree(t, loaded.Config))
			}
			same := (err == nil) == r.Accepted && diff == ""
			switch {
			case !same && reason == "":
				t.Errorf("%q: accepted %t, error %v, effective configuration (-kube-proxy +here):\n%s", r.Args, r.Accepted, err, diff)
			case same && reason != "":
				t.Errorf("the row is as kube-proxy has it, and marked as better: %s", reason)
			case !same:
				differ++
			}
		})
	}
	if len(all) < 60 || differ*10 > len(all) {
		t.Errorf("%d rows, %d of them differ", len(all), differ)
	}
}

func tree(t *testing.T, config any) map[string]any {
	t.Helper()
	text, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestFlags compares the flags of Linux with those of kube-proxy, column by column.
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
	loader, err := NewLoader(&Flags{})
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := loader.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	got, want := map[string][]string{}, map[string][]string{}
	for _, fs := range loaded.FlagSets().FlagSets {
		fs.VisitAll(func(f *pflag.Flag) {
			value := f.DefValue
			if f.Value.Type() == "stringSlice" && value == "" {
				value = "[]" // B8: here, a flag takes what it prints.
			}
			got[f.Name] = []string{f.Shorthand, f.Value.Type(), value, f.NoOptDefVal, text(f.Deprecated != ""),
				text(f.Hidden)}
		})
	}
	for _, l := range lines[1:] {
		if l[12] != "windows" {
			want[l[0]] = []string{l[1], l[7], l[8], l[9], l[10], l[11]}
		}
	}
	delete(got, "help")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flags (-kube-proxy +here):\n%s", diff)
	}
}

func text(b bool) string { return map[bool]string{true: "true", false: "false"}[b] }

// TestWindows: the flags of Windows exist there, and only there.
func TestWindows(t *testing.T) {
	generated, err := os.ReadFile("config/options/zz_generated.flags_windows.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"enable-dsr", "forward-healthcheck-vip", "network-name", "root-hnsendpoint-name", "source-vip",
		"windows-service"} {
		if !strings.Contains(string(generated), `"`+name+`"`) {
			t.Errorf("--%s is missing", name)
		}
	}
}

// TestHowTo: the code that the how-to shows is that of this module.
func TestHowTo(t *testing.T) {
	page, err := os.ReadFile("../../../docs/replacing.md")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, name := range []string{"kubeproxy.go", "kubeproxy_test.go", "config/types.go", "config/defaults.go"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	blocks := strings.Split(string(page), "```go\n")[1:]
	for _, block := range blocks {
		code, _, _ := strings.Cut(block, "```")
		if !strings.Contains(source.String(), code) {
			t.Errorf("the module does not have\n%s", code)
		}
	}
	if len(blocks) < 6 {
		t.Errorf("the page has %d blocks of code", len(blocks))
	}
}
