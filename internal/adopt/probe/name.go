package probe

import (
	"slices"
	"strings"
)

// split separates a function from its package: example.com/a/options.NewOptions. A name without a package is a method.
func split(name string) (pkg, function string) {
	slash := strings.LastIndex(name, "/") + 1
	dot := strings.Index(name[slash:], ".")
	if strings.HasPrefix(name[slash:], ".") || dot < 0 {
		return "", name
	}
	return name[:slash+dot], name[slash+dot+1:]
}

// packages are the packages of all functions, each once.
func (p Program) packages() []string {
	var all []string
	for _, side := range p.Sides {
		for _, name := range append([]string{side.Constructor, side.PathRefs}, side.Registrations...) {
			if pkg, _ := split(name); pkg != "" && !slices.Contains(all, pkg) {
				all = append(all, pkg)
			}
		}
	}
	return all
}
