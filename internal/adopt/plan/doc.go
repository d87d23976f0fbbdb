// Package plan finds the markers that express a registration of flags, and the declarations that get the markers.
//
// # Input and output
//
// [Make] takes a [Request]: the observation of the registration, the loaded types, facts from the source about each
// flag, and decisions of the caller, such as flags that stay by hand, legacy defaults, and markers for paths and
// secrets. It returns a [Plan]: the markers by file, the roots with their generated functions, the marker of each flag,
// and lists of [Unmarked] facts with a reason ([Kind]) and advice. A plan is a value; package edit writes its markers
// into files.
//
// # The declaration that gets a marker
//
// A marker goes on the field that a flag sets if the struct of the field can be edited, no other component has the
// struct, and the struct is used in one place below the roots. Otherwise, the marker is a +subfield on the nearest
// field above that can be edited and is used in one place, or on the root:
//
//	// +flag
//	Port int32
//
//	// +subfield(TLS.CertFile)=+flag=tls-cert-file
//	Serving shared.Serving
//
// A declaration that already has an equal marker gets none. A declaration that has a different marker about the same
// flag keeps its marker, and the contradiction is an Unmarked fact of the kind [ByHand].
//
// # The way of the data
//
//  1. roots.go starts with the object of the observation, which becomes a configuration (+config) or a flags struct
//     (+flags). A configuration inside of a flags struct becomes a root once a flag leads through it: a struct that the
//     request names, or by default a struct with metav1.TypeMeta.
//  2. plan.go looks at each flag. A flag that generated code registers is noted at its root. For all flags of a
//     function of another module, delegate.go makes a single +flagsFrom, if the field of the function is known.
//     ignored.go makes an +ignoredFlag for a flag without effect. Each other flag becomes an item of the plan, or an
//     Unmarked fact.
//  3. model.go follows the Go path of a field to its declaration, and finds the structs that other components can use.
//  4. say.go makes the +flag of an item: name, help, shorthand, section, deprecation and value. It adds a +format if
//     the format accepts and refuses the same observed values as the flag.
//  5. skip.go adds +configgen:skip to fields of a flags struct that generated code would include, if no flag is below
//     them.
//  6. With Replace, skipped.go deletes the markers of flags that stay by hand.
//  7. place.go writes each item on its declaration. roots.go writes +config and +flags, and decides the package and the
//     method of the generated flags.
//
// # Limits
//
// A plan makes no promise about equality: package proof compares the generated flags with the registration, and package
// adopt makes another plan if a flag differs. Flags that are not observed, in Request.Elsewhere, are planned from the
// source alone, and Plan.Elsewhere names them.
package plan
