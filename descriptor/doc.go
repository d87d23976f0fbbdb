// Package descriptor says what is known of a configuration API: the kinds of an API group and their versions, every
// field with its type, limits and default, every flag, every feature gate, and what has been removed.
//
// configgen writes a descriptor into the package of the marked types (zz_generated.configapi.json). It is what
// configgen docs, breaking and explain read, and the binary of a component has it, too: its loader and its subcommand
// config read it. A program of somebody else, such as a generator of the values of a chart, needs nothing but this
// package, which imports only the standard library:
//
//	content, err := os.ReadFile("zz_generated.configapi.json")
//	...
//	api, err := descriptor.Decode(content)
//	...
//	for _, kind := range api.Kinds {
//		for _, version := range kind.Versions {
//			for _, field := range version.Fields {
//				fmt.Println(version.Name, field.Path, field.Type.Form, string(field.Default))
//			}
//		}
//	}
//
// A Kind has two lists of fields. Its Fields are the fields of the type that the component itself works with, with the
// facts that apply in all versions, such as flags, secrets and when a change takes effect. The Fields of each of its
// Versions are the fields that a file of this version can have. [VersionField.Field] leads from one to the other, and
// [Version.Places] from a field to the field around it.
//
// A fact with the tag added:"compatible" changes nothing for those who use a field or flag that gets it. Configgen
// breaking reports it for release notes alone.
//
// No text in a descriptor is a sentence of configgen: comments, the help of flags and messages come from the
// component's source.
package descriptor
