// Package removal deletes registrations of flags that are written by hand, once generated code has replaced them.
//
// A generated function replaces all of its flags or none: a flag that is registered twice stops the program. A flag
// goes if it is proven, and if all statements that register it, or change what pflag knows of it, can be deleted
// without anything else. If others do not, the result says so: the caller generates the function without them, and asks
// again. Its call is put in the place of the first statement. Comments, variables, imports and functions that nothing
// needs any more go with the statements; all other bytes stay.
package removal
