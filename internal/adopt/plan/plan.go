package plan

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/edit"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// Request is the input of a plan.
type Request struct {
	// Session has the packages of the types and of the registration.
	Session *load.Session
	// Observed is the observation of the registration written by hand.
	Observed *observe.Observation
	// Sources are facts from the source, by the name of the flag.
	Sources map[string]Source
	// Roots are the structs of the configuration. By default, these are the structs with metav1.TypeMeta.
	Roots []markers.Ref
	// Defaults is the constructor of the options, a func() *T; zero if there is none of this form.
	Defaults markers.Ref
	// Packages are the import paths of the packages that register flags.
	Packages []string
	// Delegations are the functions of other modules that register flags.
	Delegations []Delegation
	// Adopted are the generated functions that register a flag, by the name of the flag. Functions have their names in a
	// program.
	Adopted map[string][]string
	// Skipped are flags that stay in the code written by hand, by their names.
	Skipped map[string]Skipped
	// Replace is set if the registrations of flags with markers are deleted. Otherwise, a flag whose root has generated
	// flags already stays: it would be registered twice.
	Replace bool
	// Elsewhere are flags of other systems only, and flags with a condition that does not hold.
	Elsewhere []Elsewhere
	// Legacy are legacy defaults as the marker has them, by the Go paths from the object.
	Legacy map[string]string
	// Merged are the names of flags with maps that are merged with the maps in files, key by key.
	Merged map[string]bool
	// Decided are markers that decide whether a field is a path or a secret, by the Go path of the field from the object.
	Decided map[string]string
}

// Source has the facts from the source about the registration of a flag.
type Source struct {
	// Position of the call.
	Position token.Position
	// UsageFrom is the func() string that makes the help, and Value the func(*T) pflag.Value that makes the value; zero
	// if there is none.
	UsageFrom, Value markers.Ref
	// Computed is the position where the help is computed; zero for constant help.
	Computed token.Position
	// System is the constraint on the operating system, as +os has it; empty for all systems.
	System string
	// Variant says how the flag differs on another system, which no marker does; empty if it does not.
	Variant string
	// Conditions are the conditions under which the flag exists.
	Conditions []string
	// Ignored is set if nothing reads the value of the flag.
	Ignored bool
}

// Elsewhere is a flag that is not observed.
type Elsewhere struct {
	// Flag has the properties in the source. Its field is the Go path from a struct of the type Root, import/path.Type.
	Flag observe.Flag
	Root string
	// Default is the registration's default in +legacyDefault syntax; empty if the registration uses the field's value.
	Default string
	Source  Source
}

// Delegation is a call of a function of another module that registers flags.
type Delegation struct {
	Position token.Position
	// Func is the function, or the name of a method of the field.
	Func markers.Ref
	// Argument is the end of the Go path of the field that the function gets; empty if it is not known.
	Argument string
	// Flags are the names of the flags that it registers.
	Flags []string
}

// Plan has the markers to write, and the facts that markers cannot express.
type Plan struct {
	// Files are the files to change, with their markers, by name.
	Files map[string][]edit.Marker
	// Roots are the structs that get +config or +flags, or have it.
	Roots []Root
	// Marked are the markers of flags, by the name of the flag.
	Marked map[string]Marked
	// Unmarked are the flags that stay in the code written by hand.
	Unmarked []Unmarked
	// Notes are flags with markers that express only a part of the registration.
	Notes []Unmarked
	// Elsewhere are the names of the flags that only other systems have, and that are not proven here.
	Elsewhere []string
	// Markers is the number of markers in Files.
	Markers int
}

// Root is a struct that gets +config or +flags.
type Root struct {
	// Type is the import path and the name of the struct.
	Type markers.Ref
	// At is the Go path from the object to the root; empty if it is the object.
	At string
	// Config reports whether the struct is a configuration. Otherwise it holds flags alone.
	Config bool
	// Output is the import path of the package that the flags are generated into.
	Output string
	// Flags are the names of its flags, and Adopted the flags among them that generated code already registers.
	Flags, Adopted []string
	// Method is the name of the generated method, if the struct holds flags alone.
	Method string
}

