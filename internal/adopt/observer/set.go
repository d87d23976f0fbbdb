package observer

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/internal/adopt/observe"
)

var errGone = errors.New("the registration does not register the flag each time")

// setAll sets each flag, on a new object each time, and finds the fields of those that do not point to one.
func (s *session) setAll(subject *Subject, seen *observe.Observation) {
	for i, f := range subject.flags() {
		flag := &seen.Flags[i]
		flag.Sets = s.sets(f)
		if flag.Bound == "" {
			flag.Field = effect(flag.Sets)
		}
		if flag.Bound == "" && flag.Field != "" {
			flag.Bound = observe.Effect
		}
	}
}

// effect is the field that changes whenever the flag is set, and no other.
func effect(sets []observe.Set) string {
	var all []observe.Change
	for _, set := range sets {
		all = append(all, set.Changes...)
	}
	return common(all)
}

// sets are the trials of a flag: those of an earlier start of the program, or new ones.
func (s *session) sets(f located) []observe.Set {
	if sets, done := s.journal.sets[s.number][f.key()]; done {
		return sets
	}
	if s.journal.begun[s.number][f.key()] {
		sets := []observe.Set{{Values: s.values(f)[0], Error: "the program ends", Ended: true}}
		fail(s.journal.write(observe.Entry{Side: s.number, Flag: f.key(), Sets: sets}))
		return sets
	}
	fail(s.journal.write(observe.Entry{Side: s.number, Begin: f.key()}))
	sets := s.trials(f)
	fail(s.journal.write(observe.Entry{Side: s.number, Flag: f.key(), Sets: sets}))
	return sets
}

// values are the command lines to set a flag to: given, or found for its type.
func (s *session) values(f located) [][]string {
	if given := s.input.Values[f.key()]; len(given) > 0 {
		return given
	}
	var all [][]string
	for _, candidate := range candidates(f.Flag) {
		all = append(all, []string{candidate})
	}
	return all
}

// wanted is the number of values that each flag is set to.
const wanted = 2

// trials sets a flag to the values that are given, all of them, or to candidates until two are accepted that differ in
// what they do. If none is accepted, the first refusal is the result.
func (s *session) trials(f located) []observe.Set {
	values := s.values(f)
	given := len(s.input.Values[f.key()]) > 0
	var sets, same []observe.Set
	var refused *observe.Set
	for _, v := range values {
		set := s.set(f, v)
		switch {
		case given:
			sets = append(sets, set)
		case set.Error != "":
			if refused == nil {
				refused = &set
			}
		case slices.ContainsFunc(sets, func(other observe.Set) bool { return reflect.DeepEqual(other.Changes, set.Changes) }):
			same = append(same, set)
		default:
			sets = append(sets, set)
		}
		if !given && len(sets) == wanted {
			break
		}
	}
	if given {
		return sets
	}
	for len(sets) < wanted && len(same) > 0 {
		sets, same = append(sets, same[0]), same[1:]
	}
	if len(sets) == wanted && !scalar(f.Value) {
		sets = append(sets, s.set(f, []string{sets[0].Values[0], sets[1].Values[0]}))
	}
	if len(sets) == 0 && refused != nil {
		sets = append(sets, *refused)
	}
	return sets
}

// set sets a flag on a new object to the values of one command line.
func (s *session) set(f located, values []string) observe.Set {
	set := observe.Set{Values: values}
	subject, failure := s.run(nil)
	if failure != nil {
		set.Error = failure.Message
		return set
	}
	at := slices.IndexFunc(subject.flags(), func(other located) bool { return other.key() == f.key() })
	if at < 0 {
		set.Error = errGone.Error()
		return set
	}
	now := subject.flags()[at]
	before, held := subject.fields(), text(now.Value)
	failure = caught(func() error {
		for _, value := range values {
			if err := now.in.Set(f.Name, value); err != nil {
				return err
			}
		}
		return nil
	})
	if failure != nil {
		set.Error = failure.Message
	}
	set.Changes = compare(before, subject.fields())
	if len(set.Changes) == 0 && failure == nil {
		caught(func() error { return reset(now.Value, held) })
	}
	return set
}

// text is what a value prints.
func text(v pflag.Value) (printed string) {
	caught(func() error {
		printed = v.String()
		return nil
	})
	return printed
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
			return fmt.Sprint(typeName(inner.Elem().Type()))
		}
	}
	return typeName(reflect.TypeOf(v))
}
