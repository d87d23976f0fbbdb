package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators/gofile"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/markers"
)

// registration is the flags of one root.
type registration struct {
	pkg     group.Package
	root    *group.Root
	method  bool // AddFlags is a method of the root
	entries []*entry
	out     *output
}

// entry is one statement of a registration: a flag, or a delegation.
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

func newRegistration(pkg group.Package, root *group.Root) *registration {
	r := &registration{pkg: pkg, root: root}
	root.Walk(func(field *group.Field) {
		for _, flag := range field.Flags {
			r.entries = append(r.entries, &entry{field: field, flag: flag})
		}
		for _, delegation := range field.Delegations {
			r.entries = append(r.entries, &entry{field: field, delegation: delegation})
		}
	})
	return r
}

// bind gives every flag its binding, and reports those that have none.
func (r *registration) bind(o *output) {
	r.out = o
	for _, e := range r.entries {
		if e.flag == nil {
			continue
		}
		format := ""
		if marker, ok := markers.Get[markers.Format](e.field.Markers); ok {
			format = marker.Name
		}
		precedence, ok := markers.Get[markers.Precedence](e.field.Markers)
		merge := ok && precedence.Mode == "merge"
		if e.flag.Value != nil {
			e.binding = o.bindConstructor(e, merge)
			continue
		}
		e.binding, ok = o.bind(e.field.Type, format, merge)
		if !ok {
			e.binding.value = func(*gofile.File, spot) *jen.Statement { return jen.Nil() } // never written: there is a finding
			o.findings = append(o.findings, diag.At(e.flag.Position, e.flag.End, "unbindable-type",
				fmt.Sprintf("no flag can be registered over %s, whose type is %s", e.field.Path, e.field.Type),
				fmt.Sprintf(`bring a value of your own: +flag(value: "import/path.Constructor")=%s, a func(*%s) pflag.Value`, e.flag.Name, e.field.Type)))
		}
	}
}

// bindConstructor binds a flag through the user's own constructor.
func (o *output) bindConstructor(e *entry, merge bool) binding {
	if merge {
		o.findings = append(o.findings, diag.At(e.flag.Position, e.flag.End, "precedence-value",
			fmt.Sprintf("the value of --%s replaces the map of %s, and +precedence=merge wants it merged", e.flag.Name, e.field.Path), "remove value:, or +precedence=merge"))
	}
	return binding{value: func(f *gofile.File, at spot) *jen.Statement {
		value := f.Object(e.flag.Value).Call(at.address())
		if kind := e.field.Type.Kind; kind == "slice" || kind == "map" {
			return o.use("newReplacingValue").Call(at.address(), value)
		}
		return value
	}}
}

// sectioned reports whether the root uses sections.
func (r *registration) sectioned() bool {
	return slices.ContainsFunc(r.entries, func(e *entry) bool { return e.section() != "" })
}

// systems are the GOOS values that the root's flags mention, and "others" behind them; nothing where none does.
func (r *registration) systems() []string {
	var names []string
	for _, e := range r.entries {
		names = append(names, e.field.OS.Names()...)
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > 0 {
		names = append(names, "others")
	}
	return names
}

// systemFile is the file of one system, or of the others. Where two roots of a package mention different systems, each has
// files of its own.
func (r *registration) systemFile(system string) string {
	return strings.TrimSuffix(fileName, ".go") + "_" + r.out.fileSuffix(r) + system + ".go"
}

// fileSuffix tells the files of a root from those of the package's first root with systems.
func (o *output) fileSuffix(r *registration) string {
	for _, other := range o.roots {
		if other == r || slices.Equal(other.systems(), r.systems()) {
			break
		}
		if len(other.systems()) > 0 {
			return strings.ToLower(r.root.Name) + "_"
		}
	}
	return ""
}

func (r *registration) constraint(system string) string {
	if system != "others" {
		return system
	}
	names := r.systems()
	return "!" + strings.Join(names[:len(names)-1], " && !")
}

// on reports whether a field with systems exists on the given one.
func (r *registration) on(e *entry, system string) bool {
	if len(e.field.OS) == 0 {
		return false
	}
	if system == "others" {
		return e.field.OS.Has("none of those mentioned")
	}
	return e.field.OS.Has(system)
}
