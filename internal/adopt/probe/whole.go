package probe

import (
	"go/types"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// madeItself is the finding about a function that makes the options whose flags it registers.
func madeItself(p *planner, f *types.Func) {
	for v := range f.Signature().Params().Variables() {
		if isNamed(v.Type(), flagSet) || isNamed(v.Type(), flagSets) || isNamed(v.Type(), command) {
			p.finding(p.module.Fset.Position(f.Pos()), f.Name()+" makes the options and registers their flags, so it is "+
				"called by --flags alone", "leave it out of --add-flags")
			return
		}
	}
	p.finding(p.module.Fset.Position(f.Pos()), f.Name()+" makes the options and registers their flags in one call, where "+
		"no generated function can take the place of the registration",
		"split it into a constructor, which --flags names, and a method AddFlags(fs *pflag.FlagSet)")
}

// making is a registration of a variant that returns an object of the type of the variant's, and does not take it; nil
// if there is none. Its flags set fields of an object of its own then, unless both are one variable.
func making(p *planner, variant int) *types.Func {
	object := p.objects[variant]
	if object == nil || structOf(object) == nil {
		return nil
	}
	has := func(list *types.Tuple) bool {
		for v := range list.Variables() {
			if named := structOf(v.Type()); named != nil && named.Obj() == structOf(object).Obj() {
				return true
			}
		}
		return false
	}
	for _, name := range p.program.Variants[variant].Registrations {
		if pkg, _ := split(name); pkg == "" {
			continue
		}
		if f := p.function(name); f != nil && has(f.Signature().Results()) && !has(f.Signature().Params()) {
			return f
		}
	}
	return nil
}

// setsNothing reports whether no flag sets a field.
func setsNothing(o *observe.Observation) bool {
	for _, flag := range o.Flags {
		if flag.Field != "" || len(flag.Others) > 0 {
			return false
		}
	}
	return len(o.Flags) > 0
}
