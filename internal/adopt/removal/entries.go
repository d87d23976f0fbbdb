package removal

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// entry is a call in code written by hand that registers a flag, or changes one.
type entry struct {
	// at is the call, and outer the call in the function that the component calls that leads there, which can be the same.
	at, outer token.Position
	flag      string // empty if it is computed
	mark      bool   // it changes the flag
	own       string // the generated function of the request that registers it; empty if none does
	elsewhere bool   // it is not for this system
	value     source.Expression
	set       source.Set
}

// entries returns the calls that the facts have. One of generated code is of a struct that has been adopted by itself:
// the call written by hand that leads there goes, if a generated function of the request has the flag.
func entries(request Request) []entry {
	var all []entry
	add := func(p source.Place, e entry) {
		chain := append(slices.Clone(p.Calls), p.Start)
		e.own, e.outer, e.elsewhere = ownOf(request, chain), chain[0], p.Elsewhere
		byHand := slices.DeleteFunc(chain, func(at token.Position) bool { return isGenerated(at.Filename) })
		if len(byHand) == 0 || e.mark && byHand[len(byHand)-1] != p.Start {
			return
		}
		e.at = byHand[len(byHand)-1]
		all = append(all, e)
	}
	for _, r := range request.Facts.Registrations {
		add(r.Place, entry{flag: r.Flag, value: r.Value, set: r.Set})
	}
	for _, m := range request.Facts.Marks {
		if isMark(m) {
			add(m.Place, entry{flag: m.Flag, mark: true})
		}
	}
	for _, d := range request.Facts.Delegations {
		e := entry{value: d.Receiver, set: d.Set}
		for _, argument := range d.Arguments {
			if argument.Kind == source.Field {
				e.value = argument
			}
		}
		for _, flag := range delegated(request, d) {
			e.flag = flag
			add(d.Place, e)
		}
	}
	return all
}

// isMark reports whether the marker of a flag expresses a change of the flag. Annotations stay.
func isMark(m source.Mark) bool {
	return m.Method != "SetAnnotation" && m.Method != "Lookup.Annotations"
}

// isGenerated reports whether configgen has generated a file.
func isGenerated(file string) bool { return strings.HasPrefix(filepath.Base(file), "zz_generated.") }

// ownOf returns the generated function of the request around one of the positions; empty if there is none.
func ownOf(request Request, chain []token.Position) string {
	for _, f := range request.Facts.Functions {
		if isGenerated(f.Start.Filename) && slices.ContainsFunc(chain, f.Has) &&
			slices.ContainsFunc(request.Generated, func(g Generated) bool { return g.is(f.Name) }) {
			return f.Name
		}
	}
	return ""
}

// delegated returns the flags that a function of another module registers, and an empty one if these may not be all.
func delegated(request Request, d source.Delegation) []string {
	for _, g := range request.Generated {
		if flags := g.Delegated[d.Callee]; flags != nil {
			return flags
		}
	}
	known := slices.DeleteFunc(slices.Clone(d.Flags), func(flag string) bool {
		return !slices.Contains(request.Flags, flag)
	})
	if !d.Complete {
		known = append(known, "")
	}
	return known
}

// within returns the entries in a node, except entries of generated functions of the request.
func (d *deletion) within(node ast.Node) []entry {
	start, end := d.position(node.Pos()), d.position(node.End())
	var found []entry
	for _, e := range d.entries {
		if e.own == "" && e.at.Filename == start.Filename && start.Offset <= e.at.Offset && e.at.Offset < end.Offset {
			found = append(found, e)
		}
	}
	return found
}

// registrations returns the entries that register a flag.
func (d *deletion) registrations(flag string) []entry {
	return slices.DeleteFunc(slices.Clone(d.entries), func(e entry) bool {
		return e.own != "" || e.mark || e.flag != flag
	})
}

func (d *deletion) position(pos token.Pos) token.Position { return d.Module.Fset.Position(pos) }
