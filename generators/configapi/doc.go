// Package configapi generates the descriptor of a group.
//
// A group has it with +configgen:api or +configgen:output(loader: true) on its package. The descriptor is
// zz_generated.configapi.json beside the marked types: a JSON object for the group, and for each kind, field and flag,
// and each version with its fields, one a line. It does not contain paths of the machine, positions, or the names of Go
// packages of the group. Check it in: its diff shows reviewers what a change means for users, and configgen breaking
// compares it with an earlier one. Package github.com/configgen/configgen/descriptor reads it.
//
// With the runtime library, zz_generated.configapi.go embeds it, so that the component itself knows what the
// documentation says: the function ConfigAPI returns it.
package configapi
