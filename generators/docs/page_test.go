//go:build tools

package docs

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/browsertest"
)

// TestPageInChromium uses the pages of the sample and of the kubelet's group as people do.
func TestPageInChromium(t *testing.T) {
	b := browsertest.Start(t)
	for _, page := range []struct{ dir, kind, flag, flagPath, word, wordPath, path, system, foreign string }{
		{"examples/sampleconfig", "relayconfiguration.v1beta1", "--max-udp-size", "listen.maxUDPSize",
			"opened when the machine boots",
			"bindDevice", "cache.serveStale", "windows", "listen.trafficClass"},
		{"testdata/kubelet", "kubeletconfiguration.v1beta1", "--oom-score-adj", "oomScoreAdj", "never killed", "oomScoreAdj",
			"authentication.webhook.enabled", "linux", "windowsPriorityClass"},
	} {
		t.Run(filepath.Base(page.dir), func(t *testing.T) {
			b.T = t
			absolute, err := filepath.Abs(filepath.Join("../..", page.dir, "docs/config/index.html"))
			if err != nil {
				t.Fatal(err)
			}
			address := "file://" + absolute
			want := func(what, expression, expected string) {
				t.Helper()
				if got := b.Value(expression); got != expected {
					t.Errorf("%s: got %s, want %s", what, got, expected)
				}
			}
			const shown = `visible().map((item) => item.id.replace(/^.*:/, "")).join(" ")`
			find := func(text, expected string) {
				t.Helper()
				b.Press("Escape")
				b.TypeText(text)
				if got := b.Value(shown); !strings.Contains(" "+got+" ", " "+expected+" ") || len(strings.Fields(got)) > 5 {
					t.Errorf("searching for %s shows %s, and not just %s", text, got, expected)
				}
			}
			b.Call("Emulation.setDeviceMetricsOverride",
				map[string]any{"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": false}, nil)
			b.Open(address)
			total := b.Value("visible().length")
			if n, err := strconv.Atoi(total); err != nil || n < 50 {
				t.Errorf("the page shows %s entries", total)
			}
			b.Screenshot(filepath.Base(page.dir) + "-light")
			b.Press("/")
			want("/ focuses the search", "document.activeElement.id", "query")
			find(page.flag, page.flagPath)
			b.Screenshot(filepath.Base(page.dir) + "-search")
			find(page.path, page.path)
			find(page.word, page.wordPath)
			b.Press("Escape")
			want("Escape shows all", "visible().length", total)
			b.TypeText(page.path)
			b.Press("ArrowDown")
			want("the arrow moves to the result", "document.activeElement.closest('article')?.id", page.kind+":"+page.path)
			b.Press("Enter")
			want("Enter makes a link", "location.hash", "#"+page.kind+":"+page.path)
			b.Press("Escape")

			b.Value(`system.value = "` + page.system + `"; system.dispatchEvent(new Event("input"))`)
			if got := b.Value(shown); strings.Contains(" "+got+" ", " "+page.foreign+" ") {
				t.Errorf("%s is shown for %s", page.foreign, page.system)
			}
			b.Value(`version.selectedIndex = version.options.length - 1; version.dispatchEvent(new Event("input"))`)
			want("one version is shown",
				`all("[data-version]").every((part) => part.hidden === (part.dataset.version !== version.value))`, "true")

			b.Open(address + "#" + page.kind + ":" + page.path)
			want("the version of a deep link is shown", "version.value", page.kind[strings.Index(page.kind, ".")+1:])
			want("a deep link is in view", `(() => { const at = document.querySelector(":target").getBoundingClientRect();
				return at.top > 0 && at.top < innerHeight })()`, "true")
			b.Screenshot(filepath.Base(page.dir) + "-link")

			b.Call("Emulation.setEmulatedMedia", map[string]any{
				"features": []map[string]any{{"name": "prefers-color-scheme", "value": "dark"}}}, nil)
			want("it is dark", "getComputedStyle(document.body).backgroundColor", "rgb(15, 20, 27)")
			b.Screenshot(filepath.Base(page.dir) + "-dark")
			b.Call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{}}, nil)

			b.Call("Emulation.setDeviceMetricsOverride",
				map[string]any{"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": true}, nil)
			b.Open(address)
			want("nothing is wider than a telephone", "document.documentElement.scrollWidth", "360")
			b.Screenshot(filepath.Base(page.dir) + "-narrow")
			b.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
			b.Open(address)
			b.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": false}, nil)
			want("without script, all is shown", "document.querySelectorAll('[hidden]').length", "1")
			b.Screenshot(filepath.Base(page.dir) + "-noscript")

			for _, request := range b.Requests {
				if !strings.HasPrefix(request, "file://") && !strings.HasPrefix(request, "data:") && request != "about:blank" {
					t.Errorf("the page asks for %s", request)
				}
			}
			for _, complaint := range b.Complaints {
				t.Errorf("the console says: %s", complaint)
			}
			b.Complaints, b.Requests = nil, nil
		})
	}
}

// BenchmarkPageOpens reports how long Chromium takes with the page of the kubelet's group, from its first byte until it
// is laid out and its script has run.
func BenchmarkPageOpens(b *testing.B) {
	absolute, err := filepath.Abs("../../testdata/kubelet/docs/config/index.html")
	if err != nil {
		b.Fatal(err)
	}
	chromium := browsertest.Start(b)
	sum := 0.0
	for range b.N {
		chromium.Open("file://" + absolute)
		got := chromium.Value("(([at]) => at.loadEventEnd - at.responseStart)(performance.getEntriesByType('navigation'))")
		milliseconds, err := strconv.ParseFloat(got, 64)
		if err != nil {
			b.Fatal(err)
		}
		sum += milliseconds
	}
	b.ReportMetric(sum/float64(b.N), "ms/open")
}
