// Package snapshot reads the snapshots of APIs that earlier versions of configgen have written, as descriptors.
//
// Such a snapshot has an object of texts for each thing in an API. Version 1 of the form has no version in the file, no
// settings of structs of flags, no checks of files, no files of secrets, and no short names of custom resources.
package snapshot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/configgen/configgen/descriptor"
)

// Form is the version of the form of a snapshot.
type Form int

// The forms. Present is that of descriptors.
const (
	First Form = iota + 1
	Second
	Present
)

// Decode reads a descriptor or a snapshot. It returns an error if the content is neither, or is of a later form.
func Decode(content []byte) (*descriptor.Descriptor, Form, error) {
	if line := conflict(content); line > 0 {
		return nil, 0, fmt.Errorf("line %d has a marker of a conflict of git: resolve it in the sources, and run "+
			"configgen generate", line)
	}
	var kind struct {
		Objects json.RawMessage `json:"api"`
	}
	if err := json.Unmarshal(content, &kind); err == nil && kind.Objects == nil {
		d, err := descriptor.Decode(content)
		return d, Present, err
	}
	var file struct {
		Comment string              `json:"$comment"`
		Format  Form                `json:"format"`
		API     []map[string]string `json:"api"`
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); errors.As(err, new(*json.UnmarshalTypeError)) {
		return nil, 0, errors.New("it is not a snapshot of an API")
	} else if err != nil {
		return nil, 0, fmt.Errorf("it is not a snapshot of an API: %w", err)
	}
	c := &converter{api: &descriptor.Descriptor{}, facts: map[key]texts{}}
	for _, facts := range file.API {
		object := object{facts: facts}
		for name, part := range object.parts() {
			*part = facts[name]
			delete(facts, name)
		}
		if c.facts[object.key] != nil {
			return nil, 0, errors.New("it is not a snapshot of an API: an object is listed twice")
		}
		c.facts[object.key] = facts
		c.objects = append(c.objects, object)
	}
	if c.facts[key{}] == nil {
		return nil, 0, errors.New("it is not a snapshot of an API: the group is missing")
	}
	return c.convert(), max(file.Format, First), nil
}

// conflict is the line of the first marker that git leaves in a file for a conflict; 0 for none.
func conflict(content []byte) int {
	number := 0
	for line := range bytes.Lines(content) {
		number++
		for _, marker := range []string{"<<<<<<< ", "=======", ">>>>>>> "} {
			if bytes.HasPrefix(line, []byte(marker)) {
				return number
			}
		}
	}
	return 0
}

// texts are what a snapshot tells of an object.
type texts map[string]string

// object is a thing in an API.
type object struct {
	key
	facts texts
}

// key identifies an object. The group has an empty key.
type key struct{ version, kind, field, setting, flag, flagsFrom, tombstone string }

func (k *key) parts() map[string]*string {
	return map[string]*string{
		"version": &k.version, "kind": &k.kind, "field": &k.field, "setting": &k.setting, "flag": &k.flag,
		"flagsFrom": &k.flagsFrom, "tombstone": &k.tombstone,
	}
}
