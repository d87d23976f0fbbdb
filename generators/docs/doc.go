// Package docs generates the reference documentation of a configuration, from its types and markers alone.
//
// A group asks for it with the name of a directory, relative to the directory of go.mod:
//
//	// +configgen:output(docs: "docs/config")
//
// For each root and each of its external versions, with the kind and the version in lower case:
//
//	relayconfiguration.v1beta1.md            reference: the tree of fields, and all that is known of each
//	relayconfiguration.v1beta1.schema.json   JSON Schema of one file, for editors and other tools
//	relayconfiguration.v1beta1.sample.yaml   a file with every field, its comment and its default
//
// For a root with +customResource, in its preferred version:
//
//	relayconfiguration.crd.yaml              definition of the custom resource with the fields of a file in its spec
//
// For the group:
//
//	index.html             references and flags as one page that can be searched
//	flags.md               the flags by section, with the field that each sets; if there are any
//	merging.md, layers.svg how files are merged, if the group has the runtime library
//
// # JSON Schema
//
// A schema is valid under draft-07 and under 2020-12. It describes one file, and a drop-in is a file: a key that is
// required in the result is not required in each file. What it has of a field:
//
//   - the type as the loader reads it; null where the loader takes it, which means the default;
//   - the comment, the default, and deprecated for +deprecated, or a comment with a paragraph that begins with
//     "Deprecated:";
//   - the constraints that JSON Schema can express: limits, lengths, enumerations, formats as patterns. Limits of
//     durations and quantities are strings and therefore x-configgen-minimum and x-configgen-maximum;
//   - x-configgen-flag, x-configgen-legacy-default, x-configgen-reload, x-configgen-gate, x-configgen-os,
//     x-configgen-merge, x-configgen-path and x-configgen-secret.
//
// A schema accepts more than the loader: it does not know hooks, feature gates, constraints between fields, limits of
// durations and quantities, and what several files make together. A schema refuses, and the loader accepts:
//
//   - yes, no, on and off for booleans, which other readers of YAML take for strings;
//   - values that defaulting completes, such as an address without its port;
//   - unknown fields, if the loader is lenient.
//
// # Custom resources
//
// A definition has a structural schema in OpenAPI, and rules in CEL for what a schema cannot express: limits of
// durations and quantities, unions, fields that depend on others, and fields that cannot be changed while the component
// runs. The object that the API server stores has what the user has written, and the header of a file, which the
// definition has as defaults. Other defaults are not in it: they would be stored, and be values that somebody has set.
//
// An object is checked by the same constraints as a file, with these differences:
//
//   - null is refused: an object leaves out what has no value;
//   - hooks, feature gates and constraints of single items (+k8s:item) are not known;
//   - a rule in CEL for an item of a list or map needs a limit of the number of items: the API server allows a
//     definition what its rules cost in the worst case;
//   - of +k8s:ifMode, required and forbidden are known.
//
// # Versions
//
// The documentation is of the versions that the model knows: packages that convert to the marked types, or the marked
// types themselves. If a marked type is an internal one that another module publishes together with its versions, the
// versions are not known, nor are the names of its fields in files: that is the finding docs-names.
//
// # Defaults
//
// The defaults come from +default, and from defaulting functions in the usual form:
//
//	if obj.Port == nil {
//		obj.Port = ptr.To[int32](53)
//	}
//
// A default that is computed, depends on another field or on the machine, or is set by a function of another module, is
// not known. It is not guessed: the field is documented as one that has a default.
package docs
