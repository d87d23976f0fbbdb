package observer

import "embed"

// Source is the source of this package, but for known.go.
//
//go:embed observer.go pflags.go commands.go
var Source embed.FS
