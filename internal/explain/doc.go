// Package explain says what is known of a finding, a rule, a flag or a field, and how to change it safely.
package explain
