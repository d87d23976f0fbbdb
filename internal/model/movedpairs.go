package model

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
)

// compare looks for the fields that only one of two structs has, in a place below the root. Fields are the fields of
// the marked struct, path is the path of the place.
func (m *mover) compare(external, internal types.Type, fields []*group.Field, path string, outer []types.Type) {
	from, named, listed := structBehind(external)
	to, target, _ := structBehind(internal)
	if from == nil || to == nil || named == nil || target == nil || slices.Contains(outer, types.Type(named)) {
		return
	}
	if listed {
		path += "[*]"
	}
	p := m.pairOf(named, target)
	outer = append(slices.Clone(outer), named)
	for i := range from.NumFields() {
		variable := from.Field(i)
		if name, _ := jsonName(from.Tag(i)); !variable.Exported() || name == "-" || isTypeMeta(variable.Type()) {
			continue
		}
		below := joined(path, variable.Name())
		counterpart := fieldOf(to, variable.Name())
		if counterpart == nil {
			m.onlyThere(p, named, variable, below)
			continue
		}
		var inside []*group.Field
		if at := slices.IndexFunc(fields, func(f *group.Field) bool { return f.Name == variable.Name() }); at >= 0 {
			inside = fields[at].Fields
		}
		m.compare(variable.Type(), counterpart.Type(), inside, below, outer)
	}
	for _, field := range fields {
		if fieldOf(from, field.Name) == nil {
			m.onlyHere(p, field)
		}
	}
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// pairOf is the pair of two structs.
func (m *mover) pairOf(external, internal *types.Named) *pair {
	c := &group.Conversion{
		Version: m.version.Package.Path, External: typeOf(external), Internal: typeOf(internal),
	}
	name := c.Function(c.External, c.Internal)
	if m.pairs[name] == nil {
		m.pairs[name] = &pair{Conversion: c, external: external, internal: internal}
	}
	return m.pairs[name]
}

// onlyThere notes a field that the marked struct does not have.
func (m *mover) onlyThere(p *pair, holder *types.Named, variable *types.Var, path string) {
	d := &dropped{builder: m.builder, group: m.group, version: *m.version, pkg: m.pkg, root: m.root}
	if d.skipped(holder.Obj(), variable.Name()) {
		return
	}
	p.forward = true
	if m.explainedThere(variable, path) {
		p.ours = true
		return
	}
	position, end := d.position(holder.Obj(), variable.Name())
	p.unexplained = append(p.unexplained, func() {
		m.unmoved(p.Function(p.External, p.Internal), position, end,
			fmt.Sprintf("%s is in %s.%s and not in %s.%s", variable.Name(), p.External.PackageName, p.External.Name,
				p.Internal.PackageName, p.Internal.Name),
			fmt.Sprintf("add +moved(from: \"...\", in: %s) to the field that has its value now, or +tombstone(path: \"...\") "+
				"to %s", m.version.Name, m.root.Name))
	})
}

// explainedThere reports whether the markers say what becomes of a field of the version.
func (m *mover) explainedThere(variable *types.Var, path string) bool {
	if slices.ContainsFunc(m.moves, func(move *movedField) bool { return move.from == path }) ||
		m.tombstoned(path) {
		return true
	}
	inner, _, listed := structBehind(variable.Type())
	if inner == nil || listed || inner.NumFields() == 0 {
		return false
	}
	for field := range inner.Fields() {
		if field.Exported() && !m.explainedThere(field, joined(path, field.Name())) {
			return false
		}
	}
	return true
}

// onlyHere notes a field of the marked struct that the version does not have.
func (m *mover) onlyHere(p *pair, field *group.Field) {
	p.backward = true
	if m.explainedHere(field) {
		p.ours = true
		return
	}
	p.unexplained = append(p.unexplained, func() {
		m.unmoved(p.Function(p.Internal, p.External), field.Position, field.End,
			fmt.Sprintf("%s is not in %s.%s", field.Path, p.External.PackageName, p.External.Name),
			fmt.Sprintf("add +moved(from: \"...\", in: %s), or +since with the release that brought the field",
				m.version.Name))
	})
}

// explainedHere reports whether the markers say where a marked field comes from.
func (m *mover) explainedHere(field *group.Field) bool {
	for above := field; above != nil; above = above.Parent {
		if above.Markers.Has("since") {
			return true
		}
	}
	if slices.ContainsFunc(m.moves, func(move *movedField) bool { return move.field == field }) {
		return true
	}
	return len(field.Fields) > 0 && field.Type.Elements() == "" &&
		!slices.ContainsFunc(field.Fields, func(inner *group.Field) bool { return !m.explainedHere(inner) })
}

// unmoved reports a field that a conversion would lose, unless somebody has written it.
func (m *mover) unmoved(function string, position, end token.Position, message, fix string) {
	if m.pkg.Declared[function].Kind != "func" {
		m.report(position, end, "unmoved-field", message+", and no marker says what becomes of it", fix)
	}
}

// anchor adds each move to the pair of structs that it is in: the innermost one that has all places that the moves to
// one field tell of.
func (m *mover) anchor() {
	for _, move := range m.moves {
		depth := len(move.newer) - 1
		for _, other := range m.moves {
			if other.field == move.field {
				depth = min(depth, common(other.older, move.newer), len(other.older)-1)
			}
			if other.field == move.field && other.When != nil {
				depth = min(depth, common(other.deciding, move.newer), len(other.deciding)-1)
			}
		}
		external, internal := m.external, m.internal
		if depth > 0 {
			external, internal = move.older[depth-1].variable.Type(), move.newer[depth-1].variable.Type()
		}
		_, named, _ := structBehind(external)
		_, target, _ := structBehind(internal)
		if named == nil || target == nil {
			continue // a root has a name, and conversion-gen refuses other structs
		}
		move.Old, move.New = stepsOf(move.older[depth:]), stepsOf(move.newer[depth:])
		if move.When != nil {
			move.When.Steps = stepsOf(move.deciding[depth:])
		}
		p := m.pairOf(named, target)
		if !move.Same {
			p.ours, p.forward, p.backward = true, true, true
		}
		if !slices.ContainsFunc(p.Moves, func(known *group.Move) bool { // of the same structs in another place
			return known.Marker.Position == move.Marker.Position
		}) {
			p.Moves = append(p.Moves, move.Move)
		}
	}
}

// common is the number of steps that two ways begin with.
func common(a, b []pathStep) int {
	n := 0
	for n < len(a) && n < len(b) && a[n].variable.Name() == b[n].variable.Name() && a[n].listed == b[n].listed {
		n++
	}
	return n
}

// declare tells conversion-gen of the functions, so that it calls them and does not ask for them.
func (m *mover) declare(p *pair) {
	checked, _, err := m.session.Types(m.version.Package.Path)
	if err != nil {
		return
	}
	home := types.NewPackage(conversionPackage, "conversion")
	scope := types.NewNamed(types.NewTypeName(token.NoPos, home, "Scope", nil), types.NewInterfaceType(nil, nil), nil)
	add := func(wanted bool, name string, in, out types.Type) {
		if !wanted {
			return
		}
		parameter := func(name string, t types.Type) *types.Var { return types.NewParam(token.NoPos, checked, name, t) }
		parameters := types.NewTuple(parameter("in", types.NewPointer(in)), parameter("out", types.NewPointer(out)),
			parameter("s", scope))
		results := types.NewTuple(parameter("", types.Universe.Lookup("error").Type()))
		m.added = append(m.added, types.NewFunc(token.NoPos, checked, name,
			types.NewSignatureType(nil, nil, nil, parameters, results, false)))
	}
	add(p.Forward, p.Function(p.External, p.Internal), p.external, p.internal)
	add(p.Backward, p.Function(p.Internal, p.External), p.internal, p.external)
}

// tombstoned reports whether a tombstone of the root tells of a field of a version, given by its Go path, or of what
// holds it.
func (m *mover) tombstoned(path string) bool {
	json := jsonOf(m.external, path)
	return slices.ContainsFunc(m.root.Tombstones, func(t *group.Tombstone) bool {
		below, found := strings.CutPrefix(json, t.Path)
		return t.Path != "" && t.Value == "" && found && (below == "" || below[0] == '.' || below[0] == '[')
	})
}

// jsonOf is the path in files of a field with a Go path.
func jsonOf(t types.Type, path string) string {
	var out []string
	for part := range strings.SplitSeq(path, ".") {
		name, listed := strings.CutSuffix(part, "[*]")
		s, _, _ := structBehind(t)
		for i := range s.NumFields() {
			if s.Field(i).Name() != name {
				continue
			}
			tag, options := jsonName(s.Tag(i))
			switch {
			case tag != "":
				name = tag
			case s.Field(i).Embedded() || strings.Contains(options, "inline"):
				name = ""
			}
			t = s.Field(i).Type()
			break
		}
		if listed {
			name += "[*]"
		}
		if name != "" {
			out = append(out, name)
		}
	}
	return strings.Join(out, ".")
}
