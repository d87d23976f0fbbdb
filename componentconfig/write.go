package componentconfig

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/filewrite"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// writeFile writes the effective configuration to a file, whole or not at all. It returns the paths of the secrets,
// which it leaves out.
func writeFile(c *candidate, file string) (secrets []string, err error) {
	tree, secrets, err := written(c)
	if err != nil {
		return nil, err
	}
	text := layers.YAML(tree, nil)
	if len(secrets) > 0 {
		text = "# Secrets that are not written: " + strings.Join(secrets, ", ") + "\n" + text
	}
	if err := filewrite.Write(file, text); err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, Problems{{File: file, Message: "the configuration cannot be written: " + err.Error()}}
	}
	return secrets, nil
}

// written returns the effective configuration as a tree that loads back to the identical object, but for the secrets,
// which are removed.
func written(c *candidate) (tree *layers.Node, secrets []string, err error) {
	if err := c.partial(); err != nil {
		return nil, nil, err
	}
	tree = c.view.tree.Clone()
	removeIgnored(c, tree)
	if err := fill(c, tree); err != nil {
		return nil, nil, err
	}
	secrets = redact.Strip(tree, c.secret, func(path layers.Path) bool {
		return c.view.isSet(path.String()) && c.secretFiles[path.String()] == "" // The name of the file is written.
	})
	return tree, secrets, nil
}

// removeIgnored removes the fields that are ignored and not set: to write them would set them.
func removeIgnored(c *candidate, tree *layers.Node) {
	patterns := c.patterns(c.newest(), c.ignored)
	for _, leaf := range c.view.leaves {
		if !anyBelow(leaf.Path.Pattern(), patterns) || c.view.isSet(leaf.Path.String()) {
			continue
		}
		parent, name := tree.At(leaf.Path[:len(leaf.Path)-1]), leaf.Path[len(leaf.Path)-1].Name
		if parent != nil {
			delete(parent.Fields, name)
		}
	}
}

// fill adds the empty lists to a tree that defaults would fill otherwise, and checks that it loads back.
func fill(c *candidate, tree *layers.Node) error {
	if twice := c.rules(c.newest()).Duplicates(tree); len(twice) > 0 {
		return Problems{{Message: "the configuration cannot be written so that it loads back: " + twice[0].String()}}
	}
	var lost []string
	for range 2 {
		back, err := c.loadedBack(tree)
		if err != nil {
			return err
		}
		if schema.Equal(back, c.config) {
			return nil
		}
		lost = schema.Differing(back, c.config)
		again, err := c.model.tree(back)
		if err != nil {
			return err
		}
		for _, leaf := range again.Leaves() {
			if old := tree.At(leaf.Path); old == nil || string(old.JSON()) != string(leaf.Node.JSON()) {
				emptyParentList(tree, leaf.Path)
			}
		}
	}
	message := fmt.Sprintf(
		"the configuration cannot be written so that it loads back the same: version %s does not preserve %s",
		c.newest(), strings.Join(lost, ", "))
	isZero := func(goPath string) bool { return schema.IsZeroAt(c.config, goPath) }
	if !c.zerosKept && slices.ContainsFunc(lost, isZero) {
		message += "; a zero in a file means that the field is not set"
	}
	return Problems{{Message: message}}
}

// loadedBack returns what a load makes of a tree of the newest version.
func (c *candidate) loadedBack(tree *layers.Node) (config any, err error) {
	again, flags := *c, *c.flags
	flags.given = nil
	again.flags, again.hasFiles, again.completed = &flags, true, map[string]bool{}
	again.merged = merged{tree: tree, version: c.newest()}
	if again.config, again.bare, err = decodeTree(c.model, tree, c.newest()); err != nil {
		return nil, err
	}
	if problems := again.complete(nil); len(problems) > 0 {
		return nil, problemsOf(problems)
	}
	c.resetIgnored(again.config, again.bare)
	return again.config, nil
}

// emptyParentList writes that the outermost list on a path is empty, if the tree does not have it.
func emptyParentList(tree *layers.Node, path layers.Path) {
	i := slices.IndexFunc(path, func(s layers.Step) bool { return s.Kind == layers.List })
	if i < 1 {
		return
	}
	parent, name := tree.At(path[:i-1]), path[i-1].Name
	if parent != nil && parent.Kind == layers.Map && parent.Fields[name] == nil {
		parent.Fields[name] = &layers.Node{Kind: layers.List, Replace: true}
	}
}
