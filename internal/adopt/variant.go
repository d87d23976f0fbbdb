package adopt

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/probe"
)

// generatedProgram returns the program with the generated registration.
func generatedProgram(c *component, w *draft, overlay map[string][]byte) probe.Program {
	program := probe.Program{
		Dir: c.Dir, Env: c.Env, Overlay: overlay, Near: packageOf(c.Flags),
		Constructor: c.Flags, Registrations: []string{}, At: map[string]string{}, Like: c.theirs,
	}
	for _, root := range w.Plan.Roots {
		registrar := registrarOf(c, w, root)
		if !root.Config {
			program.Registrations = append(program.Registrations, registrar)
			continue
		}
		name := "New" + root.Type.Name
		constructor, paths := root.Output+"."+name, root.Type.Package+"."+root.Type.Name+"PathRefs"
		registrar = root.Output + "." + registrar
		program.Registrations = append(program.Registrations, registrar)
		for _, function := range []string{registrar, constructor, paths} {
			program.At[function] = root.At
		}
		if program.PathRefs == "" && hasPaths(c, root) {
			program.PathRefs = paths
		}
		switch {
		case !declares(c, w, root.Output, name, false):
		case root.At == "":
			program.Constructor = constructor
		default:
			program.Parts = append(program.Parts, constructor)
		}
	}
	return program
}

// hasPaths reports whether the function of --path-refs returns fields of a configuration.
func hasPaths(c *component, root plan.Root) bool {
	return c.PathRefs != "" && (root.At == "" || slices.ContainsFunc(c.theirs.Paths, func(path string) bool {
		return strings.HasPrefix(path, root.At+".")
	}))
}

// registrarOf returns the generated function, or method, that registers the flags of a root: that for sections, if
// there are any.
func registrarOf(c *component, w *draft, root plan.Root) string {
	if sets := flagSetsOf(c, w, root); sets != "" {
		return sets
	}
	return registers(root)
}

// flagSetsOf returns the name of the generated function, or method, for the flag sets of sections; empty if there is
// none.
func flagSetsOf(c *component, w *draft, root plan.Root) string {
	sets := strings.TrimSuffix(registers(root), "Flags") + "FlagSets"
	if declares(c, w, root.Output, sets, !root.Config) {
		return sets
	}
	return ""
}

// declares reports whether a function or a method is generated into a package.
func declares(c *component, w *draft, pkg, name string, method bool) bool {
	if method {
		return contains(c, w, pkg, ") "+name+"(")
	}
	return contains(c, w, pkg, "\nfunc "+name+"(")
}

// contains reports whether a file that is generated into a package contains a text.
func contains(c *component, w *draft, pkg, text string) bool {
	dir := c.session.Directory(pkg)
	for file, content := range w.generated.Files {
		if filepath.Dir(file) == dir && strings.Contains(string(content), text) {
			return true
		}
	}
	return false
}

// withGenerated returns the overlay with the generated files that are compared.
func withGenerated(c *component, w *draft) map[string][]byte {
	overlay := maps.Clone(w.overlay)
	for name, content := range w.generated.Files {
		if _, err := os.Stat(name); err != nil && c.PathRefs == "" && filepath.Base(name) == pathRefsFile {
			continue // nothing calls its functions
		}
		overlay[name] = content
	}
	return overlay
}
