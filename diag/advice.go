package diag

import (
	"go/token"
	"slices"
	"strings"
)

// Advice is one literal way to correct a mistake: changes of the source, or a command. The user chooses one of several.
type Advice struct {
	// Marker is the marker that the edits write, such as +path=false. It is empty if they write something else, or only
	// remove.
	Marker string `json:"marker,omitempty"`
	// Edits are the changes of the source. They do not overlap.
	Edits []Edit `json:"edits,omitempty"`
	// Command is a program and its arguments, to run in the directory of the module.
	Command []string `json:"command,omitempty"`
	// Safe is set if nothing else can be meant, and if nothing but the mistake changes: --fix follows it without asking.
	Safe bool `json:"safe,omitempty"`
}

// Edit replaces the bytes from Start to End of a file. An edit with Start and End at the same place inserts.
type Edit struct {
	// Filename is absolute.
	Filename string `json:"file"`
	// Start and End are offsets in bytes, from 0.
	Start int `json:"start"`
	End   int `json:"end"`
	// New is the text that replaces these bytes.
	New string `json:"new"`
}

// Replace is the advice to write a text, such as a marker, in the place of what is from pos to end.
func Replace(pos, end token.Position, text string) Advice {
	marker := ""
	if strings.HasPrefix(text, "+") {
		marker = text
	}
	return Advice{Marker: marker, Edits: []Edit{{Filename: pos.Filename, Start: pos.Offset, End: end.Offset, New: text}}}
}

// Mark is the advice to add a marker to the declaration that begins in the line of pos; it says nothing without a file.
func Mark(pos token.Position, marker string) Advice {
	if pos.Filename == "" {
		return Advice{}
	}
	start, indent := pos.Offset-(pos.Column-1), ""
	if deepest := 4; pos.Column <= deepest { // the name of a field, and not what follows a keyword
		indent = strings.Repeat("\t", pos.Column-1)
	}
	edit := Edit{Filename: pos.Filename, Start: start, End: start, New: indent + "// " + marker + "\n"}
	return Advice{Marker: marker, Edits: []Edit{edit}}
}

// Run is the advice to run a command.
func Run(words ...string) Advice { return Advice{Command: words} }

// With returns the finding with more advice. Advice that says nothing is left out.
func (d Diagnostic) With(advice ...Advice) Diagnostic {
	d.Advice = slices.Clip(d.Advice)
	for _, a := range advice {
		if len(a.Edits) > 0 || len(a.Command) > 0 {
			d.Advice = append(d.Advice, a)
		}
	}
	return d
}

// Edits returns the edits of the safe advice; nil if there is none.
func (d Diagnostic) Edits() []Edit {
	if at := slices.IndexFunc(d.Advice, func(a Advice) bool { return a.Safe }); at >= 0 {
		return d.Advice[at].Edits
	}
	return nil
}
