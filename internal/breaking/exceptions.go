package breaking

import (
	"strings"

	"github.com/configgen/configgen/internal/configapi"
	"github.com/configgen/configgen/internal/group"
)

// exception is the reason of the exception that the newer API declares for a change, with its end; empty if there is
// none.
func exception(c *comparison, rule string, d *difference) string {
	for _, facts := range declarations(c, d) {
		until, reason, _ := strings.Cut(facts[configapi.Allow+rule], " ")
		order, known := group.CompareReleases(c.after[configapi.Key{}]["release"], until)
		if reason != "" && known && order < 0 {
			return reason + ", until " + until
		}
	}
	return ""
}

// declarations are the facts of what may declare an exception for a change: the object itself, what it is in, the
// tombstone of what is gone, the kind of a tombstone, and the group.
func declarations(c *comparison, d *difference) []map[string]string {
	found := []map[string]string{c.after[d.key]}
	if d.gone() {
		for _, key := range tombstonesOf(d.old) {
			found = append(found, c.after[key])
		}
	}
	key := d.key
	for path := &key.Field; *path != ""; {
		*path = parent(*path)
		found = append(found, c.after[key])
	}
	key = d.key
	for path := &key.Setting; *path != "" && key.FlagsFrom == ""; {
		*path = parent(*path)
		found = append(found, c.after[key])
	}
	for _, object := range c.new {
		if d.key.Tombstone != "" && object.Kind == d.key.Kind && object.Version != "" && object.Field == "" {
			found = append(found, object.Facts)
		}
	}
	return append(found, c.after[configapi.Key{}])
}

// tombstonesOf are the tombstones that an object can have.
func tombstonesOf(key configapi.Key) []configapi.Key {
	switch {
	case key.Flag != "":
		return []configapi.Key{tombstoneKey("", group.Tombstone{Flag: key.Flag})}
	case key.Field != "":
		return []configapi.Key{
			tombstoneKey(key.Kind, group.Tombstone{Path: key.Field}),
			tombstoneKey(key.Kind, group.Tombstone{Path: key.Field, Version: key.Version}),
		}
	case key.Version != "":
		return []configapi.Key{tombstoneKey(key.Kind, group.Tombstone{Version: key.Version})}
	}
	return nil
}

// tombstoneKey identifies a tombstone.
func tombstoneKey(kind string, stone group.Tombstone) configapi.Key {
	what, name := stone.What()
	return configapi.Key{Kind: kind, Tombstone: what + " " + name}
}
