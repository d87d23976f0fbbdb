package observer

import (
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// session observes a registration.
type session struct {
	registration Registration
	input        observe.Input
	journal      *os.File
	process      *process
	// first is the object of the first run.
	first *object
	// broken is why the registration did not work again; nil if it always has.
	broken *observe.Failure
}

// ready runs the registration on a new object, which may be changed before. If it fails on an unchanged object although
// it has worked before, the failure is not about a flag.
func (s *session) ready(change func(*object)) (*Subject, *observe.Failure) {
	subject, failure := s.run(change)
	if failure != nil && change == nil && s.broken == nil {
		failure.Again, s.broken = true, failure
	}
	return subject, failure
}

// run runs the registration on a new object.
func (s *session) run(change func(*object)) (*Subject, *observe.Failure) {
	subject := &Subject{own: s.registration.Modules, change: change, first: s.first}
	if s.first == nil {
		subject.calls = map[string][]observe.Frame{}
	}
	s.process.restore(subject)
	return subject, caught(func() error {
		if err := s.registration.Run(subject); err != nil {
			return err
		}
		return s.process.take(subject)
	})
}

// observe makes the whole observation. The failure is the failure of the registration on a new object.
func (s *session) observe() (*observe.Observation, *observe.Failure) {
	first, failure := s.run(nil)
	if failure != nil {
		return nil, failure
	}
	s.first = first.object
	subject, failure := s.ready(nil)
	if failure != nil {
		return nil, failure
	}
	o := subject.again()
	seen := &observe.Observation{
		Type: typeName(o.root.Type()), Before: subject.before, Fields: o.fields(), Aliases: o.aliases,
		Registered: subject.registered(),
	}
	seen.Paths = s.paths(subject)
	flags := subject.flags()
	for _, f := range flags {
		flag := describe(f)
		flag.Calls = first.calls[f.Name]
		seen.Flags = append(seen.Flags, flag)
	}
	s.setAll(flags, seen)
	s.varying(seen)
	if _, _ = s.ready(nil); s.broken != nil {
		return nil, s.broken
	}
	return seen, nil
}

// paths returns the fields that the function of paths returns, also of elements that lists have in files alone: it
// returns none of a list that is empty.
func (s *session) paths(subject *Subject) []string {
	full, _ := s.run(func(o *object) {
		for _, l := range o.leaves {
			if kind := l.value.Kind(); (kind == reflect.Slice || kind == reflect.Pointer) && l.value.IsNil() {
				fill(l.value, 0)
			}
		}
	})
	var all []string
	for _, run := range []*Subject{subject, full} {
		for _, p := range run.paths {
			if path := run.again().text(p); path != "" && !slices.Contains(all, path) {
				all = append(all, path)
			}
		}
	}
	return all
}

// describe returns the properties of a flag.
func describe(f located) observe.Flag {
	return observe.Flag{
		Name: f.Name, Shorthand: f.Shorthand, Usage: f.Usage, NoOptDefVal: f.NoOptDefVal,
		Default: f.DefValue, DefaultHidden: hidesDefault(f.Flag), Annotations: f.Annotations,
		Deprecated: f.Deprecated, ShorthandDeprecated: f.ShorthandDeprecated, Hidden: f.Hidden,
		Section: f.in.section, Persistent: f.in.persistent, Unsorted: !f.in.SortFlags,
		Type: typeOf(f.Value), Value: valueName(f.Value),
	}
}

// hidesDefault reports whether help leaves out the default of a flag. That depends on the type of its value.
func hidesDefault(f *pflag.Flag) (hidden bool) {
	caught(func() error {
		alone := pflag.NewFlagSet("", pflag.ContinueOnError)
		alone.AddFlag(&pflag.Flag{Name: f.Name, Value: f.Value, DefValue: f.DefValue, NoOptDefVal: f.NoOptDefVal})
		hidden = !strings.Contains(alone.FlagUsages(), " (default ")
		return nil
	})
	return hidden
}
