package upstream

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// uncalled warns of functions SetDefaults_ for types inside a defaulted type, in packages that no tag of the package
// names: defaulter-gen silently ignores these functions.
func uncalled(r *run, inputs []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, path := range inputs {
		pkg := r.session.Source(path)
		tags := pkg.TagsInDoc()
		at := slices.IndexFunc(tags, func(t load.Tag) bool { return t.Name == "k8s:defaulter-gen" && t.Value != "false" })
		if at < 0 || r.ofAnotherTool(path, "zz_generated.defaults.go") {
			continue
		}
		known := map[string]bool{}
		for _, input := range inputs {
			known[input] = true
		}
		typesIn := path
		for _, peer := range r.peers[path] {
			known[peer.Path] = known[peer.Path] || peer.Defaults
			if peer.Tag.Name == "k8s:defaulter-gen-input" {
				typesIn = peer.Path
			}
		}
		for _, name := range reachable(r.session, typesIn, tags) {
			typeName := name[strings.LastIndexByte(name, '.')+1:]
			forOthers := slices.IndexFunc(r.defaulters[name], func(by setter) bool { return !by.itself })
			if forOthers < 0 || called(r.session, pkg, known, name) {
				continue
			}
			by := r.defaulters[name][forOthers].path
			peers := fmt.Sprintf("+configgen:peers(defaults: %q)", by)
			fix, advice := "add "+peers+" to doc.go, or set the defaults in a function here", diag.Mark(tags[at].Pos, peers)
			if r.clash(known, by) {
				advice, fix = diag.Advice{}, fmt.Sprintf("write func SetDefaults_%s(obj *%s) here, and call the one of %s in it",
					typeName, shorten(name), by)
			} else {
				known[by] = true
			}
			warning := diag.At(tags[at].Pos, tags[at].End, "uncalled-defaults", fmt.Sprintf(
				"types of this package consist of %s, whose SetDefaults_ in %s is not called", shorten(name), by), fix).With(advice)
			warning.Severity = diag.Warning
			findings = append(findings, warning)
		}
	}
	return findings
}

// called reports whether a package sets the defaults of a type: one of the packages that are known to defaulter-gen has
// a function for it, or a function of the package itself calls one.
func called(session *load.Session, pkg *load.Package, known map[string]bool, name string) bool {
	function := load.DefaulterPrefix + name[strings.LastIndexByte(name, '.')+1:]
	if len(pkg.MentionedBy(function)) > 0 {
		return true
	}
	for path := range known {
		if other := session.Source(path); other != nil && defaulted(other, function) == name {
			return true
		}
	}
	return false
}

// setter is a package with a function SetDefaults_ for a type. Itself reports that it has the function for itself: the
// type is in another package, and its own generated code calls the function.
type setter struct {
	path   string
	itself bool
}

func setsOwnDefaults(pkg *load.Package, name string) bool {
	if name[:strings.LastIndexByte(name, '.')] == pkg.Path {
		return false
	}
	asks := false
	for _, tag := range pkg.TagsInDoc() {
		asks = asks || tag.Name == defaulterTag && tag.Value != "false"
		if tag.Name == defaulterTag+"-input" && strings.HasPrefix(name, tag.Value+".") {
			return false
		}
	}
	return asks
}

// clash reports whether a package has a function for a type that one of the known packages has a function for, too:
// defaulter-gen refuses a peer like that.
func (r *run) clash(known map[string]bool, peer string) bool {
	for _, by := range r.defaulters {
		if slices.ContainsFunc(by, func(by setter) bool { return by.path == peer }) &&
			slices.ContainsFunc(by, func(by setter) bool { return known[by.path] }) {
			return true
		}
	}
	return false
}

// defaulters are the packages with a function SetDefaults_ for a type, by the type's import path, a dot and its name.
func defaulters(session *load.Session) map[string][]setter {
	found := map[string][]setter{}
	for _, pkg := range session.Known() {
		for _, name := range slices.Sorted(maps.Keys(pkg.Declared)) {
			if target := defaulted(pkg, name); target != "" {
				found[target] = append(found[target], setter{pkg.Path, setsOwnDefaults(pkg, target)})
			}
		}
	}
	return found
}

// defaulted is the type that a function of the given name sets the defaults of, with its import path; empty if there
// is none.
func defaulted(pkg *load.Package, name string) string {
	return defaultedBy(name, pkg.Declared[name])
}

func defaultedBy(name string, declared group.Declaration) string {
	typeName, is := strings.CutPrefix(name, load.DefaulterPrefix)
	if !is || declared.Kind != "func" || len(declared.Params) != 1 || len(declared.Results) != 0 {
		return ""
	}
	qualified, pointer := strings.CutPrefix(declared.Params[0], "*")
	if !pointer || !strings.HasSuffix(qualified, "."+typeName) {
		return ""
	}
	return qualified
}

// reachable are the names of the types, with their import paths, that those types of a package consist of for which
// defaulter-gen makes functions: the structs with a field that the package's tag names.
func reachable(session *load.Session, path string, tags []load.Tag) []string {
	checked, _, err := session.Types(path)
	if err != nil || checked == nil {
		return nil
	}
	seen := map[types.Type]bool{}
	var names []string
	var visit func(t types.Type)
	visit = func(t types.Type) {
		t = types.Unalias(t)
		if seen[t] {
			return
		}
		seen[t] = true
		switch u := t.(type) {
		case *types.Named:
			if u.Obj().Pkg() != nil {
				names = append(names, u.Obj().Pkg().Path()+"."+u.Obj().Name())
			}
			visit(u.Underlying())
		case *types.Struct:
			for field := range u.Fields() {
				visit(field.Type())
			}
		case interface{ Elem() types.Type }: // defaulter-gen goes into lists, pointers and maps
			visit(u.Elem())
		}
	}
	for _, name := range checked.Scope().Names() {
		object, ok := checked.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		s, ok := object.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for field := range s.Fields() {
			if slices.ContainsFunc(tags, func(t load.Tag) bool {
				return t.Name == "k8s:defaulter-gen" && t.Value == field.Name()
			}) {
				visit(object.Type())
			}
		}
	}
	return names
}
