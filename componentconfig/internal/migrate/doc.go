// Package migrate rewrites the text of a configuration file: [File.Migrate] in the newest version, and [Masked] with
// its secrets masked. The rest of the text stays as it is: comments, order, blank lines, quotes, anchors, line endings.
//
// # Input and output
//
// A [File] has the text, the parsed tree, the version, and the types of the root in all versions. Migrate returns the
// new text and the defaults that differ between the two versions, or all problems that prevent the migration. With
// KeepDefaults, it writes the old defaults into the file instead. A file of v1alpha1, and the result of a move from
// bind to listen.address:
//
//	apiVersion: relay.example.com/v1alpha1     apiVersion: relay.example.com/v1
//	# The address in the data center.          listen:
//	bind: 10.0.0.1   # not public                # The address in the data center.
//	                                             address: 10.0.0.1   # not public
//
// # The way of a file
//
//  1. parse finds the mappings of the text and their entries, at the positions of YAML nodes (parse.go). An entry of a
//     block mapping consists of whole lines: the lines of its key and value, and of the comments directly above. An
//     entry of a flow mapping, as in JSON, consists of its key and its value.
//  2. File.plan returns an [Action] for each entry, outermost first: it stays, moves to another path, gets another
//     value, is removed if it is empty, or is refused (file.go). Package schema says where a field is in the newest
//     version.
//  3. [Text] applies the actions (migrate.go). A moved entry becomes a piece at its new place, in new objects if the
//     file lacks some. An object that has become empty is removed, and its comments go with the first entry that was in
//     it.
//  4. The pieces are written as block or flow entries, with the indentation of their new place (render.go). Each change
//     of the text is an edit, and edits may be inside one another.
//  5. File.rewritten proves the result (file.go): it parses, has no mistakes, sets the same values with the defaults of
//     both versions, and has all comments. Otherwise the migration is refused.
//
// # Refusals
//
// A change is refused, with a position, if the text around it cannot be kept: an entry from a merge key or in an alias,
// an entry with a value that aliases refer to, a value with a tag or on several lines that has to change, and a comment
// in braces that would be removed. A field without a place in the newest version is refused, too, and so is a field
// that becomes several fields.
//
// # Secrets
//
// Masked parses a text in the same way and replaces values by "***" (mask.go): the fields that are secrets, also behind
// aliases, the fields that the type does not have, and the values at the positions of mistakes. The text after the name
// of a secret in a comment is masked as well. It returns an error if a secret cannot be told from other text.
//
// The package reads and writes no files. Package componentconfig reads them, merges the files of a configuration into
// File.Context, and writes the results.
package migrate
