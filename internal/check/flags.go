package check

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
	"unicode"

	"github.com/configgen/configgen/descriptor/render"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

// flagRules are about flags and what refers to them.
func flagRules() []rule.Rule {
	return []rule.Rule{
		forGroup("duplicate-flag", duplicateFlags),
		forGroup("flag-name", flagNames),
		forField("flags-from", unknownExemptions),
		forMarker("conflicting-arguments", conflictingArguments),
		forMarker("no-usage", missingUsage),
		forField("flag-in-list", flagInList),
		forMarker("legacy-default", defaultInList),
		forGroup("flag-defaults", unusedDefaults),
		forMarker("precedence-type", precedenceType),
		forMarker("precedence-flag", precedenceFlag),
	}
}

// duplicateFlags looks at all flags of the component that the group configures.
func duplicateFlags(g *group.Group) []finding {
	var findings []finding
	names, letters := map[string]*group.Flag{}, map[string]*group.Flag{}
	fields := map[*group.Flag]*group.Field{}
	add := func(flag, first *group.Flag, message, fix string, advice ...diag.Advice) {
		where := onFlag(flag).with(advice...)
		if first.Position != flag.Position {
			where = where.see("first at", first.Position)
		}
		if field := fields[flag]; field != nil {
			where.Field = field.Path
		}
		findings = append(findings, finding{where, message, fix})
	}
	look := func(flag *group.Flag, field *group.Field) {
		fields[flag] = field
		switch first := names[flag.Name]; {
		case first == nil:
			names[flag.Name] = flag
		case first.Position == flag.Position && field != nil:
			of := holder(fields[first])
			prefix := ownPrefix(of)
			add(flag, first, fmt.Sprintf("the flag --%s is registered twice, for %s and for %s", flag.Name,
				fields[first].Path, field.Path),
				"give the fields of that type prefixes, as in "+prefix+" on "+of.Path, diag.Mark(of.Position, prefix))
		default:
			add(flag, first, fmt.Sprintf("the flag --%s is registered twice", flag.Name), "give one of them another name")
		}
		switch first := letters[flag.Shorthand]; {
		case flag.Shorthand == "":
		case first == nil:
			letters[flag.Shorthand] = flag
		default:
			add(flag, first, fmt.Sprintf("the shorthand -%s is registered twice, for --%s and for --%s", flag.Shorthand,
				first.Name, flag.Name), "give one of them another letter")
		}
	}
	for _, root := range g.AllRoots() {
		root.Walk(func(field *group.Field) {
			for _, flag := range field.Flags {
				look(flag, field)
			}
		})
		for _, flag := range root.Ignored {
			look(flag, nil)
		}
	}
	for _, root := range g.AllRoots() {
		root.Walk(func(field *group.Field) {
			for _, from := range field.Delegations {
				findings = append(findings, duplicateDelegation(field, from, names, letters)...)
			}
		})
	}
	return findings
}

// duplicateDelegation looks at the flags that a function registers, whose names are not in the source of the group, and
// adds those without a finding to the known ones. One finding names the first that is registered before.
func duplicateDelegation(
	field *group.Field, from *group.Delegation, names, letters map[string]*group.Flag,
) []finding {
	var findings []finding
	add := func(first *group.Flag, message, fix string) {
		if len(findings) > 0 {
			return
		}
		where := onDelegation(field, from)
		if first.Position != from.Position {
			where = where.see("first at", first.Position)
		}
		findings = append(findings, finding{where, message, fix})
	}
	for _, registered := range from.Registers {
		name, letter := from.Prefix+registered.Name, registered.Shorthand
		if from.Prefix != "" {
			letter = "" // generated code removes it
		}
		flag := &group.Flag{Name: name, Shorthand: letter, Position: from.Position, End: from.End}
		if first := names[name]; first == nil {
			names[name] = flag
		} else {
			add(first, fmt.Sprintf("%s registers the flag --%s, which is registered already", from.Func.Name, name),
				prefixing(field))
			continue
		}
		if first := letters[letter]; letter != "" && first == nil {
			letters[letter] = flag
		} else if letter != "" {
			add(first, fmt.Sprintf("%s registers the shorthand -%s for --%s, which --%s has already", from.Func.Name, letter,
				name, first.Name), "remove the shorthand from the other flag, or register these flags by +flag")
		}
	}
	return findings
}

func onDelegation(field *group.Field, from *group.Delegation) place {
	return place{Position: from.Position, End: from.End, Field: field.Path}.with(
		diag.Mark(field.Position, ownPrefix(field)))
}

// ownPrefix is the marker that gives all flags of a field a prefix, and prefixing the advice to write it.
func ownPrefix(field *group.Field) string {
	return fmt.Sprintf(`+flagDefaults(prefix: "%s-")`, strings.ToLower(field.Name))
}

func prefixing(field *group.Field) string {
	return "rename the other flag, or prefix the flags of this field, as in " + ownPrefix(field)
}

