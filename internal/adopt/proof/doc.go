// Package proof compares the flags that a component registers by hand with the flags that configgen generates from its
// markers: the properties of each in pflag, its field, and the effect of setting it; then the objects before any flag
// is set, and the paths of files.
//
// Every difference is reported. A difference that cannot change the effective configuration has a name and a reason
// (see Intended); every other difference makes a flag unequal.
package proof
