package breaking

import (
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/flagtext"
)

// renamedKinds are the former names of kinds, by the new ones. A kind has another name if it is gone, and if the only
// new kind of its scope has at least half of its fields.
func renamedKinds(old, new *descriptor.Descriptor) map[string]string {
	gone := func(a, b *descriptor.Descriptor) []descriptor.Kind {
		return slices.DeleteFunc(slices.Clone(a.Kinds), func(k descriptor.Kind) bool {
			return slices.ContainsFunc(b.Kinds, func(other descriptor.Kind) bool { return other.Name == k.Name })
		})
	}
	paths := func(k descriptor.Kind) []string {
		var all []string
		for _, field := range k.Fields {
			all = append(all, field.Path)
		}
		return all
	}
	found := map[string]string{}
	for _, was := range gone(old, new) {
		candidates := gone(new, old)
		candidates = slices.DeleteFunc(candidates, func(is descriptor.Kind) bool {
			return is.Scope != was.Scope || !sameFields(paths(was), paths(is))
		})
		if len(candidates) == 1 && found[candidates[0].Name] == "" {
			found[candidates[0].Name] = was.Name
		}
	}
	return found
}

// withKinds is a copy of a descriptor with the new names of its kinds.
func withKinds(d *descriptor.Descriptor, former map[string]string) *descriptor.Descriptor {
	if len(former) == 0 {
		return d
	}
	copied := *d
	copied.Kinds, copied.Tombstones = slices.Clone(d.Kinds), slices.Clone(d.Tombstones)
	for now, was := range former {
		for i := range copied.Kinds {
			if copied.Kinds[i].Name == was {
				copied.Kinds[i].Name = now
			}
		}
		for i := range copied.Tombstones {
			if copied.Tombstones[i].Of.Kind == was {
				copied.Tombstones[i].Of.Kind = now
			}
		}
	}
	return &copied
}

// findRenames pairs fields of versions that are gone with new ones, then fields of kinds, then flags. A field of a
// version is the same under another name if it is the same field in Go, or if its type and its comment or the fields in
// it are the same and no other field has these.
func (c *comparison) findRenames() {
	for _, gone := range c.old.rows {
		if !isVersionField(gone.Identity) || c.new.facts[gone.Identity] != nil {
			continue
		}
		moved := gone.Identity
		moved.Path = c.movedPath(gone.Identity)
		if moved != gone.Identity && c.new.facts[moved] != nil {
			c.renames[gone.Identity] = moved
			continue
		}
		was := gone.Facts.(*descriptor.VersionField)
		var candidates []descriptor.Identity
		for _, added := range c.new.rows {
			is, ok := added.Facts.(*descriptor.VersionField)
			if !ok || c.old.facts[added.Identity] != nil || added.Version != gone.Version || added.Kind != gone.Kind {
				continue
			}
			if is.Go == was.Go {
				candidates = []descriptor.Identity{added.Identity}
				break
			}
			if parent(added.Path) == parent(moved.Path) && sameShape(&is.Type, &was.Type) &&
				(was.Doc != "" && text(is) == text(was) || sameFields(c.old.below(gone.Identity), c.new.below(added.Identity))) {
				candidates = append(candidates, added.Identity)
			}
		}
		c.rename(gone.Identity, candidates)
	}
	c.findMovedFields()
	c.findFlagRenames()
}

// below are the paths of the fields that are in a field of a version.
func (a *api) below(of descriptor.Identity) []string {
	var found []string
	for _, row := range a.rows {
		rest, in := strings.CutPrefix(row.Path, of.Path)
		if in && rest != "" && inside(row.Path, of.Path) && row.Kind == of.Kind && row.Version == of.Version && !row.Removed {
			found = append(found, rest)
		}
	}
	return found
}

// sameFields reports whether two structs share at least half of their fields.
func sameFields(a, b []string) bool {
	shared := len(slices.DeleteFunc(slices.Clone(a), func(path string) bool { return !slices.Contains(b, path) }))
	return shared > 0 && 2*shared >= max(len(a), len(b))
}

// rename notes that an object has another name if there is a single candidate.
func (c *comparison) rename(gone descriptor.Identity, candidates []descriptor.Identity) {
	if len(candidates) == 1 && !c.isTarget(candidates[0]) {
		c.renames[gone] = candidates[0]
	}
}

