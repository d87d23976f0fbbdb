// Package migrate moves and changes values in the text of a configuration file. What it does not have to change stays
// as it is: comments, order, blank lines, quotes, anchors, line endings.
//
// It works on the text at the positions of YAML nodes. An entry of a block mapping consists of lines: those of its key
// and value, and the comments directly above. An entry of a flow mapping, as in JSON, consists of its key and its
// value. What it cannot keep it refuses, with a position: an entry that comes from a merge key or an alias, or that
// aliases have the value of, and comments inside of braces that would have to go. The caller parses the result again
// and compares what both mean.
package migrate
