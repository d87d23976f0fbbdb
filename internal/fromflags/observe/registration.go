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
	// pkg is the package of the function, empty for that of the program. constructor is called first if there is one, and
	// method is one of what it returns.
	pkg, constructor, method string
	// fails is set if the constructor returns an error, too.
	fails bool
	// takes is the type of the set that the function takes, or empty if it returns a command or sections.
	takes string
}

// forms is what a function of --func can be.
const forms = "name a func(*flag.FlagSet), a func(*pflag.FlagSet), a func() *cobra.Command, a func() of " +
	"cliflag.NamedFlagSets, or a method of these forms as import/path.NewOptions.AddFlags"

// Resolve finds the function that --func names: import/path.Function, or import/path.Constructor.Method.
func (s *Source) Resolve(name string) (*Registration, []diag.Diagnostic) {
	wrong := func(message, fix string) (*Registration, []diag.Diagnostic) {
		return nil, []diag.Diagnostic{finding(token.Position{Filename: "--func"}, "function", message, fix)}
	}
	slash := strings.LastIndex(name, "/") + 1
	parts := strings.Split(name[slash:], ".")
	if len(parts) < 2 || len(parts) > 3 {
		return wrong(fmt.Sprintf("%q does not name a function of a package", name), forms)
	}
	pkg := s.pkg(name[:slash] + parts[0])
	if pkg == nil {
		return wrong(fmt.Sprintf("%s is not a package of the program", name[:slash]+parts[0]),
			"name a package of the module, by its import path, that the program has")
	}
	f, ok := pkg.Types.Scope().Lookup(parts[1]).(*types.Func)
	if !ok {
		return wrong(fmt.Sprintf("package %s does not have a function %s", pkg.PkgPath, parts[1]), forms)
	}
	r := &Registration{name: name, pkg: pkg.PkgPath}
	if pkg.PkgPath == s.Main.PkgPath && pkg.Name == "main" {
		r.pkg = ""
	} else if !f.Exported() {
		return wrong(fmt.Sprintf("%s is not exported", parts[1]), "name an exported function")
	}
	if len(parts) == 3 {
		results := f.Signature().Results()
		if f.Signature().Params().Len() > 0 || results.Len() == 0 || results.Len() > 2 {
			return wrong(fmt.Sprintf("%s is not a function without parameters that returns the options", parts[1]), forms)
		}
		object, _, _ := types.LookupFieldOrMethod(results.At(0).Type(), true, f.Pkg(), parts[2])
		method, ok := object.(*types.Func)
		if !ok {
			return wrong(fmt.Sprintf("what %s returns does not have a method %s", parts[1], parts[2]), forms)
		}
		r.constructor, r.method, r.fails, f = parts[1], parts[2], results.Len() == 2, method
	} else {
		r.method = parts[1]
	}
	params, results := f.Signature().Params(), f.Signature().Results()
	switch {
	case params.Len() == 1 && sets[params.At(0).Type().String()]:
		r.takes = params.At(0).Type().String()
	case params.Len() == 0 && results.Len() == 1 && returned[results.At(0).Type().String()]:
	default:
		at := pkg.Fset.Position(f.Pos())
		return nil, []diag.Diagnostic{finding(at, "function", fmt.Sprintf("%s is a %s, which --func cannot call", f.Name(),
			types.TypeString(f.Signature(), func(p *types.Package) string { return p.Name() })), forms)}
	}
	return r, nil
}

const sectionsType = "k8s.io/component-base/cli/flag.NamedFlagSets"

// sets are the types of parameters that flags are registered on, and returned those of results that have some.
var (
	sets = map[string]bool{"*flag.FlagSet": true, "*" + pflagPackage + ".FlagSet": true, "*" + sectionsType: true}

	returned = map[string]bool{
		"*" + cobraPackage + ".Command": true, "*" + pflagPackage + ".FlagSet": true, "*flag.FlagSet": true,
		sectionsType: true, "*" + sectionsType: true,
	}
)

// statement is the statement of main that registers the flags and observes them.
func (r *Registration) statement() string {
	target := r.method
	if r.constructor != "" {
		target = r.constructor + "()"
	}
	if r.pkg != "" {
		target = "configgenregistration." + target
	}
	if r.fails {
		target = "configgenobserver.Must(" + target + ")"
	}
	if r.constructor != "" {
		target += "." + r.method
	}
	if r.takes != "" {
		return fmt.Sprintf("configgenobserver.Register(%q, %s)", r.name, target)
	}
	return fmt.Sprintf("configgenobserver.Process(%q, %s())", r.name, target)
}

// file is the file with the function main of a program that calls the function.
func (r *Registration) file(observer string) string {
	imported := fmt.Sprintf("import configgenobserver %q\n", observer)
	if r.pkg != "" {
		imported += fmt.Sprintf("import configgenregistration %q\n", r.pkg)
	}
	return "package main\n\n" + imported + "\nfunc main() { " + r.statement() + " }\n"
}
