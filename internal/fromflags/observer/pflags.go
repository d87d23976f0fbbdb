package observer

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"
)

// pflags are the flags of package pflag. Sections are the names of the sections of flags, if these have some.
type pflags struct {
	*pflag.FlagSet
	sections map[string]string
}

func adaptPflag(x any, _ func(source)) source {
	if set, ok := x.(*pflag.FlagSet); ok {
		return pflags{FlagSet: set}
	}
	return nil
}

// required is the annotation of a flag that cobra requires.
const required = "cobra_annotation_bash_completion_one_required_flag"

func (s pflags) describe(e *Entry) {
	e.Set, e.Runnable, e.Positional = "pflag", true, true
	s.VisitAll(func(f *pflag.Flag) {
		e.Flags = append(e.Flags, Flag{
			Name: f.Name, Shorthand: f.Shorthand, Usage: f.Usage, Default: text(f.Value), Type: f.Value.Type(),
			GoType: fmt.Sprintf("%T", f.Value), NoValue: f.NoOptDefVal, Deprecated: f.Deprecated, Hidden: f.Hidden,
			Required: slices.Equal(f.Annotations[required], []string{"true"}), Section: s.sections[f.Name],
		})
	})
}

func (s pflags) set() any { return s.FlagSet }

func (s pflags) parse(args []string) error { return s.Parse(args) }

func (s pflags) result(e *Entry) {
	e.Values, e.Arguments = map[string]string{}, slices.Clone(s.Args())
	s.VisitAll(func(f *pflag.Flag) {
		e.Values[f.Name] = text(f.Value)
		if f.Changed {
			e.Changed = append(e.Changed, f.Name)
		}
	})
}
