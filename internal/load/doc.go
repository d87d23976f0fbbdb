// Package load turns package patterns into syntax, and into types where somebody asks for them.
//
// It is built around what a generator meets and a compiler does not: the packages it reads need not compile, since they
// may call functions that are yet to be generated. So the roots are parsed from source, without their own zz_generated
// files and without function bodies; the go command is never asked to build them. What they import from other modules
// comes from export data, where the go command has it in its build cache; where it has not, its declarations are read
// as source rather than compiled first. What they import from their own module is read as source, too.
//
// Packages are read as for one reference platform (linux/amd64, no cgo), wherever the tool runs, so that its output
// does not depend on the machine.
package load
