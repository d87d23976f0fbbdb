package componentconfig_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
)

// kubeletCases follow from the kubelet's documentation of its directory of drop-in files, in the words of the relay;
// the cases of its own tests are in testdata/kubelet: limits for kubeReserved, searchDomains for clusterDNS, cache for
// authorization. A value is the text of --explain-config without origins; a list is its items, "-" is a field that is
// not there.
var kubeletCases = []struct {
	name  string
	files map[string]string // without their headers; an empty name is the main file
	flags []string
	want  map[string]string
}{
	{"drop-ins override the main file", map[string]string{"": "port: 10\nreadOnlyPort: 1", "10": "port: 20",
		"20": "port: 30\nreadOnlyPort: 2"}, nil, map[string]string{"port": "30", "readOnlyPort": "2"}},
	{"a subfield is overridden", map[string]string{"": "limits: {memory: 70Mi}",
		"10": "limits: {memory: 150Mi, cpu: 200m}",
		"20": "limits: {memory: 100Mi}"}, nil, map[string]string{"memory": "100Mi", "cpu": "200m"}},
	{"a list is replaced", map[string]string{"": "searchDomains: [a, b]", "20": "searchDomains: [c, d, e]"}, nil,
		map[string]string{"searchDomains": "c d e"}},
	{"flags override drop-ins", map[string]string{"10": "port: 20", "20": "port: 30\nreadOnlyPort: 2"},
		[]string{"--port=40", "--read-only-port=3"}, map[string]string{"port": "40", "readOnlyPort": "3"}},
	{"flags override the main file", map[string]string{"": "port: 10\nsearchDomains: [a]"},
		[]string{"--port=10", "--search-domains=b"}, map[string]string{"port": "10", "searchDomains": "b"}},
	{"what a drop-in does not mention stays", map[string]string{"": "port: 10\nmaxQueries: 5", "10": "port: 20"}, nil,
		map[string]string{"port": "20", "maxQueries": "5"}},
	{"the main file alone", map[string]string{"": "port: 10"}, nil, map[string]string{"port": "10"}},
	{"drop-ins alone have versioned defaults", map[string]string{"10": "port: 20"}, nil,
		map[string]string{"port": "20", "anonymousAccess": "false", "readOnlyPort": "0"}},
	{"one drop-in", map[string]string{"": "port: 10", "10": "port: 20"}, nil, map[string]string{"port": "20"}},
	{"the last of many drop-ins", map[string]string{"10": "port: 1", "20": "port: 2", "30": "port: 3", "40": "port: 4"},
		nil,
		map[string]string{"port": "4"}},
	{"different fields of many drop-ins", map[string]string{"10": "port: 1", "20": "maxQueries: 2",
		"30": "readOnlyPort: 3"},
		nil, map[string]string{"port": "1", "maxQueries": "2", "readOnlyPort": "3"}},
	{"an embedded struct is merged", map[string]string{"": "cache: {size: 1Mi, negative: {entries: 5}}",
		"10": "cache: {size: 2Mi}"}, nil, map[string]string{"size": "2Mi", "entries": "5"}},
	{"a struct in a struct is merged", map[string]string{"": "cache: {negative: {entries: 5, ttl: 1s}}",
		"10": "cache: {negative: {entries: 6}}"}, nil, map[string]string{"entries": "6", "ttl": "1s"}},
	{"an empty struct changes nothing", map[string]string{"": "cache: {size: 1Mi}", "10": "cache: {}"}, nil,
		map[string]string{"size": "1Mi"}},
	{"a struct that only a drop-in has", map[string]string{"": "port: 1", "10": "tls: {certFile: /a.pem}"}, nil,
		map[string]string{"certFile": "/a.pem"}},
	{"an empty list replaces", map[string]string{"": "searchDomains: [a]", "10": "searchDomains: []"}, nil,
		map[string]string{"searchDomains": "[]"}},
	{"a shorter list replaces", map[string]string{"": "searchDomains: [a, b, c]", "10": "searchDomains: [d]"}, nil,
		map[string]string{"searchDomains": "d"}},
	{"a list of objects is replaced", map[string]string{"": "zones: [{name: a, file: /a}, {name: b, file: /b}]",
		"10": "zones: [{name: c, file: /c}]"}, nil, map[string]string{"name": "c", "file": "/c"}},
	{"a list that only a drop-in has", map[string]string{"": "port: 1", "10": "searchDomains: [a]"}, nil,
		map[string]string{"searchDomains": "a"}},
	{"a new key of a map", map[string]string{"": "labels: {a: x}", "10": "labels: {b: z}"}, nil,
		map[string]string{"a": "x", "b": "z"}},
	{"a key of a map is overridden", map[string]string{"": "labels: {a: x, b: x}", "10": "labels: {b: z}"}, nil,
		map[string]string{"a": "x", "b": "z"}},
	{"an empty map changes nothing", map[string]string{"": "labels: {a: x}", "10": "labels: {}"}, nil,
		map[string]string{"a": "x"}},
	{"a key of a map is removed by null", map[string]string{"": "labels: {a: x, b: x}", "10": "labels: {b: null}"}, nil,
		map[string]string{"a": "x", "b": "null"}},
	{"feature gates are merged", map[string]string{"": "featureGates: {A: true}", "10": "featureGates: {B: true}"},
		[]string{"--feature-gates=C=true"}, map[string]string{"A": "true", "B": "true", "C": "true"}},
	{"a feature gate is overridden", map[string]string{"": "featureGates: {A: true}", "10": "featureGates: {A: false}"},
		nil,
		map[string]string{"A": "false"}},
	{"a flag overrides a feature gate", map[string]string{"": "featureGates: {A: true}", "10": "featureGates: {A: false}"},
		[]string{"--feature-gates=A=true"}, map[string]string{"A": "true"}},
	{"false overrides true", map[string]string{"": "serializeTransfers: true",
		"10": "serializeTransfers: false\nmaxParallelTransfers: 2"}, nil, map[string]string{"serializeTransfers": "false"}},
	{"zero overrides a number", map[string]string{"": "maxQueries: 5", "10": "maxQueries: 0"}, nil,
		map[string]string{"maxQueries": "0"}},
	{"an empty text overrides a text", map[string]string{"": "transport: tcp", "10": `bindAddress: ""`}, nil,
		map[string]string{"transport": "tcp", "bindAddress": `""`}},
	{"null asks for the default", map[string]string{"": "maxQueries: 5", "10": "maxQueries: null"}, nil,
		map[string]string{"maxQueries": "110"}},
	{"a duration is overridden", map[string]string{"": "timeout: 1s", "10": "timeout: 2m"}, nil,
		map[string]string{"timeout": "2m0s"}},
	{"a pointer is overridden", map[string]string{"": "maxParallelTransfers: 1",
		"10": "maxParallelTransfers: 3\nserializeTransfers: false"}, nil, map[string]string{"maxParallelTransfers": "3"}},
	{"drop-ins are read in the order of their names", map[string]string{"b": "port: 2", "a": "port: 1"}, nil,
		map[string]string{"port": "2"}},
	{"subdirectories are read in the order of their paths", map[string]string{"10": "port: 1\nmaxQueries: 1",
		"20-sub/10": "port: 2\nmaxQueries: 2", "30": "port: 3"}, nil, map[string]string{"port": "3", "maxQueries": "2"}},
	{"a subdirectory of a subdirectory", map[string]string{"a/b/c": "port: 4"}, nil, map[string]string{"port": "4"}},
	{"a file and a subdirectory sort by their paths", map[string]string{"sub/a": "port: 1", "sub.d": "port: 2"}, nil,
		map[string]string{"port": "1"}},
	{"other extensions are not read", map[string]string{"10": "port: 1", "20.bak": "port: 2", "sub/README": "port: 3"},
		nil,
		map[string]string{"port": "1"}},
}

