package model

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// fieldMarkers gives the field all that its markers say.
func fieldMarkers(at place, field *group.Field, variable *types.Var) {
	if at.parent != nil {
		field.OS = at.parent.OS
	}
	setDeprecation(field)
	field.Exceptions = append(exceptions(field.Markers), exceptions(field.Type.Base().Markers)...)
	ofType := 0 // the flags of the type itself, which come first
	for i, m := range field.Markers {
		switch value := m.Value.(type) {
		case *markers.Flag:
			addFlag(at, field, variable, m, value)
			if i < len(field.Markers)-field.Inherited {
				ofType = len(field.Flags)
			}
		case *markers.FlagsFrom:
			addDelegation(at, field, variable, m, value)
		case *markers.LegacyDefault:
			setLegacyDefault(at, field, m, value)
		case *markers.OS:
			if both, valid := field.OS.Limit(value.Systems); valid {
				field.OS = both
			}
		case *markers.Default:
			defaultWithoutVersion(at, field, m)
		case *markers.ThirdPartyFlag:
			addThirdPartyFlag(at, field, m, value)
		}
	}
	field.Flags = replaced(field.Flags, ofType)
	fieldGates(at, field)
}

// replaced leaves those flags of a type out that a +subfield, where the type is used, declares once more.
func replaced(flags []*group.Flag, ofType int) []*group.Flag {
	atUse := flags[ofType:]
	own := slices.DeleteFunc(slices.Clone(flags[:ofType]), func(flag *group.Flag) bool {
		return slices.ContainsFunc(atUse, func(other *group.Flag) bool { return other.Name == flag.Name })
	})
	return append(own, atUse...)
}

// addFlag adds a flag; one in a list, which is a finding of package check, is left out.
func addFlag(at place, field *group.Field, variable *types.Var, m markers.Marker, value *markers.Flag) {
	if at.inList {
		return
	}
	flag := &group.Flag{
		Name: at.defaults.Prefix + value.Name, Shorthand: value.Shorthand, Usage: value.Usage,
		ShorthandDeprecated: value.ShorthandDeprecated,
		Section:             value.Section, Hidden: value.Hidden || at.defaults.Hidden, Approved: value.Approved,
		NoOptDefVal: value.NoOptDefVal, Type: value.Type, Marker: m, Position: m.Position, End: m.End,
	}
	deprecateFlag(at, field, flag, m, value)
	if value.Name == "" {
		flag.Name = at.defaults.Prefix + flagtext.Name(field.Name, initialisms(at))
	}
	if flag.Section == "" {
		flag.Section = at.defaults.Section
	}
	switch {
	case value.Usage == "" && value.UsageFrom.IsZero():
		flag.Usage = flagtext.Help(field.Name, usageFromDoc(at, field, variable), initialisms(at))
	case value.Usage == "":
		flag.UsageFrom = function(at, m, value.UsageFrom, "usage-from", "func() string", func(s *types.Signature) bool {
			return s.Params().Len() == 0 && s.Results().Len() == 1 && types.TypeString(s.Results().At(0).Type(), nil) == "string"
		})
	}
	if !value.Value.IsZero() {
		want := fmt.Sprintf("func(*%s) pflag.Value", field.Type)
		flag.Value = function(at, m, value.Value, "flag-value", want, func(s *types.Signature) bool {
			return s.Params().Len() == 1 && isPointerTo(s.Params().At(0).Type(), variable.Type()) &&
				s.Results().Len() == 1 && isFlagValue(s.Results().At(0).Type())
		})
		if flag.Value == nil {
			return
		}
	}
	field.Flags = append(field.Flags, flag)
}

// initialisms returns the initialisms that the root's package adds for the names of its flags.
func initialisms(at place) []string {
	var words []string
	if pkg := at.source(at.root.Package.Path); pkg != nil {
		for _, m := range markers.All[markers.Initialisms](pkg.Markers) {
			words = append(words, m.Words...)
		}
	}
	return words
}

// usageFromDoc is the doc comment of a field, wherever the field is declared, as the help of a flag.
func usageFromDoc(at place, field *group.Field, variable *types.Var) string {
	if field.Doc == "" && at.declared == nil {
		field.Doc = at.session.Doc(variable)
	}
	return flagtext.FromDoc(field.Doc)
}

