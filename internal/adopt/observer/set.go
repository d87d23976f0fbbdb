package observer

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// setAll sets each flag, on a new object each time, and finds the fields of those that do not point to one.
func (s *session) setAll(flags []located, seen *observe.Observation) {
	for i, f := range flags {
		flag := &seen.Flags[i]
		trial := s.tried(f, flag.Field)
		flag.Sets = trial.Sets
		switch {
		case flag.Bound == "" && len(trial.Fields) == 1:
			flag.Field, flag.Bound = trial.Fields[0], observe.Effect
		default:
			flag.Others = slices.DeleteFunc(trial.Fields, func(path string) bool { return path == flag.Field })
		}
		if flag.Field != "" && trial.Variable != "" {
			flag.Others = append(flag.Others, "a variable of type "+trial.Variable)
		}
		if len(flag.Others) == 0 {
			flag.Others = nil
		}
	}
	s.together(flags, seen)
}

// leaves are what changes belong to: a leaf, or the list or map that gets or loses elements.
func leaves(changes []observe.Change, known []string) []string {
	for _, change := range changes {
		path := change.Field
		if change.Before == "" || change.After == "" {
			path, _, _ = strings.Cut(path, "[")
		}
		if !slices.Contains(known, path) {
			known = append(known, path)
		}
	}
	return known
}

// effects are the leaves that a flag changes when it is set, and the type of a variable elsewhere that it changes. An
// object that holds the value already does not show them, so the flag is also set on one whose leaves have other
// values. Command lines over a value that the field has beforehand, or with another flag, do not count: elements of
// lists are replaced by them.
func (s *session) effects(f located, sets []observe.Set) (fields []string, variable string) {
	sets = slices.DeleteFunc(slices.Clone(sets), func(set observe.Set) bool { return set.Held != nil || set.Ahead != nil })
	for _, set := range sets {
		fields = leaves(set.Changes, fields)
	}
	if strings.HasPrefix(valueName(f.Value), "*github.com/spf13/pflag.") {
		return fields, ""
	}
	for _, set := range sets[:min(len(sets), wanted)] {
		if set.Error != "" {
			continue
		}
		changed := func() string { return "" }
		again, _ := s.setOn(f, observe.Set{Values: set.Values}, func(subject *Subject, now located) {
			o := subject.again()
			for _, l := range o.leaves {
				alter(l.value)
			}
			changed = watch(o, now.Value)
		})
		fields, variable = leaves(again.Changes, fields), cmp.Or(variable, changed())
	}
	return fields, variable
}

// tried are the trials of a flag, which points to a field or to none: those of an earlier start of the program, or new
// ones.
func (s *session) tried(f located, field string) observe.Entry {
	if known, done := s.journal.tried[s.number][f.key()]; done {
		return known
	}
	entry := observe.Entry{Variant: s.number, Flag: f.key()}
	if s.journal.begun[s.number][f.key()] {
		entry.Sets = []observe.Set{{Values: s.values(f)[0], Error: "the program ends", Ended: true}}
	} else {
		fail(s.journal.write(observe.Entry{Variant: s.number, Begin: f.key()}))
		entry.Sets = s.trials(f)
		entry.Fields, entry.Variable = s.effects(f, entry.Sets)
		if len(s.input.Sets[f.key()]) == 0 {
			entry.Sets = append(entry.Sets, s.further(f, only(field, entry.Fields), entry.Sets)...)
		}
	}
	fail(s.journal.write(entry))
	return entry
}

// only is the field that a flag sets, if there is one: that which it points to, or the one that changes.
func only(field string, changed []string) string {
	switch {
	case len(changed) == 0, len(changed) == 1 && (field == "" || changed[0] == field):
		return cmp.Or(field, strings.Join(changed, ""))
	}
	return ""
}

// values are the values to set a flag to: that which is given first, or those that are found for its type.
func (s *session) values(f located) [][]string {
	if given := s.input.Sets[f.key()]; len(given) > 0 {
		return [][]string{given[0].Values}
	}
	var all [][]string
	for _, candidate := range candidates(f.Flag) {
		all = append(all, []string{candidate})
	}
	return all
}

// nonsense is a value that most types but strings refuse.
const nonsense = "configgen = nonsense"

// wanted is the number of values that each flag is set to.
const wanted = 2

