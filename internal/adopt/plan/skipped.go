package plan

import (
	"cmp"
	"fmt"
	"go/token"
	"strings"

	"github.com/configgen/configgen/internal/adopt/edit"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/markers"
)

// Skipped is a flag that stays in the code written by hand.
type Skipped struct {
	// Kind and Why are the reason, and Do is the advice; if empty, the advice of the kind is used.
	Kind    Kind
	Why, Do string
	// Position is the position of the reason; if invalid, the position of the registration is used.
	Position token.Position
}

// stay adds a flag of the request to the list of unmarked facts.
func stay(p *planner, flag *observe.Flag, reason Skipped) {
	do := cmp.Or(reason.Do, advice[reason.Kind])
	if reason.Kind == Differs && strings.HasPrefix(flag.Value, "*github.com/spf13/pflag.") {
		do = advice[Refused] // a constructor of the value would make the same
	}
	p.leave(flag, reason.Kind, reason.Why, do)
	if reason.Position.IsValid() {
		p.plan.Unmarked[len(p.plan.Unmarked)-1].Position = reason.Position
	}
}

// unmark deletes the marker of a flag that stays: with any marker, the generated function would register the flag, too.
// The markers of a struct that other components can use are not deleted.
func unmark(p *planner, flag *observe.Flag) {
	ignored := written("ignoredFlag", markers.IgnoredFlag{Name: flag.Name, Type: "string"}, "")
	for _, r := range p.roots {
		p.remove(&item{root: r, observed: flag, text: ignored}, -1)
	}
	root, steps, problem := p.locate(flag.Field)
	if problem != nil {
		return
	}
	i := &item{root: root, path: steps, flag: &markers.Flag{}, observed: flag}
	for anchor := len(steps) - 1; anchor >= -1; anchor-- {
		if anchor >= 0 && p.shared[steps[anchor].owner.Obj()] || !p.remove(i, anchor) {
			continue
		}
		if at := p.declaration(i, anchor); len(markers.All[markers.Flag](at.markers())) <= 1 {
			p.remove(&item{root: root, path: steps, text: "+precedence=merge"}, anchor) // it has no effect without a flag
		}
		return
	}
}

// remove deletes the marker of a declaration that is about the same as an item, and reports whether there is one.
func (p *planner) remove(i *item, anchor int) bool {
	at := p.declaration(i, anchor)
	there, _ := about(p, at.markers(), p.wrapped(i, anchor), i)
	for n := range p.plan.Unmarked {
		if u := &p.plan.Unmarked[n]; there != nil && i.observed != nil && u.Flag == i.observed.Name {
			u.Do += "; its marker is deleted, because the flag would be registered twice"
		}
	}
	if there != nil {
		p.plan.Files[at.file] = append(p.plan.Files[at.file],
			edit.Marker{Type: at.typeName(), Field: at.fieldName(), Text: there.Text, Delete: true})
	}
	return there != nil
}

// isCalled reports whether the component calls the generated function of a root, and registrations stay: a marker for
// another flag would register it twice.
func isCalled(p *planner, r *root) bool { return !p.Replace && len(r.adopted) > 0 }

// leaveTwice leaves a flag that generated code would register a second time.
func leaveTwice(p *planner, flag *observe.Flag, r *root) {
	why := fmt.Sprintf("the component calls the generated function for %s already, and with a marker, the flag would be "+
		"registered twice", r.ref.Name)
	p.leave(flag, Registration, why, "run the command with --remove, which deletes the registration")
}
