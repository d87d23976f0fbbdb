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
	// everywhere is set if the marker says the same in all places of the struct.
	everywhere bool
}

// field returns the field that the marker is about.
func (i *item) field() *types.Var { return i.path[len(i.path)-1].variable }

// home returns the import path of the package that the marker is written in.
func (i *item) home() string {
	if i.anchor < 0 {
		return i.root.ref.Package
	}
	return pathOf(i.path[i.anchor].owner)
}

// inside returns the path from the field that has the marker to the field that it is about; empty if it is that field.
func (i *item) inside() string { return dotted(i.path[i.anchor+1:]) }

// markerOf returns the text of the marker of an item.
func markerOf(p *planner, i *item) string {
	if i.flag != nil {
		return flagMarker(p, i)
	}
	return i.text
}

// place writes all items: each as near to its field as it can be, on a struct that is used in one place and that no
// other component can have, unless a declaration has the marker already.
func (p *planner) place() {
	for _, i := range p.items {
		if !p.isPlaced(i) && !p.write(i) && i.observed != nil {
			p.leave(i.observed, NotEdited, "no struct on the way to "+dotted(i.path)+" can be edited", advice[NotEdited])
		}
	}
}

// isPlaced reports whether a declaration has the marker of an item.
func (p *planner) isPlaced(i *item) bool {
	for anchor := i.anchor; anchor >= -1; anchor-- {
		if at := p.declaration(i, anchor); at.declared != nil {
			text := p.wrapped(i, anchor)
			if _, equal := about(p, at.markers(), text, i); equal {
				noteMarked(p, i, at, text)
				return true
			}
		}
	}
	return false
}

// write writes an item, and reports whether it could.
func (p *planner) write(i *item) bool {
	for anchor := i.anchor; anchor >= -1; anchor-- {
		at := p.declaration(i, anchor)
		if at.declared == nil || anchor >= 0 && p.isShared(i, i.path[anchor].owner.Obj()) {
			continue
		}
		text := p.wrapped(i, anchor)
		noteMarked(p, i, at, text)
		p.add(at, text, i)
		return true
	}
	return false
}

// isShared reports whether the marker of an item is not for all places of a struct, or of other components.
func (p *planner) isShared(i *item, owner *types.TypeName) bool {
	return p.shared[owner] || len(p.places[owner]) != 1 && !i.everywhere
}

// declaration returns the declaration of the field at an index of the path of an item, or of its root for -1; zero if
// it cannot be edited, or declares other fields, too.
func (p *planner) declaration(i *item, anchor int) declaration {
	if anchor < 0 {
		if !p.model.editable(i.root.ref) {
			return declaration{}
		}
		return p.model.on(i.root.ref)
	}
	_, declared := p.model.fields(i.path[anchor].owner)
	if field := declared.Field(i.path[anchor].variable.Name()); field == nil || len(field.Syntax.Names) > 1 {
		return declaration{}
	}
	return p.model.at(i.path[anchor])
}

// wrapped returns the marker of an item as it is written on the field at an index of its path, or on the root for -1.
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

// noteMarked notes the marker of a flag.
func noteMarked(p *planner, i *item, at declaration, text string) {
	for _, flag := range append(slices.Clone(i.delegated), i.observed) {
		if flag != nil {
			p.plan.Marked[flag.Name] = Marked{Marker: text, Field: at.String(), File: at.file}
		}
	}
}
