// Package rule has the shape of a rule, runs rules on groups, and has the manuals of all codes. The rules themselves
// are in internal/check and internal/lint/rules; the rules of internal/breaking compare two groups.
package rule

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/parallel"
)

// Rule is a rule about groups. Its manual has the same code.
type Rule struct {
	// Code is the code of its findings.
	Code string
	// Source has the sentence that a convention rests on, which its manual quotes.
	Source Source
	// NoFix says why findings of lint have no edits. It is empty if they have edits.
	NoFix string
	// Off reports that lint runs the rule only if it is enabled.
	Off bool
	// Exceptable reports that +configgen:allow can make exceptions to the rule.
	Exceptable bool
	// Run returns the findings of the rule in the groups of a run.
	Run func([]*group.Group) []Finding
}

// Source is a document with conventions.
type Source struct{ Title, URL string }

// Finding is a finding of a rule. Its code is the code of the rule.
type Finding struct {
	diag.Diagnostic
	// Group, Root and Of are the objects of the finding, where exceptions are declared. Root is nil for the group as a
	// whole, and Of for the root.
	Group *group.Group
	Root  *group.Root
	Of    *group.Field
}

// Each returns the function of a rule from a function that checks a single group.
func Each(run func(*group.Group) []Finding) func([]*group.Group) []Finding {
	return func(groups []*group.Group) []Finding {
		var findings []Finding
		for _, g := range groups {
			for _, f := range run(g) {
				f.Group = g
				findings = append(findings, f)
			}
		}
		return findings
	}
}

// Run runs rules on groups. It returns the findings without an exception, and exceptions to these rules that have no
// effect, sorted.
func Run(rules []Rule, groups []*group.Group) []diag.Diagnostic {
	found := make([][]diag.Diagnostic, len(rules))
	workers := parallel.Limited(runtime.GOMAXPROCS(0))
	for i, r := range rules {
		workers.Go(func() { found[i] = r.findings(groups) })
	}
	workers.Wait()
	return diag.Sort(slices.Concat(found...))
}

func (r Rule) findings(groups []*group.Group) []diag.Diagnostic {
	var findings []diag.Diagnostic
	used := map[group.Exception]bool{}
	for _, f := range r.Run(groups) {
		if r.Exceptable {
			if e := f.exception(r.Code); e != nil {
				used[*e] = true
				continue
			}
		}
		f.Code, f.Severity = cmp.Or(f.Code, r.Code), cmp.Or(f.Severity, diag.Error)
		if f.Of != nil && f.Field == "" {
			f.Field = f.Of.Path
		}
		findings = append(findings, f.Diagnostic)
	}
	if !r.Exceptable {
		return findings
	}
	for _, g := range groups {
		for _, e := range declared(g) {
			if e.Rule == r.Code && !used[e] {
				used[e] = true // of a type in several places
				findings = append(findings, diag.At(e.Position, e.End, UnusedException,
					fmt.Sprintf("the exception has no effect: there is nothing that %s would report", r.Code), "remove it").
					With(diag.Replace(e.Position, e.End, "")))
			}
		}
	}
	return findings
}

// UnusedException is the code of the finding about an exception that has no effect.
const UnusedException = "exception"

// declared returns the exceptions of a group.
func declared(g *group.Group) []group.Exception {
	all := slices.Clone(g.Exceptions)
	for _, root := range g.AllRoots() {
		all = append(all, root.Exceptions...)
		root.Walk(func(field *group.Field) { all = append(all, field.Exceptions...) })
	}
	return all
}

// exception returns the exception from a rule that a finding has; nil if it has none.
func (f Finding) exception(code string) *group.Exception {
	if f.Root != nil {
		if found := setting(f.Root, f.Of).Exception(f.Root, code); found != nil {
			return found
		}
	}
	if at := slices.IndexFunc(f.Group.Exceptions, func(e group.Exception) bool { return e.Rule == code }); at >= 0 {
		return &f.Group.Exceptions[at]
	}
	return nil
}

// setting returns the field with the same path in the marked types, or else the innermost field around it that they
// have; nil if they have neither.
func setting(root *group.Root, field *group.Field) *group.Field {
	for ; field != nil; field = field.Parent {
		var found *group.Field
		root.Walk(func(candidate *group.Field) {
			if candidate.Path == field.Path {
				found = candidate
			}
		})
		if found != nil {
			return found
		}
	}
	return nil
}
