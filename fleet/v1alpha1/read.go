package v1alpha1

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// UnmarshalJSON reads an assignment whatever its spec and its status have. Others write them, and one field that a
// server has let through must not keep a client from reading a whole list. Such a field is left empty, and Unreadable
// names it. It returns an error if the metadata cannot be read.
func (a *ConfigAssignment) UnmarshalJSON(data []byte) error {
	type plain ConfigAssignment
	unreadable, err := lenient(data, (*plain)(a), func(field string) any {
		switch field {
		case "spec":
			return &a.Spec
		case "status":
			return &a.Status
		}
		return nil
	})
	a.Unreadable = unreadable
	return err
}

// UnmarshalJSON reads a pool whatever its spec and its status have. A field that cannot be read is left empty, and
// Unreadable names it. It returns an error if the metadata cannot be read.
func (p *ConfigPool) UnmarshalJSON(data []byte) error {
	type plain ConfigPool
	unreadable, err := lenient(data, (*plain)(p), func(field string) any {
		switch field {
		case "spec":
			return &p.Spec
		case "spec.rollout":
			return &p.Spec.Rollout
		case "status":
			return &p.Status
		}
		return nil
	})
	p.Unreadable = unreadable
	return err
}

// lenient reads an object. If that fails, it reads the fields that into knows one by one.
func lenient(data []byte, object any, into func(field string) any) (unreadable string, err error) {
	if json.Unmarshal(data, object) == nil {
		return "", nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return "", err
	}
	rest := map[string]json.RawMessage{}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		target := into(name)
		if target == nil {
			rest[name] = fields[name]
			continue
		}
		unreadable = cmp.Or(unreadable, readFields(fields[name], name, target, into))
	}
	others, err := json.Marshal(rest)
	if err != nil {
		return "", err
	}
	return unreadable, json.Unmarshal(others, object)
}

// readFields reads the fields of an object one by one, and returns a sentence about the first that cannot be read.
func readFields(data []byte, path string, target any, into func(field string) any) (unreadable string) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return fmt.Sprintf("%s cannot be read: %v", path, err)
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		inner := path + "." + name
		if within := into(inner); within != nil {
			unreadable = cmp.Or(unreadable, readFields(fields[name], inner, within, into))
			continue
		}
		one, err := json.Marshal(map[string]json.RawMessage{name: fields[name]})
		if err == nil {
			err = json.Unmarshal(one, target)
		}
		if err != nil {
			unreadable = cmp.Or(unreadable, fmt.Sprintf("%s cannot be read: %v", inner, err))
		}
	}
	return unreadable
}
