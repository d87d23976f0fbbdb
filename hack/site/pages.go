package main

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/configgen/configgen/internal/rule"
	"github.com/configgen/configgen/internal/terminal"
	"github.com/configgen/configgen/markers"
)

const (
	// front is the first page of the site.
	front = "README.md"
	// contents is the page that lists all others.
	contents = "docs/README.md"
)

// heading begins a section that has a page of its own, on the pages that have such sections.
const heading = "### "

// split are these pages, with the directory of the pages of their sections.
var split = map[string]string{
	"docs/markers.md": "markers", "docs/findings.md": "findings", "docs/lint.md": "lint", "docs/breaking.md": "breaking",
}

// site is the documentation of a repository.
type site struct {
	repository fs.FS
	// pages are in the order of the navigation. Pages of sections follow the page that they are sections of.
	pages []*page
	// parts are the parts of the navigation.
	parts []part
	// at has pages by their source, and pages of sections by source#heading.
	at map[string]*page
}

// part is a heading of the navigation.
type part struct {
	title string
	pages []*page
}

// page is a page of the site.
type page struct {
	// source is the Markdown file in the repository, by which links are resolved.
	source string
	// name is the name of the HTML file.
	name string
	// label is its name in the navigation, title is its heading.
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
	if _, err := s.add(front, "configgen"); err != nil {
		return nil, err
	}
	list, err := s.add(contents, "All pages")
	if err != nil {
		return nil, err
	}
	about, err := summaries()
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(list.text) {
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
		if dir, ok := split[p.source]; ok {
			s.divide(p, dir, about)
		}
	}
	return s, nil
}

// summaries returns the sentences about sections, by their titles: the sections of rules and of markers.
func summaries() (map[string]string, error) {
	manual, err := markers.Manual()
	all := map[string]string{}
	for _, help := range manual {
		all[help.Name] = terminal.FirstSentence(help.Doc) + "."
	}
	for _, r := range rule.All() {
		all[r.Code] = r.Doc
	}
	return all, err
}

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

// pageName returns the name of the HTML file of a source. Pages in docs keep their directories.
func pageName(source string) string {
	name, inDocs := strings.CutPrefix(source, path.Dir(contents)+"/")
	switch {
	case source == front:
		name = "index.md"
	case path.Base(source) == "README.md":
		name = path.Base(path.Dir(source)) + ".md"
	case !inDocs:
		name = path.Base(source)
	}
	return strings.ToLower(strings.TrimSuffix(name, ".md")) + ".html"
}

// divide makes a page of each section, and replaces the sections by a list of these pages with their summaries.
func (s *site) divide(p *page, dir string, about map[string]string) {
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
			line = fmt.Sprintf("- [%s](#%s): %s\n", section.title, slug(section.title), about[section.title])
		}
		p.text += line
	}
}
