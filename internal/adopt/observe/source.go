package observe

import "embed"

// Source is the source of this package, for the program that is compiled in the user's module.
//
//go:embed observe.go journal.go
var Source embed.FS
