// Package breaking compares two snapshots of an API. The differences of the objects and their facts go through a list
// of rules. Each rule takes the differences that it explains, and states their effect on files and command lines that
// worked before. A difference that no rule takes is a finding, too, so that no change is silent.
package breaking
