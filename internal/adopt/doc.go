// Package adopt turns flags that are registered by hand into markers, with proof, for configgen adopt. It observes the
// registration, plans markers, generates code from the markers without writing files, observes the generated
// registration, and compares both.
//
// # Input and output
//
// [Run] takes a [Request]: the function that makes the options, the functions that register flags, the roots of the
// configuration, and functions that run the generators on files in memory. It returns a [Result]: the files to change,
// with the old and the new content, the plan, the proof, the flags that stay by hand, and findings. Run writes no file
// of the module; package cli writes the changes and prints the rest. A registration and the marker for it:
//
//	fs.Int32Var(&c.Port, "port", c.Port, "The port to listen on.")
//
//	// +flag(usage: "The port to listen on.")
//	Port int32 `json:"port"`
//
// # Rounds
//
// component.go observes the registration written by hand once, with package probe, and reads the types that the flags
// lead to. Then Run makes rounds. A round has these steps:
//
//  1. draft.go makes a plan from the observation, from facts in the source (facts.go) and from the decisions of earlier
//     rounds, and adds the planned markers to an overlay.
//  2. Request.Generate generates code from the overlay. learn.go turns a finding about a planned marker into a
//     decision: the flag stays by hand, a function is not named by +flagsFrom, or the field gets a marker that decides
//     whether it is a path or a secret.
//  3. variant.go describes the program with the generated functions, package probe observes it, and package proof
//     compares both observations. learn.go turns a difference into a legacy default, or leaves the flag by hand.
//  4. With Remove, remove.go generates all files, deletes the registrations whose flags are proven with package
//     removal, and observes the component once more. stay.go leaves a flag by hand if its registration cannot be
//     deleted, or if the flag differs without the registration.
//
// Another round follows a round with a new decision. The number of rounds is limited; Run returns an error if the last
// one still has a new decision.
//
// The positions in the result are positions in the files on disk: place.go maps a position in a file with planned
// markers to the same line without them. [Result.AsWritten] maps all positions to the changed files. machine.go
// recognizes defaults that depend on the host, user, or time. merge.go recognizes flags that keep a part of the list or
// map that their field has.
//
// # Packages
//
//	source    reads the user's packages, with the bodies of functions
//	observe   has the types of an observation
//	observer  is the part of the observing program that all components share
//	probe     writes, compiles and runs the observing program
//	plan      finds the markers and the declarations for them
//	edit      writes markers into Go files
//	proof     compares two observations
//	removal   deletes registrations
//
// # Limits
//
// Flags of other systems, and flags with a condition that does not hold, are planned from the source alone, without
// proof. A flag that markers cannot express, or whose proof fails, keeps its registration, and the plan has the reason
// and the advice. Run does not serve a component with a group made by init --from-flags, which keeps its registrations:
// package cli lists these registrations with packages source and plan.
package adopt
