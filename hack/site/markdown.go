package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"io/fs"
	"path"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	markup "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// host is where the files of the repository are that are not pages of the site.
const host = "https://github.com/configgen/configgen/"

// chunk is a heading of a page with all that follows it, up to the next one.
type chunk struct {
	id, title string
	level     int
	html      bytes.Buffer
}

// chunks renders a page. The first chunk is the text before the first heading.
func (s *site) chunks(p *page) ([]*chunk, error) {
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(markup.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(blocks{}, 1))),
	)
	source := []byte(p.text)
	document := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(
		parser.NewContext(parser.WithIDs(anchors{}))))
	if err := s.resolveLinks(p, document); err != nil {
		return nil, err
	}
	all := []*chunk{{title: p.title}}
	for node := document.FirstChild(); node != nil; node = node.NextSibling() {
		if heading, ok := node.(*ast.Heading); ok {
			id, _ := heading.AttributeString("id")
			all = append(all, &chunk{id: string(id.([]byte)), title: plain(heading, source), level: heading.Level})
		}
		if err := markdown.Renderer().Render(&all[len(all)-1].html, source, node); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// plain returns the text of a node without its markup.
func plain(node ast.Node, source []byte) string {
	var out strings.Builder
	_ = ast.Walk(node, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // no step fails
		if t, ok := n.(*ast.Text); ok && entering {
			out.Write(t.Segment.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}

// resolveLinks lets the links of a page lead to pages of the site, and to the code host for other files.
func (s *site) resolveLinks(p *page, document ast.Node) error {
	return ast.Walk(document, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if image, ok := node.(*ast.Image); ok && entering { // part of the page, so that it loads no other file
			picture, err := fs.ReadFile(s.repository, path.Join(path.Dir(p.source), string(image.Destination)))
			image.Destination = []byte("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(picture))
			return ast.WalkContinue, err
		}
		link, ok := node.(*ast.Link)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		target, err := s.resolve(p, string(link.Destination))
		link.Destination = []byte(target)
		return ast.WalkContinue, err
	})
}

// resolve returns the address of the target of a link in a page.
func (s *site) resolve(from *page, link string) (string, error) {
	file, heading, _ := strings.Cut(link, "#")
	if strings.Contains(file, ":") {
		return link, nil // another site
	}
	target := from.source
	if file != "" {
		target = path.Join(path.Dir(from.source), file)
	}
	if section := s.at[target+"#"+heading]; section != nil {
		return relative(from, section.name), nil
	}
	if other := s.at[target]; other != nil {
		address := relative(from, other.name)
		if heading != "" {
			address += "#" + heading
		}
		return address, nil
	}
	info, err := fs.Stat(s.repository, target)
	if err != nil {
		return "", fmt.Errorf("%s: link to %s: %w", from.source, link, err)
	}
	kind := "blob/main/"
	if info.IsDir() {
		kind = "tree/main/"
	}
	return host + kind + target, nil
}

// relative returns the address of a file of the site in a page of it.
func relative(from *page, name string) string {
	return strings.Repeat("../", strings.Count(from.name, "/")) + name
}

// anchors gives headings the anchors that code hosts give them.
type anchors map[string]int

// Generate implements parser.IDs.
func (a anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	id := slug(string(value))
	a[id]++
	if n := a[id]; n > 1 {
		return fmt.Appendf(nil, "%s-%d", id, n-1)
	}
	return []byte(id)
}

// Put implements parser.IDs.
func (a anchors) Put([]byte) {}

// slug returns the anchor of a heading.
func slug(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(title))
}

// blocks renders headings with a link to themselves, and code with the name of its file and with prompts.
type blocks struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (blocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHeading, renderHeading)
	r.Register(ast.KindFencedCodeBlock, renderCode)
}

func renderHeading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	heading := node.(*ast.Heading)
	id, _ := heading.AttributeString("id")
	if entering {
		fmt.Fprintf(w, "<h%d id=\"%s\">", heading.Level, id)
	} else {
		fmt.Fprintf(w, " <a class=\"here\" href=\"#%s\" aria-label=\"Link to this section\">#</a></h%d>\n", id, heading.Level)
	}
	return ast.WalkContinue, nil
}

func renderCode(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block := node.(*ast.FencedCodeBlock)
	language, file := "", ""
	if block.Info != nil {
		words := strings.Fields(string(block.Info.Segment.Value(source)))
		if language = words[0]; len(words) > 1 {
			file = words[1]
		}
	}
	fmt.Fprint(w, "<figure>")
	if file != "" {
		fmt.Fprintf(w, "<figcaption>%s</figcaption>", html.EscapeString(file))
	}
	fmt.Fprintf(w, "<pre><code class=\"%s\">", html.EscapeString(language))
	lines := block.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		line := html.EscapeString(string(segment.Value(source)))
		if command, ok := strings.CutPrefix(line, "$ "); ok && language == "console" {
			line = "<b><i>$ </i>" + strings.TrimSuffix(command, "\n") + "</b>\n"
		}
		fmt.Fprint(w, line)
	}
	fmt.Fprint(w, "</code></pre></figure>\n")
	return ast.WalkSkipChildren, nil
}
