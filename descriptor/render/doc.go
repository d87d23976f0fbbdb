// Package render writes the texts that people and tools read of a configuration from its descriptor: the JSON Schema
// and a commented sample of the files of each version, the definition of a custom resource, and all facts about a
// field, in words. Besides the standard library it imports package descriptor alone, so that the binary of a component
// can print its own schema and sample.
//
// # Input and output
//
//	for _, d := range render.Documents(api) {
//		os.WriteFile(d.FileName("schema.json"), d.Schema(), 0o644)
//		os.WriteFile(d.FileName("sample.yaml"), d.Sample(), 0o644)
//	}
//
// [Documents] makes a [Document] for each kind in each version. A Document has the fields of the version as a tree of
// [Field] values (document.go). A Field joins the field of the version with the field of the component's type, whose
// markers apply in all versions: flags, gates, limits, reload (field.go). Limits are used only if the value has the
// same form in both.
//
// # The way of a fact
//
// Each fact about a field is a row in the table of facts.go: its name in a reference, its text, its keyword
// x-configgen-... in a schema, and its words in the comment of a sample. So a new fact is added in one place. The texts
// are in words.go, and the texts of constraints in limittexts.go. These outputs are made from the rows:
//
//   - [Field.Facts] for the reference documentation, in the order of the table
//   - the annotations of a schema
//   - the line in parentheses above a value of a sample
//   - [Document.Notes] for the messages of the loader about a value, such as "flag --port"
//
// # Schema, sample and resource
//
// [Document.Schema] is JSON Schema draft-07 (schema.go). Its limits follow the validation: a zero in a field that is
// not a pointer counts as not set (limits.go). Formats are regular expressions that Go and ECMAScript read alike, in
// definitions (formats.go). Objects keep the order of the source, and numbers their text (json.go).
//
// [Document.Sample] has every field with its comment (sample.go). The values are comments without a blank after the #,
// and [Uncommented] returns the file with these values:
//
//	# Port to listen on.
//	# (integer (int32); from 1 to 65535; --port)
//	#port: 53
//
// [Document.Resource] is a CustomResourceDefinition with the configuration in the spec of an object (resource.go). Its
// schema is structural, as controller-gen writes it: without references, and without defaults, which the API server
// would store. Limits of durations, quantities and keys, and conditions between fields, are rules in CEL, where the
// number of places of a value is limited (cel.go). It is written as YAML by yaml.go.
//
// [LoaderFlags] is the table of the flags of the runtime library with their help, for the loader and for the
// documentation (loaderflags.go).
//
// The package writes no files and reads no source: package generators/docs makes the files and pages of a group, and
// package descriptor reads and writes descriptors.
package render