// Configures reports whether a field of the object, by its Go path, is in a configuration.
func (r Root) Configures(path string) bool {
	return r.Config && (r.At == "" || strings.HasPrefix(path, r.At+"."))
}

// Marked is the marker of a flag and its place.
type Marked struct {
	Marker string `json:"marker"`
	// Field is the declaration that has the marker, as in example.com/relay/config.Relay.Port.
	Field string `json:"field"`
	File  string `json:"file"`
}

// planner is the work of Make.
type planner struct {
	Request
	plan  *Plan
	model *model
	roots []*root
	items []*item
	// ignored are flags without effect that get a marker, or have one.
	ignored []*observe.Flag
	// staying are flags that stay in the code written by hand.
	staying []*observe.Flag
	// skipped are the fields that this plan leaves out of a flags struct.
	skipped map[*types.Var]bool
	// places are the roots of the structs below them, a root for each place, and shared the structs that other
	// components can have, too.
	places map[*types.TypeName][]*root
	shared map[*types.TypeName]bool
}

// Make makes a plan. It returns an error if the object of the observation cannot be found among the types.
func Make(request Request) (*Plan, error) {
	p := &planner{
		Request: request, model: &model{request.Session},
		plan: &Plan{Files: map[string][]edit.Marker{}, Marked: map[string]Marked{}}, skipped: map[*types.Var]bool{},
	}
	if p.Sources = maps.Clone(request.Sources); p.Sources == nil {
		p.Sources = map[string]Source{}
	}
	object, err := p.model.lookup(request.Observed.Type)
	if err != nil {
		return nil, err
	}
	p.findRoots(object)
	adopted := map[string]bool{}
	for i := range request.Observed.Flags {
		if flag := &request.Observed.Flags[i]; len(request.Adopted[flag.Name]) > 0 {
			adopted[flag.Name] = p.adopted(flag)
		}
	}
	delegated := map[string]bool{}
	for _, d := range request.Delegations {
		if p.delegate(d) {
			for _, flag := range d.Flags {
				delegated[flag] = true
			}
		}
	}
	for i := range request.Observed.Flags {
		if flag := &request.Observed.Flags[i]; !adopted[flag.Name] && !delegated[flag.Name] {
			p.flag(flag)
		}
	}
	for i := range request.Elsewhere {
		p.elsewhere(&request.Elsewhere[i])
	}
	for _, flag := range p.ignored {
		ignore(p, flag)
	}
	p.others()
	p.roots = slices.DeleteFunc(p.roots, func(r *root) bool { return !r.used })
	skipForeign(p)
	p.places = p.occurrences(p.roots)
	p.shared = findShared(p)
	if p.Replace {
		for _, flag := range p.staying {
			unmark(p, flag)
		}
	}
	p.place()
	p.markRoots()
	p.finish()
	return p.plan, nil
}

// leave adds to the list of unmarked facts.
func (p *planner) leave(flag *observe.Flag, kind Kind, why, do string) {
	p.staying = append(p.staying, flag)
	p.plan.Unmarked = append(p.plan.Unmarked, Unmarked{
		Position: p.Sources[flag.Name].Position, Flag: flag.Name, Kind: kind, Why: why, Do: do,
	})
}

