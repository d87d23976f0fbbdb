package group

import (
	"strings"

	"github.com/configgen/configgen/internal/markers"
)

// APISnapshotFile is the name of the descriptor of a group, beside the marked types. APIFunction returns it in a
// component with the runtime library.
const (
	APISnapshotFile = "zz_generated.configapi.json"
	APIFunction     = "ConfigAPI"
)

// API is the policy of a group about changes.
type API struct {
	// Release is the release in development, as in 1.4; empty if it is not specified.
	Release string
	// GA, Beta and Alpha are the numbers of releases that a version stays after its deprecation, Flags the number for a
	// flag.
	GA, Beta, Alpha, Flags int
	// Marker specifies these.
	Marker markers.Marker
}

// Lint enables and disables rules of lint for a group, by their codes.
type Lint struct {
	Enable, Disable []string
	// Marker specifies these.
	Marker markers.Marker
}

// Stays is the number of releases that the fields of a root stay after their deprecation, by its most stable version.
func (a *API) Stays(root *Root) int {
	switch {
	case root.Version == nil: // a +flags struct
		return a.Flags
	case strings.Contains(root.Version.Name, "alpha"):
		return a.Alpha
	case strings.Contains(root.Version.Name, "beta"):
		return a.Beta
	}
	return a.GA
}