// holder is the field that a field is in; in a root, it is the field itself.
func holder(field *group.Field) *group.Field {
	if field.Parent == nil {
		return field
	}
	return field.Parent
}

func flagNames(g *group.Group) []finding {
	var findings []finding
	for i, root := range g.AllRoots() {
		look := func(flags []*group.Flag, set markers.Set, marker string) {
			for _, flag := range flags {
				message, fix, right := wrongName(flag, marker)
				if g.Loader && i < len(g.Roots) && ofLoader(flag.Name) {
					message, fix = "--"+flag.Name+" belongs to the loader of the configuration", "choose another name"
				}
				if message != "" {
					at := onFlag(flag).with(set.At(flag.Position).Correct(flag.Name, right))
					findings = append(findings, finding{at, message, fix})
				}
			}
		}
		root.Walk(func(field *group.Field) {
			look(field.Flags, field.Markers, "+flag")
			for _, from := range field.Delegations {
				if g.Loader && i < len(g.Roots) {
					findings = append(findings, loaderDelegation(field, from)...)
				}
			}
		})
		look(root.Ignored, root.Markers, "+ignoredFlag(...)")
	}
	return findings
}

// loaderDelegation looks for flags of the loader among the flags that a function registers.
func loaderDelegation(field *group.Field, from *group.Delegation) []finding {
	for _, registered := range from.Registers {
		if name := from.Prefix + registered.Name; ofLoader(name) {
			return []finding{{onDelegation(field, from), fmt.Sprintf("%s registers --%s, which belongs to the loader of the "+
				"configuration", from.Func.Name, name), "prefix the flags of this field, as in " + ownPrefix(field)}}
		}
	}
	return nil
}

// ofLoader reports whether a flag is one of the loader in components that use its option. Wrong names are another
// finding.
func ofLoader(name string) bool {
	return name != "help" && slices.ContainsFunc(render.LoaderFlags(), func(known render.LoaderFlag) bool {
		return known.Name == name
	})
}

