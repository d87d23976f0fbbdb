package plan

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/markers"
)

// item is a marker that a field in its place below a root is to have.
type item struct {
	root *root
	path []step // to the field
	// anchor is the index in path of the last field that a marker can be written on; -1 for the root itself.
	anchor int
	// flag is a +flag; nil for other markers.
	flag     *markers.Flag
	observed *observe.Flag
	text     string // of other markers
	format   string // that the flag asks for
	// delegated are the flags that the function of a +flagsFrom registers.
	delegated []*observe.Flag
	position  token.Position
	// extra is set for a marker of the request.
	extra bool
}

// field is the field that the marker is about.
func (i *item) field() *types.Var { return i.path[len(i.path)-1].variable }

// home is the import path of the package that the marker is written in.
func (i *item) home() string {
	if i.anchor < 0 {
		return i.root.ref.Package
	}
	return pathOf(i.path[i.anchor].owner)
}

// inside is the path from the field that has the marker to the field that it is about; empty if it is that field.
func (i *item) inside() string { return dotted(i.path[i.anchor+1:]) }

// markerOf is the text of the marker of an item.
func markerOf(p *planner, i *item) string {
	if i.flag != nil {
		return flagMarker(p, i)
	}
	return i.text
}

// place writes all items: each on its field, if the struct of the field is used in one place and no other component can
// have it, and as a +subfield above the place otherwise, unless the field has the marker already.
func (p *planner) place() {
	for _, i := range p.items {
		if i.anchor >= 0 {
			owner := i.path[i.anchor].owner.Obj()
			at, text := p.model.at(i.path[i.anchor]), p.wrapped(i, i.anchor)
			_, there := about(p, at.field.Markers, text, i)
			switch {
			case there:
				noteMarked(p, i, at, text)
				continue
			case len(p.places[owner]) == 1 && !p.shared[owner]:
				noteMarked(p, i, at, text)
				p.add(at, text, i)
				continue
			}
		}
		p.above(i)
	}
}

// wrapped is the marker of an item as it is written on the field at an index of its path, or on the root for -1.
func (p *planner) wrapped(i *item, anchor int) string {
	was := i.anchor
	i.anchor = anchor
	defer func() { i.anchor = was }()
	text := markerOf(p, i)
	if inside := i.inside(); inside != "" {
		return "+subfield(" + inside + ")=" + text
	}
	return text
}

// above writes an item as a +subfield on the nearest field above its own that can be edited and is used in one place,
// or on the root.
func (p *planner) above(i *item) {
	for anchor := i.anchor - 1; anchor >= 0; anchor-- {
		owner := i.path[anchor].owner
		if _, declared := p.model.fields(owner); declared == nil || len(p.places[owner.Obj()]) != 1 || p.shared[owner.Obj()] {
			continue
		}
		if at := p.model.at(i.path[anchor]); at.field != nil {
			text := p.wrapped(i, anchor)
			noteMarked(p, i, at, text)
			p.add(at, text, i)
			return
		}
	}
	if !p.model.editable(i.root.ref) {
		if i.observed != nil {
			p.leave(i.observed, NotEdited, "no struct on the way to "+dotted(i.path)+" can be edited", advice[NotEdited])
		}
		return
	}
	at, text := p.model.on(i.root.ref), p.wrapped(i, -1)
	noteMarked(p, i, at, text)
	p.add(at, text, i)
}

// noteMarked notes the marker of a flag.
func noteMarked(p *planner, i *item, at declaration, text string) {
	for _, flag := range append(slices.Clone(i.delegated), i.observed) {
		if flag != nil {
			p.plan.Marked[flag.Name] = Marked{Marker: text, Field: at.String(), File: at.file}
		}
	}
}
