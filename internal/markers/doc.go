// Package markers is the vocabulary of configgen: the lines of a doc comment that start with "+", their arguments, and
// their meaning.
//
// Each marker is a Go struct. Its doc comment is the help that `configgen markers NAME` prints, its fields are the
// arguments of the marker, and the field tagged `arg:"="` is the value after the equals sign. The row above the structs
// of a file lists the declarations that a marker applies to. To add a marker, add a struct and a row.
//
// These are the struct tags of an argument:
//
//	arg:"name"        the argument of that name; "=" is the value after the equals sign, "0" the argument without a name
//	optional:"true"   the value, or the argument without a name, can be omitted; others can be anyway
//	default:"true"    the value, a bool, is true if it is omitted
//	required:"true"   the argument with a name must be given
//	oneof:"a,b"       the argument is one of these
//	lines:"true"      the argument can have line breaks
//	is:"method"       the argument is the name of an exported method
//
// The grammar is the one that Kubernetes uses for its own tags, k8s.io/gengo/v2/codetags with raw values: +name,
// +name=value, +name(arg)=value and +name(arg: value, ...)=value. Quotes around an argument in parentheses are not part
// of it; those around the value after the equals sign are. In arguments that are help texts or messages, \n in double
// quotes is a line break.
package markers

import "embed"

// Source is the source of the structs. Their doc comments are the manual, which the public package markers reads.
//
//go:embed on_*.go foreign.go declarative.go
var Source embed.FS
