package model

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// moved finds where versions have the fields of the roots that are in another place, and the structs with conversions
// that follow from this.
func moved(b *builder, g *group.Group) {
	before := len(b.findings)
	strayMoves(b, g)
	stray := len(b.findings) > before
	for i := range g.Versions {
		version := &g.Versions[i]
		pkg, external := b.source(version.Package.Path), versionTypes(b, *version)
		internal, _, err := b.session.Types(g.Package.Path)
		if pkg == nil || external == nil || err != nil || version.Types.Path == g.Package.Path {
			continue
		}
		m := &mover{builder: b, group: g, version: version, pkg: pkg, pairs: map[string]*pair{}, failed: stray}
		for _, root := range g.Roots {
			outer, inner := external.Scope().Lookup(root.Name), internal.Scope().Lookup(root.Name)
			if outer == nil || inner == nil {
				continue
			}
			m.root, m.external, m.internal, m.moves = root, outer.Type(), inner.Type(), nil
			root.Walk(m.find)
			m.collide()
			m.cover()
			m.compare(outer.Type(), inner.Type(), root.Fields, "", nil)
			m.anchor()
		}
		m.finish()
	}
}

// strayMoves reports the markers that name no version of the group.
func strayMoves(b *builder, g *group.Group) {
	var names []string
	for _, version := range g.Versions {
		if version.Types.Path != g.Package.Path {
			names = append(names, version.Name)
		}
	}
	for _, root := range g.AllRoots() {
		root.Walk(func(field *group.Field) {
			for _, marker := range field.Markers.Named("moved") {
				value := marker.Value.(*markers.Moved)
				fix := "name one of " + strings.Join(names, ", ")
				switch near, distance := diag.Nearest(value.In, names); {
				case slices.Contains(g.FlagStructs, root):
					b.reportMarker(marker, "moved-version", fmt.Sprintf("+moved is on %s of a +flags struct, which has no versions",
						field.Path), "remove it", marker.Remove())
				case slices.Contains(names, value.In):
				case len(names) == 0:
					b.reportMarker(marker, "moved-version", "+moved has no effect: no other version converts to "+
						g.Package.Name, "remove it", marker.Remove())
				default:
					var advice diag.Advice
					if distance >= 0 && distance <= 2 {
						fix, advice = "did you mean "+near+"?", marker.Correct(value.In, near)
					}
					b.reportMarker(marker, "moved-version", fmt.Sprintf("%q is not a version that converts to %s", value.In,
						g.Package.Name), fix, advice)
				}
			}
		})
	}
}

// mover is the search in one version.
type mover struct {
	*builder
	group    *group.Group
	version  *group.Version
	pkg      *load.Package
	root     *group.Root
	external types.Type // the root in the version
	internal types.Type // the marked root
	moves    []*movedField
	// pairs are the structs that are converted, by the name of the forward function.
	pairs map[string]*pair
	// failed reports that something is wrong with a marker, so that it is not known what becomes of a field.
	failed bool
}

// movedField is a Move with the places that it is told by.
type movedField struct {
	*group.Move
	field *group.Field
	// from is the Go path in the version, in the form of group.Field.Path.
	from string
	// older, newer and deciding are the ways from the roots: to the field in the version, to the marked one, and to the
	// field of the condition.
	older, newer, deciding []pathStep
}

// pair is a struct of the version with the marked one.
type pair struct {
	*group.Conversion
	external, internal *types.Named
	// ours reports that a marker explains a difference. unexplained are the others.
	ours        bool
	unexplained []func()
	forward     bool // fields of the version are missing in the marked struct
	backward    bool
}

// find resolves the markers of a field for the version.
func (m *mover) find(field *group.Field) {
	for _, marker := range field.Markers.Named("moved") {
		value := marker.Value.(*markers.Moved)
		if value.In != m.version.Name {
			continue
		}
		if move := m.resolve(field, marker, value); move != nil {
			m.moves = append(m.moves, move)
		} else {
			m.failed = true
		}
	}
}

