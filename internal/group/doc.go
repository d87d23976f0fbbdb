// Package group is the model between the user's source and the generators: a component's configuration group, its
// versions, its roots, and below each root the tree of fields with their types, markers, documentation and positions.
// It is plain data: everything that generators and rules need is in it, and nothing leads back to syntax or to
// go/types.
package group
