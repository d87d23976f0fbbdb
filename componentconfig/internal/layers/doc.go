// Package layers reads configuration files, turns each file into a tree of values with positions, and merges the trees
// before any defaults are applied. It does not know Go types: package schema compares a tree with a type.
//
// # Input and output
//
// The input is [Sources]: the main file or standard input, the drop-in directories, and the file of the instance root.
// [Reader.Read] returns a [Snapshot] with the content of all files, [Parse] the tree of one file, and [Merge] one tree
// of two. A [Node] has the value as the file has it, and the position of the value and of its key. Mistakes are
// [Problems], which print as file:line:column: message, at most 20 of each kind.
//
// # The way of a file
//
//  1. Read lists the drop-in directories (list.go). The files of all directories are sorted together by name. A file
//     masks the files of the same name in earlier directories, and a link to /dev/null masks them without content, as
//     in systemd.
//  2. Read reads all files at one moment (snapshot.go, read.go). If a file or the ..data link of a ConfigMap mount has
//     changed meanwhile, everything is read again; no attempt begins after ten seconds. Directories, FIFOs, devices and
//     files of more than 4 MiB are refused. Package fileowner decides whether the owners and permissions of a file and
//     of its directories are accepted (trust.go).
//  3. Parse reads JSON by the tokens of encoding/json, and anything else as YAML (json.go, parse.go). Depth, the number
//     of values, and the values that aliases expand to are limited, which bounds time and memory. A syntax error gets
//     the position and the advice that the YAML library lacks (syntax.go).
//  4. Merge applies the rules of JSON merge patch (RFC 7386) and, for the lists that [Rules] names, of +listType
//     (merge.go).
//
// # Merging
//
// Nulls stay in the tree until [Node.Pruned], and an object that replaced another value remembers that. Therefore
// merging adjacent layers is associative, unlike plain merge patches:
//
//	base   {port: 53, tls: {file: a}}
//	over   {port: null, tls: {key: b}}
//	merged {port: null, tls: {file: a, key: b}}
//	pruned {tls: {file: a, key: b}}
//
// A replaced node stays below the node that replaced it, so [Node.Trail] returns all positions that set a value,
// including overridden ones.
//
// # Paths and texts
//
// A [Path] leads to one node and has the form of field.Path in k8s.io/apimachinery. Its [Path.Pattern] leaves out
// indexes and keys (path.go). [YAML] writes a tree as block YAML (yaml.go). [Plain], [Quoted] and [Name] make texts
// from files safe for messages: characters that do not print are escaped, and a name is cut where a secret may follow
// (plain.go).
//
// The package does not convert between versions, does not mask secrets, and does not watch files: packages schema,
// redact and filewatch do.
package layers