// resolve finds the places that a marker names; nil if something is wrong with it.
func (m *mover) resolve(field *group.Field, marker markers.Marker, value *markers.Moved) *movedField {
	move := &movedField{field: field, Move: &group.Move{
		Root: m.root.Name, From: value.From, To: field.JSONPath, Marker: marker,
	}}
	steps, ok := m.follow(marker, value.From)
	if !ok {
		return nil
	}
	if byName := m.sameName(field); byName != "" {
		m.reportMarker(marker, "moved-from", fmt.Sprintf("%s has %s, so the field is not in another place there",
			m.version.Name, byName), "remove the marker", marker.Remove())
		return nil
	}
	move.from, move.older, move.newer = goPath(steps), steps, m.stepsTo(field)
	if elementOf(move.older) != elementOf(move.newer) {
		m.reportMarker(marker, "moved-from",
			fmt.Sprintf("%s and %s are not in the same element of a list or map", value.From, move.To),
			"a field can only be moved inside of an element")
		return nil
	}
	if !m.condition(move, value) || !m.functions(move, value) {
		return nil
	}
	return move
}

// sameName returns the path of the field with the Go path of a marked one in the version; empty if there is none.
func (m *mover) sameName(field *group.Field) string {
	t, names := m.external, strings.Split(strings.ReplaceAll(field.Path, "[*]", ""), ".")
	for _, name := range names {
		s, _, _ := structBehind(t)
		if s == nil {
			return ""
		}
		variable := fieldOf(s, name)
		if variable == nil {
			return ""
		}
		t = variable.Type()
	}
	return field.JSONPath
}

// pathStep is a field on the way to another one.
type pathStep struct {
	variable *types.Var
	// listed reports that the way leads on through the elements of the field.
	listed bool
}

// follow resolves a path in files of the version.
func (m *mover) follow(marker markers.Marker, path string) ([]pathStep, bool) {
	var steps []pathStep
	t := m.external
	for part := range strings.SplitSeq(path, ".") {
		name, listed := strings.CutSuffix(part, "[*]")
		s, _, _ := structBehind(t)
		chain, known := jsonChain(s, name)
		if chain == nil {
			fix, advice := "write the path in files of "+m.version.Name, diag.Advice{}
			if near, distance := diag.Nearest(name, known); distance >= 0 && distance <= 3 {
				fix, advice = "did you mean "+near+"?", marker.Correct(name, near)
			}
			m.reportMarker(marker, "moved-from", fmt.Sprintf("%s does not have %s: %s is unknown", m.version.Name, path,
				cmp.Or(name, "an empty name")), fix, advice)
			return nil, false
		}
		for _, variable := range chain {
			steps = append(steps, pathStep{variable: variable})
		}
		t = chain[len(chain)-1].Type()
		_, _, isList := structBehind(t)
		steps[len(steps)-1].listed = listed
		if last := strings.HasSuffix(path, part); listed && !isList || !listed && isList && !last {
			m.reportMarker(marker, "moved-from", fmt.Sprintf("%s in %s: write [*] after a list or map, and only there", part,
				path), "")
			return nil, false
		}
	}
	return steps, true
}

// jsonChain is the way to a field by its name in files, with the embedded structs that it is in, and all names.
func jsonChain(s *types.Struct, name string) (chain []*types.Var, known []string) {
	if s == nil {
		return nil, nil
	}
	for i := range s.NumFields() {
		field := s.Field(i)
		tag, options := jsonName(s.Tag(i))
		if !field.Exported() || tag == "-" || isTypeMeta(field.Type()) {
			continue
		}
		if tag == "" && (field.Embedded() || strings.Contains(options, "inline")) {
			inner, _, _ := structBehind(field.Type())
			below, names := jsonChain(inner, name)
			known = append(known, names...)
			if below != nil {
				return append([]*types.Var{field}, below...), known
			}
			continue
		}
		if known = append(known, cmp.Or(tag, field.Name())); cmp.Or(tag, field.Name()) == name {
			return []*types.Var{field}, known
		}
	}
	return nil, known
}

// stepsTo is the way to a field of the marked root.
func (m *mover) stepsTo(field *group.Field) []pathStep {
	var steps []pathStep
	t := m.internal
	for name := range strings.SplitSeq(field.Path, ".") {
		name, listed := strings.CutSuffix(name, "[*]")
		s, _, _ := structBehind(t)
		variable := fieldOf(s, name)
		steps, t = append(steps, pathStep{variable, listed}), variable.Type()
	}
	return steps
}

func last(steps []pathStep) *types.Var { return steps[len(steps)-1].variable }

// goPath has the form of group.Field.Path.
func goPath(steps []pathStep) string {
	var names []string
	for _, step := range steps {
		name := step.variable.Name()
		if step.listed {
			name += "[*]"
		}
		names = append(names, name)
	}
	return strings.Join(names, ".")
}

