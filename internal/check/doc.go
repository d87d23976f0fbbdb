// Package check holds the rules that need nothing but the models of groups. A rule is a value of type rule.Rule; each
// file holds a family of rules, and [Rules] lists them all.
//
// # Input and output
//
// [Groups] takes the groups that package model has built, runs all rules, and returns their findings, sorted. Package
// rule runs the rules concurrently, adds the code of the rule to each finding, leaves out the findings with an
// exception by +configgen:allow, and reports exceptions without a finding. A finding is an error unless its rule makes
// it a warning. Rules do not change a group.
//
// For example, the rule precedence-type reports
//
//	// +precedence=merge
//	Upstreams []string
//
// because only maps are merged key by key.
//
// # Families
//
//   - access.go: packages and types that generated packages cannot import or name.
//   - deprecation.go and exceptions.go: deprecations, +since, tombstones, and mistakes in exceptions.
//   - defaults.go: defaults that depend on a field with a flag.
//   - flags.go: names, shorthands, help and defaults of flags, delegated flags, and precedence.
//   - hooks.go: hand-written validation functions that are not called, or that call the function that calls them.
//   - json.go: fields with one JSON name, fields that exchange their names between versions, and the keys of lists.
//   - lint.go: unknown rules in +configgen:lint.
//   - outputs.go: the scheme, the API group, the loader, custom resources, and packages that two groups write to.
//   - paths.go and secrets.go: fields that look like a path or a secret and are not marked, and the flags and files of
//     secrets.
//   - places.go: markers on fields and roots where they have no effect, alpha fields without a gate, enumerations.
//   - preflight.go: the arguments of +path and +check about the machine.
//   - systems.go: the values of +os.
//
// # Writing a rule
//
// A rule is a function that takes its subject and returns findings, a line in the list of its family, a test beside the
// file, and a section of its code in the manuals of package rule. forField calls the function for each field below each
// root, forMarker for each marker of one type on these fields, forGroup for each group, and forGroups once for all
// groups of the run. exceptable is forField for a rule that allows exceptions. A line in a list:
//
//	forMarker("precedence-type", precedenceType)
//
// A finding has a place, a message and a fix. The functions onField, onMarker, onFlag and onRoot make a place;
// removing, writing, correcting and marking add the edits that the fix describes. A rule about a missing marker is
// silent about a field with a mistaken marker, which may be the missing one. forMarker leaves out markers in the source
// of other modules.
//
// # What other packages do
//
// Package model reports mistakes that can only be seen with the types or the syntax at hand, such as a reference to a
// function that does not exist. The conventions of Kubernetes are rules of package internal/lint/rules, the comparison
// with an earlier release is in package breaking, and package gate judges generated code.
package check
