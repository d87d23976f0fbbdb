package adopt

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/observe"
)

// merge is the marker of a map whose keys stay when a flag sets others.
const merge = "+precedence=merge"

// tryMerge plans +precedence=merge for a flag that keeps the keys of a map, and reports whether that has not been
// tried.
func tryMerge(r *run, name string) bool {
	at := slices.IndexFunc(r.theirs.Flags, func(f observe.Flag) bool { return f.Name == name })
	if _, tried := r.merged[name]; tried || at < 0 {
		r.merged[name] = false
		return false
	}
	r.merged[name] = merges(r.theirs.Flags[at]) && configures(r, r.theirs.Flags[at].Field)
	return r.merged[name]
}

// refusesMerge reports whether a finding is about a planned +precedence=merge. None is planned then.
func refusesMerge(r *run, finding diag.Diagnostic) bool {
	if !strings.HasSuffix(lineOf(r, finding), merge) {
		return false
	}
	refused := false
	for name, planned := range r.merged {
		refused, r.merged[name] = refused || planned, false
	}
	return refused
}

// configures reports whether a field is one of a configuration.
func configures(r *run, path string) bool {
	for _, root := range r.plan.Roots {
		if root.Config && (root.At == "" || strings.HasPrefix(path, root.At+".")) {
			return true
		}
	}
	return false
}

// merges reports whether a flag keeps the keys that a map has before it is set, each time that it was set.
func merges(flag observe.Flag) bool {
	kept := false
	for _, set := range flag.Sets {
		for _, change := range set.Changes {
			var before, after map[string]json.RawMessage
			switch {
			case set.Error != "" || set.Ended || change.Field != flag.Field:
				continue
			case json.Unmarshal([]byte(change.Before), &before) != nil || json.Unmarshal([]byte(change.After), &after) != nil:
				return false
			}
			for key := range before {
				if _, still := after[key]; !still {
					return false
				}
			}
			same := func(key string) bool { return bytes.Equal(before[key], after[key]) }
			for key := range before {
				kept = kept || same(key)
			}
		}
	}
	return kept
}
