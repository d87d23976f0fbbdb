package main

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/explain"
	"github.com/configgen/configgen/markers"
)

var repository = os.DirFS("../..")

func rendered(t *testing.T) map[string]string {
	t.Helper()
	s, err := read(repository)
	if err != nil {
		t.Fatal(err)
	}
	files, err := s.render()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for name, content := range files {
		texts[name] = string(content)
	}
	return texts
}

var (
	href = regexp.MustCompile(`(?:href|src|action)="([^"]*)"`)
	id   = regexp.MustCompile(`\bid="([^"]*)"`)
)

// TestSiteLinks expects that each link leads to a place that exists: in the site, or in the repository.
func TestSiteLinks(t *testing.T) {
	files, anchors := rendered(t), map[string]map[string]bool{}
	for name, text := range files {
		anchors[name] = map[string]bool{"": true}
		for _, found := range id.FindAllStringSubmatch(text, -1) {
			if anchors[name][found[1]] {
				t.Errorf("%s has two places #%s", name, found[1])
			}
			anchors[name][found[1]] = true
		}
	}
	links := 0
	for name, text := range files {
		for _, found := range href.FindAllStringSubmatch(text, -1) {
			links++
			target, anchor, _ := strings.Cut(found[1], "#")
			inRepository := regexp.MustCompile("^" + host + "(?:blob|tree)/main/(.*)$").FindStringSubmatch(target)
			switch {
			case inRepository != nil:
				if _, err := fs.Stat(repository, inRepository[1]); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			case strings.Contains(target, ":"): // another site, or no address
			default:
				if target = path.Join(path.Dir(name), target); strings.HasPrefix(found[1], "#") {
					target = name
				}
				if !anchors[target][anchor] {
					t.Errorf("%s: the site has no place %s", name, found[1])
				}
			}
		}
	}
	if links < 5_000 {
		t.Errorf("only %d links were found", links)
	}
}

// TestSiteIsComplete expects a page for each marker and each code. internal/house expects all pages in the contents.
func TestSiteIsComplete(t *testing.T) {
	files := rendered(t)
	manual, err := markers.Manual()
	if err != nil {
		t.Fatal(err)
	}
	for _, help := range manual {
		if name := "markers/" + slug(strings.ReplaceAll(help.Name, ":", "-")) + ".html"; files[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
	for _, code := range explain.Codes() {
		name := slug(code) + ".html"
		text := files["findings/"+name] + files["lint/"+name] + files["breaking/"+name]
		if !strings.Contains(text, "<h1>"+code+"</h1>\n<p>") {
			t.Errorf("no page explains %s", code)
		}
	}
}

// TestSitePage checks the HTML of the site for Markdown.
func TestSitePage(t *testing.T) {
	files := rendered(t)
	for _, row := range []struct{ page, want string }{
		{"index.html", "type RelayConfiguration struct {"},
		{"index.html", "func AddRelayConfigurationFlags("},
		{"index.html", "# flag --port (overrides relay.yaml:4)"},
		{"index.html", `<a href="docs.html">docs</a>`},
		{"faq.html", `<a href="markers/subfield.html"><code>+subfield</code></a>`},
		{"markers/subfield.html", `<p class="parent"><a href="../markers.html">Markers</a></p>`},
		{"markers.html", `<li><a href="markers/subfield.html">subfield</a>: `},
		{"security.html", `<a href="dynamic-configuration.html">its documented rules</a>`},
		{"reference.html", `<a href="` + host + `tree/main/examples/sampleconfig/docs/config">`},
		{"sampleconfig.html", `<b><i>$ </i>relay --upstream=198.51.100.1:53 --tcp`},
		{"findings/duplicate-flag.html", `the flag --`},
		{"breaking/cb005.html", `<p>In alpha versions: warning; in beta: error; in GA: error.</p>`},
		{"breaking/cb005.html", `<code>+configgen:allow(rule: CB005, `},
		{"lint/number-float.html", `<p class="parent"><a href="../lint.html">`},
		{"search.html", `<a href="concepts.html#layers">Layers</a>`},
	} {
		if !strings.Contains(files[row.page], row.want) {
			t.Errorf("%s does not have %s", row.page, row.want)
		}
	}
	for name, text := range files {
		if regexp.MustCompile(`(?i)<(script|img|link)[^>]*(src|href)="[^"d]|@import|url\(`).MatchString(text) {
			t.Errorf("%s loads another file", name)
		}
	}
}