func addDelegation(at place, field *group.Field, variable *types.Var, m markers.Marker, value *markers.FlagsFrom) {
	if at.inList {
		return
	}
	defaults := flagDefaults(at, field)
	if deprecation := deprecationOf(at, field); deprecation != nil {
		defaults.Deprecated = deprecation.Advice()
	}
	delegation := &group.Delegation{
		Deprecated: value.Deprecated.Or(defaults.Deprecated), Exempt: value.Exempt, Approved: value.Approved,
		Section: cmp.Or(value.Section, defaults.Section), Prefix: defaults.Prefix, Hidden: defaults.Hidden,
		Position: m.Position, End: m.End,
	}
	target := variable.Type()
	if pointer, ok := types.Unalias(target).(*types.Pointer); ok && at.flagStruct() {
		target = pointer.Elem()
	}
	if pointer := pointerTo(field); pointer != nil && !at.flagStruct() {
		what := "which is a pointer and may be nil"
		if pointer != field {
			what = fmt.Sprintf("which is in %s, a pointer that may be nil", pointer.Path)
		}
		at.reportMarker(m, "flags-from", fmt.Sprintf("+flagsFrom is on %s, %s", field.Path, what), "make the field a value",
			pointer.AsValue())
		return
	}
	if method := methodOf(target, value.Func); method != nil {
		if s := method.Type().(*types.Signature); s.Params().Len() != 1 || !isFlagSet(s.Params().At(0).Type()) {
			at.reportMarker(m, "flags-from",
				fmt.Sprintf("the method %s of %s does not take one *pflag.FlagSet", method.Name(), field.Type),
				"name a func(*T, *pflag.FlagSet)")
			return
		}
		delegation.Func = &group.Object{Name: method.Name()}
	} else if delegation.Func, delegation.Bridge = delegatedFunction(at, target, m, value); delegation.Func == nil {
		return
	}
	delegation.Registers = registered(at, value.Func, target)
	if delegation.Bridge != nil { // the function sets fields that are not in the configuration
		field.Delegations = append(field.Delegations, delegation)
		return
	}
	keep, err := copier{home: outputOf(at), inPlace: true, lenient: at.flagStruct()}.copyOf(target)
	if err != nil && !at.flagStruct() {
		at.reportMarker(m, "flags-from", fmt.Sprintf("+flagsFrom is on %s, which %s: the defaults that %s sets there "+
			"would override the file", field.Path, err, value.Func), "register the flags with +flag")
		return
	}
	delegation.Keep = keep
	field.Delegations = append(field.Delegations, delegation)
}

// pointerTo is the field itself or one above it that is a pointer; nil if there is none.
func pointerTo(field *group.Field) *group.Field {
	for ; field != nil; field = field.Parent {
		if field.Type.Kind == "pointer" {
			return field
		}
	}
	return nil
}

// delegatedFunction resolves the function that registers flags over a target, or over a struct of another version with
// the same fields; nil after a finding.
func delegatedFunction(
	at place, target types.Type, m markers.Marker, value *markers.FlagsFrom,
) (object *group.Object, bridge *group.Bridge) {
	setFirst := false
	want := fmt.Sprintf("func(*%s, *pflag.FlagSet), in either order", typeOf(target))
	object = function(at, m, value.Func, "flags-from", want, func(s *types.Signature) bool {
		if s.Params().Len() != 2 {
			return false
		}
		first, second := s.Params().At(0).Type(), s.Params().At(1).Type()
		if setFirst = isFlagSet(first); setFirst {
			first, second = second, first
		}
		pointer, ok := types.Unalias(first).(*types.Pointer)
		if !ok || !isFlagSet(second) {
			return false
		}
		bridge = bridgeOf(target, pointer.Elem())
		return bridge != nil || sameType(pointer.Elem(), target)
	})
	if object != nil {
		object.FlagSetFirst = setFirst
	}
	return object, bridge
}

