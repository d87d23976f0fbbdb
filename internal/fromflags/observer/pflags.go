package observer

import (
	"fmt"
	"reflect"

	"github.com/spf13/pflag"
)

// required is the annotation of a flag that cobra requires.
const required = "cobra_annotation_bash_completion_one_required_flag"

// adaptPflag adapts a set of pflag, and the NamedFlagSets of k8s.io/component-base, or a pointer to it, as one set.
func adaptPflag(x any) *source {
	set, ok := x.(*pflag.FlagSet)
	sections := sectionsOf(x)
	if !ok && sections == nil {
		return nil
	}
	names := map[string]string{}
	if !ok {
		set = pflag.NewFlagSet("", pflag.ExitOnError)
	}
	for section, flags := range sections {
		set.AddFlagSet(flags)
		flags.VisitAll(func(f *pflag.Flag) { names[f.Name] = section })
	}
	return &source{set: set, parse: set.Parse, describe: func(e *Entry) { describe(e, set, names) }}
}

func describe(e *Entry, set *pflag.FlagSet, sections map[string]string) {
	e.Set, e.Runnable, e.Arguments = "pflag", true, set.Args()
	set.VisitAll(func(f *pflag.Flag) {
		e.Flags = append(e.Flags, Flag{
			Name: f.Name, Shorthand: f.Shorthand, Usage: f.Usage, Text: text(f.Value), Changed: f.Changed,
			Type: f.Value.Type(), GoType: fmt.Sprintf("%T", f.Value), Section: sections[f.Name], Deprecated: f.Deprecated,
			Hidden: f.Hidden, Required: len(f.Annotations[required]) > 0 && f.Annotations[required][0] == "true",
		})
	})
}

// sectionsOf returns the sets of a NamedFlagSets. It is known by its field, so that no module has to require its
// package.
func sectionsOf(x any) map[string]*pflag.FlagSet {
	value := reflect.Indirect(reflect.ValueOf(x))
	if value.Kind() != reflect.Struct {
		return nil
	}
	field := value.FieldByName("FlagSets")
	if !field.IsValid() || !field.CanInterface() {
		return nil
	}
	sets, _ := field.Interface().(map[string]*pflag.FlagSet)
	return sets
}
