package breaking

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/configapi"
)

// findRenames pairs fields that are gone with new ones, and then flags. A field is the same under another name if it is
// the same field in Go, or if its type and its comment are the same and no other field has these.
func (c *comparison) findRenames() {
	for _, gone := range c.old {
		if gone.Field == "" || c.after[gone.Key] != nil {
			continue
		}
		moved := gone.Key
		moved.Field = c.movedPath(gone.Key)
		if moved != gone.Key && c.after[moved] != nil {
			c.renames[gone.Key] = moved
			continue
		}
		var candidates []configapi.Key
		for _, added := range c.new {
			if added.Field == "" || c.before[added.Key] != nil || added.Version != gone.Version || added.Kind != gone.Kind {
				continue
			}
			if added.Facts["go"] == gone.Facts["go"] {
				candidates = []configapi.Key{added.Key}
				break
			}
			if parent(added.Field) == parent(moved.Field) && added.Facts["type"] == gone.Facts["type"] &&
				text(gone) != "" && text(added) == text(gone) {
				candidates = append(candidates, added.Key)
			}
		}
		if len(candidates) == 1 && !c.isTarget(candidates[0]) {
			c.renames[gone.Key] = candidates[0]
		}
	}
	c.findFlagRenames()
}

// findFlagRenames pairs a flag that is gone with the only new one that sets the same field.
func (c *comparison) findFlagRenames() {
	for _, gone := range c.old {
		if gone.Flag == "" || c.after[gone.Key] != nil {
			continue
		}
		var candidates []configapi.Key
		for _, added := range c.new {
			if added.Flag != "" && c.before[added.Key] == nil && added.Facts["sets"] == c.target(gone.Facts["sets"]) {
				candidates = append(candidates, added.Key)
			}
		}
		if len(candidates) == 1 && !c.isTarget(candidates[0]) {
			c.renames[gone.Key] = candidates[0]
		}
	}
}

func (c *comparison) isTarget(key configapi.Key) bool {
	for _, target := range c.renames {
		if target == key {
			return true
		}
	}
	return false
}

// movedPath is the path of a field below the new name of what it is in.
func (c *comparison) movedPath(key configapi.Key) string {
	above := key
	for above.Field = parent(key.Field); above.Field != ""; above.Field = parent(above.Field) {
		if target, ok := c.renames[above]; ok {
			return target.Field + key.Field[len(above.Field):]
		}
	}
	return key.Field
}

// ownName reports whether an object has another name itself, and not only what it is in.
func (c *comparison) ownName(old, new configapi.Key) bool {
	return old.Field == "" || c.movedPath(old) != new.Field
}

// newKey is the key in the newer API.
func (c *comparison) newKey(key configapi.Key) configapi.Key {
	if target, ok := c.renames[key]; ok {
		return target
	}
	if key.Setting != "" {
		key.Setting = c.settingPath(key.Kind, key.Setting)
	}
	return key
}

// settingPath is the path of a setting in the newer API. If versions differ, the first one is used. If the newer API
// prefers a version that has the field in another place, a marker tells the former one.
func (c *comparison) settingPath(kind, path string) string {
	for _, object := range c.new {
		if object.Kind != kind || object.Setting == "" || c.before[object.Key]["moved"] == object.Facts["moved"] {
			continue
		}
		for _, move := range c.moves(object) {
			if inside(path, move.Field) && c.before[move] != nil && !c.isPreferred(object, move.Field) {
				return object.Setting + path[len(move.Field):]
			}
		}
	}
	found, version := path, ""
	for old, target := range c.renames {
		if old.Kind == kind && old.Field == path && path != "" && (version == "" || old.Version < version) {
			found, version = target.Field, old.Version
		}
	}
	return found
}

// moves are the fields of versions that have the field of a setting in another place.
func (c *comparison) moves(setting configapi.Object) []configapi.Key {
	var found []configapi.Key
	for _, move := range onlyIn(setting.Facts["moved"], "") {
		if words := strings.Fields(move); len(words) > 1 {
			found = append(found, configapi.Key{Version: words[0], Kind: setting.Kind, Field: words[1]})
		}
	}
	return found
}

// isPreferred reports whether a version that has the field of a setting in its place also has a field with a path.
func (c *comparison) isPreferred(setting configapi.Object, path string) bool {
	return slices.ContainsFunc(c.new, func(o configapi.Object) bool {
		itself, other := o.Key, o.Key
		itself.Field, other.Field = setting.Setting, path
		return o.Kind == setting.Kind && o.Version != "" && c.after[itself] != nil && c.after[other] != nil
	})
}

// target is what a flag sets, as the newer API names it.
func (c *comparison) target(sets string) string {
	kind, path, _ := strings.Cut(sets, " ")
	return kind + " " + c.settingPath(kind, path)
}

// parent is the path of what a field is in; empty for a field of the root.
func parent(path string) string {
	path = strings.TrimSuffix(path, "[*]")
	if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
		return strings.TrimRight(path[:dot], "[*]")
	}
	return ""
}

// text is the comment of a field without the name that it starts with.
func text(object configapi.Object) string {
	_, rest, _ := strings.Cut(object.Facts["doc"], " ")
	return rest
}

// inside reports whether a path is that of a field or of one in it.
func inside(path, outer string) bool {
	rest, ok := strings.CutPrefix(path, outer)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
