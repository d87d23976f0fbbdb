// Package reads finds the fields of configuration types that no code of the user's modules reads: such an option is
// parsed, checked, and never applied.
//
// # Input and output
//
// [Load] type-checks all packages of the main modules, without tests, and returns the unread [Fields] of structs in
// given packages. [Fields.Mark] sets Unread on the fields of a group, which the rule dead-option of lint reports.
//
// # What is a read
//
// The code is inspected in the form of go/ssa, where each access to a field is an instruction, and each conversion to
// an interface is explicit. A field is read if its value or address reaches anything but
//
//   - an assignment to the same field, as in a copy of the struct, also after an appending or a conversion;
//   - a condition whose only effect is to assign to the field, as in a function that sets defaults;
//   - a function that binds a flag, validates or sets defaults.
//
// Tests and their helpers, generated code, conversions, and functions that validate do not count: a function validates
// if its name says so, it returns nothing but errors, and it assigns to no field.
//
// # What is unknown
//
// The fields of a struct, and of all structs in it, count as read if the struct is converted to an interface, to
// another struct or to an unsafe pointer, is compared as a whole, or is passed to a generic function of another module:
// any of its fields may then be read. Exceptions are functions that decode, convert, set defaults, register types,
// store or log a value, the encoders of Kubernetes, which write a decoded configuration again, and the loader of
// configgen.
//
// Files for other platforms, packages with type errors, and other modules of the repository that require a main module
// are read by name: a field counts as read if a selector there has its name. A field also counts as read if a string
// has its name.
//
// # Limits
//
// Which struct a value comes from is not tracked: a field of a type in two places is read if the code reads it in one
// of them. Code that is never called counts like any other.
package reads
