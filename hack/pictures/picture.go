package main

import (
	"fmt"
	"html"
	"slices"
	"strings"
)

// picture is a drawing of boxes in columns and rows, and of arrows between them.
type picture struct {
	// title is what the picture shows, for readers who do not see it.
	title  string
	boxes  []box
	arrows []arrow
}

// box has a name and lines of text. Column and row begin with 0.
type box struct {
	column, row int
	name        string
	lines       []string
}

// arrow leads from a box to another one, by their names.
type arrow struct{ from, to, label string }

// The sizes of boxes and of the space between them, in pixels.
const (
	width, height, columnGap, rowGap, lineHeight, margin = 210, 84, 110, 56, 17, 12
)

const style = `text{font:13px system-ui,sans-serif;fill:#1f2328}.name{font-weight:600}.label{font-size:12px}` +
	`rect{fill:#ddf4ff;stroke:#0969da}path{stroke:#57606a;fill:none}.tip{fill:#57606a;stroke:none}` +
	`@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#0c2d6b;stroke:#58a6ff}path{stroke:#9198a1}` +
	`.tip{fill:#9198a1}}`

func (b box) x() int { return margin + b.column*(width+columnGap) }
func (b box) y() int { return margin + b.row*(height+rowGap) }

// svg returns the picture as a file.
func (p picture) svg() string {
	columns, rows := 0, 0
	for _, b := range p.boxes {
		columns, rows = max(columns, b.column+1), max(rows, b.row+1)
	}
	wide, high := columns*(width+columnGap)-columnGap+2*margin, rows*(height+rowGap)-rowGap+2*margin
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">
<title>%s</title>
<style>%s</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
<path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>
`, wide, high, html.EscapeString(p.title), style)
	for _, b := range p.boxes {
		fmt.Fprintf(&out, `<rect x="%d" y="%d" width="%d" height="%d" rx="6"/>`+"\n", b.x(), b.y(), width, height)
		text(&out, "name", b.x()+width/2, b.y()+22, b.name)
		for i, line := range b.lines {
			text(&out, "line", b.x()+width/2, b.y()+22+(i+1)*lineHeight, line)
		}
	}
	for _, a := range p.arrows {
		p.draw(&out, a)
	}
	return out.String() + "</svg>\n"
}

func text(out *strings.Builder, class string, x, y int, words string) {
	fmt.Fprintf(out, `<text class="%s" x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", class, x, y,
		html.EscapeString(words))
}

// draw draws an arrow: to the side if the boxes are in different columns, and otherwise up or down. Of two arrows
// between the same boxes, the one that leads back is beside the other.
func (p picture) draw(out *strings.Builder, a arrow) {
	from, to := p.named(a.from), p.named(a.to)
	beside := 0
	if slices.ContainsFunc(p.arrows, func(b arrow) bool { return b.from == a.to && b.to == a.from }) {
		beside = 18
	}
	x1, y1, x2, y2 := from.x()+width/2, from.y()+height/2, to.x()+width/2, to.y()+height/2
	anchor, labelX, labelY := "middle", 0, 0
	switch {
	case from.column < to.column:
		x1, x2, y1, y2 = from.x()+width, to.x(), y1-beside, y2-beside
		labelX, labelY = (x1+x2)/2, (y1+y2)/2-6
	case from.column > to.column:
		x1, x2, y1, y2 = from.x(), to.x()+width, y1+beside, y2+beside
		labelX, labelY = (x1+x2)/2, (y1+y2)/2+16
	case from.row < to.row:
		y1, y2, x1, x2 = from.y()+height, to.y(), x1+beside, x2+beside
		anchor, labelX, labelY = "start", x1+8, (y1+y2)/2+4
	default:
		y1, y2, x1, x2 = from.y(), to.y()+height, x1-beside, x2-beside
		anchor, labelX, labelY = "end", x1-8, (y1+y2)/2+4
	}
	fmt.Fprintf(out, `<path d="M%d %d %d %d" marker-end="url(#tip)"/>`+"\n", x1, y1, x2, y2)
	if a.label != "" {
		fmt.Fprintf(out, `<text class="label" x="%d" y="%d" text-anchor="%s">%s</text>`+"\n", labelX, labelY,
			anchor, html.EscapeString(a.label))
	}
}

// named returns the box with a name.
func (p picture) named(name string) box {
	return p.boxes[slices.IndexFunc(p.boxes, func(b box) bool { return b.name == name })]
}
