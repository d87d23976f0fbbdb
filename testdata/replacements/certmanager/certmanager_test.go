package certmanager

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig"
)

// row is what a component of cert-manager made of a file and a command line.
type row struct {
	Component string         `json:"component"`
	Case      string         `json:"case"`
	Args      []string       `json:"args"`
	File      *string        `json:"file"`
	Accepted  bool           `json:"accepted"`
	Error     string         `json:"error"`
	Effective map[string]any `json:"effective"`
}

// names are the names of the component and of the row.
func (r row) names() (component, name string) {
	component = strings.TrimPrefix(r.Component, "cert-manager-")
	return component, component + "/" + r.Case
}

// start writes the file of a row into a new directory and returns the command line.
func (r row) start(t *testing.T) (args []string, dir string) {
	dir = t.TempDir()
	if r.File == nil {
		return slices.Clone(r.Args), dir
	}
	file := filepath.Join(dir, "c.yaml")
	if err := os.WriteFile(file, []byte(*r.File), 0o600); err != nil {
		t.Fatal(err)
	}
	return append([]string{"--config=" + file}, r.Args...), dir
}

// better are the rows that differ on purpose, with the reason. At most one of ten may.
var better = map[string]string{
	"controller/v and vmodule": prepended,
	"webhook/v and vmodule":    prepended,
	"cainjector/v and vmodule": prepended,

	"controller/metrics fs": "B9: the certificate files of metrics are missing in the controller's list of paths, so it " +
		"looks for them in the working directory; they are next to the file, as with the other two components",

	"controller/two documents": secondDocument,
	"webhook/two documents":    secondDocument,
	"cainjector/two documents": secondDocument,

	"webhook/metrics fs half":    incomplete,
	"webhook/metrics both":       incomplete,
	"cainjector/metrics fs half": incomplete,
	"cainjector/metrics both":    incomplete,

	"controller/extra annot over file":  replaced,
	"controller/controllers flag":       replaced,
	"controller/controllers flag twice": replaced,
	"webhook/tls dyn":                   replaced,
	"webhook/client":                    replaced + "; B9: the client CA is next to the file, as the other certificates",
	"cainjector/ignore":                 replaced,
}

// Reasons of several rows.
const (
	replaced = "B1b: a flag for a list replaces the list of the file, as its default in help says and as every other flag " +
		"does; it is appended because one flag set is parsed twice"
	prepended = "B1b: klog uses the first pattern that matches, so those of the command line come first; behind those of " +
		"the file they could not override them"
	secondDocument = "strictness: a second document of a file would be lost without a word; it is an error with its position"
	incomplete     = "strictness: the rule that the controller has for the certificates of metrics applies to the other " +
		"two components, which otherwise find out when they start to serve"
)

// placed matches errors that say where the mistake is: in a flag, or in a file, with line and column if it has any.
var placed = regexp.MustCompile(`--[a-z]|c\.yaml:\d+:\d+: |c\.yaml: the file is empty|/nonexistent: `)

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

// loadFunc loads the configuration of a component.
type loadFunc func(args []string) (config any, sets cliflag.NamedFlagSets, err error)

// loaders returns the loaders of the three components.
func loaders(t *testing.T) map[string]loadFunc {
	return map[string]loadFunc{
		"controller": loadWith(t, NewController),
		"webhook":    loadWith(t, NewWebhook),
		"cainjector": loadWith(t, NewCAInjector),
	}
}

func loadWith[T any](t *testing.T, construct func(Features) (*componentconfig.Loader[T], error)) loadFunc {
	loader, err := construct(nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(args []string) (any, cliflag.NamedFlagSets, error) {
		loaded, err := loader.Load(args)
		if err != nil {
			return nil, cliflag.NamedFlagSets{}, err
		}
		return loaded.Config, loaded.FlagSets(), nil
	}
}

// TestCases compares what the loaders make of each file and command line with what cert-manager made of it, field by
// field.
func TestCases(t *testing.T) {
	all, load, differ := rows(t), loaders(t), 0
	for _, r := range all {
		component, name := r.names()
		t.Run(name, func(t *testing.T) {
			args, dir := r.start(t)
			config, _, err := load[component](args)
			var diff string
			if err == nil && r.Accepted {
				diff = cmp.Diff(r.Effective, tree(t, config, dir))
			}
			if err != nil && !placed.MatchString(err.Error()) {
				t.Errorf("the message has no position: %v", err)
			}
			reason := better[name]
			same := (err == nil) == r.Accepted && diff == ""
			switch {
			case !same && reason == "":
				t.Errorf("%q: accepted %t, error %v, effective configuration (-cert-manager +here):\n%s", r.Args, r.Accepted, err, diff)
			case same && reason != "":
				t.Errorf("the row is as cert-manager has it, and marked as better: %s", reason)
			case !same:
				differ++
			}
		})
	}
	if len(all) != 198 || differ != len(better) || differ*10 > len(all) {
		t.Errorf("%d rows, %d of them differ", len(all), differ)
	}
}

// TestHelmExample loads the example in the values of cert-manager's chart with the feature gates of the controller, which
// the recording does not have.
func TestHelmExample(t *testing.T) {
	all := rows(t)
	i := slices.IndexFunc(all, func(r row) bool { return r.Case == "helm example" })
	features := Features{}
	for _, found := range regexp.MustCompile(`(\w+): (true|false) # (?:ALPHA|BETA)`).FindAllStringSubmatch(*all[i].File, -1) {
		if name := found[1]; !strings.HasPrefix(name, "All") {
			features[featuregate.Feature(name)] = featuregate.FeatureSpec{Default: found[2] == "true",
				PreRelease: featuregate.Beta}
		}
	}
	loader, err := NewController(features)
	if err != nil {
		t.Fatal(err)
	}
	args, _ := all[i].start(t)
	loaded, err := loader.Load(append(args, "--feature-gates=OtherNames=false"))
	if err != nil {
		t.Fatal(err)
	}
	c := loaded.Config
	if len(features) != 10 || len(c.FeatureGates) != 12 || c.FeatureGates["OtherNames"] || c.KubernetesAPIQPS != 9000 ||
		!c.GatewayAPIConfig.Enabled || c.MetricsTLSConfig.Dynamic.SecretName != "cert-manager-metrics-ca" {
		t.Errorf("%d features, %+v", len(features), c)
	}
}

func tree(t *testing.T, config any, dir string) map[string]any {
	t.Helper()
	text, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	// A relative path on the command line is absolute here, and relative to the working directory in cert-manager: the
	// same file.
	working, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer(dir, "DIR", working+string(filepath.Separator), "").Replace(string(text))
	if err := json.Unmarshal([]byte(plain), &out); err != nil {
		t.Fatal(err)
	}
	return out
}
