// Package render writes what people and tools read of a configuration from its descriptor: the JSON Schema and a
// commented sample of the files of each version, and what is known of each field, in words.
//
//	for _, d := range render.Documents(api) {
//		os.WriteFile(d.FileName("schema.json"), d.Schema(), 0o644)
//	}
//
// It imports only the standard library, so that the binary of a component can print its own schema and sample.
package render
