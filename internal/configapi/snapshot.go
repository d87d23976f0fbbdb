package configapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/generators"
)

// Snapshot is an API: one object for the group, and one for each thing in it that somebody can use.
type Snapshot []Object

// Object is a thing in an API, with what is known of it.
type Object struct {
	Key
	Facts map[string]string
}

// Key identifies an object. The group has an empty key.
type Key struct {
	// Version and Kind are those of a root, and Field the JSON path of a field in that version, with [*] for the elements
	// of a list or map.
	Version, Kind, Field string
	// Setting is the JSON path in the preferred version of a field with facts that apply to all versions. If the field has
	// no path in JSON, it is the path in Go.
	Setting string
	// Flag is the name of a flag. FlagsFrom is a function that registers flags for the setting.
	Flag, FlagsFrom string
	// Tombstone is what has been removed, as in "flag --cache-size". That of a field or a version has a kind.
	Tombstone string
}

// parts are the members of the JSON object that identify it, in their order.
func (k *Key) parts() []part {
	return []part{
		{"version", &k.Version}, {"kind", &k.Kind}, {"field", &k.Field}, {"setting", &k.Setting}, {"flag", &k.Flag},
		{"flagsFrom", &k.FlagsFrom}, {"tombstone", &k.Tombstone},
	}
}

type part struct {
	name  string
	value *string
}

// Compare orders objects: the group, the kinds with their fields, settings, flags, tombstones.
func (k Key) Compare(other Key) int {
	rank := func(k Key) int {
		switch {
		case k == Key{}:
			return 0
		case k.Version != "":
			return 1
		case k.Tombstone != "":
			return 5
		case k.FlagsFrom != "":
			return 3
		case k.Setting != "":
			return 2
		}
		return 4
	}
	return cmp.Or(
		cmp.Compare(rank(k), rank(other)), strings.Compare(k.Version, other.Version), strings.Compare(k.Kind, other.Kind),
		strings.Compare(k.Field, other.Field), strings.Compare(k.Setting, other.Setting),
		strings.Compare(k.Flag, other.Flag), strings.Compare(k.FlagsFrom, other.FlagsFrom),
		strings.Compare(k.Tombstone, other.Tombstone),
	)
}

// Fact returns a fact about an object; empty if the object or the fact is not known.
func (s Snapshot) Fact(key Key, name string) string {
	for _, object := range s {
		if object.Key == key {
			return object.Facts[name]
		}
	}
	return ""
}

// GroupName is the name of the API group.
func (s Snapshot) GroupName() string { return s.Fact(Key{}, "group") }

// Encode returns the file of a snapshot: one object a line, sorted.
func (s Snapshot) Encode() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n\"$comment\": %s,\n\"format\": %d,\n\"api\": [",
		quote(strings.TrimPrefix(generators.Header, "// ")), format)
	for i, object := range s {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n{")
		separator := ""
		member := func(name, value string) {
			out.WriteString(separator + quote(name) + ": " + quote(value))
			separator = ", "
		}
		for _, part := range object.parts() {
			if *part.value != "" {
				member(part.name, *part.value)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(object.Facts)) {
			member(name, object.Facts[name])
		}
		out.WriteByte('}')
	}
	out.WriteString("\n]\n}\n")
	return out.Bytes()
}

// quote returns a text in JSON.
func quote(text string) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string has a form in JSON
	return strings.TrimSuffix(out.String(), "\n")
}

// Decode reads what Encode has written, in this version or an earlier one. It returns an error if the content is
// something else, or from a later version.
func Decode(content []byte) (Snapshot, error) {
	var file struct {
		Comment string              `json:"$comment"`
		Format  int                 `json:"format"`
		API     []map[string]string `json:"api"`
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return nil, fmt.Errorf("it is not a snapshot of an API: %w", err)
	}
	if file.Format > format {
		return nil, fmt.Errorf(
			"it has format %d, and this version of configgen reads up to %d: use the version that wrote it", file.Format, format)
	}
	seen := map[Key]bool{}
	var s Snapshot
	for _, facts := range file.API {
		object := Object{Facts: facts}
		for _, part := range object.parts() {
			*part.value = facts[part.name]
			delete(facts, part.name)
		}
		if seen[object.Key] {
			return nil, errors.New("it is not a snapshot of an API: an object is listed twice")
		}
		if seen[object.Key] = true; object.Key == (Key{}) && file.Format < format {
			facts[earlier] = "true"
		}
		s = append(s, object)
	}
	if !seen[Key{}] {
		return nil, errors.New("it is not a snapshot of an API: the group is missing")
	}
	slices.SortFunc(s, func(a, b Object) int { return a.Compare(b.Key) })
	return s, nil
}
