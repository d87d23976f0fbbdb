package observer

import (
	"reflect"

	"github.com/spf13/pflag"
)

// Sections returns the flags of a NamedFlagSets of k8s.io/component-base, or of a pointer to it, as one set. It knows
// the type by its fields, so that no module has to require it.
func Sections(x any) *pflag.FlagSet {
	all := pflag.NewFlagSet("", pflag.ExitOnError)
	for _, set := range setsOf(x) {
		all.AddFlagSet(set)
	}
	return all
}

func setsOf(x any) map[string]*pflag.FlagSet {
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

func adaptSections(x any, _ func(source)) source {
	sets := setsOf(x)
	if sets == nil {
		return nil
	}
	all := pflags{Sections(x), map[string]string{}}
	for section, set := range sets {
		set.VisitAll(func(f *pflag.Flag) { all.sections[f.Name] = section })
	}
	return all
}
