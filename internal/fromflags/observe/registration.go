package observe

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/configgen/configgen/diag"
)

// Registration is a function that registers flags.
type Registration struct {
	// name is what --func says.
	name string
	// pkg is the import path of the package of the function, empty for that of the program, and function what is called.
	pkg, function string
}

// forms is what a function of --func can be.
const forms = "name a func(*flag.FlagSet), a func(*pflag.FlagSet), a func() *cobra.Command, a func() of " +
	"cliflag.NamedFlagSets, or a method of these forms as import/path.NewOptions.AddFlags"

const sectionsType = "k8s.io/component-base/cli/flag.NamedFlagSets"

// sets are the types of what has flags. Functions return one, or take a pointer.
var sets = map[string]bool{
	"*flag.FlagSet": true, "*" + pflagPackage + ".FlagSet": true, "*" + cobraPackage + ".Command": true,
	"*" + sectionsType: true, sectionsType: true,
}

// Resolve finds the function that --func names: import/path.Function, or import/path.Constructor.Method.
func (s *Source) Resolve(name string) (*Registration, []diag.Diagnostic) {
	wrong := func(format string, args ...any) (*Registration, []diag.Diagnostic) {
		return nil, finding(token.Position{Filename: "--func"}, "function", fmt.Sprintf(format, args...), forms)
	}
	slash := strings.LastIndex(name, "/") + 1
	parts := strings.Split(name[slash:], ".")
	if len(parts) < 2 || len(parts) > 3 {
		return wrong("%q does not name a function of a package", name)
	}
	pkg := s.pkg(name[:slash] + parts[0])
	if pkg == nil {
		return wrong("%s is not a package of the module that the program has", name[:slash]+parts[0])
	}
	f, ok := pkg.Types.Scope().Lookup(parts[1]).(*types.Func)
	if !ok {
		return wrong("package %s does not have a function %s", pkg.PkgPath, parts[1])
	}
	r := &Registration{name: name, pkg: pkg.PkgPath, function: "configgenregistration." + parts[1]}
	if pkg == s.Main && pkg.Name == "main" {
		r.pkg, r.function = "", parts[1]
	} else if !f.Exported() {
		return wrong("%s is not exported", parts[1])
	}
	if len(parts) == 3 {
		results := f.Signature().Results()
		if f.Signature().Params().Len() > 0 || results.Len() == 0 || results.Len() > 2 {
			return wrong("%s is not a function without parameters that returns the options", parts[1])
		}
		object, _, _ := types.LookupFieldOrMethod(results.At(0).Type(), true, f.Pkg(), parts[2])
		if f, ok = object.(*types.Func); !ok {
			return wrong("what %s returns does not have a method %s", parts[1], parts[2])
		}
		r.function = fmt.Sprintf("configgenobserver.Must(%s()).%s", r.function, parts[2])
	}
	params, results := f.Signature().Params(), f.Signature().Results()
	takes := params.Len() == 1 && sets[params.At(0).Type().String()] &&
		strings.HasPrefix(params.At(0).Type().String(), "*")
	if !takes && (params.Len() > 0 || results.Len() != 1 || !sets[results.At(0).Type().String()]) {
		return nil, finding(pkg.Fset.Position(f.Pos()), "function", fmt.Sprintf("%s is a %s, which --func cannot call",
			f.Name(), types.TypeString(f.Signature(), func(p *types.Package) string { return p.Name() })), forms)
	}
	return r, nil
}

// file is the file with the function main of a program that calls the function.
func (r *Registration) file(observer string) []byte {
	imported := fmt.Sprintf("import configgenobserver %q\n", observer)
	if r.pkg != "" {
		imported += fmt.Sprintf("import configgenregistration %q\n", r.pkg)
	}
	return fmt.Appendf(nil, "package main\n\n%s\nfunc main() { configgenobserver.Function(%s) }\n", imported, r.function)
}