// flag makes an item of a flag, or leaves it.
func (p *planner) flag(flag *observe.Flag) {
	reason, left := p.Skipped[flag.Name]
	switch {
	case left:
		stay(p, flag, reason)
		return
	case len(p.Sources[flag.Name].Conditions) > 0:
		p.leave(flag, Condition, "it exists if "+strings.Join(p.Sources[flag.Name].Conditions, " and "), advice[Condition])
		return
	case p.Sources[flag.Name].Variant != "":
		p.leave(flag, OtherSystem, p.Sources[flag.Name].Variant, "keep both registrations, or register the flag once, "+
			"and set its field for each system in the function of --flags")
		return
	case strings.Contains(flag.Field, "["):
		p.leave(flag, InList, flag.Field+" is in a list or a map", advice[InList])
		return
	case len(flag.Others) > 0:
		p.leave(flag, Effect, "it sets "+strings.Join(flag.Others, " and "), advice[Effect])
		return
	case flag.Field == "" && p.Sources[flag.Name].Ignored:
		p.ignored = append(p.ignored, flag)
		return
	case flag.Field == "":
		p.leave(flag, NoField, "it does not set a field of "+p.Observed.Type, advice[NoField])
		return
	}
	root, steps, problem := p.locate(flag.Field)
	if problem != nil {
		p.leave(flag, problem.kind, problem.why, advice[problem.kind])
		return
	}
	if isCalled(p, root) {
		leaveTwice(p, flag, root)
		return
	}
	at := &item{root: root, path: steps, observed: flag, position: p.Sources[flag.Name].Position}
	if at.anchor = p.model.anchor(steps); at.anchor < 0 && !p.model.editable(root.ref) {
		p.leave(flag, NotEdited, "no struct on the way to "+flag.Field+" can be edited", advice[NotEdited])
		return
	}
	if problem := p.say(at); problem != nil {
		p.leave(flag, problem.kind, problem.why, advice[problem.kind])
		return
	}
	root.used = true
	p.items = append(p.items, at)
	more := func(text string) {
		p.items = append(p.items, &item{root: root, path: steps, text: text, anchor: at.anchor})
	}
	if system := p.Sources[flag.Name].System; system != "" {
		more("+os=" + system)
	}
	if p.Merged[flag.Name] && root.config {
		more("+precedence=merge")
	}
	if at.format != "" {
		more("+format=" + at.format)
	}
}

// adopted notes the root of a flag that generated code registers. It reports false for one of the generated function
// of another struct, below the root, that has been adopted by itself: the function of the root takes its place.
func (p *planner) adopted(flag *observe.Flag) bool {
	if flag.Field == "" { // ignored, or of a function that a marker delegates to
		p.ignored = append(p.ignored, flag)
		return true
	}
	root, steps, problem := p.locate(flag.Field)
	switch {
	case problem != nil:
		return true
	case !slices.ContainsFunc(p.Adopted[flag.Name], func(function string) bool { return isOf(root, function) }):
		return false
	}
	root.used, root.adopted = true, append(root.adopted, flag.Name)
	root.adoptedAt = append(root.adoptedAt, dotted(steps))
	return true
}

// isOf reports whether a generated function, by its name in a program, belongs to a root.
func isOf(r *root, function string) bool {
	if !r.config {
		return strings.HasPrefix(function, fmt.Sprintf("%s.(*%s).", r.ref.Package, r.ref.Name))
	}
	return strings.HasPrefix(function[strings.LastIndexByte(function, '.')+1:], "Add"+r.ref.Name+"Flag")
}

// elsewhere makes an item of a flag that only other systems have, or leaves it.
func (p *planner) elsewhere(given *Elsewhere) {
	p.Sources[given.Flag.Name] = given.Source
	flag := given.Flag
	if len(given.Source.Conditions) > 0 || given.Source.Variant != "" {
		p.flag(&flag)
		return
	}
	why, do := "its field is not known", advice[OtherSystem]
	for _, r := range p.roots {
		if strings.TrimLeft(given.Root, "*") == pathOf(r.named)+"."+r.named.Obj().Name() && flag.Field != "" {
			flag.Field = strings.TrimPrefix(r.path()+"."+flag.Field, ".")
			if _, _, problem := p.locate(flag.Field); problem != nil && problem.kind == NoField {
				why, do = "so does its field, "+flag.Field, "keep the registration"
				break
			}
			before := len(p.items)
			if p.flag(&flag); len(p.items) == before {
				return
			}
			p.plan.Elsewhere = append(p.plan.Elsewhere, flag.Name)
			if given.Default != "" {
				at := *p.items[before]
				at.text, at.flag, at.observed = "+legacyDefault="+given.Default, nil, nil
				p.items = append(p.items, &at)
			}
			return
		}
	}
	p.leave(&flag, OtherSystem, "it exists on "+given.Source.System+" only, and "+why, do)
}

// problem is why something cannot be said.
type problem struct {
	kind Kind
	why  string
}

