package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/markers"
)

// secretRules are about secrets.
func secretRules() []Rule {
	return []Rule{
		forField("secret-undecided",
			"A field that looks like a secret says whether it is one: otherwise its value shows up in errors and logs.",
			undecidedSecret),
	}
}

// secretWords end the names of fields that hold a secret. A Key is one in the singular only.
var secretWords = []string{
	"token", "tokens", "password", "passwords", "passphrase", "secret", "secrets", "credential", "credentials", "key",
}

func undecidedSecret(at inRoot) []finding {
	field := at.field
	if field.Secret || field.Markers.Has("secret") || field.IsPath || !looksLikeSecret(field) || isListKey(field) {
		return nil
	}
	where, fix := onField(field), "add +secret, or +secret=false if it is not one"
	if !field.Own() {
		own := nearestOwn(field)
		if own == nil || strings.HasPrefix(own.Package, "k8s.io/api/") {
			return nil
		}
		where = onField(own)
		fix = fmt.Sprintf("add +subfield(%[1]s)=+secret, or +subfield(%[1]s)=+secret=false if it is not one",
			pathBelow(own, field))
	}
	return []finding{{where, fmt.Sprintf("%s looks like a secret and is not marked as one", field.Path), fix}}
}

// looksLikeSecret reports whether a field of text has a name that ends with the word for a secret.
func looksLikeSecret(field *group.Field) bool {
	base := field.Type.Base()
	text := base.Kind == "string" && !base.Leaf && len(base.Constants) == 0
	bytes := strings.HasSuffix(field.Type.Shape(), "slice uint8") || strings.HasSuffix(field.Type.Shape(), "slice byte")
	words := strings.Split(flagtext.Name(field.Name, nil), "-")
	last := len(words) - 1
	switch {
	case !text && !bytes || !slices.Contains(secretWords, words[last]):
		return false
	case words[last] != "key":
		return true
	case last > 0:
		return !slices.Contains(publicKeys, words[last-1])
	}
	return !hasValue(field)
}

// publicKeys are the words before a key that everybody may know.
var publicKeys = []string{"annotation", "label", "public", "sort", "topology"}

// hasValue reports whether a field named Key is in a struct with a Value, as in a taint.
func hasValue(field *group.Field) bool {
	return field.Parent != nil && slices.ContainsFunc(field.Parent.Fields, func(other *group.Field) bool {
		return other.Name == "Value" || other.Name == "Values"
	})
}

// isListKey reports whether a field identifies the elements of a list.
func isListKey(field *group.Field) bool {
	return field.Parent != nil && slices.ContainsFunc(field.Parent.ListMarkers(), func(m markers.Marker) bool {
		key, ok := m.Value.(*markers.ListMapKey)
		return ok && key.Name == field.JSONName
	})
}
