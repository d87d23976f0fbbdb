package probe

import (
	"slices"
	"strings"
)

// split separates a function from its package: example.com/a/options.NewOptions. A name without a package is a method.
func split(name string) (pkg, function string) {
	slash := strings.LastIndex(name, "/") + 1
	dot := strings.LastIndex(name[slash:], ".")
	if dot <= 0 {
		return "", name
	}
	return name[:slash+dot], name[slash+dot+1:]
}

// packages are the packages of all functions, each once.
func (p Program) packages() []string {
	var all []string
	for _, variant := range p.Variants {
		for _, name := range append([]string{variant.Constructor, variant.PathRefs}, variant.Registrations...) {
			if pkg, _ := split(name); pkg != "" && !slices.Contains(all, pkg) {
				all = append(all, pkg)
			}
		}
	}
	return all
}

// resolved is a program whose functions have import paths, where they were named by directories.
func (p Program) resolved(asked []string) Program {
	paths := map[string]string{}
	for i, pkg := range p.packages() {
		paths[pkg] = asked[i]
	}
	name := func(given string) string {
		pkg, function := split(given)
		if path := paths[pkg]; path != "" {
			return path + "." + function
		}
		return given
	}
	variants := slices.Clone(p.Variants)
	for i := range variants {
		s := &variants[i]
		s.Constructor, s.PathRefs = name(s.Constructor), name(s.PathRefs)
		s.Registrations = slices.Clone(s.Registrations)
		for j := range s.Registrations {
			s.Registrations[j] = name(s.Registrations[j])
		}
	}
	p.Variants = variants
	return p
}
