// Package group is the model between the user's source and the generators: a component's configuration group, its versions,
// its roots, and below each root the tree of fields with their types, markers, documentation and positions.
//
// Build makes the model and checks all that does not depend on a single generator. The model holds plain values, no syntax
// and no go/types, so that a generator is a function of it and nothing else, and so that it can be written out as JSON.
package group
