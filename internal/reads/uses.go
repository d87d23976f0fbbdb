package reads

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// used reports whether the value of a field, or its address, has another use than to change the field.
func (s *search) used(v ssa.Value, field *types.Var) bool {
	return s.uses(v, field, map[ssa.Value]bool{})
}

func (s *search) uses(v ssa.Value, field *types.Var, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	return slices.ContainsFunc(*v.Referrers(), func(user ssa.Instruction) bool { return s.usedBy(user, v, field, seen) })
}

// usedBy reports whether an instruction uses a value.
func (s *search) usedBy(user ssa.Instruction, v ssa.Value, field *types.Var, seen map[ssa.Value]bool) bool {
	switch i := user.(type) {
	case *ssa.DebugRef:
		return false
	case *ssa.Store:
		if i.Addr == v {
			return false
		}
		variable, ok := i.Addr.(*ssa.Alloc)
		if element, in := i.Addr.(*ssa.IndexAddr); in { // of the arguments of a variadic function
			variable, ok = element.X.(*ssa.Alloc)
		}
		return !isField(i.Addr, field) && (!ok || s.uses(variable, field, seen))
	case *ssa.FieldAddr:
		return s.uses(i, fieldOf(i.X.Type(), i.Field), seen)
	case *ssa.Field:
		return s.uses(i, fieldOf(i.X.Type(), i.Field), seen)
	case *ssa.IndexAddr:
		return i.X != v || s.uses(i, field, seen)
	case *ssa.Index:
		return i.X != v || s.uses(i, field, seen)
	case *ssa.Lookup:
		return i.X != v || s.uses(i, field, seen)
	case *ssa.MapUpdate:
		return i.Map != v
	case *ssa.UnOp, *ssa.BinOp, *ssa.Convert, *ssa.ChangeType, *ssa.Slice, *ssa.Extract, *ssa.Phi:
		return s.uses(i.(ssa.Value), field, seen)
	case *ssa.MakeInterface:
		return !s.harmless(i, map[ssa.Value]bool{})
	case *ssa.If:
		return !setsDefault(i, field)
	case ssa.CallInstruction:
		return s.usedByCall(i, v, field, seen)
	}
	return true
}

// isField reports whether an address is the address of a field.
func isField(address ssa.Value, field *types.Var) bool {
	f, ok := address.(*ssa.FieldAddr)
	return ok && fieldOf(f.X.Type(), f.Field) == field
}

// usedByCall reports whether a call uses an argument.
func (s *search) usedByCall(call ssa.CallInstruction, v ssa.Value, field *types.Var, seen map[ssa.Value]bool) bool {
	common := call.Common()
	result, returns := call.(*ssa.Call)
	if builtin, ok := common.Value.(*ssa.Builtin); ok {
		switch builtin.Name() {
		case "len", "cap", "min", "max":
			return s.uses(result, field, seen)
		case "append":
			return common.Args[0] != v || s.uses(result, field, seen)
		case "delete", "clear", "copy":
			return common.Args[0] != v
		}
		return true
	}
	callee := common.StaticCallee()
	if callee == nil || !slices.Contains(common.Args, v) {
		return true
	}
	switch {
	case bindsFlag(callee), validates(callee.Name(), callee.Signature):
		return false
	case defaulting.MatchString(callee.Name()):
		return returns && s.uses(result, field, seen)
	case returns && onlyStored(result, field):
		return false
	}
	return true
}

// onlyStored reports whether a result has a use, and its only use is to change a field.
func onlyStored(result *ssa.Call, field *types.Var) bool {
	users := *result.Referrers()
	return len(users) > 0 && !slices.ContainsFunc(users, func(user ssa.Instruction) bool {
		store, ok := user.(*ssa.Store)
		return !ok || store.Val != ssa.Value(result) || !isField(store.Addr, field)
	})
}

// bindsFlag reports whether a function binds a variable to a flag.
func bindsFlag(f *ssa.Function) bool {
	path := pathOf(f)
	return (path == "flag" || path == "github.com/spf13/pflag") && strings.Contains(f.Name(), "Var")
}

