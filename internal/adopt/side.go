package adopt

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/probe"
)

// side is the generated registration. The overlay gets what calls the functions over fields that are not exported.
func (r *run) side(overlay map[string][]byte) probe.Side {
	side := probe.Side{Constructor: r.Flags, Registrations: []string{}, Like: r.theirs}
	for _, root := range r.plan.Roots {
		if !root.Config {
			side.Registrations = append(side.Registrations, root.Method)
			continue
		}
		side.Registrations = append(side.Registrations, r.registrar(root, overlay))
		constructor := "New" + root.Type.Name
		if root.At == "" && r.declares(root.Output, constructor, false) {
			side.Constructor = root.Output + "." + constructor
		}
		if root.At == "" && r.PathRefs != "" {
			side.PathRefs = root.Type.Package + "." + root.Type.Name + "PathRefs"
		}
	}
	return side
}

// registrar is the function that registers the flags of a configuration: the generated one, or one in the package of
// the options that calls it, if another package cannot name the field.
func (r *run) registrar(root plan.Root, overlay map[string][]byte) string {
	generated := registers(root)
	exported := true
	for name := range strings.SplitSeq(root.At, ".") {
		exported = exported && (name == "" || token.IsExported(name))
	}
	home := packageOf(r.theirs.Type)
	pkg := r.session.Source(home)
	if exported || pkg == nil {
		return root.Output + "." + generated
	}
	call, imported := generated, ""
	if root.Output != home {
		call, imported = "configgen."+generated, fmt.Sprintf("\tconfiggen %q\n", root.Output)
	}
	argument := "o." + root.At
	if !root.Pointer {
		argument = "&" + argument
	}
	object := r.theirs.Type[len(home)+1:]
	function := "ConfiggenAdopt" + root.Type.Name
	overlay[filepath.Join(pkg.Dir, "configgen_adopt_"+strings.ToLower(root.Type.Name)+".go")] = fmt.Appendf(nil,
		"package %s\n\nimport (\n%s\t%q\n)\n\nfunc %s(fs *pflag.FlagSet, o *%s) { %s(fs, %s) }\n",
		pkg.Name, imported, "github.com/spf13/pflag", function, object, call, argument)
	return home + "." + function
}

// declares reports whether a function or a method is generated into a package.
func (r *run) declares(pkg, name string, method bool) bool {
	dir, before := r.session.Directory(pkg), "\nfunc "
	if method {
		before = ") "
	}
	for file, content := range r.generated.Files {
		if filepath.Dir(file) == dir && strings.Contains(string(content), before+name+"(") {
			return true
		}
	}
	return false
}
