// Package explain prints the manual of a code, and everything that is known of one field or flag. `configgen explain`
// prints it on a terminal; the pages docs/findings.md, docs/lint.md and docs/breaking.md have the sections of codes
// from the same texts.
//
// # Codes
//
// [Code] takes the code of a finding, such as path-undecided, CB005 or one of a rule of lint. The texts, examples and
// findings of all codes are data of package internal/rule. The value of the rule that runs adds the rest: whether an
// exception can be declared, the level of a rule of comparisons in each track of versions, and the correction of a rule
// of lint. A code without a manual is not explained, and [Codes] lists all others.
//
// # Fields and flags
//
// [Subject] takes --name, the path of a field in files, or a path in Go. It reads the descriptor of each group, and the
// places of its objects: type, default and limits in each version, flags, feature gates, reload class, and the position
// of each declaration. The last part says how to rename, move, change or remove the field or flag without breaking
// files and command lines, with the releases that the policy of the group asks for, as markers to copy.
//
// The text of a name that no group has is empty; the nearest name is returned in its place.
package explain