// findMovedFields pairs a field of a kind that is gone with the new one that has the values of the same field of a
// version, of the first version if they differ.
func (c *comparison) findMovedFields() {
	for _, row := range c.old.rows {
		field := c.old.fieldOf(row.Identity)
		if !isVersionField(row.Identity) || c.new.facts[field] != nil || c.renames[field] != (descriptor.Identity{}) {
			continue
		}
		now := c.newIdentity(row.Identity)
		if target := c.new.fieldOf(now); c.new.facts[now] != nil && isField(target) && c.old.facts[target] == nil {
			c.renames[field] = target
		}
	}
}

// findFlagRenames pairs a flag that sets another field than before with itself, and then one that is gone with the only
// new one that sets the same field.
func (c *comparison) findFlagRenames() {
	named := func(a *api, flag string) []descriptor.Identity {
		var found []descriptor.Identity
		for _, row := range a.rows {
			if row.Flag == flag && !row.Removed {
				found = append(found, row.Identity)
			}
		}
		return found
	}
	for _, gone := range c.old.rows {
		if gone.Flag == "" || gone.Removed || c.new.facts[c.newIdentity(gone.Identity)] != nil {
			continue
		}
		now := named(c.new, gone.Flag)
		for _, candidate := range now {
			if len(now) == 1 || c.old.facts[candidate] == nil {
				c.rename(gone.Identity, []descriptor.Identity{candidate})
				break
			}
		}
		if len(now) > 0 {
			continue
		}
		var candidates []descriptor.Identity
		for _, added := range c.new.rows {
			if added.Flag != "" && !added.Removed && c.target(added.Identity) == c.target(gone.Identity) &&
				len(named(c.old, added.Flag)) == 0 {
				candidates = append(candidates, added.Identity)
			}
		}
		c.rename(gone.Identity, candidates)
	}
}

func (c *comparison) isTarget(i descriptor.Identity) bool {
	return slices.Contains(slices.Collect(maps.Values(c.renames)), i)
}

// movedPath returns the path of a field of a version below the new name of the field around it.
func (c *comparison) movedPath(i descriptor.Identity) string {
	above := i
	for above.Path = parent(i.Path); above.Path != ""; above.Path = parent(above.Path) {
		if target, ok := c.renames[above]; ok {
			return target.Path + i.Path[len(above.Path):]
		}
	}
	return i.Path
}

// newIdentity is an object of the older API in the newer one.
func (c *comparison) newIdentity(i descriptor.Identity) descriptor.Identity {
	if target, ok := c.renames[i]; ok {
		return target
	}
	if field := (descriptor.Identity{Kind: i.Kind, Field: i.Field}); i.Field != "" {
		if target, ok := c.renames[field]; ok {
			i.Field = target.Field
		}
	}
	return i
}

// target returns the path of the field that a flag sets, as the newer API names it; empty for an ignored flag.
func (c *comparison) target(flag descriptor.Identity) string {
	if flag.Field == "" {
		return ""
	}
	field := c.newIdentity(descriptor.Identity{Kind: flag.Kind, Field: flag.Field})
	return field.Kind + " " + c.label(field)
}

// text is the comment of a field without the name that it starts with.
func text(f *descriptor.VersionField) string {
	const rest = " X"
	name := strings.TrimSuffix(flagtext.Help(lastName(f.Go), lastName(f.Go)+rest, nil), rest)
	return strings.TrimPrefix(f.Doc, name)
}

// newField reports whether a field of a kind is new to users: no version had the field before or, in a struct of flags,
// no flag set it. Its facts are not compared, because no file and no command line could rely on others. A field without
// known versions and flags is not new.
func (c *comparison) newField(field descriptor.Identity) bool {
	found := false
	for _, row := range c.new.rows {
		covers := row.Kind == field.Kind && (isVersionField(row.Identity) && c.new.fieldOf(row.Identity) == field ||
			row.Func != "" && row.Field == field.Field ||
			row.Flag != "" && !row.Removed && row.Field != "" && inside(row.Field, field.Field))
		if !covers {
			continue
		}
		if found = true; c.old.facts[row.Identity] != nil || c.isTarget(row.Identity) {
			return false
		}
	}
	return found
}
