// Package resolver stands for a library that can be configured through flags alone.
package resolver

import "flag"

// Level is what the library's flag sets.
var Level int

// InitFlags registers all flags of the library.
func InitFlags(fs *flag.FlagSet) {
	fs.IntVar(&Level, "resolver-v", Level, "How much to say.")
	fs.Bool("resolver-debug", false, "Not for everybody.")
}
