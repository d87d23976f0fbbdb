package adopt

import (
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/probe"
)

// generatedProgram is the program with the generated registration. The overlay gets a file with functions in the
// package of the options: one that makes the options with generated configurations in them, and those that register
// flags over fields that are not exported.
func generatedProgram(c *component, w *draft, overlay map[string][]byte) probe.Program {
	program := probe.Program{
		Dir: c.Dir, Env: c.Env, Overlay: overlay, Near: packageOf(c.Flags),
		Constructor: c.Flags, Registrations: []string{}, Like: c.theirs,
	}
	h := newHelper(c, w)
	for _, root := range w.Plan.Roots {
		if !root.Config {
			program.Registrations = append(program.Registrations, registrarOf(c, w, root))
			continue
		}
		program.Registrations = append(program.Registrations, h.registration(root))
		constructor := "New" + root.Type.Name
		if program.PathRefs == "" && hasPaths(c, root) {
			program.PathRefs = h.pathRefs(root)
		}
		if root.At != "" {
			h.constructs(root)
			continue
		}
		if declares(c, w, root.Output, constructor, false) {
			program.Constructor = root.Output + "." + constructor
		}
	}
	if h.constructor != "" {
		program.Constructor = h.home + ".ConfiggenAdoptNew"
		h.functions = append(h.functions, h.constructor+"\treturn o, nil\n}\n")
	}
	if len(h.functions) > 0 {
		overlay[filepath.Join(h.dir, "configgen_adopt.go")] = []byte(h.source())
	}
	return program
}

// helper is the file in the package of the options.
type helper struct {
	component       *component
	draft           *draft
	home, dir, name string
	imports         []string
	functions       []string
	constructor     string // without its end
}

func newHelper(c *component, w *draft) *helper {
	h := &helper{component: c, draft: w, home: packageOf(c.theirs.Type)}
	if pkg := c.session.Source(h.home); pkg != nil && c.session.Directory(h.home) != "" {
		h.dir, h.name = pkg.Dir, pkg.Name
	}
	return h
}

// in is the expression for a name of a package.
func (h *helper) in(pkg, name string) string {
	if pkg == h.home {
		return name
	}
	at := slices.Index(h.imports, pkg)
	if at < 0 {
		at, h.imports = len(h.imports), append(h.imports, pkg)
	}
	return fmt.Sprintf("configgen%d.%s", at, name)
}

// registration is the function that registers the flags of a configuration: the generated one, or one that calls it.
func (h *helper) registration(root plan.Root) string {
	if isExported(root.At) || h.dir == "" {
		return root.Output + "." + registrarOf(h.component, h.draft, root)
	}
	function := "ConfiggenAdopt" + root.Type.Name
	h.functions = append(h.functions, fmt.Sprintf("func %s(fs *%s, o *%s) { %s(fs, %s) }\n", function, h.flagSet(root),
		h.object(), h.in(root.Output, registrarOf(h.component, h.draft, root)), argument(root)))
	return h.home + "." + function
}

// flagSet is the type of the flag sets that the generated code of a root registers flags in.
func (h *helper) flagSet(root plan.Root) string {
	if flagSetsOf(h.component, h.draft, root) != "" {
		return h.in("k8s.io/component-base/cli/flag", "NamedFlagSets")
	}
	return h.in("github.com/spf13/pflag", "FlagSet")
}

// argument is a pointer to a configuration in the options o.
func argument(root plan.Root) string {
	if root.Pointer {
		return "o." + root.At
	}
	return "&o." + root.At
}

// isExported reports whether all names of a Go path are exported.
func isExported(path string) bool {
	for name := range strings.SplitSeq(path, ".") {
		if name != "" && !token.IsExported(name) {
			return false
		}
	}
	return true
}

// pathRefs is the generated function that returns pointers to the paths of a configuration, or one that calls it.
func (h *helper) pathRefs(root plan.Root) string {
	generated := root.Type.Name + "PathRefs"
	if isExported(root.At) || h.dir == "" {
		return root.Type.Package + "." + generated
	}
	h.functions = append(h.functions, fmt.Sprintf("func ConfiggenAdoptPathRefs(o *%s) []*string { return %s(%s) }\n",
		h.object(), h.in(root.Type.Package, generated), argument(root)))
	return h.home + ".ConfiggenAdoptPathRefs"
}

// hasPaths reports whether the function of --path-refs returns fields of a configuration.
func hasPaths(c *component, root plan.Root) bool {
	return c.PathRefs != "" && (root.At == "" || slices.ContainsFunc(c.theirs.Paths, func(path string) bool {
		return strings.HasPrefix(path, root.At+".")
	}))
}

// object is the name of the type of the options.
func (h *helper) object() string {
	return strings.TrimPrefix(strings.TrimLeft(h.component.theirs.Type, "*&"), h.home+".")
}

// constructs adds the generated constructor of a configuration to that of the options.
func (h *helper) constructs(root plan.Root) {
	if h.dir == "" || !declares(h.component, h.draft, root.Output, "New"+root.Type.Name, false) {
		return
	}
	if h.constructor == "" && !h.options() {
		return
	}
	set := "o." + root.At + " = *c"
	if root.Pointer { // other fields can point to what it points to
		set = fmt.Sprintf("if o.%[1]s == nil { o.%[1]s = c } else { *o.%[1]s = *c }", root.At)
	}
	const text = "\tif c, err := %s(); err != nil {\n\t\treturn nil, err\n\t} else {\n\t\t%s\n\t}\n"
	h.constructor += fmt.Sprintf(text, h.in(root.Output, "New"+root.Type.Name), set)
}

// options begins the constructor with that which is written by hand, and reports whether it has the form.
func (h *helper) options() bool {
	path, function := packageOf(h.component.Flags), strings.TrimPrefix(h.component.Flags, packageOf(h.component.Flags)+".")
	pkg := h.component.session.Source(path)
	if pkg == nil || len(pkg.Declared[function].Params) > 0 {
		return false
	}
	call := h.in(path, function) + "()"
	text := "\to := " + call + "\n"
	switch results := pkg.Declared[function].Results; {
	case len(results) == 2 && results[1] == "error":
		text = "\to, err := " + call + "\n\tif err != nil {\n\t\treturn nil, err\n\t}\n"
	case len(results) != 1 || !strings.HasPrefix(results[0], "*"):
		return false
	}
	h.constructor = fmt.Sprintf("func ConfiggenAdoptNew() (*%s, error) {\n%s", h.object(), text)
	return true
}

// source is the file.
func (h *helper) source() string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n", h.name)
	for i, imported := range h.imports {
		fmt.Fprintf(&b, "\tconfiggen%d %q\n", i, imported)
	}
	b.WriteString(")\n\n" + strings.Join(h.functions, "\n"))
	return b.String()
}

// registrarOf is the generated function, or method, that registers the flags of a root: that for sections, if there are
// any.
func registrarOf(c *component, w *draft, root plan.Root) string {
	if sets := flagSetsOf(c, w, root); sets != "" {
		return sets
	}
	return registers(root)
}

// flagSetsOf is the generated function, or method, for the flag sets of sections; empty if there is none.
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

// withGenerated is the overlay with the generated files that are compared.
func withGenerated(c *component, w *draft) map[string][]byte {
	overlay := maps.Clone(w.overlay)
	for name, content := range w.generated.Files {
		if _, err := os.Stat(name); err != nil && c.PathRefs == "" && filepath.Base(name) == pathRefsFile {
			continue // nothing calls what is in it
		}
		overlay[name] = content
	}
	return overlay
}
