package componentconfig_test

import (
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/descriptor"
)

// zerosOf loads files and returns the warnings of the start. Fields are marked +zero=unset.
func zerosOf(s site, marked []string, args ...string) string {
	s.Helper()
	l := changedLoader(func(root *binding.Root[relay.RelayConfiguration]) {
		root.ZerosKept = false
		for _, path := range marked {
			root.Fields = append(root.Fields, descriptor.Field{Path: path, ZeroUnset: true})
		}
	}, componentconfig.ForOS("linux"))
	loaded, err := l.Load(s.args(args))
	if err != nil {
		s.Fatal(err)
	}
	return s.hide(loaded.Warnings.Error())
}

// TestZerosThatDefaultsReplace: a start says in one line how many zeros of the files have no effect, and where the
// first is.
func TestZerosThatDefaultsReplace(t *testing.T) {
	const address = `$D/config.yaml:3:1: bindAddress: "" is replaced by the default 0.0.0.0`
	for name, c := range map[string]struct {
		file, dropIn string
		marked, args []string
		want         string
	}{
		"one": {file: `bindAddress: ""`, want: address},
		"of a list": {file: "searchDomains: []",
			want: `$D/config.yaml:3:1: searchDomains: [] is replaced by the default ["cluster.local"]`},
		"two": {file: "bindAddress: \"\"\nmaxQueries: 0",
			want: address + ", like another zero; --explain-config shows them"},
		"several": {file: "bindAddress: \"\"\nmaxQueries: 0\ntimeout: 0s\n" +
			"cache: {size: 0Mi, negative: {ttl: 0s, entries: 0}}",
			want: address + ", like 5 other zeros; --explain-config shows them"},
		"in an item": {file: "zones: [{name: z, file: z, ttl: 0s}]",
			want: "$D/config.yaml:3:28: zones[0].ttl: 0s is replaced by the default 1h0m0s"},
		"in a drop-in": {dropIn: "maxQueries: 0",
			want: "$D/conf.d/a.conf:3:1: maxQueries: 0 is replaced by the default 110"},
		"overridden":         {file: "maxQueries: 0", dropIn: "maxQueries: 5"},
		"by a flag":          {file: `bindAddress: ""`, args: []string{"--bind-address=::1"}},
		"declared":           {file: "bindAddress: \"\"\nmaxQueries: 0", marked: []string{"MaxQueries"}, want: address},
		"declared around it": {file: "cache: {negative: {ttl: 0s}}", marked: []string{"Cache"}},
		"pointers and values": {file: "port: 1\nserializeTransfers: false\nreadOnlyPort: 0\nmaxQueries: 10\ntimeout: 10s\n" +
			"cache: {size: 10Mi}\nlabels: {}\nzones: []"},
		"null":              {file: "bindAddress: null"},
		"of another system": {file: `windowsPriorityClass: ""`},
		"of an earlier version": {file: "-timeoutSeconds: 0",
			want: "$D/config.yaml:3:1: timeoutSeconds: 0 is replaced by the default 5"},
	} {
		t.Run(name, func(t *testing.T) {
			header, rest := v1Header, c.file
			if old, ok := strings.CutPrefix(c.file, "-"); ok {
				header, rest = v1alpha1Header, old
			}
			s := newSite(t, map[string]string{"config.yaml": header + rest + "\n", "conf.d/a.conf": v1Header + c.dropIn + "\n"})
			if header == v1alpha1Header {
				s.write("conf.d/a.conf", header)
			}
			if got := zerosOf(s, c.marked, append(c.args, files...)...); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestZerosKeptAreNotReplaced: with +config(zeros: kept), a zero in a file is a value.
func TestZerosKeptAreNotReplaced(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "bindAddress: \"\"\nsearchDomains: []\n"})
	if loaded := s.load(files[0]); len(loaded.Warnings) > 0 || len(loaded.Config.SearchDomains) > 0 {
		t.Errorf("got %v, %q", loaded.Warnings, loaded.Config.SearchDomains)
	}
}

// TestCompletedZeros: the component itself has a value for what files leave out.
func TestCompletedZeros(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "maxQueries: 0\n"})
	l := changedLoader(func(root *binding.Root[relay.RelayConfiguration]) { root.ZerosKept = false },
		componentconfig.WithComplete(func(c *relay.RelayConfiguration, _ componentconfig.Sources) error {
			c.MaxQueries = 7
			return nil
		}))
	loaded, err := l.Load(s.args(files[:1]))
	if err != nil || len(loaded.Warnings) > 0 {
		t.Errorf("got %v, %v", loaded, err)
	}
}

// TestReloadedZeros: a reload says the line of a start.
func TestReloadedZeros(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "timeout: 1s\n"})
	l := changedLoader(func(root *binding.Root[relay.RelayConfiguration]) { root.ZerosKept = false })
	current, err := l.Load(s.args(files[:1]))
	if err != nil {
		t.Fatal(err)
	}
	reload := componentconfig.Reloads(l, s.args(files[:1]), current,
		func(*componentconfig.Loaded[relay.RelayConfiguration]) {})
	s.replace("config.yaml", v1Header+"timeout: 0s\nmaxQueries: 0\n")
	const want = "$D/config.yaml:3:1: timeout: 0s is replaced by the default 5s, like another zero; --explain-config " +
		"shows them"
	if result := reload(); result == nil || s.hide(result.Warnings.Error()) != want {
		t.Errorf("got %+v", result)
	}
}
