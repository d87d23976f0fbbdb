package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// delegate makes an item of a function that registers flags over a field, and reports whether the field is known. If
// one of its flags stays in the code written by hand, the others get markers of their own, unless the marker for all of
// them exists already.
func (p *planner) delegate(d Delegation) bool {
	var flags, rest []*observe.Flag
	var fields []string
	for i := range p.Observed.Flags {
		flag := &p.Observed.Flags[i]
		if !slices.Contains(d.Flags, flag.Name) {
			continue
		}
		if len(p.Sources[flag.Name].Conditions) > 0 {
			return false
		}
		if flags = append(flags, flag); !staysByHand(p, flag) {
			rest = append(rest, flag)
		}
		if flag.Field != "" {
			fields = append(fields, flag.Field)
		}
	}
	path := holder(fields, d.Argument)
	if path == "" {
		return false
	}
	root, steps, problem := p.locate(path)
	if problem != nil {
		return false
	}
	text := "+flagsFrom"
	if arguments := sharedArguments(flags); arguments != "" {
		text += "(" + arguments + ")"
	}
	at := &item{root: root, path: steps, position: d.Position, anchor: p.model.anchor(steps)}
	if at.anchor < 0 && !p.model.editable(root.ref) || isCalled(p, root) {
		return false
	}
	at.text = text + "=" + reference(d.Func, at.home())
	at.delegated = rest
	if len(rest) < len(flags) && !isThere(p, at) {
		return false
	}
	for _, flag := range flags {
		if staysByHand(p, flag) {
			stay(p, flag, p.Skipped[flag.Name])
		}
	}
	root.used = true
	p.items = append(p.items, at)
	return true
}

func staysByHand(p *planner, flag *observe.Flag) bool {
	_, left := p.Skipped[flag.Name]
	return left
}

// isThere reports whether a declaration has the marker of an item, and keeps it.
func isThere(p *planner, at *item) bool {
	if p.Replace {
		p.remove(at, at.anchor)
		return false
	}
	return p.isPlaced(at)
}

// holder returns the path of the field that holds all of the given ones, and ends in the argument of a function, if
// that is known.
func holder(fields []string, argument string) string {
	if len(fields) == 0 {
		return argument
	}
	common := strings.Split(fields[0], ".")
	for _, field := range fields {
		names := strings.Split(field, ".")
		common = common[:min(len(common), len(names)-1)]
		for i := range common {
			if common[i] != names[i] {
				common = common[:i]
				break
			}
		}
	}
	path := strings.Join(common, ".")
	if argument == "" {
		return path
	}
	for at := len(common); at > 0; at-- {
		if whole := strings.Join(common[:at], "."); whole == argument || strings.HasSuffix(whole, "."+argument) {
			return whole
		}
	}
	return path
}

// sharedArguments returns the arguments of +flagsFrom that all flags of a function agree on.
func sharedArguments(flags []*observe.Flag) string {
	section := flags[0].Section
	for _, flag := range flags {
		if flag.Section != section {
			section = ""
		}
	}
	if section == "" {
		return ""
	}
	return fmt.Sprintf("section: %s", quote(section))
}
