package group

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/markers"
)

// Declarative is the result of validation-gen for one package.
type Declarative struct {
	// Functions are the functions that the generated files declare, sorted.
	Functions []string
	// Tags are the tags that this version of the tool knows, sorted, without plus signs.
	Tags []string
	// Alpha reports that a +k8s:alpha constraint is among them: its errors are reported and not enforced.
	Alpha bool
	// Failed reports that the tool did not generate, for a reason that is a finding.
	Failed bool
}

// Validates reports whether the package gets a function Validate_name. A type without a constraint and a type that the
// package's tag excludes have none. If the tool failed, it is assumed.
func (d *Declarative) Validates(name string) bool {
	return d != nil && (d.Failed || slices.Contains(d.Functions, "Validate_"+name))
}

// Warns reports whether a constraint that is not enforced yet is on a field or a type below a root of the group, or in
// the package that validates the root.
func (g *Group) Warns(root *Root) bool {
	alpha := func(set markers.Set) bool {
		return slices.ContainsFunc(set, func(m markers.Marker) bool {
			for inner := &m; inner != nil; inner = inner.Inner() {
				if inner.Name == "k8s:alpha" {
					return true
				}
			}
			return false
		})
	}
	for _, path := range g.validators(root) {
		if result := g.Declarative[path]; result.Validates(root.Name) && result.Alpha {
			return true
		}
	}
	found := false
	root.Walk(func(field *Field) {
		found = found || alpha(field.Markers)
		for t := field.Type; t != nil; t = t.Elem {
			found = found || alpha(t.Markers) || t.Key != nil && alpha(t.Key.Markers)
		}
	})
	return found
}

// validators are the packages in which validation-gen may validate a root.
func (g *Group) validators(root *Root) []string {
	paths := []string{g.Package.Path}
	if root.Version != nil {
		paths = append(paths, root.Version.Package.Path)
	}
	return paths
}

// Serves reports whether the tool knows a marker and all markers inside it. Tags are added by minor versions of
// Kubernetes, and the tool ignores unknown tags. If the tool failed, it is assumed to know every
// +k8s: tag, so that one mistake is one finding.
func (d *Declarative) Serves(m markers.Marker) bool {
	if d == nil || !strings.HasPrefix(m.Name, "k8s:") || !d.Failed && !slices.Contains(d.Tags, m.Name) {
		return false
	}
	inner := m.Inner()
	return inner == nil || d.Serves(*inner)
}
