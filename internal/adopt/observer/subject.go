package observer

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Variant is one registration.
type Variant struct {
	// Modules are the paths of the modules that the user edits.
	Modules []string
	// Run makes the object and registers its flags.
	Run func(*Subject) error
}

// Subject is one run of a registration: Run tells it what there is.
type Subject struct {
	own ownership
	// object is nil until there is one, and types are those of all objects: one is looked at.
	object *object
	types  []string
	sets   []*set
	before []observe.Field
	paths  []uintptr
	// calls are those that register each flag, noted if it is not nil.
	calls map[string][]observe.Frame
	// names is what the process has to change names of flags; nil changes none.
	names func(*pflag.FlagSet, string) pflag.NormalizedName
	// memory has the object of the first run.
	memory *memory
	// change alters the object before the registration; nil leaves it as it is.
	change func(*object)
}

// set is a flag set with what is known of it.
type set struct {
	*pflag.FlagSet
	section, command string
	persistent       bool
}

// Missing is the error of a constructor that returns nil instead of an object.
func (s *Subject) Missing(constructor string) error { return fmt.Errorf("%s returns nil", constructor) }

// Object takes a pointer to the object that the flags set, or to a pointer to it. It comes before the registration.
func (s *Subject) Object(pointer any) {
	v := reflect.ValueOf(pointer)
	for v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return
	}
	if s.object != nil && s.object.root.Addr().Pointer() == v.Pointer() && s.object.root.Type() == v.Type().Elem() {
		return
	}
	s.types = append(s.types, typeName(v.Elem().Type()))
	if s.object != nil {
		return
	}
	s.object = s.memory.restore(walk(v, s.own))
	if s.change != nil {
		s.change(s.object)
	}
	s.before = s.object.fields()
}

// captured ends a constructor once a variable is known.
type captured struct{ pointer any }

// Capture is Object for Captured.
func (s *Subject) Capture(pointer any) { panic(captured{pointer}) }

// Captured runs a constructor up to the variable that holds the object, and returns a pointer to the object. No flag
// has been registered then.
func (s *Subject) Captured(run func()) (pointer any) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case captured:
			v := reflect.ValueOf(cause.pointer)
			for v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Pointer {
				v = v.Elem()
			}
			pointer = v.Interface()
		default:
			panic(cause)
		}
	}()
	run()
	return nil
}

// FlagSet returns a new flag set for the registration.
func (s *Subject) FlagSet() *pflag.FlagSet {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.SetNormalizeFunc(s.Name)
	s.add(&set{FlagSet: fs})
	return fs
}

// Name is what a flag set calls for the name of each flag. It leaves the name as it is, and notes who calls: pflag has
// no other way to tell.
func (s *Subject) Name(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if s.calls != nil {
		if called := registering(frames(3)); len(called) > 0 {
			s.calls[name] = called
		}
	}
	return pflag.NormalizedName(name)
}

// process is Name with what the process has for it.
func (s *Subject) process(fs *pflag.FlagSet, name string) pflag.NormalizedName {
	changed := s.Name(fs, name)
	if s.names != nil {
		changed = s.names(fs, name)
	}
	return changed
}

// registering are the calls above pflag's AddFlag; nothing if it is not this that called.
func registering(stack []observe.Frame) []observe.Frame {
	const library = "github.com/spf13/pflag."
	own := reflect.TypeFor[Subject]().PkgPath() + "."
	at := slices.IndexFunc(stack, func(f observe.Frame) bool { return f.Function == library+"(*FlagSet).AddFlag" })
	if at < 0 {
		return nil
	}
	var called []observe.Frame
	for _, f := range stack[at:] {
		if strings.HasPrefix(f.Function, library) {
			continue
		}
		if strings.HasPrefix(f.Function, own) {
			break
		}
		called = append(called, f)
	}
	if len(called) > 0 {
		called = called[:len(called)-1] // the generated function
	}
	return called
}

// Set takes a flag set that the registration has made.
func (s *Subject) Set(fs *pflag.FlagSet) { s.add(&set{FlagSet: fs}) }

// Sections takes the flag sets of NamedFlagSets.
func (s *Subject) Sections(order []string, sets map[string]*pflag.FlagSet) {
	for _, name := range order {
		s.add(&set{FlagSet: sets[name], section: name})
	}
}

// Local takes the flags that a command has for itself. The command is empty, or a path of subcommands.
func (s *Subject) Local(command string, fs *pflag.FlagSet) {
	s.add(&set{FlagSet: fs, command: command})
}

// Persistent takes the flags that a command has for itself and its subcommands.
func (s *Subject) Persistent(command string, fs *pflag.FlagSet) {
	s.add(&set{FlagSet: fs, command: command, persistent: true})
}

func (s *Subject) add(fs *set) {
	if fs.FlagSet == nil {
		return
	}
	fs.SetOutput(io.Discard)
	s.sets = append(s.sets, fs)
}

// Paths takes pointers to the fields that hold paths.
func (s *Subject) Paths(pointers []*string) {
	for _, p := range pointers {
		s.paths = append(s.paths, reflect.ValueOf(p).Pointer())
	}
}

// again walks the object as it is now; a pointer may lead to more than at the beginning. Without an object it is empty.
func (s *Subject) again() *object {
	if s.object == nil {
		return walk(reflect.ValueOf(new(struct{})), s.own)
	}
	return walk(s.object.root.Addr(), s.own)
}

// located is a flag with its set.
type located struct {
	*pflag.Flag
	in *set
}

// flags are all flags, each once, in the order of their names.
func (s *Subject) flags() []located {
	var all []located
	seen := map[*pflag.Flag]bool{}
	for _, in := range s.sets {
		in.VisitAll(func(f *pflag.Flag) {
			if !seen[f] {
				seen[f] = true
				all = append(all, located{f, in})
			}
		})
	}
	slices.SortStableFunc(all, func(a, b located) int {
		return cmp.Or(strings.Compare(a.in.command, b.in.command), strings.Compare(a.Name, b.Name))
	})
	return all
}

// registered are the keys of all flags in the order of the registration, set by set.
func (s *Subject) registered() []string {
	var keys []string
	for _, in := range s.sets {
		sorts := in.SortFlags
		in.SortFlags = false
		in.VisitAll(func(f *pflag.Flag) {
			if key := (located{f, in}).key(); !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		})
		in.SortFlags = sorts
	}
	return keys
}

// flag is the flag of a key; without one if there is none.
func (s *Subject) flag(key string) located {
	all := s.flags()
	if at := slices.IndexFunc(all, func(f located) bool { return f.key() == key }); at >= 0 {
		return all[at]
	}
	return located{}
}

// key tells the flags of a component from each other.
func (f located) key() string { return f.in.command + " " + f.Name }
