package conversions

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// Generator writes the conversions that conversion-gen leaves to the user and that markers declare.
var Generator = generators.Generator{
	Name: "conversions",
	Run:  run,
}

const fileName = "zz_generated.moved.go"

const scopePackage = "k8s.io/apimachinery/pkg/conversion"

func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	var files []generators.File
	var findings []diag.Diagnostic
	for _, version := range g.Versions {
		e := &emitter{File: emit.New(version.Package, "")}
		e.ImportName(scopePackage, "conversion")
		wanted := false
		for _, c := range g.Conversions {
			if c.Version != version.Package.Path {
				continue
			}
			carried := *c
			carried.Moves = slices.DeleteFunc(slices.Clone(c.Moves), func(move *group.Move) bool { return move.Same })
			e.of = &carried
			if c.Forward {
				e.function(forward)
			}
			if c.Backward {
				e.function(backward)
			}
			wanted = wanted || c.Forward || c.Backward
		}
		findings = append(findings, e.findings...)
		if wanted {
			files = append(files, generators.File{Dir: version.Package.Dir, Name: fileName, Content: e.Bytes()})
		}
	}
	return files, findings
}

// direction is the direction of a conversion: from the version to the marked types, or back.
type direction int

const (
	forward direction = iota
	backward
)

// emitter writes the file of one version.
type emitter struct {
	*emit.File
	of *group.Conversion
	// switches counts the variables of the function at hand.
	switches int
	findings []diag.Diagnostic
}

// function writes the conversion in one direction.
func (e *emitter) function(way direction) {
	from, to := e.of.External, e.of.Internal
	e.switches = 0
	doc := "%s converts a struct of this version. It knows the fields that are in other places."
	if way == backward {
		from, to = to, from
		doc = "%s converts to a struct of this version. It knows the fields that are in other places."
	}
	name := e.of.Function(from, to)
	auto := "auto" + name
	body := []jen.Code{jen.Return(jen.Id(auto).Call(jen.Id("in"), jen.Id("out"), jen.Id("s")))}
	if len(e.of.Moves) > 0 {
		call := jen.Id(auto).Call(jen.Id("in"), jen.Id("out"), jen.Id("s"))
		body = slices.Concat([]jen.Code{checked(call)}, e.moves(way), []jen.Code{jen.Return(jen.Nil())})
	} else {
		doc = "%s converts what both structs have."
	}
	e.Doc(doc, name)
	e.Func().Id(name).Params(
		jen.Id("in").Op("*").Add(e.Type(from)), jen.Id("out").Op("*").Add(e.Type(to)),
		jen.Id("s").Qual(scopePackage, "Scope"),
	).Error().Block(body...)
}