func setLegacyDefault(at place, field *group.Field, m markers.Marker, value *markers.LegacyDefault) {
	if at.inList {
		return
	}
	legacy := &group.LegacyDefault{Text: value.Value, Marker: m, Position: m.Position, End: m.End}
	if !strings.HasPrefix(value.Value, "ref(") {
		field.LegacyDefault = legacy
		return
	}
	ref, ok := markers.ParseRefValue(value.Value)
	if !ok {
		at.reportMarker(m, "legacy-default", fmt.Sprintf("%s is not a reference", value.Value),
			"write ref(Ident) or ref(import/path.Ident)")
		return
	}
	object, err := lookup(at, ref)
	if err != nil {
		at.unresolved(m, ref, "legacy-default", err.Error(), "name a constant or variable that exists")
		return
	}
	switch object.(type) {
	case *types.Const, *types.Var:
		legacy.Ref = objectOf(object)
		if how, err := (copier{home: outputOf(at)}).copyOf(object.Type()); err != nil {
			legacy.Ref.Shared = err.Error()
		} else {
			legacy.Ref.Copy = how
		}
		field.LegacyDefault = legacy
	default:
		at.reportMarker(m, "legacy-default", fmt.Sprintf("%s is a %s", ref, describeObject(object)),
			"name a constant or variable")
	}
}

// flagStruct reports whether the root is a +flags struct.
func (at place) flagStruct() bool { return slices.Contains(at.group.FlagStructs, at.root) }

// outputOf is the import path of the package that the defaults of a root are generated into.
func outputOf(at place) string {
	if at.flagStruct() {
		return at.root.Package.Path
	}
	return at.group.FlagsPackage.Path
}

func addThirdPartyFlag(at place, field *group.Field, m markers.Marker, value *markers.ThirdPartyFlag) {
	if at.inList {
		return
	}
	const want = "function that registers flags, func(*flag.FlagSet) or func(*pflag.FlagSet)"
	flag := &group.ThirdPartyFlag{Name: value.Name, Position: m.Position, End: m.End}
	flag.From = function(at, m, value.From, "third-party-flag", want, func(s *types.Signature) bool {
		if s.Params().Len() != 1 {
			return false
		}
		set := s.Params().At(0).Type()
		flag.GoFlagSet = !isFlagSet(set)
		return isFlagSet(set) || types.TypeString(set, (*types.Package).Path) == "*flag.FlagSet"
	})
	if flag.From != nil {
		known := registered(at, value.From, types.Typ[types.Invalid])
		named := func(r group.Registered) bool { return r.Name == value.Name }
		flag.Missing = len(known) > 0 && !slices.ContainsFunc(known, named)
		field.ThirdPartyFlags = append(field.ThirdPartyFlags, flag)
	}
}

// defaultWithoutVersion reports a +default on a field that has no versioned defaults: one of an internal type or of a
// +flags struct.
func defaultWithoutVersion(at place, field *group.Field, m markers.Marker) {
	pkg := at.source(at.home)
	asked := pkg != nil && slices.ContainsFunc(pkg.TagsInDoc(), func(t load.Tag) bool {
		return t.Name == "k8s:defaulter-gen"
	})
	switch {
	case at.root.Plain:
		at.reportMarker(m, "default-place",
			fmt.Sprintf("+default has no effect on %s: %s is not an object of the API machinery", field.Path, at.root.Name),
			fmt.Sprintf("set it in a function SetDefaults_%s(*%[1]s)", at.root.Name))
	case at.flagStruct():
		at.reportMarker(m, "default-place",
			fmt.Sprintf("+default has no effect on %s: flags have no versioned defaults", field.Path),
			"use +legacyDefault=...", m.Correct("+default=", "+legacyDefault="))
	case at.group.Internal() && at.home == at.group.Package.Path && !asked:
		where := "the version"
		if at.root.Version != nil {
			where = at.root.Version.Types.Path
		}
		at.reportMarker(m, "default-place", fmt.Sprintf("+default has no effect on the internal type of %s", field.Path),
			"move it to the field in "+where)
	}
}

// setDeprecation notes the end of a field.
func setDeprecation(field *group.Field) {
	all := field.Markers.Named("deprecated")
	if len(all) == 0 {
		return
	}
	m := all[len(all)-1] // by +subfield, where the type is used, or the field's own
	given := m.Value.(*markers.Deprecated)
	field.Deprecated = &group.Deprecation{
		Since: given.Since, Removal: given.Removal, Use: given.Use, Position: m.Position, End: m.End,
	}
}

