// Package breaking compares two snapshots of an API, and states the effect of each difference on files and command
// lines that worked before, for configgen breaking.
//
// # Input and output
//
// [Compare] takes two descriptors and returns a list of [Change], in the order of the objects. A change that breaks
// something has the code of a [Rule], a level, a message and advice, such as:
//
//	port of RelayConfiguration in v1: the default changed from 8080 to 9090 (CB005)
//
// A [Compatible] change has no code, and is for release notes only. A change of [Wording] affects neither files nor
// command lines. [Markdown] prints all other changes as release notes.
//
// # The way of the data
//
//  1. renames.go finds objects with another name: kinds by their fields, fields of versions by their Go name, their
//     comment or the fields in them, and flags by the field that they set. A rename is one change, and the parts of the
//     renamed object are compared under the new name.
//  2. api.go indexes the facts of each object. compare.go pairs the objects and makes a list of differences, one for
//     each fact that is not the same in both APIs, and one for an object that is new or gone.
//  3. [Rules] run in order. Each rule takes the differences that it explains, and the next rules do not see these
//     differences; a rule that only adds a finding, such as CB018, leaves them. The first rule takes values in another
//     notation, such as 5s and 5000ms. The last rule, CB099, takes each difference that no other rule explains, so that
//     no change is silent.
//  4. exceptions.go looks for an exception from the rule, in the newer API, at the object or around it. Such a change
//     is [Excepted].
//  5. compare.go merges changes with one cause: a type that several fields have changes in one place of the source.
//
// # Families of rules
//
//	deprecations.go  removals without an announcement, used names, deprecations without advice, overdue removals
//	kinds.go         groups, kinds and versions that are gone, and the meaning of files
//	fields.go        fields that are gone or renamed; types and defaults; fields that a conversion loses
//	limits.go        values that a field accepts, and its feature gates; presence.go has the facts about unset values
//	flags.go         flags that are gone or renamed; syntax, the fields that flags set, and flags of libraries
//	settings.go      legacy defaults, reload classes, systems, paths and secrets
//	goapi.go         names and types in Go
//	compatible.go    changes that break nothing
//
// A rule has one level for each track of versions: alpha, beta and GA. Package internal/rule has the manual and the
// examples of each code. The tracks, and the number of releases that a deprecated object stays, follow the deprecation
// policy of Kubernetes (https://kubernetes.io/docs/reference/using-api/deprecation-policy); a group declares its own
// numbers with +configgen:api.
//
// # Limits
//
// The package reads no files and knows no positions: package past reads the older snapshot, and package cli pairs the
// groups and reports each change at its declaration. It compares facts of the descriptor only. If the code of a
// function that computes a default changes, the change is a warning: the value of the default is unknown.
package breaking
