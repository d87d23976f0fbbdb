package browsertest

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestSiteInChromium reads and searches the site as people do.
func TestSiteInChromium(t *testing.T) {
	dir := t.TempDir()
	site := exec.Command("go", "run", "./hack/site", "-out", dir)
	site.Dir = repository
	if out, err := site.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	b := start(t)
	address := "file://" + dir + "/"

	b.size(1200, 900)
	b.open(address + "index.html")
	b.screenshot("site-light")
	b.open(address + "tutorial.html#4-add-fields")
	b.want("a deep link is in view", `(() => { const at = document.querySelector(":target").getBoundingClientRect();
		return at.top > 0 && at.top < innerHeight })()`, "true")
	b.screenshot("site-light-tutorial")
	b.open(address + "findings/flag-name.html")
	b.screenshot("site-light-finding")
	b.slash()
	b.want("/ focuses the search", "document.activeElement.id", "query")
	b.typeText("subfield")
	b.follow(kb.Enter)
	b.want("Enter searches", "location.href", address+"search.html?q=subfield")
	b.want("the page of the marker is found first", "visible()[0].querySelector('a').getAttribute('href')",
		"markers/subfield.html")
	b.screenshot("site-search")
	b.press(kb.ArrowDown)
	b.want("the arrow moves to the result", "document.activeElement.textContent", "subfield")
	for text, href := range map[string]string{
		"--explain-config": "concepts.html#layers", "duplicate-flag": "findings/duplicate-flag.html",
	} {
		b.open(address + "search.html?q=" + text)
		b.want("searching for "+text,
			`visible().some((item) => item.querySelector("a").getAttribute("href") === "`+href+`")`, "true")
	}
	b.scheme("dark")
	for _, page := range []string{"tutorial", "sampleconfig", "markers/flag", "lint/bool-mode"} {
		b.open(address + page + ".html")
		b.want("it is dark", "getComputedStyle(document.body).backgroundColor", "rgb(15, 20, 27)")
		b.screenshot("site-dark-" + filepath.Base(page))
	}
	b.scheme("light")
	b.size(360, 740)
	pages, err := filepath.Glob(filepath.Join(dir, "*.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, filepath.Join(dir, "markers", "flag.html")) {
		b.open("file://" + page)
		b.want(filepath.Base(page)+" is as wide as a telephone", "document.documentElement.scrollWidth", "360")
	}
	b.open(address + "dynamic-configuration.html")
	b.screenshot("site-narrow")
	b.withoutScript(address + "search.html")
	b.want("without script, all sections are listed",
		"document.querySelectorAll('article:not([hidden])').length > 300", "true")
	b.screenshot("site-noscript")
	b.quiet()
}
