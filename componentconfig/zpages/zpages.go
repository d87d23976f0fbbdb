// Package zpages serves the pages /flagz and /statusz of a component (KEP-4827, KEP-4828), with /configz and the others
// of package running. It is a module of its own, because /flagz and /statusz need k8s.io/apiserver of v0.35 or newer.
package zpages

import (
	"k8s.io/apiserver/pkg/server/flagz"
	"k8s.io/apiserver/pkg/server/statusz"
	"k8s.io/component-base/compatibility"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/running"
)

// NewMux returns a mux with the pages of a component with a name: /flagz with the flags of the command line, /statusz
// with the versions of the program and the given paths, and the pages of [running.NewMux], with its protection. The
// values of secret flags are shown as CLASSIFIED, and secrets of the configuration as ***. The version may be nil; with
// the version of the component's feature gates, the page shows the emulation version, too. The pages authorize nobody:
// serve them on a loopback address, or behind an authorizer such as [running.RequireToken].
func NewMux[T any](name string, loaded *componentconfig.Loaded[T], version compatibility.EffectiveVersion,
	paths ...string) *running.Mux {
	m := running.NewMux(loaded)
	flagz.Install(m, name, flagz.NamedFlagSetsReader{FlagSets: loaded.FlagSets()})
	statusz.Install(m, name, statusz.NewRegistry(version, statusz.WithListedPaths(paths)))
	return m
}
