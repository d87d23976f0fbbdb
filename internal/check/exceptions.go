package check

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/internal/rule"
)

// exceptions checks the exceptions of a group.
func exceptions(g *group.Group) []finding {
	var findings []finding
	type declared struct {
		at   token.Position
		rule string
	}
	seen := map[declared]bool{} // of a type in several places
	check := func(list []group.Exception, gone bool) {
		for _, e := range list {
			if seen[declared{e.Position, e.Rule}] {
				continue
			}
			seen[declared{e.Position, e.Rule}] = true
			if found := wrongException(g, e, gone); found.message != "" {
				found.at.Position, found.at.End = e.Position, e.End
				findings = append(findings, found)
			}
		}
	}
	check(g.Exceptions, false)
	for _, root := range g.AllRoots() {
		check(root.Exceptions, false)
		for _, stone := range root.Tombstones {
			check(stone.Exceptions, true)
		}
		root.Walk(func(field *group.Field) { check(field.Exceptions, false) })
	}
	return findings
}

// wrongException returns the mistake in an exception, and its fix; empty if there is none.
func wrongException(g *group.Group, e group.Exception, gone bool) finding {
	wrong := func(message, fix string) finding { return finding{message: message, fix: fix} }
	removed := place{}.with(diag.Replace(e.Position, e.End, ""))
	compared := e.Rule != "" &&
		slices.ContainsFunc(breaking.Rules(), func(r breaking.Rule) bool { return r.Code == e.Rule })
	switch {
	case !compared && !slices.Contains(exceptableCodes(), e.Rule):
		return wrong(unknownRule(e.Rule))
	case gone && !compared:
		return wrong(fmt.Sprintf("%s is not about what is gone", e.Rule), "name a rule of configgen breaking")
	case e.Reason == "":
		return wrong(fmt.Sprintf("the exception from %s has no reason", e.Rule), `add reason: "..."`)
	case e.Until != "" && !isRelease(e.Until):
		return wrong(fmt.Sprintf("the release %q of until is not a minor version", e.Until),
			`specify it without v and patch, as in until: "1.5"`)
	case g.API == nil && compared:
		return wrong(fmt.Sprintf("the exception from %s has no effect: the group has no snapshot", e.Rule),
			`add +configgen:api(release: "...") to the comment above the package clause`)
	case e.Until == "" && compared:
		return wrong(fmt.Sprintf("the exception from %s has no end", e.Rule), `add until: "..." with a release`)
	case g.API != nil && e.Until != "" && !before(g.API.Release, e.Until):
		return finding{removed, fmt.Sprintf("the exception from %s has ended: it is until %s, and the release in "+
			"development is %s", e.Rule, e.Until, g.API.Release), "remove it, or use a later release"}
	}
	return finding{}
}

// unknownRule says why there are no exceptions from a rule.
func unknownRule(code string) (message, fix string) {
	allowed := exceptableCodes()
	for _, compared := range breaking.Rules() {
		allowed = append(allowed, compared.Code)
	}
	if _, known := rule.Named(code); known {
		return code + " does not allow exceptions", "fix what it reports, and remove the exception"
	}
	if near, distance := diag.Nearest(code, allowed); distance >= 0 && distance <= 2 && !strings.HasPrefix(code, "CB") {
		return "there is no rule " + code, "did you mean " + near + "?"
	}
	return "there is no rule " + code, "specify the code in parentheses at the end of the finding"
}

// exceptableCodes are the codes of the rules about a single state of a group that exceptions can be made to.
func exceptableCodes() []string {
	var codes []string
	for _, r := range slices.Concat(Rules(), rules.All()) {
		if r.Exceptable {
			codes = append(codes, r.Code)
		}
	}
	return codes
}
