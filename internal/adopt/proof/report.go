package proof

import "go/token"

// Report has the equal and the different flags, fields and paths.
type Report struct {
	// Flags are the flags of both variants, in the order of their names.
	Flags []Flag `json:"flags"`
	// Fields are the leaves, before any flag is set, that the variants do not agree on.
	Fields []Field `json:"fields"`
	// Paths are the fields with file paths that only one variant has.
	Paths   []Path  `json:"paths"`
	Summary Summary `json:"summary"`
}

// Summary counts equal flags, fields and paths. A flag that is equal in effect is equal.
type Summary struct {
	// Flags counts the flags that are registered by hand, and EqualInEffect the equal flags with intended differences.
	Flags         Count `json:"flags"`
	EqualInEffect int   `json:"equalInEffect"`
	// ByHand is the number of flags that stay in the code written by hand, and Additional the number of flags that only
	// the generated code has.
	ByHand     int `json:"byHand"`
	Additional int `json:"additional"`
	// Fields are the leaves before any flag is set.
	Fields Count `json:"fields"`
	// Paths are the fields with file paths in either variant.
	Paths Count `json:"paths"`
}

// Count is a part of a whole.
type Count struct {
	Equal int `json:"equal"`
	Total int `json:"total"`
}

// Verdict is the result of the comparison of a flag.
type Verdict string

// The verdicts of flags.
const (
	// Equal is a flag without differences.
	Equal Verdict = "equal"
	// EqualInEffect is a flag whose differences are all Intended.
	EqualInEffect Verdict = "equal in effect"
	// Different is a flag with other differences.
	Different Verdict = "different"
	// Missing is a flag that the generated code does not register.
	Missing Verdict = "missing"
	// Additional is a flag that only the generated code registers.
	Additional Verdict = "additional"
	// ByHand is a flag that markers cannot express, and that stays in the code written by hand.
	ByHand Verdict = "by hand"
)

// Flag is the comparison of one flag.
type Flag struct {
	Name    string  `json:"name"`
	Verdict Verdict `json:"verdict"`
	// Position is the position of the registration by hand, if it is known.
	Position Position `json:"position,omitzero"`
	// Sets is the number of command lines that were tried.
	Sets        int          `json:"sets"`
	Differences []Difference `json:"differences,omitempty"`
	// Reason is why the flag stays in the code written by hand.
	Reason string `json:"reason,omitempty"`
}

// Proven reports whether the generated flag can replace the flag written by hand.
func (f Flag) Proven() bool { return f.Verdict == Equal || f.Verdict == EqualInEffect }

// Difference is a column of a flag that is not the same in both variants.
type Difference struct {
	// Column is the compared property, as in "default", or the command line, as in "--port=80".
	Column string `json:"column"`
	// Theirs is the code written by hand, and Ours the generated one.
	Theirs string `json:"theirs"`
	Ours   string `json:"ours"`
	// Intended names the reason if the difference cannot change the effective configuration.
	Intended Intended `json:"intended,omitempty"`
}

// Field is a leaf that differs before any flag is set.
type Field struct {
	Path     string   `json:"path"`
	Type     string   `json:"type"`
	Theirs   string   `json:"theirs"`
	Ours     string   `json:"ours"`
	Intended Intended `json:"intended,omitempty"`
}

// Path is a field with a file path in one variant.
type Path struct {
	Field string `json:"field"`
	// Variant is Theirs or Ours.
	Variant Variant `json:"side"`
}

// Variant is one of the two compared registrations.
type Variant string

// The variants.
const (
	Theirs Variant = "theirs"
	Ours   Variant = "ours"
)

// Position is a place in the source. Lines and columns count from 1, columns in bytes.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// At returns the position of a token.
func At(p token.Position) Position { return Position{p.Filename, p.Line, p.Column} }

// Proven returns the names of the flags that the generated code can replace.
func (r *Report) Proven() []string {
	var names []string
	for _, flag := range r.Flags {
		if flag.Proven() {
			names = append(names, flag.Name)
		}
	}
	return names
}

// Holds reports whether the generated code equals the code written by hand, except for flags that stay by hand.
func (r *Report) Holds() bool {
	s := r.Summary
	return s.Flags.Equal+s.ByHand == s.Flags.Total && s.Additional == 0 &&
		s.Fields.Equal == s.Fields.Total && s.Paths.Equal == s.Paths.Total
}
