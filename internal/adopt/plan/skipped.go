package plan

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/edit"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/markers"
)

// Skipped is a flag that stays in the code written by hand.
type Skipped struct {
	// Kind and Why are the reason, and Do is what to do; that of the kind if it is empty.
	Kind    Kind
	Why, Do string
	// Position is where the reason is; that of the registration if it is not valid.
	Position token.Position
	// Marked is the marker that an earlier plan has had for the flag. It is deleted if it is there: the generated function
	// would register the flag, too.
	Marked Marked
}

// stay adds a flag of the request to the list of what markers cannot say.
func stay(p *planner, flag *observe.Flag, reason Skipped) {
	do := cmp.Or(reason.Do, advice[reason.Kind])
	if reason.Kind == Differs && strings.HasPrefix(flag.Value, "*github.com/spf13/pflag.") {
		do = advice[Refused] // a constructor of the value would make the same
	}
	p.leave(flag, reason.Kind, reason.Why, do)
	if reason.Position.IsValid() {
		p.plan.Unmarked[len(p.plan.Unmarked)-1].Position = reason.Position
	}
	if reason.Marked.Marker != "" {
		unmark(p, flag, reason.Marked)
	}
}

// unmark deletes the marker of a flag, if it is there and says the same as a plan did.
func unmark(p *planner, flag *observe.Flag, entry Marked) {
	of := &item{}
	if flag.Field != "" {
		root, steps, problem := p.locate(flag.Field)
		if problem != nil {
			return
		}
		of.root, of.path = root, steps
	}
	at := strings.LastIndexByte(entry.Field, '/') + 1
	dot := at + strings.IndexByte(entry.Field[at:], '.')
	name, field, _ := strings.Cut(entry.Field[dot+1:], ".")
	pkg := p.Session.Source(entry.Field[:dot])
	if pkg == nil || pkg.Types[name] == nil {
		return
	}
	have := pkg.Types[name].Markers
	if field != "" {
		declared := pkg.Types[name].Field(field)
		if declared == nil {
			return
		}
		have = declared.Markers
	}
	texts := []string{entry.Marker}
	if prefix, _, isFlag := strings.Cut(entry.Marker, "+flag"); isFlag {
		flags := slices.DeleteFunc(slices.Clone(have), func(m markers.Marker) bool {
			return !strings.HasPrefix(m.Text, prefix+"+flag")
		})
		if len(flags) == 1 {
			texts = append(texts, prefix+"+precedence=merge") // which has no effect without a flag
		}
	}
	for _, text := range texts {
		there, equal := about(p, have, text, of)
		if there == nil || !equal {
			return
		}
		p.plan.Files[entry.File] = append(p.plan.Files[entry.File],
			edit.Marker{Type: name, Field: field, Text: there.Text, Delete: true})
	}
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
