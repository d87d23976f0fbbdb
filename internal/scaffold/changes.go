package scaffold

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// Changes says what becomes of a go.mod, in one line; empty if nothing does, or if one cannot be understood.
func Changes(before, after []byte) string {
	old, oldErr := modfile.Parse("go.mod", before, nil)
	now, nowErr := modfile.Parse("go.mod", after, nil)
	if oldErr != nil || nowErr != nil {
		return ""
	}
	var changes, added []string
	if old.Go != nil && now.Go != nil && old.Go.Version != now.Go.Version {
		changes = append(changes, fmt.Sprintf("go %s is now go %s", old.Go.Version, now.Go.Version))
	}
	if old.Toolchain != nil && now.Toolchain == nil {
		changes = append(changes, "the line toolchain "+old.Toolchain.Name+" is removed")
	}
	required := map[string]string{}
	for _, r := range old.Require {
		required[r.Mod.Path] = r.Mod.Version
	}
	indirect := 0
	for _, r := range now.Require {
		switch known := required[r.Mod.Path]; {
		case known == r.Mod.Version:
		case known != "":
			changes = append(changes, fmt.Sprintf("%s %s is now %s", r.Mod.Path, known, r.Mod.Version))
		case r.Indirect:
			indirect++
		default:
			added = append(added, r.Mod.Path+" "+r.Mod.Version)
		}
	}
	if len(added) > 0 {
		changes = append(changes, "it requires "+strings.Join(added, ", "))
	}
	if indirect > 0 {
		changes = append(changes, fmt.Sprintf("%d modules that these require", indirect))
	}
	for _, r := range now.Replace {
		if !slices.ContainsFunc(old.Replace, func(o *modfile.Replace) bool { return o.Old == r.Old && o.New == r.New }) {
			changes = append(changes, fmt.Sprintf("it replaces %s by %s", r.Old.Path, r.New.Path))
		}
	}
	return strings.Join(changes, "; ")
}
