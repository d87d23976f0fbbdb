package redact

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// Names are the names of the fields and flags that hold secrets. A text that contains one of them may contain the
// secret as well, if its author mistyped what separates the two.
type Names struct{ normal []string }

// NewNames returns names in any spelling: auth-token and authToken are the same.
func NewNames(names ...string) Names {
	var out Names
	for _, name := range names {
		if normal := normalized(name); normal != "" {
			out.normal = append(out.normal, normal)
		}
	}
	slices.Sort(out.normal)
	out.normal = slices.Compact(out.normal)
	return out
}

// normalized drops the case of a name, and what separates its words.
func normalized(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// Has reports whether a name is that of a secret, or nearly so.
func (n Names) Has(name string) bool {
	normal := normalized(name)
	return slices.ContainsFunc(n.normal, func(known string) bool {
		most := 2 // Two mistakes in a long name, one in a short one.
		if len(known) < 8 {
			most = 1
		}
		return schema.Distance(normal, known, most) <= most
	})
}

// is reports whether a name is exactly that of a secret.
func (n Names) is(name string) bool { return slices.Contains(n.normal, normalized(name)) }

// Unknown returns what may be shown of a name that nobody knows. It is cut at the first colon, equals sign or blank,
// and after the name of a secret: what follows may be the secret.
func (n Names) Unknown(name string) string {
	name = short(name)
	shown := layers.Name(name)
	if end := n.glued(strings.TrimSuffix(shown, "...")); end > 0 {
		shown = name[:end] + "..."
	}
	return layers.Quoted(shown)
}

// glued returns the length of a text up to the end of the name of a secret in it, or nearly so, if more follows; else
// 0.
func (n Names) glued(text string) int {
	if n.Has(text) {
		return 0
	}
	if end := n.firstName(text, 1); end > 0 {
		return end
	}
	return firstPart(text, n.Has)
}

// firstName returns the end of the first part of a text, followed by more, that is exactly the name of a secret and has
// at least a number of bytes.
func (n Names) firstName(text string, shortest int) int {
	if normal := normalized(text); !slices.ContainsFunc(n.normal, func(known string) bool {
		return strings.Contains(normal, known)
	}) {
		return 0
	}
	return firstPart(text, func(part string) bool { return len(part) >= shortest && n.is(part) })
}

// firstPart returns the end of the first part of a text that is something.
func firstPart(text string, is func(part string) bool) int {
	const shortest, longest = 5, 64 // Shorter names are part of many words, and nobody writes longer ones.
	for start := range text {
		for end := range text[:min(len(text), start+longest)] {
			part := text[start:max(start, end)]
			if part != "" && is(part) && (start == 0 || len(part) >= shortest) {
				return end
			}
		}
	}
	return 0
}

// short returns what a message shows of a long text.
func short(text string) string {
	const most = 200
	for end := range text {
		if end >= most {
			return text[:end] + "..."
		}
	}
	return text
}

var (
	quotedText = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	word       = regexp.MustCompile(`[\pL\pN_-]+`)
)

// Message returns a message without the values that follow the names of secrets in the texts that it quotes.
func (n Names) Message(message string) string {
	if len(n.normal) == 0 {
		return message
	}
	return quotedText.ReplaceAllStringFunc(message, func(quoted string) string {
		text, err := strconv.Unquote(quoted)
		if err != nil {
			return quoted
		}
		if cut := n.Value(text); cut != text {
			return strconv.Quote(cut)
		}
		return quoted
	})
}

// File returns the name of a file up to the name of a secret that a separator follows, or more letters: an argument was
// taken for the name. Directories may well be named after secrets.
func (n Names) File(name string) string {
	const long = 8
	if first, _ := utf8.DecodeRuneInString(name); unicode.IsPunct(first) && !strings.ContainsRune("./_", first) {
		return n.Value(name)
	}
	for _, at := range word.FindAllStringIndex(name, -1) {
		found := name[at[0]:at[1]]
		named := n.Has(strings.TrimLeft(found, "-")) || n.glued(found) > 0
		if named && at[1] < len(name) && strings.ContainsRune(":= ", rune(name[at[1]])) {
			return name[:at[1]] + "..."
		}
		if end := n.firstName(found, long); end > 0 {
			return name[:at[0]+end] + "..."
		}
	}
	return name
}

// Missing is File for the name of a file that cannot be read: it is more likely an argument that was taken for a name,
// and a mistyped name of a secret is enough to cut it.
func (n Names) Missing(name string) string {
	const long = 8
	shown := n.File(name)
	for _, at := range word.FindAllStringIndex(shown, -1) {
		found := shown[at[0]:at[1]]
		nearly := func(part string) bool { return len(part) >= long && n.Has(part) }
		if end := firstPart(found, nearly); end > 0 && !n.Has(found) {
			return shown[:at[0]+end] + "..."
		}
	}
	return shown
}

// Value returns a text up to the first name of a secret in it.
func (n Names) Value(text string) string {
	text = short(text)
	for _, at := range word.FindAllStringIndex(text, -1) {
		found := strings.TrimLeft(text[at[0]:at[1]], "-")
		end := at[1]
		if !n.Has(found) {
			glued := n.glued(found)
			if glued == 0 {
				continue
			}
			end -= len(found) - glued
		}
		if end < len(text) {
			return text[:end] + "..."
		}
	}
	return text
}
