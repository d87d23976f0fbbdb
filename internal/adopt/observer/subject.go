package observer

import (
	"io"
	"reflect"
	"slices"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Side is one registration.
type Side struct {
	// Modules are the paths of the modules that the user edits.
	Modules []string `json:"-"`
	// Run makes the object and registers its flags.
	Run func(*Subject) error `json:"-"`
}

// Subject is one run of a registration: Run tells it what there is.
type Subject struct {
	own     ownership
	objects []*object
	type_   string
	sets    []*set
	before  []observe.Field
	paths   []uintptr
	// change alters the object before the registration; nil leaves it as it is.
	change func(*object)
}

// set is a flag set with what is known of it.
type set struct {
	*pflag.FlagSet
	section, command string
	persistent       bool
}

// Object takes a pointer to the object that the flags set, or to a pointer to it. It comes before the registration.
func (s *Subject) Object(pointer any) {
	v := reflect.ValueOf(pointer)
	for v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return
	}
	s.type_ = typeName(v.Elem().Type())
	o := walk(v, s.own)
	s.objects = append(s.objects, o)
	if s.change != nil {
		s.change(o)
	}
	s.before = append(s.before, o.fields()...)
}

// FlagSet returns a new flag set for the registration.
func (s *Subject) FlagSet() *pflag.FlagSet {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	s.add(&set{FlagSet: fs})
	return fs
}

// Section takes a flag set of several, by its name.
func (s *Subject) Section(name string, fs *pflag.FlagSet) { s.add(&set{FlagSet: fs, section: name}) }

// Local takes the flags that a command has for itself. The command is empty, or a path of subcommands.
func (s *Subject) Local(command string, fs *pflag.FlagSet) {
	s.add(&set{FlagSet: fs, command: command})
}

// Persistent takes the flags that a command has for itself and its subcommands.
func (s *Subject) Persistent(command string, fs *pflag.FlagSet) {
	s.add(&set{FlagSet: fs, command: command, persistent: true})
}

func (s *Subject) add(fs *set) {
	fs.SetOutput(io.Discard)
	s.sets = append(s.sets, fs)
}

// Paths takes pointers to the fields that hold paths.
func (s *Subject) Paths(pointers []*string) {
	for _, p := range pointers {
		s.paths = append(s.paths, reflect.ValueOf(p).Pointer())
	}
}

// fields are the leaves of the objects as they are now; a pointer may lead to more than at the beginning.
func (s *Subject) fields() []observe.Field {
	var all []observe.Field
	for _, o := range s.again() {
		all = append(all, o.fields()...)
	}
	return all
}

// again walks the objects again.
func (s *Subject) again() []*object {
	walked := make([]*object, len(s.objects))
	for i, o := range s.objects {
		walked[i] = walk(o.root.Addr(), s.own)
	}
	return walked
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
	slices.SortStableFunc(all, func(a, b located) int { return compareNames(a, b) })
	return all
}

// key tells the flags of a component from each other.
func (f located) key() string { return f.in.command + " " + f.Name }

func compareNames(a, b located) int {
	switch {
	case a.key() == b.key():
		return 0
	case a.in.command == b.in.command && a.Name < b.Name, a.in.command < b.in.command:
		return -1
	}
	return 1
}
