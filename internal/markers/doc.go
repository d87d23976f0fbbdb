// Package markers is the vocabulary of configgen: the lines of a doc comment that start with "+", their arguments, and
// their meaning.
//
// # Vocabulary
//
// Each marker is a Go struct. Its doc comment is the help that `configgen markers NAME` prints, its fields are the
// arguments of the marker, and the field tagged `arg:"="` is the value after the equals sign. The rows above the
// structs of a file on_*.go list the declarations that a marker applies to; the rows of foreign.go and declarative.go,
// whose markers other tools define, are in vocabulary.go. To add a marker, add a struct and a row. A row also says
// which fact of a field the marker tells, and [Describe] adds the facts to the descriptor of a field (fact.go).
//
// These are the struct tags of an argument:
//
//	arg:"name"        the argument of that name; "=" is the value after the equals sign, "0" the argument without a name,
//	                  "*" all arguments with other names, "=+" a value that is a marker itself
//	optional:"true"   the value, or the argument without a name, can be omitted; others can be anyway
//	default:"true"    the value, a bool, is true if it is omitted
//	required:"true"   the argument with a name must be given
//	oneof:"a,b"       the argument is one of these
//	lines:"true"      the argument can have line breaks
//	is:"method"       the argument is the name of an exported method
//
// # Grammar
//
// The grammar is the one that Kubernetes uses for its own tags, k8s.io/gengo/v2/codetags with raw values: +name,
// +name=value, +name(arg)=value and +name(arg: value, ...)=value. Quotes around an argument in parentheses are not part
// of the argument; quotes around the value after the equals sign are part of the value. In arguments that are help
// texts or messages, \n in double quotes is a line break.
//
//	// +flag(shorthand: "p")=port     Marker{Name: "flag", Value: &Flag{Name: "port", Shorthand: "p"}}
//
// # The way of a comment
//
//  1. [Mentions] looks for markers in the source of a file, so that packages without a marker need not be parsed
//     (mentions.go).
//  2. [Lines] returns the marker lines of a comment, and [Text] its prose (scan.go).
//  3. [Parser.Parse] takes the doc comment of a declaration, and returns its [Set] with the findings. It reports lines
//     that were meant as markers (disguised.go), names that resemble a marker (unknown.go), and a marker in a place
//     where it does not apply or that is specified more than once (parse.go).
//  4. decode fills the struct of the marker by its struct tags (decode.go). A marker with a mistake is not in the set.
//  5. [Parser.Unknown] reports the other unknown names of a package. The tools in others.txt, and the prefixes of
//     +configgen:foreign, are known (others.go). [Parser.Misplaced] reports markers in comments that document nothing.
//  6. [Get], [All] and the methods of Set and [Marker] answer questions about the markers, and make the edits that a
//     finding advises (marker.go). [Ref] is a Go declaration that a marker names (value.go).
//
// # What other packages do
//
// Package load decides which comment documents a declaration. Package model resolves references, and checks markers
// against the types of fields; package check checks them against each other. The public package of the same name reads
// the manual from [Source], with [Synopsis] for each marker (schema.go).
package markers

import "embed"

// Source is the source of the structs. Their doc comments are the manual, which the public package markers reads.
//
//go:embed on_*.go foreign.go declarative.go
var Source embed.FS