// checked is a call whose error ends the function.
func checked(call *jen.Statement) jen.Code {
	return jen.If(jen.Err().Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
}

// moves returns the statements for all moves: first the unconditional moves, then one switch for each field that
// decides.
func (e *emitter) moves(way direction) []jen.Code {
	var body []jen.Code
	var deciding []*group.When
	for _, move := range e.of.Moves {
		if when := e.decidedBy(move); when == nil {
			body = append(body, e.carry(way, move)...)
		} else if !slices.ContainsFunc(deciding, func(w *group.When) bool { return w.Path == when.Path }) {
			deciding = append(deciding, when)
		}
	}
	for _, when := range deciding {
		body = append(body, e.cases(way, when)...)
	}
	return body
}

// decidedBy is a condition of a move, or of another one to the same field.
func (e *emitter) decidedBy(move *group.Move) *group.When {
	for _, other := range e.of.Moves {
		if other.To == move.To && other.When != nil {
			return other.When
		}
	}
	return nil
}

// cases is the switch over the values of a field of the version.
func (e *emitter) cases(way direction, when *group.When) []jen.Code {
	var values []string
	var otherwise []*group.Move
	for _, move := range e.decided(when) {
		if move.When == nil {
			otherwise = append(otherwise, move)
			continue
		}
		for _, value := range move.When.Values {
			if !slices.Contains(values, value) {
				values = append(values, value)
			}
		}
	}
	holder := "in"
	if way == backward {
		holder = "out" // the version, which autoConvert has filled
	}
	deciding, nilable := path(holder, when.Steps)
	if last := when.Steps[len(when.Steps)-1]; last.Type.Kind == "pointer" {
		nilable = append(nilable, deciding)
		deciding = jen.Op("*").Add(deciding)
	}
	var present []jen.Code
	for _, pointer := range nilable {
		present = append(present, jen.Add(pointer).Op("!=").Nil())
	}
	var cases []jen.Code
	for _, same := range e.alike(when, values) {
		var body []jen.Code
		for _, move := range e.applying(when, same[0]) {
			body = append(body, e.carry(way, move)...)
		}
		var literals []jen.Code
		for _, value := range same {
			literals = append(literals, jen.Lit(value))
		}
		cases = append(cases, jen.Case(literals...).Block(body...))
	}
	var rest []jen.Code
	for _, move := range otherwise {
		rest = append(rest, e.carry(way, move)...)
	}
	if len(rest) > 0 {
		cases = append(cases, jen.Default().Block(rest...))
	}
	if len(present) == 0 {
		return []jen.Code{jen.Switch(deciding).Block(cases...)}
	}
	e.switches++
	variable := emit.Numbered("deciding", e.switches-1)
	return []jen.Code{ // a field behind a nil pointer is not set
		jen.Id(variable).Op(":=").Lit(""),
		jen.If(and(present)).Block(jen.Id(variable).Op("=").String().Parens(deciding)),
		jen.Switch(jen.Id(variable)).Block(cases...),
	}
}

// decided are the moves that the value of a field decides about.
func (e *emitter) decided(when *group.When) []*group.Move {
	return slices.DeleteFunc(slices.Clone(e.of.Moves), func(move *group.Move) bool {
		by := e.decidedBy(move)
		return by == nil || by.Path != when.Path
	})
}

// applying returns the moves for one value of that field: the moves that name the value, and the unconditional moves to
// other fields.
func (e *emitter) applying(when *group.When, value string) []*group.Move {
	decided := e.decided(when)
	names := func(move *group.Move) bool { return move.When != nil && slices.Contains(move.When.Values, value) }
	return slices.DeleteFunc(slices.Clone(decided), func(move *group.Move) bool {
		special := slices.ContainsFunc(decided, func(other *group.Move) bool { return other.To == move.To && names(other) })
		return !names(move) && (special || move.When != nil)
	})
}

// alike are the values, those with the same moves together.
func (e *emitter) alike(when *group.When, values []string) [][]string {
	var found [][]string
	for _, value := range values {
		at := slices.IndexFunc(found, func(same []string) bool {
			return slices.Equal(e.applying(when, same[0]), e.applying(when, value))
		})
		if at < 0 {
			at, found = len(found), append(found, nil)
		}
		found[at] = append(found[at], value)
	}
	return found
}

// path is the expression for a field, and those on the way to it that may be nil.
func path(holder string, steps []group.Step) (*jen.Statement, []*jen.Statement) {
	var nilable []*jen.Statement
	expression := jen.Id(holder)
	for i, step := range steps {
		expression = expression.Clone().Dot(step.Name)
		if step.Type.Kind == "pointer" && i < len(steps)-1 {
			nilable = append(nilable, expression.Clone())
		}
	}
	return expression, nilable
}

// and is the condition that all of several are met.
func and(conditions []jen.Code) *jen.Statement {
	joined := jen.Add(conditions[0])
	for _, condition := range conditions[1:] {
		joined = joined.Op("&&").Add(condition)
	}
	return joined
}

// carry is what brings the value of a move from one struct to the other.
func (e *emitter) carry(way direction, move *group.Move) []jen.Code {
	oldSteps, newSteps, byHand := move.Old, move.New, move.Convert
	if way == backward {
		oldSteps, newSteps, byHand = newSteps, oldSteps, move.Back
	}
	source, nilable := path("in", oldSteps)
	target, parents := path("out", newSteps)
	from, to := oldSteps[len(oldSteps)-1].Type, newSteps[len(newSteps)-1].Type
	var body []jen.Code
	for i, parent := range parents {
		body = append(body, jen.If(jen.Add(parent).Op("==").Nil()).Block(
			jen.Add(parent).Op("=").New(e.Type(pointers(newSteps)[i].Elem)),
		))
	}
	if byHand != nil {
		call := e.Object(byHand).Call(jen.Op("&").Add(source), jen.Op("&").Add(target), jen.Id("s"))
		body = append(body, checked(call))
	} else if len(parents) > 0 && from.Kind == "pointer" && same(from.Elem, to) { // which is not nil here
		body = append(body, jen.Add(target).Op("=").Op("*").Add(source))
	} else if statement, ok := e.assign(source, from, target, to); ok {
		body = append(body, statement)
	} else if way == forward || !e.of.Forward {
		e.findings = append(e.findings, diag.At(move.Marker.Position, move.Marker.End, "moved-type",
			fmt.Sprintf("%s is %s in the version and %s here, which nothing converts", move.From,
				emit.A(from.String()), emit.A(to.String())),
			`name two functions, as in convert: "import/path.Func", back: "import/path.Func"`))
	}
	var conditions []jen.Code
	for _, pointer := range nilable {
		conditions = append(conditions, jen.Add(pointer).Op("!=").Nil())
	}
	if set, known := emit.IsSet(from, emit.Operand{Expr: source}); known && len(parents) > 0 {
		conditions = append(conditions, set) // no struct is made for a zero
	}
	if len(conditions) == 0 {
		return body
	}
	return []jen.Code{jen.If(and(conditions)).Block(body...)}
}

// pointers are the types of the steps on the way that are pointers.
func pointers(steps []group.Step) []*group.Type {
	var types []*group.Type
	for _, step := range steps[:len(steps)-1] {
		if step.Type.Kind == "pointer" {
			types = append(types, step.Type)
		}
	}
	return types
}

// assign converts a value. It reports false for types that nothing converts.
func (e *emitter) assign(
	source *jen.Statement, from *group.Type, target *jen.Statement, to *group.Type,
) (jen.Code, bool) {
	switch {
	case same(from, to):
		return jen.Add(target).Op("=").Add(source), true
	case from.Kind == "pointer" && same(from.Elem, to):
		return jen.If(jen.Add(source).Op("!=").Nil()).Block(jen.Add(target).Op("=").Op("*").Add(source)), true
	case to.Kind == "pointer" && same(from, to.Elem):
		return jen.Add(target).Op("=").Op("&").Add(source), true
	case e.paired(from, to):
		convert := jen.Id(e.of.Function(from, to))
		return checked(convert.Call(jen.Op("&").Add(source), jen.Op("&").Add(target), jen.Id("s"))), true
	case from.Kind == "pointer" && to.Kind == "pointer" && e.paired(from.Elem, to.Elem):
		return jen.If(jen.Add(source).Op("!=").Nil()).Block(
			jen.Add(target).Op("=").New(e.Type(to.Elem)),
			checked(jen.Id(e.of.Function(from.Elem, to.Elem)).Call(source, target, jen.Id("s"))),
		), true
	case from.Kind == "slice" && to.Kind == "slice" && e.paired(from.Elem, to.Elem):
		return jen.If(jen.Add(source).Op("!=").Nil()).Block(
			jen.Add(target).Op("=").Make(e.Type(to), jen.Len(source)),
			jen.For(jen.Id("i").Op(":=").Range().Add(source)).Block(
				checked(jen.Id(e.of.Function(from.Elem, to.Elem)).Call(
					jen.Op("&").Add(source).Index(jen.Id("i")), jen.Op("&").Add(target).Index(jen.Id("i")), jen.Id("s"),
				)),
			),
		), true
	case from.Kind == to.Kind && to.Name != "" && basic(to.Kind):
		return jen.Add(target).Op("=").Add(e.Type(to)).Parens(source), true
	}
	return nil, false
}

// paired reports whether two types are structs of the version and of the marked types with the same name, for which
// conversion-gen makes functions.
func (e *emitter) paired(from, to *group.Type) bool {
	home := func(t *group.Type) bool {
		return t.Package == e.of.External.Package || t.Package == e.of.Internal.Package
	}
	return from.Kind == "struct" && to.Kind == "struct" && from.Name == to.Name && home(from) && home(to)
}

func basic(kind string) bool {
	switch kind {
	case "struct", "pointer", "slice", "array", "map", "interface", "func", "chan", "invalid":
		return false
	}
	return true
}

// same reports whether two types are the same.
func same(a, b *group.Type) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Package != b.Package || a.Name != b.Name || a.Kind != b.Kind {
		return false
	}
	return a.Name != "" || same(a.Elem, b.Elem) && same(a.Key, b.Key)
}
