//go:build tools

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/browsertest"
)

// TestSiteInChromium reads and searches the site as people do.
func TestSiteInChromium(t *testing.T) {
	dir := t.TempDir()
	if err := write(repository, dir); err != nil {
		t.Fatal(err)
	}
	b := browsertest.Start(t)
	want := func(what, expression, expected string) {
		t.Helper()
		if got := b.Value(expression); got != expected {
			t.Errorf("%s: got %s, want %s", what, got, expected)
		}
	}
	size := func(width, height int) {
		b.Call("Emulation.setDeviceMetricsOverride",
			map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}, nil)
	}
	scheme := func(name string) {
		b.Call("Emulation.setEmulatedMedia", map[string]any{
			"features": []map[string]any{{"name": "prefers-color-scheme", "value": name}}}, nil)
	}
	address := "file://" + dir + "/"

	size(1200, 900)
	b.Open(address + "index.html")
	b.Screenshot("site-light")
	b.Open(address + "tutorial.html#4-add-fields")
	want("a deep link is in view", `(() => { const at = document.querySelector(":target").getBoundingClientRect();
		return at.top > 0 && at.top < innerHeight })()`, "true")
	b.Screenshot("site-light-tutorial")
	b.Open(address + "findings/flag-name.html")
	b.Screenshot("site-light-finding")
	b.Press("/")
	want("/ focuses the search", "document.activeElement.id", "query")
	b.TypeText("subfield")
	b.Value("query.form.submit()")
	b.Open(address + "search.html?q=subfield")
	want("the page of the marker is found first", "visible()[0].querySelector('a').getAttribute('href')",
		"markers/subfield.html")
	b.Screenshot("site-search")
	b.Press("ArrowDown")
	want("the arrow moves to the result", "document.activeElement.textContent", "subfield")
	for text, href := range map[string]string{
		"--explain-config": "concepts.html#layers", "duplicate-flag": "findings/duplicate-flag.html",
	} {
		b.Open(address + "search.html?q=" + text)
		want("searching for "+text,
			`visible().some((item) => item.querySelector("a").getAttribute("href") === "`+href+`")`, "true")
	}
	scheme("dark")
	for _, page := range []string{"tutorial", "sampleconfig", "markers/flag", "lint/bool-mode"} {
		b.Open(address + page + ".html")
		want("it is dark", "getComputedStyle(document.body).backgroundColor", "rgb(15, 20, 27)")
		b.Screenshot("site-dark-" + filepath.Base(page))
	}
	scheme("light")
	size(360, 740)
	pages, err := filepath.Glob(filepath.Join(dir, "*.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, filepath.Join(dir, "markers", "flag.html")) {
		b.Open("file://" + page)
		want(filepath.Base(page)+" is as wide as a telephone", "document.documentElement.scrollWidth", "360")
	}
	b.Open(address + "dynamic-configuration.html")
	b.Screenshot("site-narrow")
	b.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	b.Open(address + "search.html")
	b.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": false}, nil)
	want("without script, all sections are listed",
		"document.querySelectorAll('article:not([hidden])').length > 300", "true")
	b.Screenshot("site-noscript")

	for _, request := range b.Requests {
		if !strings.HasPrefix(request, "file://") && !strings.HasPrefix(request, "data:") && request != "about:blank" {
			t.Errorf("a page asks for %s", request)
		}
	}
	for _, complaint := range b.Complaints {
		t.Errorf("the console says: %s", complaint)
	}
}
