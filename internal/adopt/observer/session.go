package observer

import (
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// session observes one variant.
type session struct {
	variant Variant
	input   observe.Input
	journal *journal
	number  int
	process *process
	memory  *memory
	// sample is a run for the types of fields.
	sample *Subject
	// broken is why the registration did not work again; nil if it always has.
	broken *observe.Failure
}

// ready runs the registration on a new object, which may be changed before. That it fails on one that is not changed,
// although it has worked before, is not a property of a flag.
func (s *session) ready(change func(*object)) (*Subject, *observe.Failure) {
	subject, failure := s.run(change)
	if failure != nil && change == nil && s.broken == nil {
		failure.Again, s.broken = true, failure
	}
	return subject, failure
}

// run runs the registration on a new object.
func (s *session) run(change func(*object)) (*Subject, *observe.Failure) {
	subject := &Subject{own: s.variant.Modules, change: change, memory: s.memory}
	return subject, s.into(subject)
}

func (s *session) into(subject *Subject) *observe.Failure {
	s.process.restore(subject)
	return caught(func() error {
		if err := s.variant.Run(subject); err != nil {
			return err
		}
		return s.process.take(subject)
	})
}

// observe does everything. The failure is that of the registration on a new object.
func (s *session) observe() (*observe.Observation, *observe.Failure) {
	s.memory = &memory{noting: true}
	subject := &Subject{own: s.variant.Modules, calls: map[string][]observe.Frame{}, memory: s.memory}
	if failure := s.into(subject); failure != nil {
		return nil, failure
	}
	s.memory.noting = false
	if len(subject.types) > 1 {
		return &observe.Observation{Types: subject.types}, nil
	}
	o := subject.again()
	seen := &observe.Observation{
		Type: strings.Join(subject.types, ""), Before: subject.before, Fields: o.fields(), Aliases: o.aliases,
	}
	for _, p := range subject.paths {
		if path, found := o.at(p, reflect.TypeFor[string]()); found {
			seen.Paths = append(seen.Paths, path)
		}
	}
	for _, in := range subject.sets {
		seen.Normalized = seen.Normalized || in.GetNormalizeFunc()(in.FlagSet, "a_b") != "a_b"
	}
	seen.Registered = subject.registered()
	flags := subject.flags()
	for _, f := range flags {
		flag := describe(o, f)
		flag.Calls = subject.calls[f.Name]
		seen.Flags = append(seen.Flags, flag)
	}
	if s.sample, _ = s.ready(nil); s.broken != nil {
		return nil, s.broken
	}
	s.setAll(flags, seen)
	s.written(seen)
	s.varying(seen)
	if _, _ = s.ready(nil); s.broken != nil {
		return nil, s.broken
	}
	return seen, nil
}

// describe is what a flag says of itself.
func describe(o *object, f located) observe.Flag {
	flag := observe.Flag{
		Name: f.Name, Shorthand: f.Shorthand, Usage: f.Usage, NoOptDefVal: f.NoOptDefVal,
		Default: f.DefValue, DefaultHidden: hidesDefault(f.Flag),
		Deprecated: f.Deprecated, ShorthandDeprecated: f.ShorthandDeprecated, Hidden: f.Hidden,
		Section: f.in.section, Command: f.in.command, Persistent: f.in.persistent, Unsorted: !f.in.SortFlags,
		Type: typeOf(f.Value), Value: valueName(f.Value),
	}
	if len(f.Annotations) > 0 {
		flag.Annotations = f.Annotations
	}
	if fields := pointsTo(o, f.Value); len(fields) == 1 {
		flag.Field, flag.Bound = fields[0], observe.Pointer
	}
	return flag
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

// written finds the fields that the registration writes. It runs on an object whose fields have other values before.
func (s *session) written(seen *observe.Observation) {
	var bound []string
	for _, f := range seen.Flags {
		if f.Field != "" {
			bound = append(bound, f.Field)
		}
	}
	result := s.overwritten(bound)
	if result == nil {
		result = map[string]observe.Change{}
		for _, field := range bound { // one of them is not to be changed
			for path, change := range s.overwritten([]string{field}) {
				result[path] = change
			}
		}
	}
	before := map[string]string{}
	for _, f := range seen.Before {
		before[f.Path] = f.Value
	}
	for i := range seen.Flags {
		if change, found := result[seen.Flags[i].Field]; found {
			change.Before = before[change.Field]
			seen.Flags[i].Written = &change
		}
	}
}

// overwritten changes the given leaves before the registration and returns those that it changes back; nil if the
// registration fails.
func (s *session) overwritten(paths []string) map[string]observe.Change {
	changed := map[string]string{}
	subject, failure := s.run(func(o *object) {
		for _, l := range o.leaves {
			if slices.Contains(paths, l.path) && alter(l.value) {
				changed[l.path] = render(l.value)
			}
		}
	})
	if failure != nil {
		return nil
	}
	back := map[string]observe.Change{}
	for _, f := range subject.again().fields() {
		if was, known := changed[f.Path]; known && was != f.Value {
			back[f.Path] = observe.Change{Field: f.Path, After: f.Value}
		}
	}
	return back
}
