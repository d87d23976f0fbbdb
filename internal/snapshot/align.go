package snapshot

import (
	"reflect"
	"slices"
	"strings"

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
		forget(reflect.ValueOf(row.Facts))
		if f, ok := row.Facts.(*descriptor.VersionField); ok {
			f.Type = known(types[row.Identity], f.Type, f.GoType)
		}
	}
	return new, nil
}

// told are the facts that a snapshot is compared with, by the type that has them. The forms of snapshots are fixed, so
// nothing is ever added: forget removes what else descriptors have.
var told = map[reflect.Type]string{
	reflect.TypeFor[descriptor.Descriptor]():   "group loader release support exceptions",
	reflect.TypeFor[descriptor.Support]():      "ga beta alpha flags",
	reflect.TypeFor[descriptor.Exception]():    "rule reason until",
	reflect.TypeFor[descriptor.Kind]():         "scope headerOptional zerosKept doc resource exceptions",
	reflect.TypeFor[descriptor.Resource]():     "plural shortNames scope",
	reflect.TypeFor[descriptor.Version]():      "doc",
	reflect.TypeFor[descriptor.VersionField](): "go of lost goType pointer json type default computed doc exceptions",
	reflect.TypeFor[descriptor.Field](): "json goType pointer type doc reload precedence instance secret secretFile " +
		"file port gates os legacyDefault libraries since deprecated moves exceptions",
	reflect.TypeFor[descriptor.File]():        "kind access mustExist",
	reflect.TypeFor[descriptor.Port]():        "networks address",
	reflect.TypeFor[descriptor.LibraryFlag](): "name from missing",
	reflect.TypeFor[descriptor.Move]():        "version from when",
	reflect.TypeFor[descriptor.Flag](): "shorthand shorthandDeprecated type syntax value default usage usageFrom " +
		"section hidden warning deprecated noValue os approved exceptions",
	reflect.TypeFor[descriptor.Registration](): "prefix section hidden warning exempt flags approved exceptions",
	reflect.TypeFor[descriptor.Registered]():   "name field default usage overrides",
	reflect.TypeFor[descriptor.Deprecation]():  "since removal use",
	reflect.TypeFor[descriptor.Tombstone]():    "removed use exceptions",
	reflect.TypeFor[descriptor.Type]():         "form number reads elem key",
	reflect.TypeFor[descriptor.Limits](): "required optional forbidden minimum maximum not minLength maxLength maxBytes " +
		"formats enum values unique list keys conditions others",
	reflect.TypeFor[descriptor.Value]():     "value gates",
	reflect.TypeFor[descriptor.Condition](): "kind union member field mode gate limits",
}

// forget removes the facts that no snapshot has.
func forget(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			forget(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			forget(v.Index(i))
		}
	case reflect.Struct:
		known := strings.Fields(told[v.Type()])
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			switch {
			case name == "-": // it identifies an object, or is a list of objects
			case name == "" || slices.Contains(known, name):
				forget(v.Field(i))
			default:
				v.Field(i).SetZero()
			}
		}
	}
}

// reduce removes what a form does not tell.
func reduce(facts any, form Form) {
	switch facts := facts.(type) {
	case *descriptor.Kind:
		facts.HeaderOptional = facts.HeaderOptional || facts.Plain
		if facts.Resource != nil {
			slices.Sort(facts.Resource.ShortNames)
		}
		if form == First && facts.Resource != nil {
			facts.Resource.ShortNames = nil
		}
		if form == First && len(facts.Versions) == 0 {
			facts.Fields = nil
		}
	case *descriptor.Field:
		reduceField(facts, form)
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
