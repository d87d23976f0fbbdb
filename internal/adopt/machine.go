package adopt

import (
	"slices"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/source"
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

// leaveMachine leaves flags in the code written by hand if the registration, and not the field, has a default that
// depends on the host, user, or time. Generated code cannot have such a default, whatever its value is here.
func leaveMachine(c *component, d *decisions) {
	for _, flag := range c.theirs.Flags {
		at := registration(c.facts, flag)
		if flag.Field == "" || !varies(c, flag.Name) || at == nil || at.Default.Text == "" {
			continue
		}
		if at.Default.Kind != source.Field || at.Default.Path != at.Value.Path {
			d.left[flag.Name] = plan.Skipped{Kind: plan.Environment, Why: ofEnvironment}
		}
	}
}

// ofEnvironment is why a flag with the default of a machine stays.
const ofEnvironment = "its default is that of this machine, user or moment"

// alsoMachine notes the leaves of another variant that have these values, too.
func alsoMachine(c *component, ours *observe.Observation) {
	for i := range ours.Fields {
		field := &ours.Fields[i]
		field.Varies = field.Varies || slices.Contains(c.machine, field.Path) &&
			observe.Leaf(c.theirs.Fields, field.Path).Value == field.Value
	}
}
