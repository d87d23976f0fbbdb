package adopt

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

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