// wrongName returns the mistake in the name of a flag in a marker. Right is the name to write, if it is known.
func wrongName(flag *group.Flag, marker string) (message, fix, right string) {
	letterOrDigit := func(r rune) bool { return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	valid := flag.Name != "" && flag.Name[0] != '-' && flag.Name[0] != '.'
	for _, r := range flag.Name {
		valid = valid && (letterOrDigit(r) || strings.ContainsRune("-._", r))
	}
	switch {
	case !valid:
		fix = "use letters, digits and dashes"
		if trimmed := strings.Trim(flag.Name, `-"'`+"`"); trimmed != flag.Name && trimmed != "" {
			fix, right = "use "+marker+"="+trimmed, trimmed
		}
		return fmt.Sprintf("%q cannot be the name of a flag", flag.Name), fix, right
	case flag.Name == "help":
		return "--help belongs to pflag and cobra", "choose another name", ""
	case flag.Shorthand == "h":
		return "-h belongs to pflag and cobra", "choose another letter", ""
	case len(flag.Shorthand) > 1 || flag.Shorthand != "" && !letterOrDigit(rune(flag.Shorthand[0])):
		return fmt.Sprintf("%q cannot be a shorthand", flag.Shorthand), "a shorthand is one letter or digit", ""
	}
	return "", "", ""
}

// unknownExemptions looks at the flags that +flagsFrom exempts from its deprecation.
func unknownExemptions(at inRoot) []finding {
	var findings []finding
	for _, from := range at.field.Delegations {
		var known []string
		for _, flag := range from.Registers {
			known = append(known, flag.Name)
		}
		marker := at.field.Markers.At(from.Position)
		for _, name := range from.Exempt {
			if len(known) == 0 || slices.Contains(known, name) {
				continue
			}
			where, fix := onMarker(marker), "name one of the flags that it registers, without dashes and prefix"
			if near, distance := diag.Nearest(name, known); distance >= 0 && distance <= 2 {
				where, fix = correcting(marker, name, near), "did you mean "+near+"?"
			}
			findings = append(findings, finding{where,
				fmt.Sprintf("%s does not register --%s, which exempt: names", from.Func.Name, name), fix})
		}
	}
	return findings
}

func conflictingArguments(at inRoot, m markers.Marker, value *markers.Flag) []finding {
	switch {
	case at.field.InList():
	case value.Usage != "" && !value.UsageFrom.IsZero():
		return []finding{{onMarker(m).with(m.Without("usage"), m.Without("usageFrom")),
			"usage and usageFrom both specify the help text", "keep one"}}
	case value.ShorthandDeprecated != "" && value.Shorthand == "":
		return []finding{{onMarker(m).with(m.Without("shorthandDeprecated")),
			"shorthandDeprecated has no effect on a flag without shorthand",
			"remove it, or add shorthand:"}}
	case value.Type != "" && !value.Value.IsZero():
		return []finding{{onMarker(m).with(m.Without("type"), m.Without("value")),
			"type and value both specify how the flag reads its values", "keep one"}}
	case value.Deprecated.Exempt && value.Since+value.Removal+value.Use != "":
		return []finding{{onMarker(m).with(m.Without("deprecated")), "deprecated: false contradicts the end of the flag",
			"remove it, or since, removal and use"}}
	}
	return nil
}

func missingUsage(at inRoot, m markers.Marker, value *markers.Flag) []finding {
	if value.Usage != "" || !value.UsageFrom.IsZero() || at.field.Doc != "" {
		return nil
	}
	for _, flag := range at.field.Flags {
		if flag.Position == m.Position {
			return []finding{{onMarker(m), fmt.Sprintf("the flag --%s has no help text", flag.Name),
				"write a doc comment on the field, or the argument usage:"}}
		}
	}
	return nil
}

func flagInList(at inRoot) []finding {
	if !at.field.InList() {
		return nil
	}
	var findings []finding
	for _, m := range at.field.Markers {
		fix := ""
		switch m.Value.(type) {
		case *markers.Flag:
			fix = "remove the flag, or give the list a flag with value:"
		case *markers.FlagsFrom, *markers.ThirdPartyFlag:
			fix = "remove the marker"
		default:
			continue
		}
		findings = append(findings, finding{removing(m),
			fmt.Sprintf("%s exists once for each element, and a flag exists once", at.field.Path), fix})
	}
	return findings
}

func defaultInList(at inRoot, m markers.Marker, _ *markers.LegacyDefault) []finding {
	if !at.field.InList() {
		return nil
	}
	return []finding{{onMarker(m),
		fmt.Sprintf("%s exists once for each element and cannot have a default from the command line", at.field.Path),
		"put the marker on the list"}}
}

func precedenceType(at inRoot, m markers.Marker, value *markers.Precedence) []finding {
	field := at.field
	wrong := func(fix string) []finding {
		return []finding{{removing(m),
			fmt.Sprintf("+precedence=%s is on %s, which has the type %s", value.Mode, field.Path, field.Type), fix}}
	}
	switch {
	case value.Mode == "merge" && field.Type.Kind != "map":
		return wrong("remove it: only maps are merged key by key")
	case value.Mode == "merge" && field.Type.Elem.Kind == "slice":
		return []finding{{removing(m), fmt.Sprintf("+precedence=merge is on %s, a map of lists", field.Path),
			"remove it: lists replace each other"}}
	case value.Mode == "prepend" && (field.Type.Kind != "slice" || field.Type.Leaf):
		return wrong("remove it: only lists have items to prepend")
	}
	return nil
}

func precedenceFlag(at inRoot, m markers.Marker, value *markers.Precedence) []finding {
	switch {
	case len(precedenceType(at, m, value)) > 0 || flagged(at.field) || at.field.Mistaken:
	case value.Mode == "merge":
		return []finding{{removing(m).with(diag.Mark(at.field.Position, "+flag")),
			fmt.Sprintf("+precedence combines a flag with a file, and no flag sets %s", at.field.Path),
			"remove it, or add +flag: maps in files are merged key by key without it"}}
	case !hasFlags(at.field.Fields):
		return []finding{{removing(m).with(diag.Mark(at.field.Position, "+flag")),
			fmt.Sprintf("+precedence combines a flag with a file, and no flag sets %s", at.field.Path),
			"remove it, or add +flag"}}
	}
	return nil
}

// flagged reports whether a marker asks for a flag of the field's own, or for a function that registers flags over it
// or over what holds it.
func flagged(field *group.Field) bool {
	if field.Markers.Has("flag") {
		return true
	}
	for at := field; at != nil; at = at.Parent {
		if at.Markers.Has("flagsFrom") {
			return true
		}
	}
	return false
}

// unusedDefaults finds +flagDefaults without effect on roots, on fields and on their types in the package of a root:
// for types of other packages, other groups may have flags. A type in several places needs a flag in one of them.
func unusedDefaults(g *group.Group) []finding {
	var findings []finding
	effective := map[token.Position]bool{}
	look := func(set markers.Set, name string, effect bool) {
		for _, m := range set.Named("flagDefaults") {
			if m.Published != "" {
				continue
			}
			effective[m.Position] = effective[m.Position] || effect
			findings = append(findings, finding{removing(m),
				fmt.Sprintf("+flagDefaults has no effect: there is no flag below %s", name), "remove it, or add flags"})
		}
	}
	for _, root := range g.AllRoots() {
		look(root.Markers, root.Name, hasFlags(root.Fields))
		root.Walk(func(field *group.Field) {
			effect := len(field.Delegations) > 0 || hasFlags(field.Fields)
			look(field.Markers, field.Path, effect)
			if base := field.Type.Base(); base.Package == root.Package.Path {
				look(base.Markers, base.Name, effect)
			}
		})
	}
	return slices.DeleteFunc(findings, func(f finding) bool { return effective[f.at.Position] })
}

func hasFlags(fields []*group.Field) bool {
	return slices.ContainsFunc(fields, func(field *group.Field) bool {
		return len(field.Flags)+len(field.Delegations) > 0 || hasFlags(field.Fields)
	})
}
