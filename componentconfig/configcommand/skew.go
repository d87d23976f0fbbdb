package configcommand

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// release is a minor version.
type release struct{ major, minor int }

// parseRelease reads a minor version such as 1.4.
func parseRelease(text string) (r release, err error) {
	_, err = fmt.Sscanf(text, "%d.%d", &r.major, &r.minor)
	if err != nil || fmt.Sprintf("%d.%d", r.major, r.minor) != text {
		return r, fmt.Errorf("%q is not a minor version; specify it without v and patch, such as 1.4", text)
	}
	return r, nil
}

// newer reports whether a field came after a release.
func (r release) newer(leaf extension.Leaf) bool {
	since, err := parseRelease(leaf.Since)
	return err == nil && (since.major > r.major || since.major == r.major && since.minor > r.minor)
}

// readableBy returns a configuration without the defaults of fields that a release does not know, and the problem that
// such a field is set.
func readableBy(root extension.Shown, name, text string) (extension.Shown, layers.Problems, error) {
	r, err := parseRelease(text)
	if err != nil {
		return root, nil, fmt.Errorf("--for: %w", err)
	}
	var problems layers.Problems
	out := root
	out.Tree, out.Leaves = root.Tree.Clone(), nil
	for _, leaf := range root.Leaves {
		switch {
		case !r.newer(leaf):
			out.Leaves = append(out.Leaves, leaf)
		case leaf.Set:
			from := leaf.Origins[0]
			what := fmt.Sprintf("%s %s does not read it; it came with %s", name, text, leaf.Since)
			problem := layers.About(layers.Pos{File: from.Name, Line: from.Line, Column: from.Column},
				layers.Conversion, leaf.Path, what)
			if from.Source == "flag" {
				problem = layers.About(layers.Pos{}, layers.Conversion, "--"+from.Name, problem.Message)
				problem.Field = leaf.Path
			}
			problems = append(problems, problem)
		default:
			remove(out.Tree, leaf.Pattern)
		}
	}
	return out, problems, nil
}

// remove takes what a pattern leads to from a tree, and the objects that become empty.
func remove(tree *layers.Node, pattern string) {
	for _, found := range tree.Find(pattern) {
		for path := found.Path; len(path) > 0; path = path[:len(path)-1] {
			tree.Remove(path)
			if above := tree.At(path[:len(path)-1]); above == nil || above.Kind != layers.Map || len(above.Fields) > 0 {
				break
			}
		}
	}
}

// knownByNewer says of unknown fields that the JSON Schema of a newer release has them.
func knownByNewer(found []finding, file string) ([]finding, error) {
	text, err := readFile(file)
	if err != nil {
		return nil, fmt.Errorf("--newer-schema: %w", err)
	}
	var newer node
	if err := json.Unmarshal(text, &newer); err != nil || newer.Properties == nil {
		return nil, fmt.Errorf("--newer-schema: %s is not a JSON Schema of a configuration; config schema writes one",
			layers.Plain(file))
	}
	found = slices.Clone(found)
	for i, f := range found {
		if pattern, _ := layers.Blank(f.Unknown); f.Unknown != "" && newer.at(pattern) != nil {
			found[i].Message = f.Unknown + ": unknown field; a newer release has it, by " + layers.Plain(file)
		}
	}
	return found, nil
}

// node is a part of a JSON Schema, with the keywords about fields.
type node struct {
	Properties           map[string]*node
	Items                *node
	AdditionalProperties *node
	Ref                  string `json:"$ref"`
	Definitions          map[string]*node
}

// UnmarshalJSON reads a schema, which may be true or false.
func (n *node) UnmarshalJSON(data []byte) error {
	type plain node
	if text := string(data); text == "true" || text == "false" {
		return nil
	}
	return json.Unmarshal(data, (*plain)(n))
}

// at returns the part of a schema that is about a field; nil if there is none.
func (n *node) at(pattern string) *node {
	whole := n
	for _, step := range strings.Split(strings.ReplaceAll(pattern, "[]", ".[]"), ".") {
		if n != nil && n.Ref != "" {
			n = whole.Definitions[strings.TrimPrefix(n.Ref, "#/definitions/")]
		}
		switch {
		case n == nil:
		case step != "[]":
			n = n.Properties[step]
		case n.Items != nil:
			n = n.Items
		default:
			n = n.AdditionalProperties
		}
	}
	return n
}
