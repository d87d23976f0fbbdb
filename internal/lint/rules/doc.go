// Package rules has the rules of configgen lint, one value for each convention of Kubernetes for configuration types.
//
// # Input and output
//
// [All] returns the rules, sorted by their codes. Package lint runs the rules on the model of a group and returns their
// findings. Every rule can have exceptions by +configgen:allow. For a field
//
//	Timeout int32 `json:"timeout"`
//
// the rule duration-number reports a number without a unit, and advises metav1.Duration.
//
// # Families
//
// Each file has a family: a function that lists the rules as values, and the functions of the rules.
//
//	layout.go    order of fields, packages of types, feature gates of alpha fields, names and use of flags
//	naming.go    names of groups, kinds and fields, JSON names, and comments of fields
//	optional.go  optional and required fields, omitempty, and defaults
//	use.go       fields that no code reads
//	values.go    types of values: booleans, numbers, durations, enumerations, lists and maps
//
// The function of most rules gets one field, and returns a finding with the reason and the advice, or nothing. A rule
// reads facts of the model: types, markers, defaults, comments and constants. Some rules read the comment of a field
// with a regular expression, since Kubernetes states such facts in comments only.
//
// os-prefix and path-kind are off, and run only if a group or the user enables them.
//
// # Edits
//
// A rule has edits only if they have no effect on configuration files, command lines and other Go code, as adding the
// marker +optional has none. Every other rule has the reason in NoFix.
//
// # Sources and tests
//
// The Source of a rule is the document with the convention; internal/rule/lint.txtar has the manual of the rule with
// the quoted sentence and examples. testdata/want has fields that a rule must report, with the text of the finding,
// beside fields that it must not report. testdata/published records the findings in published types of Kubernetes, with
// a verdict for each.
//
// # Limits
//
// The rules compare nothing with an earlier state: package breaking does. Rules about fields check the fields that the
// user can edit.
package rules
