package componentconfig_test

import (
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	"github.com/configgen/configgen/descriptor"
)

// TestMistakesOfTheTextNameTheField: what the parser finds has the path of the value, as other mistakes have, unless
// that would show a secret; and a message says what to write.
func TestMistakesOfTheTextNameTheField(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{v1Header + "port: .inf\n", "port: must be a finite number, not .inf"},
		{v1Header + "zones: [{name: a, file: !x b}]\n", "zones[0].file: unknown YAML tag"},
		{v1Header + "labels: {a: .nan}\n", "labels[a]: must be a finite number, not .nan"},
		{v1Header + "port: 1\nport: 2\n", "port: duplicate key, first used in line 3"},
		{v1Header + "cache: {size: 1Mi, size: 2Mi}\n", "cache.size: duplicate key, first used in line 3"},
		{v1Header + "upstreams: [{address: 10.0.0.1}]\n",
			"3:13: upstreams[0].name: must be set: it says which item of upstreams is meant"},
		{"kind: RelayConfiguration\n", "apiVersion is missing: every configuration file needs apiVersion and kind; write " +
			"apiVersion: relay.config.example.io/v1"},
		{"apiVersion: apps/v1\nkind: Deployment\n", `2:7: kind: must be RelayConfiguration with the apiVersion ` +
			`relay.config.example.io/v1, not "Deployment" with "apps/v1"`},
	} {
		s := newSite(t, map[string]string{"f.yaml": c.text})
		_, err := componentconfig.New("relay", options.RelayConfigurationRoot(), componentconfig.WithConfigFile()).
			Load([]string{"--config=" + s.dir + "/f.yaml"})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got\n%v\nwant\n%s", c.text, err, c.want)
		}
	}
}

// TestItemsWithoutTheirKey: an item that lacks the only key of its list is a mistake, unless the key has a default or
// another mistake of the item is reported.
func TestItemsWithoutTheirKey(t *testing.T) {
	const nameless = "upstreams[0].name: must be set: it says which item of upstreams is meant"
	for _, c := range []struct {
		text, path string
		keys       []string
		want       string
	}{
		{"upstreams: [{address: 10.0.0.1}]", "Upstreams", []string{"name"}, "3:13: " + nameless},
		{"upstreams: [{}, {name: a}]", "Upstreams", []string{"name"}, "3:13: " + nameless},
		{"upstreams: [{address: 10.0.0.1}]", "Upstreams", []string{"name", "address"}, ""},
		{"zones: [{name: a}]", "Zones", []string{"ttl"}, ""},
		{"zones: [{ttl: 1h}]", "Zones", []string{"name"},
			"3:9: zones[0].name: must be set: it says which item of zones is meant"},
		{"upstreams: [null]", "Upstreams", []string{"name"}, "3:13: upstreams[0]: a list item cannot be null"},
		{"upstreams: [a]", "Upstreams", []string{"name"}, `3:13: upstreams[0]: must be an object, not "a"`},
		{"upstreams: [{weight: a}]", "Upstreams", []string{"name"},
			`3:22: upstreams[0].weight: must be a number, not "a"`},
	} {
		root := options.RelayConfigurationRoot()
		list := descriptor.Type{Limits: descriptor.Limits{List: descriptor.MapList, Keys: c.keys}}
		root.Fields = []descriptor.Field{{Path: c.path, Type: list}}
		s := newSite(t, map[string]string{"f.yaml": v1Header + c.text + "\n"})
		_, err := componentconfig.New("relay", root, componentconfig.WithConfigFile()).
			Load([]string{"--config=" + s.dir + "/f.yaml"})
		got := ""
		if err != nil {
			got = strings.TrimPrefix(err.Error(), s.dir+"/f.yaml:")
		}
		if got != c.want {
			t.Errorf("%s with the keys %v: got\n%s\nwant\n%s", c.text, c.keys, got, c.want)
		}
	}
}

// TestEmptySectionThatResetsIsTold: a key with nothing but comments after it resets lower files, which is a warning
// with both positions. A null that is written, an empty object, and an empty key over nothing are meant.
func TestEmptySectionThatResetsIsTold(t *testing.T) {
	main := v1Header + "cache: {size: 32Mi}\nlabels: {a: b, c: d}\nport: 7\n"
	for text, want := range map[string]string{
		"cache:\n  # size: 64Mi\n": "10.conf:3:1: cache: is empty, which resets cache.size (config.yaml:3) to the default; " +
			"write {} to change nothing, or null to reset",
		"labels:\n": "10.conf:3:1: labels: is empty, which resets labels[a] (config.yaml:4) and 1 more to the default; " +
			"write {} to change nothing, or null to reset",
		"port:\n": "10.conf:3:1: port: is empty, which resets port (config.yaml:5) to the default; remove the key to " +
			"change nothing, or null to reset",
		"cache: null\nlabels: ~\nport: null\n": "", "cache: {}\n": "", "timeout:\nzones:\n": "",
	} {
		s := newSite(t, map[string]string{"config.yaml": main, "conf.d/10.conf": v1Header + text})
		loaded, err := loader().Load(s.args(files))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimPrefix(loaded.Warnings.Error(), s.dir+"/conf.d/"); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", text, got, want)
		}
	}
}