func stepsOf(path []pathStep) []group.Step {
	var steps []group.Step
	for _, step := range path {
		steps = append(steps, group.Step{Name: step.variable.Name(), Type: typeOf(step.variable.Type())})
	}
	return steps
}

// elementOf is the part of a way up to the last list or map.
func elementOf(steps []pathStep) string {
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].listed {
			return goPath(steps[:i+1])
		}
	}
	return ""
}

// condition resolves the argument when.
func (m *mover) condition(move *movedField, value *markers.Moved) bool {
	if value.When == "" {
		return true
	}
	path, list, found := strings.Cut(value.When, "=")
	if !found {
		m.reportMarker(move.Marker, "moved-when", fmt.Sprintf("%q is not a condition", value.When),
			`write a path and values, as in when: "mode=ipvs"`)
		return false
	}
	steps, ok := m.follow(move.Marker, path)
	if !ok {
		return false
	}
	when := &group.When{Path: path, Values: strings.Split(list, ",")}
	field := last(steps)
	if elementOf(steps) != elementOf(move.older) || typeOf(field.Type()).Deref().Kind != "string" {
		m.reportMarker(move.Marker, "moved-when", fmt.Sprintf("%s is not a string next to %s", path, move.From),
			"name a field that is a string, in the same element")
		return false
	}
	move.When, move.deciding = when, steps
	if values := m.valuesOf(move); len(values) > 0 {
		for _, given := range when.Values {
			near, distance := diag.Nearest(given, values)
			if given == "" || distance == 0 {
				continue
			}
			fix, advice := "its values are "+strings.Join(values, ", "), diag.Advice{}
			if distance > 0 && distance <= 2 {
				fix, advice = "did you mean "+near+"?", move.Marker.Correct(given, near)
			}
			m.reportMarker(move.Marker, "moved-when", fmt.Sprintf("%q is not a value of %s", given, path), fix,
				advice)
			return false
		}
	}
	return true
}

// constantsOf are the values of the exported constants of a named string type.
func constantsOf(t types.Type) []string {
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok {
		t = pointer.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	var values []string
	scope := named.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		c, ok := scope.Lookup(name).(*types.Const)
		if ok && c.Exported() && types.Identical(c.Type(), named) && c.Val().Kind() == constant.String {
			values = append(values, constant.StringVal(c.Val()))
		}
	}
	return values
}

// functions resolves the arguments convert and back.
func (m *mover) functions(move *movedField, value *markers.Moved) bool {
	if value.Convert.IsZero() && value.Back.IsZero() {
		return true
	}
	if value.Convert.IsZero() || value.Back.IsZero() {
		m.reportMarker(move.Marker, "moved-convert", "+moved has only one of convert and back", "name both functions")
		return false
	}
	at := place{builder: m.builder, home: m.root.Package.Path}
	old, current := typeOf(last(move.older).Type()), typeOf(last(move.newer).Type())
	fits := func(from, to *group.Type) (string, func(*types.Signature) bool) {
		want := fmt.Sprintf("func(in *%s, out *%s, s conversion.Scope) error", from, to)
		return want, func(s *types.Signature) bool {
			if s.Params().Len() != 3 || s.Results().Len() != 1 {
				return false
			}
			in, out, scope := s.Params().At(0).Type(), s.Params().At(1).Type(), s.Params().At(2).Type()
			return typeOf(in).String() == "*"+from.String() && typeOf(out).String() == "*"+to.String() &&
				types.TypeString(scope, nil) == conversionPackage+".Scope" &&
				types.TypeString(s.Results().At(0).Type(), nil) == "error"
		}
	}
	want, fit := fits(old, current)
	move.Convert = function(at, move.Marker, value.Convert, "moved-convert", want, fit)
	want, fit = fits(current, old)
	move.Back = function(at, move.Marker, value.Back, "moved-convert", want, fit)
	return move.Convert != nil && move.Back != nil
}

const conversionPackage = "k8s.io/apimachinery/pkg/conversion"

