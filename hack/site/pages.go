package main

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/configgen/configgen/internal/explain"
)

// contents is the page that lists all others, and the first of the site.
const contents = "docs/README.md"

// findings is the page with the codes of findings, and changes that with the rules about changes.
const (
	findings = "docs/findings.md"
	changes  = "docs/breaking.md"
)

// split are the pages that have a page for each heading of a level, with the directory of these.
var split = map[string]struct{ heading, dir string }{
	"docs/markers.md": {"### ", "markers"},
	findings:          {"## ", "findings"},
	"docs/lint.md":    {"## ", "lint"},
	changes:           {"### ", "breaking"},
}

// site is the documentation of a repository.
type site struct {
	repository fs.FS
	// pages are in the order of the navigation. Pages of sections follow the page that they are sections of.
	pages []*page
	// parts are those of the navigation.
	parts []part
	// at finds a page by its source, and that of a section by source#heading.
	at map[string]*page
}

// part is a heading of the navigation.
type part struct {
	title string
	pages []*page
}

// page is one of the site.
type page struct {
	// source is the Markdown file in the repository, by which links are resolved.
	source string
	// name is that of the HTML file.
	name string
	// label is what the navigation calls it, title is its heading.
	label, title string
	// text is the Markdown below the title.
	text string
	// parent is the page that a page of a section belongs to.
	parent *page
}

// listed is a line of the contents that lists a page.
var listed = regexp.MustCompile(`^- \[([^\]]+)\]\(([^)#]+\.md)\)`)

// read reads the pages of a repository.
func read(repository fs.FS) (*site, error) {
	s := &site{repository: repository, at: map[string]*page{}}
	first, err := s.add(contents, "configgen")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(first.text) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			s.parts = append(s.parts, part{title: strings.TrimSpace(title)})
		}
		found := listed.FindStringSubmatch(line)
		if found == nil {
			continue
		}
		if len(s.parts) == 0 {
			return nil, fmt.Errorf("%s: %s is not below a heading", contents, found[2])
		}
		p, err := s.add(path.Join(path.Dir(contents), found[2]), found[1])
		if err != nil {
			return nil, err
		}
		last := &s.parts[len(s.parts)-1]
		last.pages = append(last.pages, p)
		if how, ok := split[p.source]; ok {
			s.divide(p, how.heading, how.dir)
		}
	}
	shown, err := examples(repository)
	for _, p := range s.pages {
		if p.parent == nil || p.source != findings && p.source != changes {
			continue
		}
		for _, detail := range explain.Details(p.title) {
			p.text += "\n" + markdown(detail) + "\n"
		}
		p.text += shown[p.title]
	}
	return s, err
}

// marker matches a marker in a sentence.
var marker = regexp.MustCompile(`\+[a-z]+:[a-z]+\(.*\)`)

// markdown is a sentence with the marker in it as code.
func markdown(sentence string) string { return marker.ReplaceAllString(sentence, "`$0`") }

// add reads a page.
func (s *site) add(source, label string) (*page, error) {
	content, err := fs.ReadFile(s.repository, source)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", contents, err)
	}
	title, text, found := strings.Cut(string(content), "\n")
	if !strings.HasPrefix(title, "# ") || !found {
		return nil, fmt.Errorf("%s does not begin with a title", source)
	}
	p := &page{source: source, name: pageName(source), label: label, title: title[2:], text: text}
	s.pages = append(s.pages, p)
	s.at[source] = p
	return p, nil
}

// pageName is the name of the HTML file of a source. Pages in docs keep their directories.
func pageName(source string) string {
	name, inDocs := strings.CutPrefix(source, path.Dir(contents)+"/")
	if !inDocs {
		if name = path.Base(source); name == "README.md" {
			name = path.Base(path.Dir(source)) + ".md"
		}
	}
	if name == "README.md" {
		name = "index.md"
	}
	return strings.ToLower(strings.TrimSuffix(name, ".md")) + ".html"
}

// divide makes a page of each section with a heading of a level, and puts a list of these in their place.
func (s *site) divide(p *page, heading, dir string) {
	var rest []string
	var sections []*page // one for each line of the rest; nil for lines that belong to no section
	within := false
	for line := range strings.Lines(p.text) {
		title, begins := strings.CutPrefix(line, heading)
		if higher := strings.HasPrefix(line, "#") && strings.Index(line, " ") < strings.Index(heading, " "); higher {
			within = false
		}
		switch {
		case begins:
			title = strings.TrimSpace(title)
			name := dir + "/" + slug(strings.ReplaceAll(title, ":", "-")) + ".html"
			section := &page{source: p.source, name: name, label: title, title: title, parent: p}
			s.pages = append(s.pages, section)
			s.at[p.source+"#"+slug(title)] = section
			rest, sections, within = append(rest, ""), append(sections, section), true
		case within:
			sections[len(sections)-1].text += line
		default:
			rest, sections = append(rest, line), append(sections, nil)
		}
	}
	p.text = ""
	for i, line := range rest {
		if section := sections[i]; section != nil {
			line = fmt.Sprintf("- [%s](#%s): %s\n", section.title, slug(section.title), summary(section.text))
		}
		p.text += line
	}
}

// summary is the first sentence of a text. It passes over code, and over the paragraph that says where a marker is
// allowed.
func summary(text string) string {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		paragraph = strings.TrimLeft(paragraph, "\n")
		if paragraph == "" || strings.HasPrefix(paragraph, "    ") || strings.HasPrefix(paragraph, "On a ") {
			continue
		}
		sentence, _, _ := strings.Cut(strings.Join(strings.Fields(paragraph), " "), ". ")
		return strings.TrimSuffix(sentence, ".") + "."
	}
	return ""
}
