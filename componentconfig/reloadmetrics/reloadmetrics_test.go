package reloadmetrics

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/component-base/metrics/legacyregistry"
	"k8s.io/component-base/metrics/testutil"

	"github.com/configgen/configgen/componentconfig"
)

// names are the metrics.
var names = []string{"config_info", "config_reload_total", "config_last_reload_success",
	"config_last_reload_timestamp_seconds", "config_last_reload_change", "config_restart_pending",
	"config_deprecated_in_use", "config_refused"}

// TestPage: the documentation lists all metrics, and its alert rules use no others. Prometheus itself tries these rules
// in "make test-tools".
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, name := range regexp.MustCompile(`\bconfig_\w+`).FindAllString(string(page), -1) {
		if used[name] = true; !slices.Contains(names, name) {
			t.Errorf("the page names %s, which does not exist", name)
		}
	}
	for _, name := range names {
		if !used[name] {
			t.Errorf("the page does not name %s", name)
		}
	}
}

// expect compares the metrics that the registry shows.
func expect(t *testing.T, want string) {
	t.Helper()
	if err := testutil.GatherAndCompare(legacyregistry.DefaultGatherer, strings.NewReader(want), names...); err != nil {
		t.Error(err)
	}
}

const help = `# HELP config_info [ALPHA] The configuration in use.
# TYPE config_info gauge
`

const success = `# HELP config_last_reload_success [ALPHA] 1 if the configuration in use is that of the files.
# TYPE config_last_reload_success gauge
`

const reloads = `# HELP config_reload_total [ALPHA] Changes of the configuration files by their result.
# TYPE config_reload_total counter
`

const timestamp = `# HELP config_last_reload_timestamp_seconds [ALPHA] When a change of the files was last committed.
# TYPE config_last_reload_timestamp_seconds gauge
`

// TestRegistries: each registry shows the configuration, also to the loader after the first one.
func TestRegistries(t *testing.T) {
	registries := []*prometheus.Registry{prometheus.NewRegistry(), prometheus.NewRegistry()}
	for _, version := range []string{"v1", "v2"} {
		o := newObserver(registries[0], registries[1])
		if err := o.observe(componentconfig.Status{Version: version, Digest: "abc"}); err != nil {
			t.Fatal(err)
		}
		want := help + "config_info{digest=\"abc\",version=\"" + version + "\"} 1\n"
		for _, r := range registries {
			if err := testutil.GatherAndCompare(r, strings.NewReader(want), "config_info"); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestMetrics(t *testing.T) {
	at := time.Unix(1700000000, 0)
	observing := func() func(componentconfig.Status) {
		o := newObserver(legacyregistry.Registerer())
		return func(now componentconfig.Status) {
			if err := o.observe(now); err != nil {
				t.Fatal(err)
			}
		}
	}
	observe, now := observing(), componentconfig.Status{Version: "v1", Digest: "abc"}
	observe(now)
	expect(t, help+"config_info{digest=\"abc\",version=\"v1\"} 1\n"+success+"config_last_reload_success 1\n")

	now.Result, now.At, now.Pending = componentconfig.OutcomeRestart, at, []componentconfig.Change{
		{Path: "port", Reload: "restart", Old: "1", New: "2"}, {Path: "port", Reload: "restart", Old: "1", New: "2"}}
	observe(now)
	expect(t, help+"config_info{digest=\"abc\",version=\"v1\"} 1\n"+success+"config_last_reload_success 0\n"+reloads+
		"config_reload_total{result=\"restart\"} 1\n"+
		"# HELP config_restart_pending [ALPHA] Changed fields that take effect after a restart.\n"+
		"# TYPE config_restart_pending gauge\n"+
		"config_restart_pending{class=\"restart\",new=\"2\",old=\"1\",origin=\"default\",path=\"port\"} 1\n")

	now.Result, now.Pending = componentconfig.OutcomeInvalid, nil
	now.Refused = &componentconfig.Refused{At: at, Digest: "xyz", Result: now.Result}
	observe(now)
	expect(t, help+"config_info{digest=\"abc\",version=\"v1\"} 1\n"+success+"config_last_reload_success 0\n"+
		"# HELP config_refused [ALPHA] 1 while the configuration files cannot be used.\n# TYPE config_refused gauge\n"+
		"config_refused{digest=\"xyz\",result=\"invalid\"} 1\n"+reloads+
		"config_reload_total{result=\"invalid\"} 1\nconfig_reload_total{result=\"restart\"} 1\n")

	long := strings.Repeat("x", 200)
	observe(componentconfig.Status{Version: "v1", Digest: "def", Result: componentconfig.OutcomeCommitted, At: at,
		Changes: []componentconfig.Change{{Path: "name", Reload: "hot", Old: `"a"`, New: `"` + long + `"`,
			Origin: componentconfig.Origin{Source: componentconfig.OriginFile, Name: "/etc/20-site.conf", Line: 4}}}})
	changed := "# HELP config_last_reload_change [ALPHA] Fields of the last change that was committed.\n" +
		"# TYPE config_last_reload_change gauge\nconfig_last_reload_change{class=\"hot\",new=\"" + long[:60] +
		"...\",old=\"a\",origin=\"20-site.conf:4\",path=\"name\"} 1\n"
	expect(t, changed+help+"config_info{digest=\"def\",version=\"v1\"} 1\n"+success+
		"config_last_reload_success 1\n"+timestamp+
		"config_last_reload_timestamp_seconds 1.7e+09\n"+reloads+
		"config_reload_total{result=\"committed\"} 1\nconfig_reload_total{result=\"invalid\"} 1\n"+
		"config_reload_total{result=\"restart\"} 1\n")

	observing()(componentconfig.Status{Version: "v2", Digest: "ghi", Deprecated: []componentconfig.Deprecated{
		{Path: "cache.size", Removal: "1.6"}, {Path: "cache.size", Flag: "cache-size", Removal: "1.6"}, {Flag: "v"},
	}})
	expect(t, "# HELP config_deprecated_in_use [ALPHA] Deprecated fields and flags that are set.\n"+
		"# TYPE config_deprecated_in_use gauge\n"+
		"config_deprecated_in_use{flag=\"\",path=\"cache.size\",removal=\"1.6\"} 1\n"+
		"config_deprecated_in_use{flag=\"cache-size\",path=\"cache.size\",removal=\"1.6\"} 1\n"+
		"config_deprecated_in_use{flag=\"v\",path=\"\",removal=\"\"} 1\n"+
		help+"config_info{digest=\"ghi\",version=\"v2\"} 1\n"+success+"config_last_reload_success 1\n")
}
