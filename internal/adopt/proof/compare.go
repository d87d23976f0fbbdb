package proof

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Known is what is known of the code written by hand beside what was observed.
type Known struct {
	// Positions are those of the registrations, by the name of the flag.
	Positions map[string]Position
	// ByHand are the flags that markers cannot express, each with the reason.
	ByHand map[string]string
	// Assigned are the flags that get their help from an assignment, once generated code has registered them.
	Assigned map[string]bool
	// Makes is set if the generated variant has a constructor of its own, which gives the fields of flags that stay in the
	// code written by hand what the other constructor gives them.
	Makes bool
	// Whole is set if the generated variant is the component as a whole, which names the flag sets itself.
	Whole bool
}

// Compare compares the observations of the registration that is written by hand and of the generated one. Both register
// their flags on an object of one type.
func Compare(theirs, ours *observe.Observation, known Known) *Report {
	report := &Report{Flags: []Flag{}, Fields: []Field{}, Paths: []Path{}}
	variants := pair{theirs: newVariant(theirs), ours: newVariant(ours), whole: known.Whole, assigned: known.Assigned}
	for _, name := range union(variants.theirs.flags, variants.ours.flags) {
		plain := cmp.Or(variants.theirs.flags[name].Name, name)
		flag := variants.flag(name, known.ByHand[plain])
		flag.Position = known.Positions[plain]
		report.Flags = append(report.Flags, flag)
	}
	report.countFlags()
	compareFields(report, variants, known)
	comparePaths(report, theirs.Paths, ours.Paths)
	return report
}

func (r *Report) countFlags() {
	s := &r.Summary
	for _, flag := range r.Flags {
		switch flag.Verdict {
		case Additional:
			s.Additional++
			continue
		case ByHand:
			s.ByHand++
		case EqualInEffect:
			s.EqualInEffect++
		}
		s.Flags.Total++
		if flag.Proven() {
			s.Flags.Equal++
		}
	}
}

// variant is an observation with its flags and fields by name.
type variant struct {
	flags  map[string]observe.Flag
	fields map[string]observe.Field
	order  []string          // of the fields
	made   map[string]string // what the constructor gives the fields
	// registered are the flags in the order of the registration.
	registered []string
}

type pair struct {
	theirs, ours variant
	whole        bool
	assigned     map[string]bool
}

func newVariant(o *observe.Observation) variant {
	s := variant{
		flags: map[string]observe.Flag{}, fields: map[string]observe.Field{}, made: map[string]string{},
		registered: o.Registered,
	}
	for _, flag := range o.Flags {
		s.flags[key(flag)] = flag
	}
	for _, field := range o.Fields {
		s.fields[field.Path] = field
		s.order = append(s.order, field.Path)
	}
	for _, field := range o.Before {
		s.made[field.Path] = field.Value
	}
	return s
}

// key tells flags of subcommands apart.
func key(flag observe.Flag) string {
	if flag.Command == "" {
		return flag.Name
	}
	return flag.Name + " of " + flag.Command
}

// flag compares one flag; byHand is the reason for which it stays in the code written by hand, if it does.
func (p pair) flag(name, byHand string) Flag {
	theirs, isTheirs := p.theirs.flags[name]
	ours, isOurs := p.ours.flags[name]
	result := Flag{Name: name, Sets: len(theirs.Sets)}
	switch {
	case !isTheirs:
		result.Verdict = Additional
		result.Differences = []Difference{{Column: "name", Ours: name,
			Advice: "remove +flag=" + ours.Name + at(ours.Field)}}
	case !isOurs && byHand != "":
		result.Verdict, result.Reason = ByHand, byHand
	case !isOurs:
		result.Verdict = Missing
		result.Differences = []Difference{{Column: "name", Theirs: name,
			Advice: "write +flag=" + theirs.Name + at(theirs.Field)}}
	default:
		result.Differences = slices.DeleteFunc(columns(theirs, ours), func(d Difference) bool {
			return d.Column == defaultColumn && p.theirs.value(theirs.Field) == varying &&
				p.ours.value(ours.Field) == varying
		})
		result.Differences = append(result.Differences, p.sets(theirs, ours)...)
		if theirs.Unsorted && p.isReordered(theirs) {
			result.Differences = append(result.Differences, Difference{Column: "order in help", Intended: HelpOrder})
		}
		for i, d := range result.Differences {
			switch {
			case d.Column == persistentColumn && p.isOneSet():
				result.Differences[i].Intended, result.Differences[i].Advice = FlagSet, ""
			case d.Column == defaultColumn && d.Intended == "" && p.theirs.fields[theirs.Field].Path != "":
				result.Differences[i].Advice = defaultAdvice(p.theirs.value(theirs.Field), theirs.Field)
			case d.Column == helpColumn && p.assigned[theirs.Name]:
				result.Differences[i].Intended, result.Differences[i].Advice = AssignedHelp, ""
			}
		}
		result.Verdict = verdict(result.Differences)
	}
	return result
}

