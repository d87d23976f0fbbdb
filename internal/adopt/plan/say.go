package plan

import (
	"cmp"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/format"
	"github.com/configgen/configgen/internal/markers"
)

// formatOf returns the first format of texts that accepts and refuses the same values as a flag; empty if there is no
// such format, or if the flag accepts everything.
func formatOf(flag *observe.Flag) string {
	for _, f := range format.Formats() {
		accepted, refused, same := false, false, f.Codec != ""
		for _, set := range flag.Sets {
			if len(set.Values) != 1 || set.Held != nil || strings.TrimSpace(set.Values[0]) == "" ||
				strings.TrimSpace(set.Values[0]) != set.Values[0] {
				continue
			}
			accepts := set.Error == "" && !set.Ended
			accepted, refused = accepted || accepts, refused || !accepts
			same = same && accepts == f.Valid(set.Values[0])
		}
		if same && accepted && refused {
			return f.Name
		}
	}
	return ""
}

// splits reports whether a flag over a list of texts separates the items by commas.
func splits(flag *observe.Flag, t types.Type) bool {
	list, ok := deref(t).Underlying().(*types.Slice)
	if !ok || !types.Identical(list.Elem(), types.Typ[types.String]) {
		return true
	}
	for _, set := range flag.Sets {
		for _, change := range set.Changes {
			if len(set.Values) == 1 && change.Field == flag.Field && set.Held == nil &&
				change.After == fmt.Sprintf("[%q]", set.Values[0]) && strings.Contains(set.Values[0], ",") {
				return false
			}
		}
	}
	return true
}

// say makes the marker of a flag.
func (p *planner) say(at *item) *problem {
	flag, source := at.observed, p.Sources[at.observed.Name]
	marker := &markers.Flag{
		Shorthand: flag.Shorthand, Section: flag.Section, Hidden: flag.Hidden,
		Deprecated: markers.Deprecation{Message: flag.Deprecated}, ShorthandDeprecated: flag.ShorthandDeprecated,
	}
	if ordinary := ordinaryNoOptDefVal(at.field().Type()); flag.NoOptDefVal != ordinary {
		marker.NoOptDefVal = flag.NoOptDefVal
	}
	if marker.Value = source.Value; marker.Value.IsZero() && !splits(flag, at.field().Type()) {
		marker.Type = "stringArray"
	}
	basic, ok := deref(at.field().Type()).Underlying().(*types.Basic)
	if ok && basic.Kind() == types.String && marker.Value.IsZero() {
		at.format = formatOf(flag)
	}
	switch {
	case flag.Usage != "" && helpOf(p, at) == flag.Usage:
	case !source.UsageFrom.IsZero():
		marker.UsageFrom = source.UsageFrom
	case flag.Usage == "" && source.Computed.IsValid():
		return problemOf(Computed, "its help is computed, and cannot be observed here")
	case flag.Usage == "":
		return problemOf(NoUsage, "it has no help text")
	case strings.ContainsAny(flag.Usage, "\r\x00\ufeff") || !utf8.ValidString(flag.Usage):
		return problemOf(Refused, "its help has a character that a comment cannot have")
	default:
		marker.Usage = flag.Usage
	}
	if source.Computed.IsValid() && marker.UsageFrom.IsZero() {
		p.plan.Notes = append(p.plan.Notes, Unmarked{
			Position: source.Computed, Flag: flag.Name, Kind: Computed,
			Why: "its help is computed here, and the marker has the text of now", Do: advice[Computed],
		})
	}
	at.flag = marker
	return nil
}

// helpOf returns the help text that a flag has without an argument.
func helpOf(p *planner, at *item) string {
	if at.anchor != len(at.path)-1 {
		return ""
	}
	place := p.model.at(at.path[at.anchor])
	return flagtext.Help(place.field.Name, flagtext.FromDoc(place.field.Doc()), initialismsOf(p, at.root))
}

// initialismsOf returns the initialisms that the package of a root adds.
func initialismsOf(p *planner, r *root) []string {
	var words []string
	if pkg := p.Session.Source(r.ref.Package); pkg != nil {
		for _, m := range markers.All[markers.Initialisms](pkg.Markers) {
			words = append(words, m.Words...)
		}
	}
	return words
}

// ordinaryNoOptDefVal returns the NoOptDefVal that the generated flag of a type has by default.
func ordinaryNoOptDefVal(t types.Type) string {
	t = deref(t)
	if s, ok := t.Underlying().(*types.Struct); ok && s.NumFields() == 1 && s.Field(0).Embedded() {
		t = s.Field(0).Type()
	}
	if basic, ok := t.Underlying().(*types.Basic); ok && basic.Info()&types.IsBoolean != 0 {
		return "true"
	}
	return ""
}

