// Package configapi generates the snapshot of the API of a group: its descriptor.
//
// A group asks for it with +configgen:api on its package. The snapshot is zz_generated.configapi.json beside the marked
// types: a JSON object for the group, and for each kind, field and flag, and each version with its fields, one a line.
// It does not contain paths of the machine, positions, or the names of Go packages of the group. Check it in: its diff
// shows reviewers what a change means for users, and configgen breaking compares it with an earlier one. Package
// github.com/configgen/configgen/descriptor reads it.
package configapi
