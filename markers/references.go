package markers

import "strings"

// References returns what the marker names in Go; empty for the arguments that are not given.
func (m Marker) References() []Ref {
	switch value := m.Value.(type) {
	case *Flag:
		return []Ref{value.Value, value.UsageFrom}
	case *FlagsFrom:
		return []Ref{value.Func}
	case *ThirdPartyFlag:
		return []Ref{value.From}
	case *LegacyDefault:
		if ref, ok := ParseRefValue(value.Value); ok {
			return []Ref{ref}
		}
	case *Moved:
		return []Ref{value.Convert, value.Back}
	case *Subfield:
		return value.Marker.References()
	}
	return nil
}

// ParseRefValue reads ref(Ident) and ref(import/path.Ident), and reports whether text has this form.
func ParseRefValue(text string) (Ref, bool) {
	inner, ok := strings.CutPrefix(text, "ref(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !ok || !closed {
		return Ref{}, false
	}
	ref, err := ParseRef(strings.TrimSpace(inner))
	return ref, err == nil
}
