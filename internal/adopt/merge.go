package adopt

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
)

// merge is the marker of a map whose keys stay when a flag sets others.
const merge = "+precedence=merge"

// tryMerge plans +precedence=merge for a flag that keeps the keys of a map, and reports whether that has not been
// tried.
func tryMerge(c *component, d *decisions, w *draft, name string) bool {
	flag := c.theirs.Flag(name)
	_, tried := d.merged[name]
	d.merged[name] = !tried && merges(flag) && configures(w, flag.Field)
	return d.merged[name]
}

// refusesMerge reports whether a finding is about a planned +precedence=merge. None is planned then.
func refusesMerge(d *decisions, w *draft, finding diag.Diagnostic) bool {
	if !strings.HasSuffix(lineOf(w, finding), merge) {
		return false
	}
	refused := false
	for name, planned := range d.merged {
		refused, d.merged[name] = refused || planned, false
	}
	return refused
}

// configures reports whether a field is one of a configuration.
func configures(w *draft, path string) bool {
	return slices.ContainsFunc(w.Plan.Roots, func(root plan.Root) bool { return root.Configures(path) })
}

// mergeable reports whether +precedence=merge can let a flag keep keys: its field is a map of a configuration.
func mergeable(w *draft, flag observe.Flag) bool {
	isMap := slices.ContainsFunc(flag.Sets, func(set observe.Set) bool {
		return set.Held != nil && slices.ContainsFunc(set.Changes, func(change observe.Change) bool {
			return change.Field == flag.Field && strings.HasPrefix(change.Before, "{")
		})
	})
	return isMap && configures(w, flag.Field)
}

// adds reports whether a flag keeps something of what a list or a map has beforehand, and sets something.
func adds(flag observe.Flag) bool {
	for _, set := range flag.Sets {
		if set.Held == nil || set.Error != "" || len(set.Changes) == 0 {
			continue
		}
		if len(set.Kept) > 0 {
			return true
		}
		for _, change := range set.Changes {
			if change.Field == set.Held.Field && keeps(change, strings.Join(set.Values, ",")) {
				return true
			}
		}
	}
	return false
}

// keeps reports whether a list or a map still has something that it had, and that a command line does not give again.
func keeps(change observe.Change, given string) bool {
	var before, after map[string]json.RawMessage
	if json.Unmarshal([]byte(change.Before), &before) == nil && json.Unmarshal([]byte(change.After), &after) == nil {
		for key := range before {
			if bytes.Equal(before[key], after[key]) && !strings.Contains(given, key) {
				return true
			}
		}
		return false
	}
	var items, left []json.RawMessage
	if json.Unmarshal([]byte(change.Before), &items) != nil || json.Unmarshal([]byte(change.After), &left) != nil {
		return false
	}
	return slices.ContainsFunc(items, func(item json.RawMessage) bool {
		return !strings.Contains(given, strings.Trim(string(item), `"`)) &&
			slices.ContainsFunc(left, func(other json.RawMessage) bool { return bytes.Equal(item, other) })
	})
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
