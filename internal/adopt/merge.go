package adopt

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// adds reports whether a flag keeps a part of the previous elements of a list or a map, and sets something.
func adds(flag observe.Flag) bool {
	return slices.ContainsFunc(flag.Sets, func(set observe.Set) bool {
		return set.Held != nil && set.Error == "" && len(set.Changes) > 0 &&
			(len(set.Kept) > 0 || slices.ContainsFunc(set.Changes, func(change observe.Change) bool {
				some, _ := keeps(change)
				return change.Field == set.Held.Field && (some || lists(change, strings.Join(set.Values, ",")))
			}))
	})
}

// keeps reports whether a map still has some of its keys with their values, and all of its keys.
func keeps(change observe.Change) (some, all bool) {
	var before, after map[string]json.RawMessage
	if json.Unmarshal([]byte(change.Before), &before) != nil || json.Unmarshal([]byte(change.After), &after) != nil {
		return false, false
	}
	all = true
	for key := range before {
		_, still := after[key]
		some, all = some || bytes.Equal(before[key], after[key]), all && still
	}
	return some, all
}

// lists reports whether a list still has an item that it had, and that a command line does not give again.
func lists(change observe.Change, given string) bool {
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
			if set.Error != "" || set.Ended || change.Field != flag.Field {
				continue
			}
			some, all := keeps(change)
			if !all {
				return false
			}
			kept = kept || some
		}
	}
	return kept
}
