// Package lint runs the rules for the conventions of Kubernetes for configuration types, and has the functions that
// rules are made of. Package rules has the rules.
//
// # Input and output
//
// [Run] takes groups, rules and a [Choice], and returns sorted findings. A rule is a value of package rule: a code, the
// source of the convention, the reason why its findings have no edits, and a function. Rules read the model of a group
// and nothing else, so that the command line, golangci-lint and other programs run the same ones:
//
//	rule.Rule{Code: "bool-name", Source: lint.Conventions, NoFix: lint.ChangesFiles, Run: lint.Fields(boolName)}
//
// # Which rules run
//
// A rule runs unless its value has Off. The marker +configgen:lint of a group enables and disables rules for the group,
// and the choice of the user takes precedence over the marker. A choice that disables a rule takes precedence over
// enabling it in the same choice. [Unknown] reports a marker with a code that no rule has, and [Choice.Unknown] returns
// an error for the choice of the user. An exception for a single object, +configgen:allow, is not a choice: package
// rule drops the finding, and reports an exception that has no effect.
//
// # Writing a rule
//
// fields.go has adapters that call the function of a rule for each object, so that a rule does not walk through a
// group:
//
//   - [Fields] passes each field of each version that the user can edit, as a [Field], with its root, its version, and
//     the same field in the marked types.
//   - [Flags] passes each flag as a [Flag], with the field that it sets.
//   - [Marked] passes each field of the marked types, and [Internal] each field of internal types.
//
// The method Found of Field and Flag makes a finding. A finding can have edits, which configgen lint --fix applies.
// Edits must have no effect on files, command lines and other code; a rule without edits has one of the reasons
// [ChangesFiles], [ChangesFlags], [ChangesCode] and [AuthorDecides]. Methods of Field, such as [Field.AddOption] and
// [Field.AddMarker], make edits of the struct tag and the comment.
//
// # Sources
//
// sources.go has the documents that the conventions come from, such as the Kubernetes API conventions, the document
// Versioned Component Configuration Files and KEP-115. Each rule has one of them as its source, and
// internal/rule/lint.txtar quotes the sentence in the manual of the rule.
//
// # Limits
//
// The package does not load packages or apply edits; its callers do. Mistakes in markers and types are not conventions:
// packages model and check find them.
package lint
