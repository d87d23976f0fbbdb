package check

import (
	"go/token"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

// Rules returns all rules.
func Rules() []rule.Rule {
	return slices.Concat(accessRules(), changeRules(), defaultRules(), flagRules(), hookRules(), jsonRules(), lintRules(),
		outputRules(), pathRules(), placeRules(), preflightRules(), secretRules(), systemRules())
}

// Groups runs all rules and returns their findings, sorted.
func Groups(groups []*group.Group) []diag.Diagnostic { return rule.Run(Rules(), groups) }

// finding is a finding of a rule, which adds its code.
type finding struct {
	at           place
	message, fix string
}

// place is a marker, a field, a flag or a root. It may have a severity, and the advice that the fix words.
type place diag.Diagnostic

// with is the place with more advice.
func (p place) with(advice ...diag.Advice) place { return place(diag.Diagnostic(p).With(advice...)) }

// see is the place with a further one.
func (p place) see(text string, at token.Position) place {
	return place(diag.Diagnostic(p).See(text, at))
}

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

// found is the finding of a rule about groups.
func (f finding) found() rule.Finding {
	found := diag.Diagnostic(f.at)
	found.Message, found.Fix = f.message, f.fix
	return rule.Finding{Diagnostic: found}
}

// forGroups makes a rule of a function that looks at all groups of a run.
func forGroups(code string, run func([]*group.Group) []diag.Diagnostic) rule.Rule {
	return rule.Rule{Code: code, Run: func(groups []*group.Group) []rule.Finding {
		var findings []rule.Finding
		for _, found := range run(groups) {
			findings = append(findings, rule.Finding{Diagnostic: found})
		}
		return findings
	}}
}

// forGroup makes a rule of a function that looks at a group as a whole.
func forGroup(code string, run func(*group.Group) []finding) rule.Rule {
	return rule.Rule{Code: code, Run: rule.Each(func(g *group.Group) []rule.Finding {
		var findings []rule.Finding
		for _, f := range run(g) {
			findings = append(findings, f.found())
		}
		return findings
	})}
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
func forField(code string, run func(inRoot) []finding) rule.Rule {
	return rule.Rule{Code: code, Run: rule.Each(func(g *group.Group) []rule.Finding {
		var findings []rule.Finding
		for i, root := range g.AllRoots() {
			root.Walk(func(field *group.Field) {
				for _, f := range run(inRoot{g, root, field, i >= len(g.Roots)}) {
					found := f.found()
					found.Root, found.Of = root, field
					findings = append(findings, found)
				}
			})
		}
		return findings
	})}
}

// exceptable is forField for a rule that +configgen:allow can make exceptions to.
func exceptable(code string, run func(inRoot) []finding) rule.Rule {
	made := forField(code, run)
	made.Exceptable = true
	return made
}

// forMarker makes a rule of a function that looks at one kind of marker on a field.
func forMarker[T any](code string, run func(at inRoot, m markers.Marker, value *T) []finding) rule.Rule {
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
