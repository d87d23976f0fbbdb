// Package migrate moves and changes values in the text of a configuration file. What it does not have to change stays
// as it is: comments, order, blank lines, quotes, anchors, line endings.
//
// It works on the text at the positions of YAML nodes. An entry of a block mapping consists of whole lines: the lines
// of its key and value, and of the comments directly above. An entry of a flow mapping, as in JSON, consists of its key
// and its value. It refuses, with a position, to change parts of a text that it cannot keep: an entry that comes from a
// merge key or an alias, an entry whose value aliases refer to, and comments inside of braces that would be removed.
// The caller parses the result again and compares the values of both.
package migrate
