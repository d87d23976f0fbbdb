package main

import (
	_ "embed"
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/configgen/configgen/internal/htmlpage"
)

var (
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

// searchPage is the page with a line for each section of all pages. The form for searching leads there, so that no
// other page needs the text of all.
const searchPage = "search.html"

// render returns the files of the site by their names.
func (s *site) render() (map[string][]byte, error) {
	files := map[string][]byte{}
	var found strings.Builder
	for _, p := range s.pages {
		chunks, err := s.chunks(p)
		if err != nil {
			return nil, err
		}
		var body strings.Builder
		s.breadcrumbs(&body, p)
		fmt.Fprintf(&body, "<h1>%s</h1>\n", html.EscapeString(p.title))
		for _, c := range chunks {
			body.Write(c.html.Bytes())
			entry(&found, p, c)
		}
		files[p.name] = s.layout(p, chunks, body.String())
	}
	results := &page{name: searchPage, title: "Search"}
	files[searchPage] = s.layout(results, nil, "<h1>Search</h1>\n"+
		"<p><output id=\"count\" aria-live=\"polite\"></output></p>\n<div id=\"results\">\n"+found.String()+"</div>\n")
	return files, nil
}

// breadcrumbs lead from the page of a section to the page of all.
func (s *site) breadcrumbs(out *strings.Builder, p *page) {
	if p.parent != nil {
		fmt.Fprintf(out, "<p class=\"parent\"><a href=\"%s\">%s</a></p>\n", relative(p, p.parent.name),
			html.EscapeString(p.parent.title))
	}
}

// layout returns a page with its header and navigation.
func (s *site) layout(p *page, chunks []*chunk, body string) []byte {
	var out strings.Builder
	title := p.title
	if p.source != front {
		title += " - configgen"
	}
	fmt.Fprintf(&out, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
	content="%s">
<link rel="icon" href="data:,">
<title>%s</title>
<style>
%s</style>
</head>
<body>
<header>
<form class="controls" action="%s" role="search">
<a class="home" href="%s">configgen</a>
<input id="query" name="q" type="search" placeholder="Search" aria-label="Search" autocomplete="off">
</form>
</header>
<div class="columns">
<nav>
<details open>
<summary>Pages</summary>
`, htmlpage.Policy, html.EscapeString(title), htmlpage.Style+style, relative(p, searchPage), relative(p, "index.html"))
	for _, part := range s.parts {
		fmt.Fprintf(&out, "<strong>%s</strong>\n<ul>\n", html.EscapeString(part.title))
		for _, other := range part.pages {
			s.navigate(&out, p, other, chunks)
		}
		out.WriteString("</ul>\n")
	}
	fmt.Fprintf(&out, `</details>
</nav>
<main>
%s</main>
</div>
<footer><kbd>/</kbd> searches all pages.</footer>
<script>
%s</script>
</body>
</html>
`, body, script)
	return []byte(out.String())
}

// navigate writes the link from a page to another page. For the page itself, it also writes the links to its sections.
func (s *site) navigate(out *strings.Builder, p, other *page, chunks []*chunk) {
	current := ""
	if p == other || p.parent == other {
		current = " aria-current=\"page\""
	}
	fmt.Fprintf(out, "<li><a href=\"%s\"%s>%s</a></li>\n", relative(p, other.name), current,
		html.EscapeString(other.label))
	if p != other {
		return
	}
	for _, c := range chunks {
		if c.level == 2 {
			fmt.Fprintf(out, "<li style=\"--depth:1\"><a href=\"#%s\">%s</a></li>\n", c.id, html.EscapeString(c.title))
		}
	}
}

var (
	tags   = regexp.MustCompile(`<[^>]*>`)
	blanks = regexp.MustCompile(`\s+`)
)

// entry writes the entry of a section for the search.
func entry(out *strings.Builder, p *page, c *chunk) {
	_, content, _ := strings.Cut(c.html.String(), "</h")
	if c.id == "" {
		content = c.html.String()
	} else if _, below, ok := strings.Cut(content, ">"); ok {
		content = below
	}
	content = strings.TrimSpace(blanks.ReplaceAllString(tags.ReplaceAllString(content, " "), " "))
	if content == "" {
		return
	}
	address, where := p.name, p.title
	if c.id != "" {
		address += "#" + c.id
	}
	if p.parent != nil {
		where = p.parent.title
	}
	fmt.Fprintf(out, "<article>\n<h3><a href=\"%s\">%s</a></h3>\n<p class=\"where\">%s</p>\n", html.EscapeString(address),
		html.EscapeString(c.title), html.EscapeString(where))
	fmt.Fprintf(out, "<p class=\"text\">%s</p>\n</article>\n", content)
}
