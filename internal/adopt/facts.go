package adopt

import (
	"encoding/json"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// sourcesOf returns the facts from the source about each flag, by its name.
func sourcesOf(c *component) map[string]plan.Source {
	all := map[string]plan.Source{}
	for _, flag := range c.theirs.Flags {
		if adopted(c.facts, flag) {
			continue // the markers have the facts about the flag
		}
		if at := registration(c.facts, flag); at != nil {
			entry := sourceOf(c, at, flag)
			entry.Ignored = c.isIgnored(flag, at)
			all[flag.Name] = entry
		} else if d := delegation(c.facts, flag); d != nil {
			all[flag.Name] = plan.Source{Position: d.Start, Conditions: conditions(d.Place), System: d.OS}
		}
	}
	return all
}

// adopted reports whether generated code registers a flag: it has a marker already.
func adopted(facts *source.Facts, flag observe.Flag) bool { return len(adoptedBy(facts, flag)) > 0 }

// adoptedBy returns the generated functions that register a flag, as a program names them.
func adoptedBy(facts *source.Facts, flag observe.Flag) []string {
	generated := func(name string) bool { return strings.HasPrefix(filepath.Base(name), load.GeneratedPrefix) }
	var functions []string
	for _, call := range flag.Calls {
		if generated(call.File) {
			functions = append(functions, call.Function)
		}
	}
	if len(flag.Calls) > 0 {
		return functions
	}
	for _, at := range facts.Flag(flag.Name) { // the calls are not known
		if !generated(at.Start.Filename) {
			continue
		}
		for _, f := range facts.Functions {
			if slices.ContainsFunc(append(slices.Clone(at.Calls), at.Start), func(place token.Position) bool {
				return place.Filename == f.Start.Filename && f.Start.Offset <= place.Offset && place.Offset < f.End.Offset
			}) {
				functions = append(functions, atRunTime(f.Name))
			}
		}
	}
	return functions
}

// atRunTime returns the name that a program has for a function with a name in package go/types.
func atRunTime(function string) string {
	if path, receiver, name := split(function); receiver != "" {
		return path + ".(*" + receiver + ")." + name
	}
	return function
}

// elsewhereOf returns the flags in the source that cannot be observed here: flags of other systems, and flags with a
// condition that does not hold.
func elsewhereOf(c *component) []plan.Elsewhere {
	var all []plan.Elsewhere
	for i := range c.facts.Registrations {
		at := &c.facts.Registrations[i]
		known := slices.ContainsFunc(c.theirs.Flags, func(f observe.Flag) bool { return at.Registers(f.Name) }) ||
			slices.ContainsFunc(all, func(other plan.Elsewhere) bool { return other.Flag.Name == at.Flag })
		if at.Flag == "" || known || (!at.Elsewhere || at.OS == "") && len(conditions(at.Place)) == 0 ||
			strings.HasPrefix(filepath.Base(at.Start.Filename), load.GeneratedPrefix) {
			continue
		}
		found := plan.Elsewhere{
			Flag:   observe.Flag{Name: at.Flag, Usage: at.Usage.Value, Shorthand: at.Shorthand.Value},
			Source: sourceOf(c, at, observe.Flag{Name: at.Flag}),
		}
		if strings.HasPrefix(at.Method, "Bool") {
			found.Flag.NoOptDefVal = "true"
		}
		if at.Default.Kind == source.Constant && !slices.Contains([]string{"", "0", "false"}, at.Default.Value) {
			found.Default = constantDefault(at.Default)
		}
		if at.Value.Kind == source.Field {
			found.Flag.Field, found.Root = at.Value.Path, at.Value.RootType
		}
		for _, mark := range c.facts.Marked(at.Flag) {
			switch mark.Method {
			case "MarkHidden":
				found.Flag.Hidden = true
			case "MarkShorthandDeprecated":
				found.Flag.ShorthandDeprecated = mark.Text.Value
			case "MarkDeprecated":
				found.Flag.Hidden, found.Flag.Deprecated = true, mark.Text.Value
			}
		}
		all = append(all, found)
	}
	return all
}

// constantDefault returns a constant as +legacyDefault has it.
func constantDefault(e source.Expression) string {
	if e.Type != "string" || plain(e.Value) {
		return e.Value
	}
	quoted, _ := json.Marshal(e.Value) // a string has a form
	return string(quoted)
}

// sourceOf returns the facts from the source of a registration.
func sourceOf(c *component, at *source.Registration, flag observe.Flag) plan.Source {
	found := plan.Source{Position: at.Start, Conditions: conditions(at.Place)}
	var variant *source.Variant
	if found.System, variant = c.facts.Systems(at); variant != nil {
		where := variant.Registration.Start
		found.Variant = fmt.Sprintf("its %s is another one on %s, at %s:%d", variant.What, variant.Systems,
			filepath.Base(where.Filename), where.Line)
	}
	help, assigned := c.facts.AssignedHelp(flag.Name)
	if !assigned {
		help = at.Usage
	}
	if help.Varies {
		found.Computed = help.Start
	}
	if help.Kind == source.Call && help.NoArguments && help.Type == "string" && importable(c, help.Function) {
		found.UsageFrom, _ = markers.ParseRef(help.Function)
	}
	if at.Value.Kind == source.Call && at.Value.Constructor && flag.Value != "" && isOwn(flag.Value) {
		found.Value, _ = markers.ParseRef(at.Value.Function)
	}
	return found
}

// isOwn reports whether a value is parsed in another way than by the values of libraries that generated code has.
func isOwn(value string) bool {
	return !proof.IsLibrary(value) || strings.HasSuffix(value, "cli/flag.LangleSeparatedMapStringString")
}

// isIgnored reports whether a flag has no effect: nothing that was observed changes when it is set, and the source
// shows that nothing reads its value.
func (c *component) isIgnored(flag observe.Flag, at *source.Registration) bool {
	const quantity = "*k8s.io/apimachinery/pkg/api/resource.QuantityValue"
	known := flag.Value == quantity || strings.HasPrefix(flag.Value, "*github.com/spf13/pflag.")
	if !known || flag.Field != "" || len(flag.Others) > 0 || len(flag.Sets) == 0 || at.OS != "" {
		return false
	}
	accepted := false
	for _, set := range flag.Sets {
		if set.Ended || len(set.Changes) > 0 {
			return false
		}
		accepted = accepted || set.Error == ""
	}
	return accepted && c.facts.Ignored(c.source, at)
}

// importable reports whether a function is not one of a program, which generated code cannot import.
func importable(c *component, function string) bool {
	pkg := c.source.Package(packageOf(function))
	return pkg == nil || pkg.Name != "main"
}

// registration returns the call that has registered a flag; nil if it is not in the user's source. One of a name that
// the source tells comes first.
func registration(facts *source.Facts, flag observe.Flag) *source.Registration {
	var computed *source.Registration
	for i := range facts.Registrations {
		at := &facts.Registrations[i]
		named := at.Registers(flag.Name)
		called := slices.ContainsFunc(flag.Calls, at.Runs)
		switch {
		case at.Elsewhere:
		case named && (called || len(flag.Calls) == 0):
			return at
		case called && at.Flag == "" && computed == nil:
			computed = at
		}
	}
	return computed
}

// delegation returns the call of a function of another module that has registered a flag; nil if there is none.
func delegation(facts *source.Facts, flag observe.Flag) *source.Delegation {
	for _, call := range flag.Calls { // the innermost first
		for i := range facts.Delegations {
			if at := &facts.Delegations[i]; at.Runs(call) {
				return at
			}
		}
	}
	if len(flag.Calls) == 0 {
		return facts.Delegated(flag.Name)
	}
	return nil
}

// conditions returns the conditions of a registration, except conditions on the operating system and comparisons with
// nil, which depend on the constructor.
func conditions(at source.Place) []string {
	var all []string
	for _, condition := range at.Conditions {
		if !condition.System && !condition.Nil {
			all = append(all, condition.Text)
		}
	}
	return all
}

// delegationsOf returns the calls of functions of other modules, with the flags that they register.
func delegationsOf(c *component, d *decisions) []plan.Delegation {
	var all []plan.Delegation
	places := map[*source.Delegation]int{}
	for _, flag := range c.theirs.Flags {
		call := delegation(c.facts, flag)
		if call == nil || adopted(c.facts, flag) || registration(c.facts, flag) != nil {
			continue
		}
		at, known := places[call]
		if !known {
			at = len(all)
			places[call] = at
			all = append(all, delegationOf(call))
		}
		all[at].Flags = append(all[at].Flags, flag.Name)
	}
	return slices.DeleteFunc(all, func(call plan.Delegation) bool {
		return call.Func.IsZero() || d.undelegated[call.Func]
	})
}

// delegationOf names the function of a delegation, and the path of the field that it gets.
func delegationOf(d *source.Delegation) plan.Delegation {
	found := plan.Delegation{Position: d.Start}
	argument := d.Receiver
	if d.Method != "" {
		found.Func = markers.Ref{Name: d.Method}
	} else {
		found.Func, _ = markers.ParseRef(d.Path)
		for _, a := range d.Arguments {
			if a.Kind == source.Field {
				argument = a
			}
		}
	}
	if argument.Kind == source.Field {
		found.Argument = argument.Path
	}
	return found
}
