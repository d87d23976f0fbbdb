package observer

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Registration is the observed registration.
type Registration struct {
	// Modules are the paths of the modules that the user edits.
	Modules []string
	// Run makes the object and registers its flags.
	Run func(*Subject) error
}

// Subject is one run of a registration. Run passes its object and flag sets to it.
type Subject struct {
	own    ownership
	object *object
	sets   []*set
	before []observe.Field
	paths  []uintptr
	// calls are the calls that register each flag, recorded if the map is not nil.
	calls map[string][]observe.Frame
	// names is the process's function for normalizing the names of flags; nil changes no name.
	names func(*pflag.FlagSet, string) pflag.NormalizedName
	// first is the object of the first run, which has nothing in common with this one; nil in the first run.
	first *object
	// change alters the object before the registration; nil leaves it as it is.
	change func(*object)
}

// set is a flag set with its section.
type set struct {
	*pflag.FlagSet
	section    string
	persistent bool
}

// Object takes a pointer to the object that the flags set, or to a pointer to it, as the constructor returns it.
func (s *Subject) Object(constructor string, pointer any) error {
	v := reflect.ValueOf(pointer)
	for v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.IsNil() {
		return fmt.Errorf("%s returns nil", constructor)
	}
	var without map[variable]string
	if s.first != nil {
		if without = s.first.seen; s.first.root.UnsafeAddr() == v.Pointer() {
			return fmt.Errorf("%s returns the same object each time", constructor)
		}
	}
	s.object = walk(v, s.own, without)
	if s.change != nil {
		s.change(s.object)
	}
	s.before = s.object.fields()
	return nil
}

// FlagSet returns a new flag set for the registration.
func (s *Subject) FlagSet() *pflag.FlagSet {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.SetNormalizeFunc(s.Name)
	s.Set(fs)
	return fs
}

// Name returns the normalization function of flag sets, which pflag calls for the name of each flag. It returns the
// name unchanged, and records the calls that lead to it: pflag has no other hook for that.
func (s *Subject) Name(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if s.calls != nil {
		if called := registering(frames(3)); len(called) > 0 {
			s.calls[name] = called
		}
	}
	return pflag.NormalizedName(name)
}

// process is Name followed by the process's own function for names.
func (s *Subject) process(fs *pflag.FlagSet, name string) pflag.NormalizedName {
	changed := s.Name(fs, name)
	if s.names != nil {
		changed = s.names(fs, name)
	}
	return changed
}

// registering returns the calls above pflag's AddFlag; nothing if it is not this that called.
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
	return called[:max(len(called)-1, 0)] // without the generated function
}

// Set takes a flag set that the registration has made.
func (s *Subject) Set(fs *pflag.FlagSet) { s.add(&set{FlagSet: fs}) }

// Sections takes the flag sets of NamedFlagSets.
func (s *Subject) Sections(order []string, sets map[string]*pflag.FlagSet) {
	for _, name := range order {
		s.add(&set{FlagSet: sets[name], section: name})
	}
}

// Command adds the flags of a command: the persistent flags, which its subcommands inherit, and its own. It returns an
// error if there are subcommands, because they have other flags.
func (s *Subject) Command(persistent, own *pflag.FlagSet, subcommands int) error {
	if subcommands > 0 {
		return errors.New("the registration adds subcommands; name a function that registers the flags of one command")
	}
	s.add(&set{FlagSet: persistent, persistent: true})
	s.add(&set{FlagSet: own})
	return nil
}

func (s *Subject) add(fs *set) {
	if fs.FlagSet != nil {
		fs.SetOutput(io.Discard)
		s.sets = append(s.sets, fs)
	}
}

// Paths takes pointers to the fields that hold paths.
func (s *Subject) Paths(pointers []*string) {
	for _, p := range pointers {
		s.paths = append(s.paths, reflect.ValueOf(p).Pointer())
	}
}

// again walks the object as it is now; a pointer may lead to more than at the beginning.
func (s *Subject) again() *object { return walk(s.object.root.Addr(), s.own, s.object.without) }

// located is a flag with its set.
type located struct {
	*pflag.Flag
	in *set
}

// flags returns all flags, each once, in the order of their names.
func (s *Subject) flags() []located {
	var all []located
	seen := map[string]bool{}
	for _, in := range s.sets {
		in.VisitAll(func(f *pflag.Flag) {
			if !seen[f.Name] {
				seen[f.Name] = true
				all = append(all, located{f, in})
			}
		})
	}
	slices.SortFunc(all, func(a, b located) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// registered returns the names of all flags in the order of the registration, set by set.
func (s *Subject) registered() []string {
	var names []string
	for _, in := range s.sets {
		sorts := in.SortFlags
		in.SortFlags = false
		in.VisitAll(func(f *pflag.Flag) {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		})
		in.SortFlags = sorts
	}
	return names
}

// flag returns the flag with a name; the zero value if there is none.
func (s *Subject) flag(name string) located {
	for _, in := range s.sets {
		if f := in.Lookup(name); f != nil {
			return located{f, in}
		}
	}
	return located{}
}
