package configapi

import (
	"maps"
	"slices"
)

// format is the version of the form in which Encode writes. What an earlier one does not have is not new when it is
// missing in an old snapshot.
//
//	1: no format in the file, no settings of +flags structs, preflight checks, files of secrets and short names
//	2: all of these
const format = 2

// earlier is the fact about a group whose snapshot has form 1.
const earlier = "earlier form"

// Aligned returns two snapshots without what only the form of the newer one has.
func Aligned(old, new Snapshot) (Snapshot, Snapshot) {
	if old.Fact(Key{}, earlier) == "" {
		return old, new
	}
	served := map[string]bool{}
	for _, object := range new {
		served[object.Kind] = served[object.Kind] || object.Version != ""
	}
	return old.without(nil, earlier), new.without(func(object Object) bool {
		return object.Setting != "" && object.Flag == "" && object.FlagsFrom == "" && !served[object.Kind]
	}, "preflight", "secret file", "short names")
}

// without returns a snapshot without some objects and facts. A setting that has no facts left is not in it.
func (s Snapshot) without(excluded func(Object) bool, names ...string) Snapshot {
	var left Snapshot
	for _, object := range s {
		if excluded != nil && excluded(object) {
			continue
		}
		facts := maps.Clone(object.Facts)
		maps.DeleteFunc(facts, func(name, _ string) bool { return slices.Contains(names, name) })
		if len(facts) > 0 || object.Setting == "" {
			left = append(left, Object{object.Key, facts})
		}
	}
	return left
}
