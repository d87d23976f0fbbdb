package observer

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// setAll sets each flag, on a new object each time, and finds the field that changes.
func (s *session) setAll(flags []located, seen *observe.Observation) {
	for i, f := range flags {
		flag := &seen.Flags[i]
		if slices.Contains(s.input.Ended, f.Name) {
			flag.Sets = []observe.Set{{Values: candidates(f.Flag)[:1], Error: "the program ends", Ended: true}}
			continue
		}
		s.write(observe.Entry{Begin: f.Name})
		given := s.input.Sets[f.Name]
		if len(given) > 0 {
			for _, line := range given {
				set, _ := s.setOn(f, line, nil)
				flag.Sets = append(flag.Sets, set)
			}
		} else {
			flag.Sets = s.trials(f)
		}
		if fields := s.effects(f, flag.Sets); len(fields) == 1 {
			flag.Field = fields[0]
		} else {
			flag.Others = fields
		}
		if len(given) == 0 {
			flag.Sets = append(flag.Sets, s.further(f, flag.Field, flag.Sets)...)
		}
	}
}

// effects returns the leaves that a flag changes when it is set: a leaf, or the list or map that gets or loses
// elements. An object that holds the value already does not show them, so a flag of a type of its own is also set on
// one with other values in its leaves. Command lines over a value that the field has beforehand do not count: elements
// of lists are replaced by them.
func (s *session) effects(f located, sets []observe.Set) (fields []string) {
	note := func(changes []observe.Change) {
		for _, change := range changes {
			path := change.Field
			list, _, _ := strings.Cut(path, "[")
			isEmpty := slices.ContainsFunc(s.first.leaves, func(l leaf) bool { return l.path == list })
			if isEmpty || change.Before == "" || change.After == "" {
				path = list
			}
			if !slices.Contains(fields, path) {
				fields = append(fields, path)
			}
		}
	}
	own := !strings.HasPrefix(valueName(f.Value), "*github.com/spf13/pflag.")
	tried := 0
	for _, set := range sets {
		if set.Held != nil {
			continue
		}
		if note(set.Changes); own && set.Error == "" && tried < wanted {
			tried++
			again, _ := s.setOn(f, observe.Set{Values: set.Values}, func(subject *Subject) {
				for _, l := range subject.again().leaves {
					fill(l.value, 0)
				}
			})
			note(again.Changes)
		}
	}
	return fields
}

// wanted is the number of values that each flag is set to.
const wanted = 2

// scalar matches the Go types of values that always replace the previous value.
var scalar = regexp.MustCompile(
	`^\*github\.com/spf13/pflag\.(bool|string|u?int(8|16|32|64)?|float(32|64)|duration)Value$`)

// trials sets a flag to candidates until two accepted candidates have different effects. The result includes a refused
// candidate, which the generated flag must refuse, too. A flag that is not of a scalar type of pflag is set to all
// candidates: only their effects show which notation of addresses, durations, booleans and lists it accepts.
func (s *session) trials(f located) []observe.Set {
	var sets, same, refused, rest []observe.Set
	plain := scalar.MatchString(valueName(f.Value))
	for _, v := range candidates(f.Flag) {
		set := s.set(f, v)
		switch {
		case set.Error != "" && len(refused) == 0:
			refused = append(refused, set)
		case set.Error != "" || len(sets) == wanted:
			rest = append(rest, set)
		case slices.ContainsFunc(sets, func(other observe.Set) bool { return reflect.DeepEqual(other.Changes, set.Changes) }):
			same = append(same, set)
		default:
			sets = append(sets, set)
		}
		if plain && len(sets) == wanted {
			break
		}
	}
	for len(sets) < wanted && len(same) > 0 {
		sets, same = append(sets, same[0]), same[1:]
	}
	if plain || len(sets) < wanted {
		return append(sets, refused...)
	}
	sets = append(sets, s.set(f, sets[0].Values[0], sets[1].Values[0]))
	return slices.Concat(sets, same, rest, refused)
}

// set sets a flag on a new object to the values of one command line.
func (s *session) set(f located, values ...string) observe.Set {
	set, _ := s.setOn(f, observe.Set{Values: values}, nil)
	return set
}

// setOn sets a flag by a command line on a new object, which is prepared after the registration. It reports false if
// that cannot be done.
func (s *session) setOn(f located, line observe.Set, prepare func(*Subject)) (set observe.Set, made bool) {
	set = observe.Set{Values: line.Values, Held: line.Held}
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
	now := subject.flag(f.Name)
	if !held && line.Held.Late {
		held = subject.hold(line.Held)
	}
	switch {
	case now.Flag == nil:
		set.Error = "the registration does not register the flag each time"
		return set, false
	case !held:
		set.Error = "the field cannot have a value beforehand"
		return set, false
	}
	printed := text(now.Value)
	if prepare != nil {
		prepare(subject)
	}
	before := subject.again().fields()
	failure = caught(func() error {
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

// text returns the text of a value.
func text(v fmt.Stringer) (printed string) {
	caught(func() error {
		printed = v.String()
		return nil
	})
	return printed
}

// typeOf returns the name that a value has for its type.
func typeOf(v pflag.Value) (name string) {
	caught(func() error {
		name = v.Type()
		return nil
	})
	return name
}

// reset sets a value of the process to its former text.
func reset(v pflag.Value, held string) error {
	if list, ok := v.(interface{ Replace([]string) error }); ok {
		if held == "[]" || held == "" {
			return list.Replace(nil)
		}
		return nil
	}
	return v.Set(held)
}

// valueName returns the type of a value. A value of package flag is shown, and not the wrapper that pflag has for it.
func valueName(v pflag.Value) string {
	if wrapped := reflect.ValueOf(v); wrapped.Kind() == reflect.Pointer && wrapped.Elem().Kind() == reflect.Struct {
		if inner := wrapped.Elem().FieldByName("inner"); inner.IsValid() && inner.Kind() == reflect.Interface &&
			typeName(wrapped.Type()) == "*github.com/spf13/pflag.flagValueWrapper" {
			return typeName(inner.Elem().Type())
		}
	}
	return typeName(reflect.TypeOf(v))
}
