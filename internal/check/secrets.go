package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

// secretRules are about secrets.
func secretRules() []rule.Rule {
	unpaired := forMarker("secret-unpaired", unpairedSecret)
	unpaired.Exceptable = true // the component may read the file itself
	return []rule.Rule{
		forField("secret-undecided", undecidedSecret),
		forMarker("secret-file", secretFile),
		unpaired,
		exceptable("secret-flag", secretFlags),
	}
}

// secretFlags finds the flags of a secret.
func secretFlags(at inRoot) []finding {
	if !at.field.Facts.Secret {
		return nil
	}
	var findings []finding
	for _, flag := range at.field.Flags {
		where := onFlag(flag).with(diag.Mark(flag.Position, `+configgen:allow(rule: secret-flag, reason: "...")`))
		where.Severity = diag.Warning
		findings = append(findings, finding{where,
			fmt.Sprintf("%s is a secret, and the list of processes shows what --%s is set to", at.field.Path, flag.Name),
			"remove the flag and read the secret from a file with +secret(file: ...), or, if it has to stay, " +
				`add +configgen:allow(rule: secret-flag, reason: "...")`})
	}
	return findings
}

// secretFile checks the field that names the file of a secret.
func secretFile(at inRoot, m markers.Marker, secret *markers.Secret) []finding {
	if secret.File == "" {
		return nil
	}
	field, file := at.field, sibling(at, secret.File)
	switch {
	case !secret.Is:
		return []finding{{writing(m, "+secret=false").with(m.Write("+secret(file: " + secret.File + ")")),
			fmt.Sprintf("+secret=false on %s names the file of a secret", field.Path),
			"remove the argument, or use +secret(file: " + secret.File + ")"}}
	case !isText(field):
		return []finding{{writing(m, "+secret"),
			fmt.Sprintf("%s has the type %s, and a file has one string", field.Path, field.Type),
			"use the argument on string and *string"}}
	case file == nil:
		where, fix := onMarker(m), "name the Go field that has the path of the file"
		if near := fileBeside(at); near != nil {
			where, fix = correcting(m, secret.File, near.Name), "did you mean "+near.Name+"?"
		}
		return []finding{{where, fmt.Sprintf("%s has no field %s beside it", field.Path, secret.File), fix}}
	case file.Facts.File == nil || !isText(file):
		where := onField(file)
		if isText(file) && file.Own() {
			where = marking(file, "+path")
		}
		if !file.Own() {
			where = onMarker(m)
		}
		return []finding{{where, fmt.Sprintf("%s is the file of %s and not marked as a path", file.Path, field.Name),
			"add +path; it must be a string"}}
	}
	return nil
}

// unpairedSecret finds a field that looks like the file of a secret and is not paired with it.
func unpairedSecret(at inRoot, m markers.Marker, secret *markers.Secret) []finding {
	file := fileBeside(at)
	if !at.group.Loader || at.flagStruct || !secret.Is || secret.File != "" || file == nil || file.Facts.File == nil ||
		!isText(at.field) || !at.field.Own() {
		return nil
	}
	where, pair := onMarker(m), "+secret(file: "+file.Name+")"
	where.Severity = diag.Warning
	if m.Text == "+secret" {
		advice := m.Write(pair)
		advice.Safe = true
		where = where.with(advice)
	}
	return []finding{{where, fmt.Sprintf("%s and %s look like a secret and its file, and the loader does not read the "+
		"file", at.field.Path, file.Name), "use " + pair}}
}

// fileBeside is the field that is named like a field with File or Path appended; nil if there is none.
func fileBeside(at inRoot) *group.Field {
	for _, suffix := range []string{"File", "Path"} {
		if file := sibling(at, at.field.Name+suffix); file != nil {
			return file
		}
	}
	return nil
}

// secretWords end the names of fields that hold a secret. A Key is one in the singular only.
var secretWords = []string{
	"token", "tokens", "password", "passwords", "passphrase", "secret", "secrets", "credential", "credentials", "key",
}

func undecidedSecret(at inRoot) []finding {
	field := at.field
	if field.Facts.Secret || field.Markers.Has("secret") || field.Facts.File != nil || !looksLikeSecret(field) ||
		isListKey(field) || field.Mistaken { // the marker may be the misspelled one
		return nil
	}
	return undecided(field, "secret", fmt.Sprintf("%s looks like a secret and is not marked as one", field.Path))
}

// looksLikeSecret reports whether a field of text has a name that ends with the word for a secret.
func looksLikeSecret(field *group.Field) bool {
	base := field.Type.Base()
	text := base.Kind == "string" && !base.Leaf && len(base.Constants) == 0
	bytes := strings.HasSuffix(field.Type.Shape(), "slice uint8") || strings.HasSuffix(field.Type.Shape(), "slice byte")
	if !text && !bytes {
		return false
	}
	return IsSecretName(field.Name) && (field.Name != "Key" || !hasValue(field))
}

// IsSecretName reports whether the name of a field ends with the word for a secret.
func IsSecretName(name string) bool {
	words := strings.Split(flagtext.Name(name, nil), "-")
	last := len(words) - 1
	return slices.Contains(secretWords, words[last]) &&
		(words[last] != "key" || last == 0 || !slices.Contains(publicKeys, words[last-1]))
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
