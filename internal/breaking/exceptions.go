package breaking

import (
	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
)

// exception is the reason of the exception that the newer API declares for a change, with its end; empty if there is
// none.
func exception(c *comparison, rule string, d *difference) string {
	for _, declared := range declarations(c, d) {
		for _, e := range member[[]descriptor.Exception](c.new.facts[declared], "Exceptions") {
			order, known := group.CompareReleases(c.new.Release, e.Until)
			if e.Rule == rule && known && order < 0 {
				return e.Reason + ", until " + e.Until
			}
		}
	}
	return ""
}

// declarations returns the objects that may declare an exception for a change: the object itself, the objects around
// it, the tombstone of a removed object, and the group.
func declarations(c *comparison, d *difference) []descriptor.Identity {
	found := c.new.outwards(d.Of)
	if d.gone() {
		found = append(found, tombstonesOf(d.was)...)
	}
	return append(found, descriptor.Identity{})
}

// tombstonesOf are the tombstones that an object can have.
func tombstonesOf(i descriptor.Identity) []descriptor.Identity {
	switch {
	case i.Removed:
		return nil
	case i.Flag != "":
		return []descriptor.Identity{{Removed: true, Flag: i.Flag}}
	case i.Path != "":
		return []descriptor.Identity{
			{Removed: true, Kind: i.Kind, Path: i.Path}, {Removed: true, Kind: i.Kind, Path: i.Path, Version: i.Version},
		}
	case i.Version != "":
		return []descriptor.Identity{{Removed: true, Kind: i.Kind, Version: i.Version}}
	}
	return nil
}