// others adds the items that are not flags: paths, legacy defaults, and decided markers.
func (p *planner) others() {
	add := func(path, text string, everywhere bool) {
		root, steps, problem := p.locate(path)
		if problem != nil {
			p.plan.Unmarked = append(p.plan.Unmarked, Unmarked{Kind: problem.kind,
				Why: fmt.Sprintf("%s cannot be on %s: %s", text, path, problem.why), Do: advice[problem.kind]})
			return
		}
		at := &item{root: root, path: steps, text: text, anchor: p.model.anchor(steps), everywhere: everywhere}
		if at.anchor >= 0 || p.model.editable(root.ref) {
			root.used = true
			p.items = append(p.items, at)
		}
	}
	var paths []string
	for _, path := range p.Observed.Paths {
		if general := indexes.ReplaceAllString(path, ""); !slices.Contains(paths, general) {
			paths = append(paths, general)
			add(path, "+path", false)
		}
	}
	for _, field := range p.Observed.Fields { // in the order of the source
		if text, ok := p.Legacy[field.Path]; ok {
			add(field.Path, "+legacyDefault="+text, false)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(p.Decided)) {
		if _, _, problem := p.locate(path); problem == nil { // it is a field of this root
			add(path, p.Decided[path], true)
		}
	}
}

// indexes matches the indexes of elements in a Go path.
var indexes = regexp.MustCompile(`\[[^\]]*\]`)

// add adds a marker to a declaration, unless the declaration has an equal or conflicting marker.
func (p *planner) add(at declaration, text string, of *item) {
	if at.declared == nil && at.pkg.Markers.Has(markerName(text)) || conflicting(p, at.markers(), text, of) {
		return // a package has one of a name
	}
	marker := edit.Marker{Type: at.typeName(), Field: at.fieldName(), Text: text}
	if !slices.Contains(p.plan.Files[at.file], marker) {
		p.plan.Files[at.file] = append(p.plan.Files[at.file], marker)
		p.plan.Markers++
	}
}

// finish sorts the lists of the plan.
func (p *planner) finish() {
	for _, list := range p.plan.Files {
		var places []edit.Marker
		place := func(m edit.Marker) int { return slices.Index(places, edit.Marker{Type: m.Type, Field: m.Field}) }
		for _, m := range list {
			if place(m) < 0 {
				places = append(places, edit.Marker{Type: m.Type, Field: m.Field})
			}
		}
		slices.SortStableFunc(list, func(a, b edit.Marker) int {
			return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(rank(a.Text), rank(b.Text)))
		})
	}
	p.plan.Notes = slices.DeleteFunc(p.plan.Notes, func(note Unmarked) bool {
		return slices.ContainsFunc(p.plan.Unmarked, func(u Unmarked) bool { return u.Flag == note.Flag })
	})
	for _, list := range [][]Unmarked{p.plan.Unmarked, p.plan.Notes} {
		slices.SortStableFunc(list, Unmarked.Compare)
	}
}

// rank orders the markers of one declaration.
func rank(text string) int {
	order := []string{
		"+config", "+flags", "+flagDefaults", "+ignoredFlag", "+flag", "+flagsFrom", "+precedence", "+format", "+path",
		"+legacyDefault", "+os",
	}
	if at := slices.Index(order, "+"+markerName(text)); at >= 0 {
		return at
	}
	return len(order)
}

// markerName returns the name of a marker.
func markerName(text string) string {
	if at := strings.IndexAny(text, "(="); at >= 0 {
		text = text[:at]
	}
	return text[1:]
}

// fileOf returns the file that declares a type, or the file for markers of a package.
func fileOf(session *load.Session, pkg *load.Package, declared *load.Type) string {
	if declared != nil {
		start, _ := session.Position(declared.Span)
		return start.Filename
	}
	best := ""
	for _, file := range pkg.Files {
		name := session.Fset.Position(file.Package).Filename
		switch {
		case filepath.Base(name) == "doc.go":
			return name
		case file.Doc != nil && best == "":
			best = name
		}
	}
	if best == "" && len(pkg.Files) > 0 {
		best = session.Fset.Position(pkg.Files[0].Package).Filename
	}
	return best
}
