package proof

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Known has facts about the code written by hand, in addition to the observation.
type Known struct {
	// Positions are the positions of the registrations, by the name of the flag.
	Positions map[string]Position
	// ByHand are the flags that markers cannot express, each with the reason.
	ByHand map[string]string
	// Assigned are the flags that get their help from an assignment, once generated code has registered them.
	Assigned map[string]bool
	// Whole is set if the generated variant is the component as a whole, which names the flag sets itself.
	Whole bool
}

// Compare compares the observations of the registration that is written by hand and of the generated one. Both register
// their flags on an object of one type.
func Compare(theirs, ours *observe.Observation, known Known) *Report {
	report := &Report{Flags: []Flag{}, Fields: []Field{}, Paths: []Path{}}
	variants := pair{theirs: newVariant(theirs), ours: newVariant(ours), whole: known.Whole, assigned: known.Assigned}
	for _, name := range union(variants.theirs.flags, variants.ours.flags) {
		flag := variants.verdict(name, known.ByHand[name])
		flag.Position = known.Positions[name]
		report.add(flag)
	}
	compareFields(report, variants, known)
	comparePaths(report, theirs.Paths, ours.Paths)
	return report
}

// add adds a flag and counts it.
func (r *Report) add(flag Flag) {
	r.Flags = append(r.Flags, flag)
	s := &r.Summary
	switch flag.Verdict {
	case Additional:
		s.Additional++
		return
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

// variant is an observation with its flags and fields by name.
type variant struct {
	flags  map[string]observe.Flag
	fields map[string]observe.Field
	order  []string // of the fields
	// registered are the flags in the order of the registration.
	registered []string
}

type pair struct {
	theirs, ours variant
	whole        bool
	assigned     map[string]bool
}

func newVariant(o *observe.Observation) variant {
	s := variant{flags: map[string]observe.Flag{}, fields: map[string]observe.Field{}, registered: o.Registered}
	for _, flag := range o.Flags {
		s.flags[flag.Name] = flag
	}
	for _, field := range o.Fields {
		s.fields[field.Path] = field
		s.order = append(s.order, field.Path)
	}
	return s
}

// verdict compares one flag; byHand is the reason for which it stays in the code written by hand, if it does.
func (p pair) verdict(name, byHand string) Flag {
	theirs, isTheirs := p.theirs.flags[name]
	ours, isOurs := p.ours.flags[name]
	result := Flag{Name: name, Sets: len(theirs.Sets)}
	switch {
	case !isTheirs:
		result.Verdict = Additional
		result.Differences = []Difference{{Column: "name", Ours: name}}
	case !isOurs && byHand != "":
		result.Verdict, result.Reason = ByHand, byHand
	case !isOurs:
		result.Verdict = Missing
		result.Differences = []Difference{{Column: "name", Theirs: name}}
	default:
		result.Differences = p.flag(theirs, ours)
		result.Verdict = verdict(result.Differences)
	}
	return result
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

// compareFields compares the objects before any flag is set, but for fields whose flags stay in the code written by
// hand, which have their defaults there.
func compareFields(report *Report, variants pair, known Known) {
	stays := map[string]bool{}
	for name, flag := range variants.theirs.flags {
		if _, generated := variants.ours.flags[name]; !generated && flag.Field != "" && known.ByHand[name] != "" {
			list, _, _ := strings.Cut(flag.Field, "[")
			stays[flag.Field], stays[list] = true, true
		}
	}
	order := slices.Clone(variants.theirs.order)
	for _, path := range variants.ours.order {
		if _, both := variants.theirs.fields[path]; !both {
			order = append(order, path)
		}
	}
	for _, path := range order {
		if stays[path] {
			continue
		}
		report.Summary.Fields.Total++
		field := Field{
			Path: path, Type: cmp.Or(variants.theirs.fields[path].Type, variants.ours.fields[path].Type),
			Theirs: variants.theirs.value(path), Ours: variants.ours.value(path),
		}
		if field.Theirs == field.Ours {
			report.Summary.Fields.Equal++
			continue
		}
		if field.Intended = sameValue(field.Type, field.Theirs, field.Ours); field.Intended != "" {
			report.Summary.Fields.Equal++
		}
		report.Fields = append(report.Fields, field)
	}
}

// absent is the value of a leaf that a variant does not have, as an element of a list that is shorter there.
const absent = "absent"

// varying replaces a value that depends on the host, user, or time.
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

// comparePaths compares the fields with file paths. They are in no order.
func comparePaths(report *Report, theirs, ours []string) {
	all := slices.Concat(theirs, ours)
	slices.Sort(all)
	for _, path := range slices.Compact(all) {
		report.Summary.Paths.Total++
		switch {
		case !slices.Contains(ours, path):
			report.Paths = append(report.Paths, Path{path, Theirs})
		case !slices.Contains(theirs, path):
			report.Paths = append(report.Paths, Path{path, Ours})
		default:
			report.Summary.Paths.Equal++
		}
	}
}

// union returns the keys of both maps in order.
func union[V any](a, b map[string]V) []string {
	all := maps.Collect(maps.All(a))
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}
