package breaking

import (
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/configapi"
)

// lastWord is the name of a limit without what it is about: format of "elements format".
func lastWord(fact string) string { return fact[strings.LastIndexByte(fact, ' ')+1:] }

// refusedZero is a limit that refuses a value which is not set: without +optional, a zero has to meet the limits. It is
// empty if there is none, if such a value is nil, or if a default sets it. Prefix is for elements of a list. Source:
// the package comment of generators/validation.
func (c *comparison) refusedZero(key configapi.Key, prefix string) string {
	if prefix == "" && (c.alwaysSet(key) || c.pointer(key)) {
		return ""
	}
	refused := ""
	for _, object := range c.new {
		itself := key.Field == "" || object.Field == "" || object.Version == key.Version
		if object.Kind != key.Kind || object.Setting+object.Field != key.Setting+key.Field || !itself {
			continue
		}
		for _, fact := range slices.Sorted(maps.Keys(object.Facts)) {
			limit := object.Facts[fact]
			switch inner, ok := strings.CutPrefix(fact, prefix); {
			case !ok:
			case inner == "optional":
				return ""
			case refusesZero(inner, limit):
				refused = fact + " is " + limit
			}
		}
	}
	return refused
}

// refusesZero reports whether a limit refuses zeros and what is empty.
func refusesZero(fact, limit string) bool {
	switch fact {
	case "enum", "k8s:format":
		return true
	case "k8s:minimum", "k8s:minLength", "k8s:minItems", "k8s:minProperties":
		order, ok := compare(limit, "0")
		return ok && order > 0
	case "k8s:maximum":
		order, ok := compare(limit, "0")
		return ok && order < 0
	}
	return false
}

// alwaysSet reports whether a field has a value in each version before it is validated, whatever a file says: each
// version has a default for it. Those of lists and maps do not replace an empty one, and those of others do not replace
// a zero if zeros are kept. A required bool or object is looked for in the file.
func (c *comparison) alwaysSet(key configapi.Key) bool {
	setting := configapi.Key{Kind: key.Kind, Setting: key.Setting + key.Field}
	moved := strings.Split(c.after[setting]["moved"], ",")
	found := false
	for _, object := range c.new {
		kind := object.Key
		other := key.Version != "" && kind.Version != key.Version
		if kind.Kind != key.Kind || kind.Version == "" || kind.Field != "" || other {
			continue
		}
		field := configapi.Key{Version: kind.Version, Kind: kind.Kind, Field: setting.Setting}
		for _, move := range moved {
			if version, from, _ := strings.Cut(move, " "); version == kind.Version {
				field.Field = from
			}
		}
		facts := c.after[field]
		zero := slices.Contains(zeros, strings.Trim(facts["default"], `"`)) || object.Facts["zeros kept"] != ""
		switch known := facts["default"] != "" && facts["default"] != configapi.Computed; {
		case !known || facts["default"] == "null" || !scalar(facts["type"]):
			return false
		case facts["pointer"] == "" && (zero || facts["type"] == "bool"):
			return false
		}
		found = true
	}
	return found
}

// zeros are what validation takes for nothing, without the quotes of JSON.
var zeros = []string{"", "0", "0s", "false"}

// pointer reports whether a version has a pointer for a field, or for a setting.
func (c *comparison) pointer(key configapi.Key) bool {
	return slices.ContainsFunc(c.new, func(o configapi.Object) bool {
		return o.Kind == key.Kind && o.Field == key.Setting+key.Field && o.Facts["pointer"] != ""
	})
}

// knownLimit reports whether a limit applied before in another place: to all versions, or to each of them.
func (c *comparison) knownLimit(d *difference) bool {
	found := false
	for _, object := range c.old {
		switch path := d.old.Setting + d.old.Field; {
		case object.Kind != d.old.Kind || object.Key == d.old:
		case isField(d) && object.Setting == path && object.FlagsFrom == "", !isField(d) && object.Field == path:
			if !looser(&difference{key: d.key, fact: d.fact, was: object.Facts[d.fact], is: d.is}) {
				return false
			}
			found = true
		}
	}
	return found
}

// flagsOf are the flags that can set a field to nothing.
func (c *comparison) flagsOf(d *difference) []string {
	var found []string
	for _, object := range c.new {
		sets := object.Flag != "" && object.Facts["sets"] == d.key.Kind+" "+d.key.Setting+d.key.Field
		if sets && c.before[object.Key] != nil && !c.pointer(d.key) {
			found = append(found, name(object.Key))
		}
	}
	return found
}
