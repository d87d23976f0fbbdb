// Package pathrefs generates the list of the file paths in a configuration.
//
// For a root Relay it writes two functions into the package of the root (zz_generated.pathrefs.go):
//
//	RelayPathRefs(c *Relay) []*string
//	ResolveRelayPaths(c *Relay, resolve func(path string) string)
//
// RelayPathRefs returns a pointer to every string below c whose field carries +path: those of fields, what a *string points to
// unless it is nil, every element of a list, and the same inside lists and maps of structs. Nothing is returned for what lies
// behind a nil pointer. The pointers lead into c, so that what is written through them is a change of c. They come in the order
// of the types, except that the elements of a map come in any order.
//
// Go has no pointer to the value of a map. A pointer to a copy of it would be worse than none: who resolves a relative path
// through it resolves nothing, and nobody is told. So the values of a map[string]string, and the fields of structs that stand in
// a map by value, are not among the pointers, and the comment on the generated function lists them. ResolveRelayPaths reaches
// all paths, those too: it replaces each path that is not empty by what resolve makes of it. It goes through RelayPathRefs for
// what can be pointed at, so that there is one list and not two. Loaders call ResolveRelayPaths; where there are no maps, both
// do equally well.
//
// The file also holds a guard for each struct of the package that a root leads to: a function that stops compiling, naming the
// command to run, when a struct has gained, lost or changed a field since. Tags and comments do not count. A struct is taken as it is
// declared for linux/amd64; one that has other fields on other systems does not pass its guard there.
package pathrefs
