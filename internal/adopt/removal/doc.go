// Package removal deletes registrations of flags that are written by hand, once generated code has replaced them.
//
// A generated function replaces all of its flags or none: a flag that is registered twice stops the program. It does so
// if each of its flags is proven, and if all statements that register one of them, or change what pflag knows of one,
// can be deleted without anything else. Its call is put in the place of the first of them. Comments, variables, imports
// and functions that nothing needs any more go with the statements; all other bytes stay.
package removal
