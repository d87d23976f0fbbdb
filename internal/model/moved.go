package model

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
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
	for _, version := range convertedVersions(b, g) {
		pkg, external := b.session.Converting(version.Package.Path), versionTypes(b, *version)
		internal, _, err := b.session.Types(g.Package.Path)
		if pkg == nil || external == nil || err != nil {
			continue
		}
		m := &mover{
			builder: b, group: g, version: version, pkg: pkg, pairs: map[string]*pair{}, failed: stray,
			published: !hasVersion(g, version.Package.Path),
		}
		for _, root := range g.Roots {
			outer, inner := external.Scope().Lookup(root.Name), internal.Scope().Lookup(root.Name)
			if outer == nil || inner == nil {
				continue
			}
			m.root, m.external, m.internal, m.moves = root, outer.Type(), inner.Type(), nil
			m.compared = nil
			for _, known := range root.Comparisons {
				if known.Package == version.Package.Path {
					m.compared = known
				}
			}
			root.Walk(m.find)
			m.collide()
			m.cover()
			m.compare(outer.Type(), inner.Type(), root.Fields, "", nil)
			m.anchor()
			m.declareFields()
		}
		m.finish()
	}
}

// convertedVersions returns the versions whose types are converted to the marked types: versions of the group, and
// versions of published types that roots are aliases of.
func convertedVersions(b *builder, g *group.Group) []*group.Version {
	var all []*group.Version
	for i := range g.Versions {
		if g.Versions[i].Types.Path != g.Package.Path {
			all = append(all, &g.Versions[i])
		}
	}
	for _, root := range g.Roots {
		for _, known := range root.Comparisons {
			if !slices.ContainsFunc(all, func(v *group.Version) bool { return v.Package.Path == known.Package }) &&
				known.Package != g.Package.Path {
				published := group.Package{Path: known.Package, Name: known.Version}
				all = append(all, &group.Version{Name: known.Version, Package: published, Types: published})
			}
		}
	}
	return all
}

// hasVersion reports whether a version of the group has its conversions in a package.
func hasVersion(g *group.Group, path string) bool {
	return slices.ContainsFunc(g.Versions, func(v group.Version) bool { return v.Package.Path == path })
}

// strayMoves reports the markers that name no version of the group.
func strayMoves(b *builder, g *group.Group) {
	var names []string
	for _, version := range convertedVersions(b, g) {
		names = append(names, version.Name)
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
	// published reports that the group does not have the version: its conversions are not written in this run.
	published bool
	// compared is the comparison of the root with the version; nil if there is none.
	compared *group.Comparison
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
		Root: m.root.Name, Version: m.version.Name, From: value.From, To: field.JSONPath, Field: field.Path, Marker: marker,
	}}
	steps, ok := m.follow(marker, value.From)
	if !ok {
		return nil
	}
	if byName := m.sameName(field); byName != "" && !m.opaque(field.Path) {
		m.reportMarker(marker, "moved-from", fmt.Sprintf("%s has %s, so the field is not in another place there",
			m.version.Name, byName), "remove the marker", marker.Remove())
		return nil
	}
	move.from, move.older, move.newer = goPath(steps), steps, m.stepsTo(field)
	move.Same = strings.TrimSuffix(move.from, "[*]") == field.Path
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
		other := sources[move.from]
		if other != nil && other.field != move.field && !(m.splits(move.field) && m.splits(other.field)) {
			fix := "keep one of the markers, or convert both fields by hand"
			if m.opaque(move.field.Path) {
				fix = "keep one of the markers; a path, and a list that files extend, has a place of its own"
			}
			m.reportMarker(move.Marker, "moved-from",
				fmt.Sprintf("%s is moved to %s and to %s", move.From, other.To, move.To), fix, move.Marker.Remove())
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

// splits reports whether a field can have a part of a value of the version: a conversion that people wrote takes the
// value apart, and no fact of the field is about a value of a file as a whole, as a path is.
func (m *mover) splits(field *group.Field) bool {
	return m.opaque(field.Path) && !slices.ContainsFunc(protecting(field), func(f fact) bool {
		return f.what == isAPath || f.what == isExtended
	})
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
		case !p.ours && len(p.Moves) == 0 && !m.failed:
			continue
		case p.ours && !m.failed && !m.published:
			for _, report := range p.unexplained {
				report()
			}
		}
		forward, back := m.function(p.Function(p.External, p.Internal)), m.function(p.Function(p.Internal, p.External))
		p.Forward = p.forward && forward == nil && !m.published
		p.Backward = p.backward && back == nil && !m.published
		for _, move := range p.Moves {
			m.mentioned(move, forward, back)
		}
		if p.Forward || p.Backward || len(p.Moves) > 0 && !m.published {
			m.group.Conversions = append(m.group.Conversions, p.Conversion)
			m.declare(p)
		}
	}
}

// function returns the conversion function of a name that people wrote in the package of the version; nil if there is
// none.
func (m *mover) function(name string) *load.Converter {
	if function := m.pkg.Function(name); function != nil {
		return &load.Converter{Package: m.pkg, Function: function}
	}
	return nil
}

