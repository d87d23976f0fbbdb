package flags

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// registration is the flags of one root.
type registration struct {
	root    *group.Root
	method  bool // AddFlags is a method of the root
	entries []*entry
	out     *output
}

// entry is one statement of a registration: a flag, or a delegation. One without a field is of a flag without effect.
type entry struct {
	field      *group.Field
	flag       *group.Flag
	delegation *group.Delegation
	binding    binding
}

func (e *entry) section() string {
	if e.flag != nil {
		return e.flag.Section
	}
	return e.delegation.Section
}

func newRegistration(root *group.Root) *registration {
	r := &registration{root: root}
	root.Walk(func(field *group.Field) {
		for _, flag := range field.Flags {
			r.entries = append(r.entries, &entry{field: field, flag: flag})
		}
		for _, delegation := range field.Delegations {
			r.entries = append(r.entries, &entry{field: field, delegation: delegation})
		}
	})
	for _, flag := range root.Ignored {
		r.entries = append(r.entries, &entry{flag: flag})
	}
	return r
}

// bind gives every flag its binding, and reports flags without one.
func (r *registration) bind(o *output) {
	r.out = o
	for _, e := range r.entries {
		if e.flag == nil {
			continue
		}
		if e.field == nil {
			o.checkIgnored(e.flag)
			continue
		}
		merge := e.field.Facts.Precedence == descriptor.Merge
		if e.flag.Value != nil {
			e.binding = o.bindConstructor(e, merge)
			continue
		}
		o.checkNoOptDefVal(e)
		var ok bool
		e.binding, ok = o.bind(e.field.Type, style{e.field.Marked.Format, merge, e.flag.Type == "stringArray"})
		if !ok {
			e.binding = binding{
				value: func(*emit.File, emit.Operand) *jen.Statement { return jen.Nil() },
			} // never written: there is a finding
			o.findings = append(o.findings, unbindable(e))
		}
	}
}

// unbindable says that a field has a type that no flag can be registered for.
func unbindable(e *entry) diag.Diagnostic {
	message := fmt.Sprintf("no flag can be registered for %s, which has the type %s", e.field.Path, e.field.Type)
	fix := fmt.Sprintf(`provide a value: +flag(value: "import/path.Constructor")=%s, a func(*%s) pflag.Value`,
		e.flag.Name, e.field.Type)
	if e.flag.Type != "" {
		message = fmt.Sprintf("--%s cannot have the type %s: %s has the type %s", e.flag.Name, e.flag.Type, e.field.Path,
			e.field.Type)
		fix = fmt.Sprintf("remove type: %s, which is for a []string", e.flag.Type)
	}
	found := diag.At(e.flag.Position, e.flag.End, "unbindable-type", message, fix).About(e.field.Path)
	if e.flag.Type != "" {
		found = found.With(e.flag.Marker.Without("type"))
	}
	return found
}

// checkNoOptDefVal refuses a value that the flag itself would refuse whenever it is given without one.
func (o *output) checkNoOptDefVal(e *entry) {
	text := e.flag.NoOptDefVal
	if text == "" {
		return
	}
	t := e.field.Type.Deref()
	for t.Wraps != nil && !t.Is("k8s.io/apimachinery/pkg/api/resource", "Quantity") {
		t = t.Wraps
	}
	var err error
	what, marker := "an integer that fits into the type", e.flag.Marker
	var advice []diag.Advice
	switch {
	case t.Is("time", "Duration"):
		what, advice = "a duration such as 30s", []diag.Advice{marker.Argument("noOptDefVal", `"30s"`)}
		_, err = time.ParseDuration(text)
	case t.Leaf || t.FlagValue:
	case t.Kind == "bool":
		what = "true or false"
		advice = []diag.Advice{marker.Argument("noOptDefVal", `"true"`), marker.Argument("noOptDefVal", `"false"`)}
		_, err = strconv.ParseBool(text)
	case strings.HasPrefix(t.Kind, "int"):
		_, err = strconv.ParseInt(text, 0, bits(t.Kind))
	case strings.HasPrefix(t.Kind, "uint"):
		_, err = strconv.ParseUint(text, 0, bits(t.Kind))
	case strings.HasPrefix(t.Kind, "float"):
		what = "a number"
		_, err = strconv.ParseFloat(text, bits(t.Kind))
	}
	if err != nil {
		o.findings = append(o.findings, diag.At(e.flag.Position, e.flag.End, "no-opt-def-val",
			fmt.Sprintf("--%s without a value would be %q, but %s has the type %s", e.flag.Name, text, e.field.Path,
				e.field.Type),
			"use "+what).About(e.field.Path).With(advice...))
	}
}

// bindConstructor binds a flag through the user's own constructor. With merge, its value decides which keys of a map
// stay; the values of component-base replace the map.
func (o *output) bindConstructor(e *entry, merge bool) binding {
	if merge && e.flag.Value.Package == emit.CliFlag {
		o.findings = append(o.findings, diag.At(e.flag.Position, e.flag.End, "precedence-value",
			fmt.Sprintf("the value of --%s replaces the map in %s, but +precedence=merge merges it", e.flag.Name, e.field.Path),
			"remove value:, or +precedence=merge",
		).With(e.flag.Marker.Without("value"), e.field.Markers.Named("precedence")[0].Remove()))
	}
	return binding{value: func(f *emit.File, at emit.Operand) *jen.Statement {
		value := f.Object(e.flag.Value).Call(at.Address())
		if kind := e.field.Type.Kind; kind == "slice" || kind == "map" && !merge {
			return o.use("NewReplacing").Call(at.Address(), value)
		}
		return value
	}}
}

// sectioned reports whether the root uses sections.
func (r *registration) sectioned() bool {
	return slices.ContainsFunc(r.entries, func(e *entry) bool { return e.section() != "" })
}

// hasSystems reports whether a flag of the root exists on some systems only.
func (r *registration) hasSystems() bool {
	return slices.ContainsFunc(r.entries, func(e *entry) bool { return e.isOnSome() })
}

// systems returns the operating systems in the markers on the package's flags, followed by emit.Others; nil if no
// marker has one.
func (o *output) systems() []string {
	var all []group.Systems
	for _, root := range o.roots {
		for _, e := range root.entries {
			all = append(all, e.systems())
		}
	}
	return emit.Systems(all)
}

// systemFile is the file of one system, or of the others.
func systemFile(system string) string {
	return strings.TrimSuffix(fileName, ".go") + "_" + system + ".go"
}

// isOnSome reports whether an entry exists on some systems only.
func (e *entry) isOnSome() bool { return len(e.systems()) > 0 }

// systems are those on which an entry exists; nil for all.
func (e *entry) systems() group.Systems {
	if e.field != nil {
		return e.field.OS
	}
	return e.flag.OS
}

// on reports whether an entry of some systems exists on the given one.
func on(e *entry, system string) bool { return e.isOnSome() && e.systems().Has(system) }