// flagMarker returns the +flag marker of an item, with the name that the flag has in its place.
func flagMarker(p *planner, at *item) string {
	marker := *at.flag
	if marker.Name = at.observed.Name; marker.Name == flagtext.Name(at.field().Name(), initialismsOf(p, at.root)) {
		marker.Name = ""
	}
	return written("flag", marker, at.home())
}

// written returns the text of a marker in a package: its nonzero arguments in the order of its struct.
func written(name string, marker any, home string) string {
	var arguments []string
	end := ""
	v := reflect.ValueOf(marker)
	for i := range v.NumField() {
		argument, text := v.Type().Field(i).Tag.Get("arg"), ""
		switch value := v.Field(i).Interface().(type) {
		case string:
			text = value
		case []string:
			text = strings.Join(value, ",")
		case markers.Ref:
			if !value.IsZero() {
				text = reference(value, home)
			}
		case markers.Deprecation:
			text = value.Message
		case bool:
			if value {
				arguments = append(arguments, argument+": true")
			}
		}
		switch {
		case text == "":
		case argument == "=":
			end = "=" + text
		case argument == "type": // one word
			arguments = append(arguments, argument+": "+text)
		default:
			arguments = append(arguments, argument+": "+quote(text))
		}
	}
	if len(arguments) > 0 {
		name += "(" + strings.Join(arguments, ", ") + ")"
	}
	return "+" + name + end
}

// quote returns an argument in the syntax of markers, which knows no other escapes.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}

// conflicting reports whether a declaration has a marker that is about the same as a new one. It stays; if it says
// something else, the list has it.
func conflicting(p *planner, have markers.Set, text string, of *item) bool {
	there, equal := about(p, have, text, of)
	if there != nil && !equal {
		leaveByHand(p, of, *there, text)
	}
	return there != nil
}

// about returns the marker of a declaration with the same subject as a new marker, nil if there is none, and reports
// whether both are equal.
func about(p *planner, have markers.Set, text string, of *item) (there *markers.Marker, equal bool) {
	var wanted markers.Marker
	if err := wanted.UnmarshalText([]byte(text)); err != nil {
		return nil, false // which the pipeline reports
	}
	usual := "" // the name of a flag without one
	if of != nil && len(of.path) > 0 {
		usual = flagtext.Name(of.field().Name(), initialismsOf(p, of.root))
	}
	for _, m := range have {
		same := m.Name == wanted.Name
		inner, other := wanted, m
		if sub, ok := wanted.Value.(*markers.Subfield); ok && same {
			given, _ := m.Value.(*markers.Subfield)
			inner, other = sub.Marker, given.Marker
			same = given.Path == sub.Path && inner.Name == other.Name
		}
		if ignored, ok := wanted.Value.(*markers.IgnoredFlag); ok && same {
			there, _ := m.Value.(*markers.IgnoredFlag)
			same = there.Name == ignored.Name
		}
		if f, ok := inner.Value.(*markers.Flag); ok && same {
			same = flagNameOf(other, usual) == flagNameOf(markers.Marker{Value: f}, usual)
		}
		if same {
			return &m, reflect.DeepEqual(inner.Value, other.Value) || meaning(inner, usual) == meaning(other, usual)
		}
	}
	return nil, false
}

// flagNameOf returns the name that a +flag gives, without prefixes: the usual one if it has none.
func flagNameOf(m markers.Marker, usual string) string {
	if f, ok := m.Value.(*markers.Flag); ok {
		return cmp.Or(f.Name, usual)
	}
	return ""
}

// meaning returns a +flag marker in a normal form, for comparisons of markers with and without optional arguments.
func meaning(m markers.Marker, usual string) string {
	f, ok := m.Value.(*markers.Flag)
	if !ok {
		return m.Text
	}
	whole := *f
	whole.Name, whole.Approved = flagNameOf(m, usual), ""
	return fmt.Sprintf("%+v", whole)
}

// leaveByHand adds a marker that contradicts the observation to the list of unmarked facts.
func leaveByHand(p *planner, of *item, there markers.Marker, text string) {
	entry := Unmarked{
		Position: there.Position, Kind: ByHand, Do: advice[ByHand],
		Why: fmt.Sprintf("%s is there already, and the registration asks for %s", there.Text, text),
	}
	if of != nil && of.observed != nil {
		entry.Flag = of.observed.Name
	}
	if !slices.Contains(p.plan.Unmarked, entry) {
		p.plan.Unmarked = append(p.plan.Unmarked, entry)
	}
}
