// Package check holds the rules that can be told from the model of a group alone. A rule is a value; each file holds a
// family of them, and Rules lists them all. A new rule is a function, a line in that list, and a test.
package check

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/parallel"
	"github.com/configgen/configgen/markers"
)

// Rule is one rule.
type Rule struct {
	// Code is the code of its findings, which internal/rule explains.
	Code string
	// Run returns the findings about a group. It is nil for a rule about several groups.
	Run func(*group.Group) []diag.Diagnostic
	// RunAll returns the findings about all groups of a run. It is nil for a rule about a single group.
	RunAll func([]*group.Group) []diag.Diagnostic
	// unexcepted returns the findings about a field without a look at exceptions. It is nil for a rule without any.
	unexcepted func(inRoot) []finding
}

// Rules returns all rules.
func Rules() []Rule {
	return slices.Concat(accessRules(), changeRules(), flagRules(), hookRules(), jsonRules(), lintRules(), outputRules(),
		pathRules(), placeRules(), preflightRules(), secretRules(), systemRules())
}

// Groups runs all rules and returns their findings, sorted.
func Groups(groups []*group.Group) []diag.Diagnostic {
	rules := Rules()
	found := make([][]diag.Diagnostic, len(rules))
	workers := parallel.Limited(runtime.GOMAXPROCS(0))
	for i, rule := range rules {
		workers.Go(func() {
			if rule.RunAll != nil {
				found[i] = rule.RunAll(groups)
				return
			}
			for _, g := range groups {
				found[i] = append(found[i], rule.Run(g)...)
			}
		})
	}
	workers.Wait()
	return diag.Sort(slices.Concat(found...))
}

// finding is what a rule finds; the rule adds its code.
type finding struct {
	at           place
	message, fix string
}

// place is a marker, a field, a flag or a root. It may have a severity, and the advice that the fix words.
type place diag.Diagnostic

// with is the place with more advice.
func (p place) with(advice ...diag.Advice) place { return place(diag.Diagnostic(p).With(advice...)) }

func onMarker(m markers.Marker) place { return place{Position: m.Position, End: m.End} }
func onField(field *group.Field) place {
	return place{Position: field.Position, End: field.End, Field: field.Path}
}
func onFlag(flag *group.Flag) place { return place{Position: flag.Position, End: flag.End} }
func onDeprecation(d *group.Deprecation) place {
	return place{Position: d.Position, End: d.End}
}
func onRoot(root *group.Root) place        { return place{Position: root.Position, End: root.End} }
func onDeclared(d group.Declaration) place { return place{Position: d.Position, End: d.End} }

// removing is a marker whose removal is advised, writing one that another text is written for, and correcting one in
// which a text is replaced.
func removing(m markers.Marker) place             { return onMarker(m).with(m.Remove()) }
func writing(m markers.Marker, text string) place { return onMarker(m).with(m.Write(text)) }
func correcting(m markers.Marker, old, new string) place {
	return onMarker(m).with(m.Correct(old, new))
}

// marking is a field that one of the markers is added to.
func marking(field *group.Field, texts ...string) place {
	where := onField(field)
	for _, text := range texts {
		where = where.with(diag.Mark(field.Position, text))
	}
	return where
}

// forGroup makes a rule of a function that looks at a group as a whole.
func forGroup(code string, run func(*group.Group) []finding) Rule {
	return Rule{Code: code, Run: func(g *group.Group) []diag.Diagnostic {
		var findings []diag.Diagnostic
		for _, f := range run(g) {
			found := diag.At(f.at.Position, f.at.End, code, f.message, f.fix)
			found.Advice, found.Severity, found.Field = f.at.Advice, cmp.Or(f.at.Severity, found.Severity), f.at.Field
			findings = append(findings, found)
		}
		return findings
	}}
}

// inRoot is a field below a root of a group.
type inRoot struct {
	group *group.Group
	root  *group.Root
	field *group.Field
	// flagStruct reports that the root is a +flags struct.
	flagStruct bool
}

// forField makes a rule of a function that looks at one field.
func forField(code string, run func(inRoot) []finding) Rule {
	return forGroup(code, func(g *group.Group) []finding {
		var findings []finding
		for i, root := range g.AllRoots() {
			root.Walk(func(field *group.Field) {
				for _, found := range run(inRoot{g, root, field, i >= len(g.Roots)}) {
					found.at.Field = cmp.Or(found.at.Field, field.Path)
					findings = append(findings, found)
				}
			})
		}
		return findings
	})
}

// forMarker makes a rule of a function that looks at one kind of marker on a field.
func forMarker[T any](code string, run func(at inRoot, m markers.Marker, value *T) []finding) Rule {
	return forField(code, func(at inRoot) []finding {
		var findings []finding
		for _, m := range at.field.Markers {
			if value, ok := m.Value.(*T); ok && m.Published == "" {
				findings = append(findings, run(at, m, value)...)
			}
		}
		return findings
	})
}
