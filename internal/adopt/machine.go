package adopt

import (
	"slices"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
)

// ofMachine notes the leaves that get a value of the machine in the source, such as the number of processors, which no
// other environment changes.
func ofMachine(c *component) {
	var leaves []string
	for _, field := range c.theirs.Fields {
		leaves = append(leaves, field.Path)
	}
	c.machine = c.facts.MachineFields(c.source, c.theirs.Type, leaves)
	for i, field := range c.theirs.Fields {
		c.theirs.Fields[i].Varies = field.Varies || slices.Contains(c.machine, field.Path)
	}
}

// leaveMachine leaves the flags whose registrations give them such a default in the code written by hand: generated
// code has none of it, whatever the value is here.
func leaveMachine(c *component, d *decisions) {
	for _, flag := range c.theirs.Flags {
		if flag.Field != "" && flag.Written != nil && varies(c, flag.Name) {
			d.left[flag.Name] = plan.Skipped{Kind: plan.Environment, Why: ofEnvironment}
		}
	}
}

// ofEnvironment is why a flag with the default of a machine stays.
const ofEnvironment = "its default is that of this machine, user or moment"

// alsoMachine notes the leaves of another variant that have these values, too. What a registration writes, and the
// other variant does not, is not one of them, although both can have the same value here.
func alsoMachine(c *component, ours *observe.Observation) {
	for i := range ours.Fields {
		field := &ours.Fields[i]
		field.Varies = field.Varies || slices.Contains(c.machine, field.Path) &&
			(!writes(c.theirs, field.Path) || writes(ours, field.Path)) &&
			slices.ContainsFunc(c.theirs.Fields, func(theirs observe.Field) bool {
				return theirs.Path == field.Path && theirs.Value == field.Value
			})
	}
}

// writes reports whether the registration of a flag writes a leaf.
func writes(variant *observe.Observation, path string) bool {
	return slices.ContainsFunc(variant.Flags, func(f observe.Flag) bool { return f.Field == path && f.Written != nil })
}
