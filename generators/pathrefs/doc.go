// Package pathrefs generates the list of the file paths in a configuration.
//
// For a root Relay it writes two functions into the package of the root (zz_generated.pathrefs.go):
//
//	RelayPathRefs(c *Relay) []*string
//	ResolveRelayPaths(c *Relay, resolve func(path string) string)
//
// RelayPathRefs returns a pointer to each string in c whose field has +path: to fields, to the values of non-nil
// *string fields, to all elements of lists, and to strings in lists and maps of structs. It returns nothing for
// structs behind nil pointers. The pointers refer to c itself. They are in the order of the types; the order of the
// values of a map is random.
//
// Go has no pointers to the values of maps. RelayPathRefs therefore does not return pointers to the values of a
// map[string]string, nor to the fields of structs that are values of a map; its comment lists them. ResolveRelayPaths
// replaces every non-empty path, also those, by the result of resolve. Loaders call ResolveRelayPaths.
//
// The file also has a guard for each struct of the package that the root leads to: a function that fails to compile,
// with a message that names the command to run, if a field of the struct was added, removed or changed. Tags and
// comments are ignored. Structs are compared as they are declared for linux/amd64.
package pathrefs
