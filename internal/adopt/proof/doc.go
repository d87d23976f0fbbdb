// Package proof compares the flags that a component registers by hand with those that configgen generates from its
// markers: what pflag knows of each, the field behind it, and what setting it changes; then the objects before any
// flag, and the paths of files.
//
// Nothing is passed over in silence. What differs and cannot change the effective configuration has a name and a reason
// (see Intended); everything else makes a flag unequal.
package proof
