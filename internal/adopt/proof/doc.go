// Package proof compares the flags that a component registers by hand with the flags that configgen generates from its
// markers.
//
// # Input and output
//
// [Compare] takes two observations of package observe, of the registration written by hand (theirs) and of the
// generated registration (ours), and facts about the code written by hand ([Known]). Both register their flags on an
// object of one type. It returns a [Report] with a [Verdict] for each flag, the leaves of the object that differ before
// any flag is set, and the file paths that only one registration has. [Report.Text] prints the report, with the unequal
// flags first and the counts last:
//
//	flags: 12 of 13 are equal, 2 of them with intended differences; 1 remains in the code written by hand
//	values before any flag: 40 of 40 are equal
//	file paths: 3 of 3 are equal
//
// [Report.Holds] reports whether the generated code equals the code written by hand, except for the flags that stay by
// hand. [Flag.Proven] reports whether the generated flag can replace the flag written by hand.
//
// # The comparison of a flag
//
//  1. columns.go compares the properties of the flag in pflag, such as shorthand, help, default, type, deprecation,
//     section and annotations, and the fields that the flag sets.
//  2. sets.go compares the effects of each command line that was tried: the error, the end of the program, or the
//     values of all changed leaves afterwards. A flag without such command lines is different.
//  3. compare.go makes the verdict. A flag that only the registration by hand has is missing, unless Known has the
//     reason why the flag stays by hand. A value that depends on the host, user, or time is equal to any other such
//     value.
//
// # Intended differences
//
// Every difference is reported. A difference that cannot change the effective configuration has a name and a reason
// ([Intended], [Reasons]), and the flag is equal in effect; every other difference makes the flag different.
// intended.go recognizes intended differences by the values: for example, generated code leaves a deprecated flag
// visible in help, and both registrations may refuse a value in different words. Three intended differences concern
// unusual or untried values: empty-clears, map-syntax and own-value. The report names them.
//
// # Limits
//
// The package runs nothing, and equality holds for the command lines that package observer tried. It knows no markers:
// [Report.Unequal] has advice for the user, and package adopt decides whether another plan can remove a difference.
package proof