// trials sets a flag to the values that are given, all of them, or to candidates until two are accepted that differ in
// what they do. What was refused on the way is tried on the generated flag, too: it must refuse it. So are values that
// tell apart two implementations of one type.
func (s *session) trials(f located) []observe.Set {
	if given := s.input.Sets[f.key()]; len(given) > 0 {
		return s.setEach(f, given)
	}
	var sets, same, refused []observe.Set
	for _, v := range s.values(f) {
		set := s.set(f, v)
		switch {
		case set.Error != "":
			refused = append(refused, set)
		case slices.ContainsFunc(sets, func(other observe.Set) bool { return reflect.DeepEqual(other.Changes, set.Changes) }):
			same = append(same, set)
		default:
			sets = append(sets, set)
		}
		if len(sets) == wanted {
			break
		}
	}
	for len(sets) < wanted && len(same) > 0 {
		sets, same = append(sets, same[0]), same[1:]
	}
	if len(refused) == 0 && typeOf(f.Value) != "string" {
		if set := s.set(f, []string{nonsense}); set.Error != "" {
			refused = append(refused, set)
		}
	}
	refused = refused[:min(len(refused), 1)]
	switch {
	case len(sets) < wanted, scalar(f.Value):
		return append(sets, refused...)
	}
	sets = append(sets, s.set(f, []string{sets[0].Values[0], sets[1].Values[0]}))
	for _, value := range telling(typeOf(f.Value)) {
		if !slices.ContainsFunc(sets, func(set observe.Set) bool { return slices.Equal(set.Values, []string{value}) }) {
			sets = append(sets, s.set(f, []string{value}))
		}
	}
	return append(sets, refused...)
}

// setEach sets a flag by each of several command lines, but for those with another flag that there is not.
func (s *session) setEach(f located, lines []observe.Set) []observe.Set {
	var sets []observe.Set
	for _, line := range lines {
		if set, made := s.setOn(f, line, unprepared); made || line.Ahead == nil {
			sets = append(sets, set)
		}
	}
	return sets
}

// set sets a flag on a new object to the values of one command line.
func (s *session) set(f located, values []string) observe.Set {
	set, _ := s.setOn(f, observe.Set{Values: values}, unprepared)
	return set
}

// unprepared leaves an object as the registration does.
func unprepared(*Subject, located) {}

// setOn sets a flag by a command line on a new object that is prepared, with the flag, after the registration. It
// reports false if that cannot be done.
func (s *session) setOn(f located, line observe.Set, prepare func(*Subject, located)) (set observe.Set, made bool) {
	set = observe.Set{Values: line.Values, Ahead: line.Ahead, Held: line.Held}
	held := line.Held == nil
	var change func(*object)
	if !held && !line.Held.Late {
		change = func(o *object) { held = hold(o, line.Held.Field) || held }
	}
	subject, failure := s.ready(change)
	if failure != nil {
		set.Error = failure.Message
		return set, false
	}
	now := subject.flag(f.key())
	ahead := now
	if line.Ahead != nil {
		ahead = subject.flag(f.in.command + " " + line.Ahead.Name)
	}
	if !held && line.Held.Late {
		held = subject.hold(line.Held)
	}
	switch {
	case now.Flag == nil || ahead.Flag == nil:
		set.Error = "the registration does not register the flag each time"
		return set, false
	case !held:
		set.Error = "the field cannot have a value beforehand"
		return set, false
	}
	printed := text(now.Value)
	prepare(subject, now)
	before := subject.again().fields()
	failure = caught(func() error {
		if line.Ahead != nil {
			if err := ahead.in.Set(line.Ahead.Name, line.Ahead.Value); err != nil {
				return err
			}
		}
		for _, value := range line.Values {
			if err := now.in.Set(f.Name, value); err != nil {
				return err
			}
		}
		return nil
	})
	after := subject.again().fields()
	set.Changes = compare(before, after)
	if line.Held != nil {
		set.Kept = kept(line.Held.Field, before, after)
	}
	if failure != nil {
		set.Error = failure.Message
	}
	if len(set.Changes) == 0 {
		caught(func() error { return reset(now.Value, printed) })
	}
	return set, true
}

// text is what a value prints.
func text(v fmt.Stringer) (printed string) {
	caught(func() error {
		printed = v.String()
		return nil
	})
	return printed
}

// typeOf is what a value says of its type.
func typeOf(v pflag.Value) (name string) {
	caught(func() error {
		name = v.Type()
		return nil
	})
	return name
}

// reset gives a value of the process back what it held.
func reset(v pflag.Value, held string) error {
	if list, ok := v.(interface{ Replace([]string) error }); ok {
		if held == "[]" || held == "" {
			return list.Replace(nil)
		}
		return nil
	}
	return v.Set(held)
}

// valueName is the type of a value. A value of package flag is shown, and not the wrapper that pflag has for it.
func valueName(v pflag.Value) string {
	if wrapped := reflect.ValueOf(v); wrapped.Kind() == reflect.Pointer && wrapped.Elem().Kind() == reflect.Struct {
		if inner := wrapped.Elem().FieldByName("inner"); inner.IsValid() && inner.Kind() == reflect.Interface &&
			typeName(wrapped.Type()) == "*github.com/spf13/pflag.flagValueWrapper" {
			return typeName(inner.Elem().Type())
		}
	}
	return typeName(reflect.TypeOf(v))
}
