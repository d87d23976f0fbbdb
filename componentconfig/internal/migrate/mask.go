package migrate

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// mask is what a file has in place of a secret.
const mask = `"***"`

var errHidden = errors.New("it uses anchors or keys in which a secret cannot be told from other text")

// Masked returns the text of a file with its secrets masked: the values of the fields whose patterns are secrets, also
// where they are anchors of aliases; the values of fields that the type does not have, which may be mistyped secrets;
// the values at the positions of other mistakes; and the text after the name of a secret in a comment. The rest of the
// text is unchanged. tree is the parsed text, without unknown fields, and nil if the file has no content.
func Masked(name, text string, tree *layers.Node, secrets []string, mistakes layers.Problems) (string, error) {
	if len(secrets) == 0 {
		return text, nil
	}
	m := masking{secrets: secrets, comments: commented(secrets), wrong: map[layers.Pos]bool{}, hidden: map[*entry]bool{}}
	if tree == nil {
		return m.visible(text), nil
	}
	var err error
	if m.document, err = parse(name, text, tree); err != nil {
		return "", err
	}
	for _, p := range mistakes {
		m.wrong[p.Pos] = true
	}
	for _, in := range m.mappings {
		for _, e := range in.entries {
			if m.isSecret(e) && !m.hide(e) {
				return "", errHidden
			}
		}
	}
	return m.apply(), nil
}

// commented matches the rest of a comment behind the name of a secret.
func commented(secrets []string) *regexp.Regexp {
	var names []string
	for _, pattern := range secrets {
		pattern = strings.ReplaceAll(pattern, "[]", "")
		names = append(names, regexp.QuoteMeta(pattern[strings.LastIndex(pattern, ".")+1:]))
	}
	return regexp.MustCompile(`(?mi)(#.*?(?:` + strings.Join(names, "|") + `)["']?[ \t]*[:=]).*$`)
}

// masking is a file while its secrets are found.
type masking struct {
	*document
	secrets  []string
	comments *regexp.Regexp
	wrong    map[layers.Pos]bool
	hidden   map[*entry]bool
}

// visible returns a text without the secrets in its comments.
func (m *masking) visible(text string) string { return m.comments.ReplaceAllString(text, "${1} ***") }

// isSecret reports whether an entry has to be hidden. A list or a map of secrets is, as a whole and with its keys.
func (m *masking) isSecret(e *entry) bool {
	if e.key.ShortTag() == "!!merge" {
		return false // What it names is somewhere in the file.
	}
	pattern, holds := e.path.Pattern(), false
	for _, secret := range m.secrets {
		below, inside := strings.CutPrefix(secret, pattern+"[]")
		if layers.Below(pattern, secret) || inside && !strings.Contains(below, ".") {
			return true
		}
		holds = holds || layers.Below(secret, pattern)
	}
	return e.tree == nil || m.isWrong(e.value) || holds && !matches(e.value, e.tree)
}

// isWrong reports whether a value, or an item of it, is a mistake.
func (m *masking) isWrong(n *yaml.Node) bool {
	return m.wrong[m.pos(n)] || n.Kind == yaml.SequenceNode && slices.ContainsFunc(n.Content, m.isWrong)
}

// matches reports whether parse has found the entries in a value. Of an alias, and of a value of the wrong type, it has
// not.
func matches(n *yaml.Node, tree *layers.Node) bool {
	switch n.Kind {
	case yaml.MappingNode:
		return tree.Kind == layers.Map
	case yaml.SequenceNode:
		if tree.Kind != layers.List || len(n.Content) != len(tree.Items) {
			return false
		}
		for i, item := range n.Content {
			if !matches(item, tree.Items[i]) {
				return false
			}
		}
		return true
	}
	return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null"
}

// hide hides an entry, and those with the anchors that its value uses. It reports whether it could.
func (m *masking) hide(e *entry) bool {
	m.hidden[e] = true
	return !e.marked && m.follow(e.value)
}

func (m *masking) follow(n *yaml.Node) bool {
	if n.Kind != yaml.AliasNode {
		return !slices.ContainsFunc(n.Content, func(inner *yaml.Node) bool { return !m.follow(inner) })
	}
	for _, in := range m.mappings {
		for _, e := range in.entries {
			if e.value == n.Alias {
				return m.hidden[e] || m.hide(e)
			}
		}
	}
	return false
}

// apply returns the text without what is hidden.
func (m *masking) apply() string {
	all := make([]*entry, 0, len(m.hidden))
	for e := range m.hidden {
		all = append(all, e)
	}
	slices.SortFunc(all, func(x, y *entry) int { return x.keyStart - y.keyStart })
	var out strings.Builder
	at := 0
	for _, e := range all {
		if e.keyStart < at {
			continue // It is in one that is hidden.
		}
		out.WriteString(m.visible(m.text[at:e.keyStart]) + m.keyOf(e) + ": " + mask)
		if at = e.end; !e.in.flow {
			at = len(strings.TrimRight(m.text[:e.end], "\r\n"))
		}
	}
	out.WriteString(m.visible(m.text[at:]))
	return out.String()
}

// keyOf is the key of a hidden entry: masked if it is unknown and may have a secret in it.
func (m *masking) keyOf(e *entry) string {
	if e.tree == nil && (layers.Cut(e.key.Value) != e.key.Value || e.value.ShortTag() == "!!null") {
		return mask
	}
	return m.text[e.keyStart:e.keyEnd]
}