// deprecateFlag deprecates a flag: by its own arguments, by the +flagDefaults around it, or with its field.
func deprecateFlag(at place, field *group.Field, flag *group.Flag, m markers.Marker, value *markers.Flag) {
	if value.Deprecated.Exempt {
		return
	}
	if flag.Deprecation = newDeprecation(m, value.Since, value.Removal, value.Use); flag.Deprecation == nil {
		flag.Deprecation = deprecationOf(at, field)
	}
	flag.Deprecated = value.Deprecated.Message
	if flag.Deprecated == "" && flag.Deprecation != nil {
		flag.Deprecated = flag.Deprecation.Advice()
	}
	flag.Deprecated = cmp.Or(flag.Deprecated, at.defaults.Deprecated)
}

// newDeprecation returns the deprecation that the marker of a flag specifies; nil if there is none.
func newDeprecation(m markers.Marker, since, removal, use string) *group.Deprecation {
	if since+removal+use == "" {
		return nil
	}
	return &group.Deprecation{Since: since, Removal: removal, Use: use, Position: m.Position, End: m.End}
}

// ignoredFlags are the flags of a root that have no effect.
func ignoredFlags(set markers.Set) []*group.Flag {
	var flags []*group.Flag
	for _, m := range set {
		given, ok := m.Value.(*markers.IgnoredFlag)
		if !ok {
			continue
		}
		flag := &group.Flag{
			Name: given.Name, Shorthand: given.Shorthand, Usage: cmp.Or(given.Usage, "Has no effect."), Type: given.Type,
			ShorthandDeprecated: given.ShorthandDeprecated,
			Default:             given.Default, Deprecated: given.Deprecated, Hidden: given.Hidden, Section: given.Section,
			NoOptDefVal: given.NoOptDefVal, OS: given.OS, Marker: m, Position: m.Position, End: m.End,
		}
		if flag.Deprecation = newDeprecation(m, given.Since, given.Removal, given.Use); flag.Deprecation != nil {
			flag.Deprecated = cmp.Or(flag.Deprecated, flag.Deprecation.Advice())
		}
		flags = append(flags, flag)
	}
	return flags
}

// deprecationOf is the deprecation of a field that is being built.
func deprecationOf(at place, field *group.Field) *group.Deprecation {
	if field.Deprecated != nil || at.parent == nil {
		return field.Deprecated
	}
	return at.parent.Deprecation()
}

// exceptions returns the exceptions that markers declare.
func exceptions(set markers.Set) []group.Exception {
	var found []group.Exception
	for _, m := range set {
		if given, ok := m.Value.(*markers.Allow); ok {
			found = append(found, group.Exception{
				Rule: given.Rule, Reason: given.Reason, Until: given.Until, Position: m.Position, End: m.End,
			})
		}
	}
	return found
}

// tombstones adds the tombstones of a type to the root, with the path of the struct in front of theirs.
func tombstones(root *group.Root, parent *group.Field, set markers.Set) {
	for _, m := range set {
		given, ok := m.Value.(*markers.Tombstone)
		if !ok {
			continue
		}
		stone := &group.Tombstone{
			Path: given.Path, Value: given.Value, Version: given.Version, Flag: given.Flag, Gate: given.Gate,
			Removed: given.Removed, Use: given.Use, Position: m.Position, End: m.End,
		}
		if given.Path != "" {
			stone.Path = joinJSON(parent, given.Path)
		}
		for _, rule := range given.Allow {
			stone.Exceptions = append(stone.Exceptions, group.Exception{
				Rule: rule, Reason: given.Reason, Until: given.Until, Position: m.Position, End: m.End,
			})
		}
		// A type in several places has one flag and one gate of a name.
		if given.Path == "" && slices.ContainsFunc(root.Tombstones, func(other *group.Tombstone) bool {
			return other.Position == stone.Position
		}) {
			continue
		}
		root.Tombstones = append(root.Tombstones, stone)
	}
	slices.SortStableFunc(root.Tombstones, func(a, b *group.Tombstone) int {
		kind, name := a.What()
		otherKind, otherName := b.What()
		return cmp.Or(strings.Compare(kind, otherKind), strings.Compare(name, otherName))
	})
}
