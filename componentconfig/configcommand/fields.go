package configcommand

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/descriptor/render"
)

// field is a field of the newest version of a root.
type field struct {
	extension.Field
	root int
	// doc is what is known of it; nil if that is nothing.
	doc *render.Field
}

// fields returns the fields of all roots, in the order of the types.
func (a *client) fields() ([]field, error) {
	component, err := a.Component()
	if err != nil || a.known != nil {
		return a.known, err
	}
	var all []field
	for i := range component.Roots {
		d, err := a.document(i, "")
		if err != nil {
			return nil, err
		}
		if err := a.setForExplain(i, d); err != nil {
			return nil, err
		}
		docs := map[string]*render.Field{}
		d.Walk(func(f *render.Field) { docs[strings.ReplaceAll(f.Path, "[*]", "[]")] = f })
		for _, f := range a.Fields(i, "") {
			all = append(all, field{f, i, docs[f.Pattern]})
		}
	}
	a.known = all
	return all, nil
}

// plain is a path without indexes and keys, as people write it: zones.file for zones[0].file.
func plain(path string) string {
	pattern, _ := layers.Blank(path)
	return strings.ReplaceAll(pattern, "[]", "")
}

// find returns the field at a path, also of an older version, or the field of a flag.
func (a *client) find(path string) (field, error) {
	all, err := a.fields()
	if err != nil {
		return field{}, err
	}
	at := func(root int, patterns []string) int {
		return slices.IndexFunc(all, func(f field) bool {
			return (root < 0 || f.root == root) && slices.ContainsFunc(patterns, func(p string) bool {
				return plain(f.Pattern) == plain(p)
			})
		})
	}
	if i := at(-1, []string{path}); i >= 0 {
		return all[i], nil
	}
	component, err := a.Component()
	if err != nil {
		return field{}, err
	}
	var known []string
	for _, f := range all {
		known = append(known, plain(f.Pattern))
	}
	for i, root := range component.Roots {
		for _, version := range root.Versions[min(1, len(root.Versions)):] {
			for _, old := range a.Fields(i, version) {
				known = append(known, plain(old.Pattern))
				if plain(old.Pattern) != plain(path) {
					continue
				}
				if found := at(i, a.Translated(i, old.Pattern, version, root.Versions[0])); found >= 0 {
					return all[found], nil
				}
			}
		}
	}
	if root, patterns := a.SetBy(strings.TrimLeft(path, "-")); len(patterns) > 0 {
		if i := at(root, patterns); i >= 0 {
			return all[i], nil
		}
	}
	for _, root := range component.Roots {
		for name, text := range root.Removed {
			if plain(name) == plain(strings.TrimLeft(path, "-")) {
				return field{}, fmt.Errorf("%s: %s", layers.Plain(path), text)
			}
		}
	}
	return field{}, unknownField(path, known)
}

// unknownField is the error about a path that no version has.
func unknownField(path string, known []string) error {
	var leaves []string
	last := plain(path)[strings.LastIndex(plain(path), ".")+1:]
	for _, k := range known {
		if !slices.Contains(leaves, k) && k[strings.LastIndex(k, ".")+1:] == last {
			leaves = append(leaves, k)
		}
	}
	advice := "config explain lists the fields"
	if len(leaves) > 0 {
		advice = "did you mean " + strings.Join(leaves[:min(3, len(leaves))], " or ") + "?"
	} else if nearest := choose(plain(path), known); strings.HasPrefix(nearest, "did") {
		advice = nearest
	}
	return fmt.Errorf("%s: unknown field; %s", layers.Plain(path), advice)
}

// kind is the type of a field in words.
func (f field) kind() string {
	if f.doc == nil {
		return "any value" // of a type whose source was not known
	}
	return f.doc.PlainType()
}
