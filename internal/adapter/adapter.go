// Package adapter connects Kubernetes' own generators to a run. Unlike the generators of package generators they read
// the loaded packages, and also packages that belong to a group only by shared types.
package adapter

import (
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// Adapter runs one or more of Kubernetes' own generators.
type Adapter struct {
	// Name in lower case, as in upstream.
	Name string
	// Prepare is called once, before any generator runs, with all groups of the run, so that groups share what is
	// expensive. It may add to the groups what generators need to know of its results. The function that it returns gives
	// the files and the findings of one group, which must not depend on the other groups.
	Prepare func(*load.Session, []*group.Group) func(*generators.Input) ([]generators.File, []diag.Diagnostic)
}
