package observer

import "embed"

// Source is the source of this package, but for this file.
//
//go:embed observer.go pflags.go commands.go
var Source embed.FS

// known returns the kinds of sets of flags. bridge is called before the flags are parsed. A component gets a file of
// its own for both.
func known() []func(any) *source { return []func(any) *source{adaptGo, adaptPflag, adaptCobra} }

func bridge(x any, args []string) { load(func(any, []string) error { return nil }, x, args) }
