package adopt

import (
	"fmt"
	"slices"

	"github.com/configgen/configgen/internal/adopt/plan"
)

// keep leaves the flags that the user keeps.
func keep(c *component, d *decisions) error {
	elsewhere := elsewhereOf(c)
	for _, name := range c.Keep {
		if c.theirs.Flag(name).Name == "" &&
			!slices.ContainsFunc(elsewhere, func(f plan.Elsewhere) bool { return f.Flag.Name == name }) {
			return fmt.Errorf("no flag --%s is registered; specify the names of flags after --keep, without dashes", name)
		}
		d.left[name] = plan.Skipped{Kind: plan.Kept, Why: "--keep names it"}
	}
	return nil
}
