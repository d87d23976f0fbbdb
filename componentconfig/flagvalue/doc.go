// Package flagvalue provides the flag values that pflag does not have. Generated code uses it: code of a group that is
// loaded by package componentconfig imports it, and other groups get a copy of the parts that they use.
//
// All values differ from pflag's own in three ways. What String prints, Set accepts and reads as the same value. The
// first Set replaces the value of defaults and files, and later ones add to it. An empty text clears a list, a map or
// an address.
//
// A value consists of a binding to variables (New for a single value, NewList, NewMap, NewPointer and so on) and of a
// Codec for a single value or element.
package flagvalue
