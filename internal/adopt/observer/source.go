package observer

import "embed"

// Source is the source of this package, for the program that is compiled in the user's module.
//
//go:embed *.go
var Source embed.FS
