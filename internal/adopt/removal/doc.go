// Package removal deletes registrations of flags that are written by hand, once generated code has replaced them.
//
// What goes are plain statements: a call of a flag set that registers a flag or changes one, a call of another module's
// function that registers flags, and loops with nothing else in them. Everything else stays, and the result says where
// it is and what to do. A generated function replaces all of its flags or none, because a flag that is registered twice
// stops the program: if some stay, the result says so, and the caller generates the function without them and asks
// again. Its call takes the place of the first statement. Variables, functions and imports that nothing needs any more
// go with the statements.
package removal
