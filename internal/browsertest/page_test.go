package browsertest

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestPageInChromium uses the pages of the sample and of the kubelet's group as people do.
func TestPageInChromium(t *testing.T) {
	b := start(t)
	for _, page := range []struct{ dir, kind, flag, flagPath, word, wordPath, path, system, foreign string }{
		{"examples/sampleconfig", "relayconfiguration.v1beta1", "--max-udp-size", "listen.maxUDPSize",
			"opened when the machine boots",
			"bindDevice", "cache.serveStale", "windows", "listen.trafficClass"},
		{"testdata/kubelet", "kubeletconfiguration.v1beta1", "--oom-score-adj", "oomScoreAdj", "never killed", "oomScoreAdj",
			"authentication.webhook.enabled", "linux", "windowsPriorityClass"},
	} {
		t.Run(filepath.Base(page.dir), func(t *testing.T) {
			b.TB = t
			absolute, err := filepath.Abs(filepath.Join(repository, page.dir, "docs/config/index.html"))
			if err != nil {
				t.Fatal(err)
			}
			address := "file://" + absolute
			const shown = `visible().map((item) => item.id.replace(/^.*:/, "")).join(" ")`
			find := func(text, expected string) {
				t.Helper()
				b.press(kb.Escape)
				b.typeText(text)
				if got := b.value(shown); !strings.Contains(" "+got+" ", " "+expected+" ") || len(strings.Fields(got)) > 5 {
					t.Errorf("searching for %s shows %s, and not just %s", text, got, expected)
				}
			}
			b.size(1200, 900)
			b.open(address)
			total := b.value("visible().length")
			if n, err := strconv.Atoi(total); err != nil || n < 50 {
				t.Errorf("the page shows %s entries", total)
			}
			b.screenshot(filepath.Base(page.dir) + "-light")
			b.slash()
			b.want("/ focuses the search", "document.activeElement.id", "query")
			find(page.flag, page.flagPath)
			b.screenshot(filepath.Base(page.dir) + "-search")
			find(page.path, page.path)
			find(page.word, page.wordPath)
			b.press(kb.Escape)
			b.want("Escape shows all", "visible().length", total)
			b.typeText(page.path)
			b.press(kb.ArrowDown)
			b.want("the arrow moves to the result", "document.activeElement.closest('article')?.id", page.kind+":"+page.path)
			b.press(kb.Enter)
			b.want("Enter makes a link", "location.hash", "#"+page.kind+":"+page.path)
			b.press(kb.Escape)

			b.value(`system.value = "` + page.system + `"; system.dispatchEvent(new Event("input"))`)
			if got := b.value(shown); strings.Contains(" "+got+" ", " "+page.foreign+" ") {
				t.Errorf("%s is shown for %s", page.foreign, page.system)
			}
			b.value(`version.selectedIndex = version.options.length - 1; version.dispatchEvent(new Event("input"))`)
			b.want("one version is shown",
				`all("[data-version]").every((part) => part.hidden === (part.dataset.version !== version.value))`, "true")

			b.open(address + "#" + page.kind + ":" + page.path)
			b.want("the version of a deep link is shown", "version.value", page.kind[strings.Index(page.kind, ".")+1:])
			b.want("a deep link is in view", `(() => { const at = document.querySelector(":target").getBoundingClientRect();
				return at.top > 0 && at.top < innerHeight })()`, "true")
			b.screenshot(filepath.Base(page.dir) + "-link")

			b.scheme("dark")
			b.want("it is dark", "getComputedStyle(document.body).backgroundColor", "rgb(15, 20, 27)")
			b.screenshot(filepath.Base(page.dir) + "-dark")
			b.scheme("light")

			b.size(360, 740)
			b.open(address)
			b.want("nothing is wider than a telephone", "document.documentElement.scrollWidth", "360")
			b.screenshot(filepath.Base(page.dir) + "-narrow")
			b.withoutScript(address)
			b.want("without script, all is shown", "document.querySelectorAll('[hidden]').length", "1")
			b.screenshot(filepath.Base(page.dir) + "-noscript")
			b.quiet()
		})
	}
}

// BenchmarkPageOpens reports how long Chromium takes with the page of the kubelet's group, from its first byte until it
// is laid out and its script has run.
func BenchmarkPageOpens(b *testing.B) {
	absolute, err := filepath.Abs(repository + "/testdata/kubelet/docs/config/index.html")
	if err != nil {
		b.Fatal(err)
	}
	chromium := start(b)
	sum := 0.0
	for range b.N {
		chromium.open("file://" + absolute)
		got := chromium.value("(([at]) => at.loadEventEnd - at.responseStart)(performance.getEntriesByType('navigation'))")
		milliseconds, err := strconv.ParseFloat(got, 64)
		if err != nil {
			b.Fatal(err)
		}
		sum += milliseconds
	}
	b.ReportMetric(sum/float64(b.N), "ms/open")
}
