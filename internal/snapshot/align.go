package snapshot

import (
	"slices"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
)

// Align makes two descriptors comparable, an older one that was read from a snapshot of a form, and a newer one: it
// returns the newer one without what the form could not tell, since that need not be new.
func Align(old, new *descriptor.Descriptor, form Form) (*descriptor.Descriptor, error) {
	if form == Present {
		return new, nil
	}
	content, err := new.Encode()
	if err != nil {
		return nil, err
	}
	if new, err = descriptor.Decode(content); err != nil {
		return nil, err
	}
	types := map[descriptor.Identity]descriptor.Type{}
	for _, row := range old.Rows() {
		if f, ok := row.Facts.(*descriptor.VersionField); ok {
			types[row.Identity] = f.Type
		}
	}
	for _, row := range new.Rows() {
		reduce(row.Facts, form)
		if f, ok := row.Facts.(*descriptor.VersionField); ok {
			f.Type = known(types[row.Identity], f.Type, f.GoType)
		}
	}
	return new, nil
}

// reduce removes what a form does not tell.
func reduce(facts any, form Form) {
	switch facts := facts.(type) {
	case *descriptor.Kind:
		facts.HeaderOptional, facts.Plain = facts.HeaderOptional || facts.Plain, false
		if facts.Resource != nil {
			slices.Sort(facts.Resource.ShortNames)
			facts.Resource.Version, facts.Resource.Approved = "", ""
		}
		if form == First && facts.Resource != nil {
			facts.Resource.ShortNames = nil
		}
		if form == First && len(facts.Versions) == 0 {
			facts.Fields = nil
		}
	case *descriptor.Field:
		reduceField(facts, form)
	case *descriptor.VersionField:
		facts.Secret = false
	case *descriptor.Flag:
		facts.OS = group.Systems(facts.OS).Known()
	}
}

func reduceField(f *descriptor.Field, form Form) {
	f.OS = group.Systems(f.OS).Known()
	for t := &f.Type; t != nil; t = t.Elem {
		t.Values = nil          // only fields of versions have them
		if t.Unique == t.List { // by +k8s:listType, which says both
			t.Unique = ""
		}
	}
	if form == First {
		f.SecretFile, f.Port = "", nil
		if f.File != nil {
			f.File = &descriptor.File{}
		}
	}
}

// known is a type as a snapshot tells it: of a type that embeds one with a form of its own, such as a duration, only
// that it reads itself.
func known(was, is descriptor.Type, goType string) descriptor.Type {
	if was.Form == descriptor.Any && is.Reads == "" && goName(was.Reads) == goName(goType) {
		is.Form, is.Reads = was.Form, was.Reads
	}
	return is
}