// isReordered reports whether the flags of the set of a flag are registered in another order by generated code.
func (p pair) isReordered(flag observe.Flag) bool {
	order := func(s variant) []string {
		return slices.DeleteFunc(slices.Clone(s.registered), func(registered string) bool {
			at := strings.LastIndexByte(registered, ' ') // a command can have spaces
			of := key(observe.Flag{Name: registered[at+1:], Command: registered[:max(at, 0)]})
			theirs, both := p.theirs.flags[of]
			_, generated := p.ours.flags[of]
			return !both || !generated || theirs.Section != flag.Section || theirs.Command != flag.Command
		})
	}
	return !slices.Equal(order(p.theirs), order(p.ours))
}

// isOneSet reports whether all flags of theirs are persistent, and none of ours is: the caller of the generated
// function names the flag set.
func (p pair) isOneSet() bool {
	if p.whole {
		return false
	}
	for _, flag := range p.theirs.flags {
		if !flag.Persistent {
			return false
		}
	}
	for _, flag := range p.ours.flags {
		if flag.Persistent {
			return false
		}
	}
	return true
}

func verdict(differences []Difference) Verdict {
	verdict := Equal
	for _, difference := range differences {
		if difference.Intended == "" {
			return Different
		}
		verdict = EqualInEffect
	}
	return verdict
}

// at says where a marker is written.
func at(field string) string {
	if field == "" {
		return ""
	}
	return " above " + field
}

// compareFields compares the objects before any flag is set. A field whose flag stays in the code written by hand gets
// its default there, over what the constructor gave it.
func compareFields(report *Report, variants pair, known Known) {
	flags := map[string]string{}
	for _, name := range union(variants.theirs.flags, variants.ours.flags) {
		if field := variants.theirs.flags[name].Field; field != "" {
			flags[field] = name
			if list, _, isElement := strings.Cut(field, "["); isElement {
				flags[list] = name
			}
		}
	}
	order := slices.Clone(variants.theirs.order)
	for _, path := range variants.ours.order {
		if _, both := variants.theirs.fields[path]; !both {
			order = append(order, path)
		}
	}
	for _, path := range order {
		name := flags[path]
		plain := variants.theirs.flags[name].Name
		theirs, ours := variants.theirs.value(path), variants.ours.value(path)
		if _, generated := variants.ours.flags[name]; name != "" && !generated && known.ByHand[plain] != "" {
			was, isMade := variants.theirs.made[path]
			if !known.Makes || !isMade {
				continue
			}
			theirs = was
		}
		report.Summary.Fields.Total++
		field := Field{Path: path, Type: variants.theirs.fields[path].Type, Theirs: theirs, Ours: ours}
		if field.Type == "" {
			field.Type = variants.ours.fields[path].Type
		}
		if theirs != ours {
			field.Intended = sameValue(field.Type, theirs, ours)
		}
		if theirs == ours || field.Intended != "" {
			report.Summary.Fields.Equal++
		} else {
			field.Advice = defaultAdvice(theirs, path)
		}
		if theirs != ours {
			report.Fields = append(report.Fields, field)
		}
	}
}

// absent is the value of a leaf that a variant does not have, as an element of a list that is shorter there.
const absent = "absent"

// varying takes the place of a value that is that of this machine, user or moment.
const varying = "a value of the environment"

// value of a leaf before any flag is set.
func (s variant) value(path string) string {
	field, ok := s.fields[path]
	switch {
	case !ok:
		return absent
	case field.Varies:
		return varying
	}
	return field.Value
}

func defaultAdvice(value, field string) string {
	switch value {
	case absent:
		return "compare the constructors"
	case varying:
		return "set it in your own code, after the generated constructor"
	}
	return fmt.Sprintf("write +legacyDefault=%s above %s", value, field)
}

// comparePaths compares the fields with file paths. They are in no order.
func comparePaths(report *Report, theirs, ours []string) {
	all := map[string]bool{}
	for _, path := range slices.Concat(theirs, ours) {
		all[path] = true
	}
	report.Summary.Paths.Total = len(all)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		switch {
		case !slices.Contains(ours, path):
			report.Paths = append(report.Paths, Path{path, Theirs, "write +path above " + path})
		case !slices.Contains(theirs, path):
			report.Paths = append(report.Paths, Path{path, Ours, "write +path=false above " + path})
		default:
			report.Summary.Paths.Equal++
		}
	}
}

// union returns the keys of both maps in order.
func union[V any](a, b map[string]V) []string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}