// TestKubelet loads the cases as the kubelet does, which reads subdirectories.
func TestKubelet(t *testing.T) {
	for _, c := range kubeletCases {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t, map[string]string{"conf.d/unrelated": ""})
			args := append([]string{"--config-dir=$D/conf.d"}, c.flags...)
			for _, name := range slices.Sorted(maps.Keys(c.files)) {
				file := "conf.d/" + name + ".conf"
				switch {
				case name == "":
					file = "config.yaml"
					args = append(args, "--config=$D/config.yaml")
				case strings.HasSuffix(name, ".bak") || strings.HasSuffix(name, "README"):
					file = "conf.d/" + name
				}
				s.write(file, v1Header+c.files[name]+"\n")
			}
			loaded, err := loader(componentconfig.WithConfigDir("", "**")).Load(s.args(args))
			if err != nil {
				t.Fatal(err)
			}
			for key, want := range c.want {
				if got := shownValue(loaded.Explain(), key); got != want {
					t.Errorf("%s: got %s, want %s", key, got, want)
				}
			}
		})
	}
}

// shownValue returns a value of --explain-config without its origin.
func shownValue(explained, key string) string {
	var items []string
	inList := false
	for line := range strings.Lines(explained) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "  # ")
		if item, ok := strings.CutPrefix(line, "- "); ok && inList {
			items = append(items, item)
			continue
		}
		if inList {
			break
		}
		line = strings.TrimPrefix(line, "- ")
		if value, ok := strings.CutPrefix(line, key+": "); ok {
			return value
		}
		inList = line == key+":"
	}
	if len(items) == 0 {
		return "-"
	}
	return strings.Join(items, " ")
}
