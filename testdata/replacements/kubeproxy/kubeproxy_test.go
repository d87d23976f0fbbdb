package kubeproxy

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
	"k8s.io/kube-proxy/config/v1alpha1"
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

// facts are the flags of kube-proxy.
func facts(t *testing.T) [][]string {
	t.Helper()
	f, err := os.Open("testdata/flags.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return lines[1:]
}

// columns are the columns of the facts that a flag has.
func columns(f *pflag.Flag) []string {
	value := f.DefValue
	if f.Value.Type() == "stringSlice" && value == "" {
		value = "[]" // Here, a flag accepts the text that it prints.
	}
	return []string{f.Shorthand, f.Value.Type(), value, f.NoOptDefVal, text(f.Deprecated != ""), text(f.Hidden)}
}

// TestFlags compares the flags of Linux with the flags of kube-proxy, column by column.
func TestFlags(t *testing.T) {
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
			got[f.Name] = columns(f)
		})
	}
	for _, l := range facts(t) {
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

// systemFlags registers the flags of a generated file, which may be for another system: it calls each statement of the
// file, with the field that the statement names.
func systemFlags(t *testing.T, file string, c *v1alpha1.KubeProxyConfiguration) *pflag.FlagSet {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var fieldOf func(ast.Expr) reflect.Value
	fieldOf = func(e ast.Expr) reflect.Value {
		if selector, ok := e.(*ast.SelectorExpr); ok {
			return fieldOf(selector.X).FieldByName(selector.Sel.Name)
		}
		return reflect.ValueOf(c).Elem()
	}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	ast.Inspect(parsed, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		var arguments []reflect.Value
		for _, a := range call.Args {
			switch a := a.(type) {
			case *ast.UnaryExpr:
				arguments = append(arguments, fieldOf(a.X).Addr())
			case *ast.BasicLit:
				text, err := strconv.Unquote(a.Value)
				if err != nil {
					t.Fatal(err)
				}
				arguments = append(arguments, reflect.ValueOf(text))
			default:
				arguments = append(arguments, fieldOf(a))
			}
		}
		method, _ := call.Fun.(*ast.SelectorExpr)
		reflect.ValueOf(fs).MethodByName(method.Sel.Name).Call(arguments)
		return false
	})
	return fs
}

// TestWindows compares the flags that exist on Windows only with the flags of kube-proxy, column by column but for the
// default, which the record does not have: it is the one that the configuration has.
func TestWindows(t *testing.T) {
	loader, err := NewLoader(&Flags{})
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := loader.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := loaded.Config
	got, want := map[string][]string{}, map[string][]string{}
	systemFlags(t, "config/options/zz_generated.flags_windows.go", c).VisitAll(func(f *pflag.Flag) {
		got[f.Name] = columns(f)
	})
	fields := map[string]string{
		"Winkernel.EnableDSR":             strconv.FormatBool(c.Winkernel.EnableDSR),
		"Winkernel.ForwardHealthCheckVip": strconv.FormatBool(c.Winkernel.ForwardHealthCheckVip),
		"Winkernel.NetworkName":           c.Winkernel.NetworkName,
		"Winkernel.RootHnsEndpointName":   c.Winkernel.RootHnsEndpointName,
		"Winkernel.SourceVip":             c.Winkernel.SourceVip,
		"Windows.RunAsService":            strconv.FormatBool(c.WindowsRunAsService),
	}
	for _, l := range facts(t) {
		if l[12] == "windows" {
			want[l[0]] = []string{l[1], l[7], fields[l[2]], l[9], l[10], l[11]}
			if l[7] == "bool" { // The record is of the text of the source, where pflag adds it.
				want[l[0]][3] = "true"
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || len(got) != 6 {
		t.Errorf("flags of Windows (-kube-proxy +here):\n%s", diff)
	}
	others := systemFlags(t, "config/options/zz_generated.flags_others.go", c)
	others.VisitAll(func(f *pflag.Flag) { t.Errorf("--%s exists on other systems only", f.Name) })
}

// TestHowTo: the how-to shows the code of this module.
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
