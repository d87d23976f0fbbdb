package plan

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/markers"
)

// ignore writes +ignoredFlag for a flag without effect on the root whose flags are registered around it. One that
// generated code registers is noted.
func ignore(p *planner, flag *observe.Flag) {
	if len(p.Adopted[flag.Name]) > 0 {
		for _, r := range p.roots {
			if ignores(p, r, flag.Name) {
				r.used, r.adopted = true, append(r.adopted, flag.Name)
			}
		}
		return
	}
	root := around(p, flag)
	switch {
	case root == nil:
		p.leave(flag, NoField, "it does not set a field of "+p.Observed.Type, advice[NoField])
	case !p.model.editable(root.ref):
		p.leave(flag, NotEdited, root.ref.String()+" cannot be edited", advice[NotEdited])
	case isCalled(p, root):
		leaveTwice(p, flag, root)
	case flag.Usage == "":
		p.leave(flag, NoUsage, "it has no help text, and one without effect needs one", advice[NoField])
	default:
		p.items = append(p.items, &item{root: root, anchor: -1, observed: flag,
			text: ignoredMarker(flag, p.Sources[flag.Name].System)})
	}
}

// ignores reports whether a root has a marker for a flag without effect.
func ignores(p *planner, r *root, name string) bool {
	return p.model.editable(r.ref) && slices.ContainsFunc(
		markers.All[markers.IgnoredFlag](p.model.on(r.ref).declared.Markers),
		func(f *markers.IgnoredFlag) bool { return f.Name == name })
}

// around returns the root that already has the marker of a flag, or else the root of the flag that is registered
// nearest to it, or else the first root with markers; nil if there is no such root.
func around(p *planner, flag *observe.Flag) *root {
	for _, r := range p.roots {
		if ignores(p, r, flag.Name) {
			return r
		}
	}
	at := p.Sources[flag.Name].Position
	var best *item
	distance := func(i *item) int {
		if i.position.Filename != at.Filename {
			return 1 << 30 // behind all of the same file
		}
		return max(i.position.Line-at.Line, at.Line-i.position.Line)
	}
	for _, i := range p.items {
		if i.flag != nil && (best == nil || distance(i) < distance(best)) {
			best = i
		}
	}
	if best != nil {
		return best.root
	}
	for _, r := range p.roots {
		if r.used {
			return r
		}
	}
	return nil
}

// ignoredMarker returns the marker of a flag without effect that exists on some systems; empty for all.
func ignoredMarker(flag *observe.Flag, system string) string {
	marker := markers.IgnoredFlag{
		Name: flag.Name, Type: flag.Type, Default: ignoredDefault(flag), Shorthand: flag.Shorthand,
		ShorthandDeprecated: flag.ShorthandDeprecated, Usage: flag.Usage, Deprecated: flag.Deprecated, Hidden: flag.Hidden,
		Section: flag.Section, OS: []string{system},
	}
	if implied := map[string]string{"bool": "true", "count": "+1"}[flag.Type]; flag.NoOptDefVal != implied {
		marker.NoOptDefVal = flag.NoOptDefVal
	}
	return written("ignoredFlag", marker, "")
}

// ignoredDefault returns the default of a flag in the notation of the command line; empty if it is the zero value of
// its type.
func ignoredDefault(flag *observe.Flag) string {
	text := flag.Default
	switch flag.Type {
	case "string":
		return text
	case "stringSlice", "stringArray", "intSlice", "stringToString":
		return strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
	}
	switch text {
	case "false", "0", "0s", "<nil>":
		return ""
	}
	return text
}