// mentioned reports a marker beside functions that people wrote, if a function has nothing to do with the field: then
// the field is not where the marker says.
func (m *mover) mentioned(move *group.Move, forward, back *load.Converter) {
	position := func(function *load.Converter) token.Position { return m.position(function.Function.Name.Pos()) }
	uses := func(function *load.Converter, paths ...[]group.Step) bool {
		summary := function.Conversion()
		return slices.ContainsFunc(slices.Concat(paths...), func(step group.Step) bool { return summary.Mentions(step.Name) })
	}
	old, field := move.Old, move.New
	report := func(function *load.Converter, value, missing string) {
		name := function.Function.Name.Name
		m.findings = append(m.findings, diag.At(move.Marker.Position, move.Marker.End, "moved-by-hand",
			fmt.Sprintf("+moved is false: %s is written by hand and does not %s %s", name, value, missing),
			fmt.Sprintf("convert %s there, or remove the function or the marker", missing)).
			See("at", position(function)).With(move.Marker.Remove()))
	}
	switch {
	case forward != nil && !move.Same && !uses(forward, field):
		report(forward, "set", field[len(field)-1].Name)
	case back != nil && !move.Same && !uses(back, field, old):
		report(back, "set", old[len(old)-1].Name)
	case forward != nil && back != nil && (move.Convert != nil || move.Back != nil):
		m.findings = append(m.findings, diag.At(move.Marker.Position, move.Marker.End, "moved-by-hand",
			fmt.Sprintf("convert and back of +moved have no effect: %s is written by hand, and so is the way back",
				forward.Function.Name.Name), "remove the two arguments, or the functions").See("at", position(forward)))
	}
}

// opaque reports whether a function that people wrote converts the marked field with a Go path.
func (m *mover) opaque(path string) bool { return m.compared != nil && m.compared.At(path) != nil }

// declareFields adds the moves to the root, and takes the fields that markers declare from the opaque fields. A marker
// must declare a path in each of the two types that has a field at the path.
func (m *mover) declareFields() {
	for _, move := range m.moves {
		m.root.Moves = append(m.root.Moves, move.Move)
	}
	if m.compared == nil || len(m.moves) == 0 {
		return
	}
	opaque := m.undeclaredFields(m.compared.Opaque, m.moves)
	c := &comparer{builder: m.builder, group: m.group, converters: map[*load.Package][]load.Converter{}}
	for _, move := range m.moves {
		if !move.Same {
			inside := slices.DeleteFunc(slices.Clone(m.moves), func(other *movedField) bool { return other.field == move.field })
			opaque = append(opaque, m.undeclaredFields(m.compareMoved(c, move), inside)...)
		}
	}
	m.compared.Opaque = opaque
}

// undeclaredFields returns opaque fields without the fields that moves declare.
func (m *mover) undeclaredFields(all []*group.Opaque, moves []*movedField) []*group.Opaque {
	below := func(path string, at func(*movedField) string) bool {
		return slices.ContainsFunc(moves, func(move *movedField) bool { return group.Below(path, at(move)) })
	}
	there := func(path string) bool {
		return below(path, func(move *movedField) string { return move.from }) || !hasField(m.external, path)
	}
	here := func(path string) bool {
		return below(path, func(move *movedField) string { return move.field.Path }) || !hasField(m.internal, path)
	}
	for _, opaque := range all {
		opaque.Fields = slices.DeleteFunc(opaque.Fields, func(path string) bool { return there(path) && here(path) })
		opaque.Reads = slices.DeleteFunc(opaque.Reads, there)
	}
	return slices.DeleteFunc(all, func(opaque *group.Opaque) bool { return len(opaque.Fields) == 0 })
}

// compareMoved compares the structs of a field that is in another place in the version: a field in them has the same Go
// name, unless a conversion that people wrote sets the field.
func (m *mover) compareMoved(c *comparer, move *movedField) []*group.Opaque {
	external, internal := last(move.older).Type(), last(move.newer).Type()
	s := &structComparison{comparer: c, found: &group.Comparison{}, covered: map[string]bool{}}
	if move.Convert == nil {
		s.compare(external, internal, move.field.Path, m.pkg, nil)
	} else {
		for _, t := range []types.Type{external, internal} {
			if of, _, _ := structBehind(t); !single(t, of) {
				for field := range of.Fields() {
					s.opaque(&group.Opaque{
						Fields: []string{joined(move.field.Path, field.Name())}, Reason: move.Convert.Name + " converts it by hand",
					})
				}
			}
		}
	}
	for _, opaque := range s.found.Opaque {
		var fields []string
		for _, path := range opaque.Fields {
			older := move.from + strings.TrimPrefix(path, move.field.Path)
			if hasField(m.external, older) {
				fields = append(fields, older)
			}
			if hasField(m.internal, path) {
				fields = append(fields, path)
			}
		}
		slices.Sort(fields)
		opaque.Fields = slices.Compact(fields)
		for i, path := range opaque.Reads {
			opaque.Reads[i] = move.from + strings.TrimPrefix(path, move.field.Path)
		}
	}
	return s.found.Opaque
}

// hasField reports whether a type has a field with a Go path; every type has the empty path.
func hasField(t types.Type, path string) bool {
	for name := range strings.SplitSeq(path, ".") {
		s, _, _ := structBehind(t)
		if path == "" {
			return true
		}
		variable := fieldOfAny(s, strings.TrimSuffix(name, "[*]"))
		if variable == nil {
			return false
		}
		t = variable.Type()
	}
	return true
}
