package adopt

import (
	"fmt"
	"slices"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
)

// keep leaves the flags that the user keeps.
func keep(r *run) error {
	elsewhere := elsewhereOf(r)
	for _, name := range r.Keep {
		if !slices.ContainsFunc(r.theirs.Flags, func(f observe.Flag) bool { return f.Name == name }) &&
			!slices.ContainsFunc(elsewhere, func(f plan.Elsewhere) bool { return f.Flag.Name == name }) {
			return fmt.Errorf("no flag --%s is registered; write the names of flags after --keep, without dashes", name)
		}
		r.left[name] = plan.Left{Kind: plan.Kept, Why: "--keep names it"}
	}
	return nil
}