// setsDefault reports whether the only effect of a condition is to assign to a field.
func setsDefault(condition *ssa.If, field *types.Var) bool {
	branches := condition.Block().Succs
	for i, branch := range branches {
		after := branches[1-i]
		if len(branch.Preds) != 1 || len(branch.Succs) != 1 || branch.Succs[0] != after {
			continue
		}
		assigns := false
		harmless := !slices.ContainsFunc(branch.Instrs, func(instruction ssa.Instruction) bool {
			switch i := instruction.(type) {
			case *ssa.Store:
				assigns = assigns || isField(i.Addr, field)
				return false
			case *ssa.Call:
				return len(*i.Referrers()) == 0
			case *ssa.Go, *ssa.Defer, *ssa.Send, *ssa.MapUpdate:
				return true
			}
			return false
		})
		if harmless && assigns {
			return true
		}
	}
	return false
}

// harmless reports whether an interface with a value reaches only code that ignores the fields of the value. Such code
// may ask for the type.
func (s *search) harmless(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	users := v.Referrers() // nil for a global, whose users are unknown
	return users != nil && !slices.ContainsFunc(*users, func(user ssa.Instruction) bool {
		switch i := user.(type) {
		case *ssa.DebugRef, *ssa.TypeAssert, *ssa.BinOp:
			return false
		case *ssa.ChangeInterface, *ssa.Slice, *ssa.Phi:
			return !s.harmless(i.(ssa.Value), seen)
		case *ssa.Store:
			element, ok := i.Addr.(*ssa.IndexAddr)
			return !ok || !s.harmless(element.X, seen)
		case *ssa.IndexAddr:
			return false
		case ssa.CallInstruction:
			return !s.harmlessCall(i.Common(), v, seen)
		}
		return true
	})
}

// harmlessCall reports whether a call ignores the fields of an argument.
func (s *search) harmlessCall(call *ssa.CallCommon, v ssa.Value, seen map[ssa.Value]bool) bool {
	if call.IsInvoke() {
		return call.Value == v || silentName.MatchString(call.Method.Name()) || silentPath(call.Method.Pkg())
	}
	callee := call.StaticCallee()
	if callee == nil {
		return false
	}
	if silent(callee) {
		return true
	}
	if !s.ours(callee) || len(callee.Params) != len(call.Args) {
		return false
	}
	for i, argument := range call.Args {
		if argument == v && !s.harmless(callee.Params[i], seen) {
			return false
		}
	}
	return true
}

// silentName matches the names of functions that decode, convert, set defaults or register types, and of the encoders
// of Kubernetes.
var silentName = regexp.MustCompile(`^(Unmarshal|[dD]ecode|Default|Convert|UnsafeConvert|` +
	`Encode(rForVersion)?$|OfKind$|AddKnownType|AddType|AddConversion|AddGenerated|Register$|ObjectKinds$|Recognizes)`)

// silentPaths begin the import paths of packages that store or print values: loggers, containers, and the loader of
// configgen, which applies what the markers of a field say.
var silentPaths = regexp.MustCompile(`^(log(/slog)?|k8s\.io/klog/.*|github\.com/go-logr/.*|go\.uber\.org/zap(/.*)?|` +
	`github\.com/sirupsen/logrus|sync(/atomic)?|cmp|slices|maps|iter|k8s\.io/utils/(ptr|pointer)|.*/configz|` +
	`github\.com/configgen/configgen/componentconfig(/.*)?)$`)

func silentPath(p *types.Package) bool { return p != nil && silentPaths.MatchString(p.Path()) }

// silent reports whether a function decodes, stores or prints values, and does not act on them.
func silent(f *ssa.Function) bool {
	path, name := pathOf(f), f.Name()
	encodes := strings.HasPrefix(name, "Encode") && !strings.HasPrefix(path, "k8s.io/")
	return !encodes && silentName.MatchString(name) || silentPaths.MatchString(path) ||
		path == "context" && name == "WithValue" ||
		path == "fmt" && (strings.HasPrefix(name, "Print") || strings.HasPrefix(name, "Fprint"))
}

// pathOf returns the import path of the package of a function; empty for one without a package.
func pathOf(f *ssa.Function) string {
	if f.Origin() != nil {
		f = f.Origin()
	}
	if f.Object() == nil || f.Object().Pkg() == nil {
		return ""
	}
	return f.Object().Pkg().Path()
}
