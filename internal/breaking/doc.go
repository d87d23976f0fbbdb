// Package breaking compares two snapshots of an API. The differences of the objects and their facts go through a list
// of rules. Each rule takes the differences that it explains, and says what they mean for files and command lines that
// worked before. What no rule took is a finding, too, so that no change is silent.
package breaking
