package adopt

import (
	"slices"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// ofMachine notes the leaves that get a value of the machine in the source, such as the number of processors, which no
// other environment changes.
func ofMachine(r *run) {
	var leaves []string
	for _, field := range r.theirs.Fields {
		leaves = append(leaves, field.Path)
	}
	r.machine = r.facts.MachineFields(r.source, r.theirs.Type, leaves)
	for i, field := range r.theirs.Fields {
		r.theirs.Fields[i].Varies = field.Varies || slices.Contains(r.machine, field.Path)
	}
}

// alsoMachine notes the leaves of another side that have these values, too.
func alsoMachine(r *run, ours *observe.Observation) {
	for i := range ours.Fields {
		field := &ours.Fields[i]
		field.Varies = field.Varies || slices.Contains(r.machine, field.Path) &&
			slices.ContainsFunc(r.theirs.Fields, func(theirs observe.Field) bool {
				return theirs.Path == field.Path && theirs.Value == field.Value
			})
	}
}