// collide reports markers that exclude each other: two for one place, or two that apply at the same time.
func (m *mover) collide() {
	sources := map[string]*movedField{}
	targets := map[string]*movedField{}
	for _, move := range slices.Clone(m.moves) {
		values := []string{""}
		key := ""
		if move.When != nil {
			values, key = move.When.Values, move.When.Path+"="
		}
		if other := sources[move.from]; other != nil && other.field != move.field {
			m.reportMarker(move.Marker, "moved-from", fmt.Sprintf("%s is moved to %s and to %s", move.From, other.To, move.To),
				"keep one of the markers", move.Marker.Remove())
		}
		sources[move.from] = move
		for _, value := range values {
			at := move.field.Path + " " + key + value
			if other := targets[at]; other != nil {
				m.reportMarker(move.Marker, "moved-when", fmt.Sprintf("%s and %s of %s are both moved to %s at the same time",
					other.From, move.From, m.version.Name, move.To), "tell them apart by when: \"field=value\"")
			}
			targets[at] = move
		}
	}
}

// cover reports fields that a file can set without an effect, because each of their markers has a condition, and none
// of these applies for some value.
func (m *mover) cover() {
	byField := map[*group.Field][]*movedField{}
	for _, move := range m.moves {
		byField[move.field] = append(byField[move.field], move)
	}
	for _, first := range m.moves {
		moves := byField[first.field]
		marked := first.field.Markers.Named("moved")
		marked = slices.DeleteFunc(marked, func(other markers.Marker) bool {
			return other.Value.(*markers.Moved).In != m.version.Name
		})
		if moves[0] != first || len(moves) < len(marked) || slices.ContainsFunc(moves, func(move *movedField) bool {
			return move.When == nil || move.When.Path != first.When.Path
		}) {
			continue
		}
		var covered []string
		for _, move := range moves {
			covered = append(covered, move.When.Values...)
		}
		left := slices.DeleteFunc(m.valuesOf(first), func(value string) bool { return slices.Contains(covered, value) })
		lost, fix := strings.Join(left, " or "), fmt.Sprintf("add +moved with when: \"%s=%s\", or without when for the rest",
			first.When.Path, strings.Join(left, ","))
		if len(m.valuesOf(first)) == 0 {
			lost, fix = "not "+strings.Join(covered, " or "), "add a +moved without when for the rest"
		}
		if lost != "" {
			m.reportMarker(moves[len(moves)-1].Marker, "moved-when", fmt.Sprintf("no +moved of %s applies if %s of %s is %s, "+
				"so the value is lost", first.To, first.When.Path, m.version.Name, lost), fix)
		}
	}
}

// valuesOf are the values of the field that a condition names: the constants of its type or, if that has none, of the
// type of the marked field with the same Go path.
func (m *mover) valuesOf(move *movedField) []string {
	values := constantsOf(last(move.deciding).Type())
	if len(values) > 0 {
		return values
	}
	t := m.internal
	for _, step := range move.deciding {
		s, _, _ := structBehind(t)
		variable := fieldOfAny(s, step.variable.Name())
		if variable == nil {
			return nil
		}
		t = variable.Type()
	}
	return constantsOf(t)
}

// fieldOfAny is a field of a struct, which may be nil.
func fieldOfAny(s *types.Struct, name string) *types.Var {
	if s == nil {
		return nil
	}
	return fieldOf(s, name)
}

// finish adds the conversions to the group, in the order of their names.
func (m *mover) finish() {
	for _, name := range slices.Sorted(maps.Keys(m.pairs)) {
		p := m.pairs[name]
		switch {
		case !p.ours && !m.failed:
			continue
		case !m.failed:
			for _, report := range p.unexplained {
				report()
			}
		}
		p.Forward = p.forward && !m.byHand(p, p.External, p.Internal)
		p.Backward = p.backward && !m.byHand(p, p.Internal, p.External)
		if p.Forward || p.Backward || len(p.Moves) > 0 {
			m.group.Conversions = append(m.group.Conversions, p.Conversion)
			m.declare(p)
		}
	}
}

// byHand reports whether somebody has written a conversion, which must not have any moves to do.
func (m *mover) byHand(p *pair, from, to *group.Type) bool {
	name := p.Function(from, to)
	declared, written := m.pkg.Declared[name]
	if !written {
		return false
	}
	for _, move := range p.Moves {
		m.findings = append(m.findings, diag.At(move.Marker.Position, move.Marker.End, "moved-by-hand",
			fmt.Sprintf("+moved has no effect: %s is written by hand", name), "remove the function, or the markers").
			See("at", declared.Position).With(move.Marker.Remove()))
	}
	return true
}
