package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// Document is a kind in one version.
type Document struct {
	API     *descriptor.Descriptor
	Kind    *descriptor.Kind
	Version *descriptor.Version
	// Fields are those at the top.
	Fields []*Field
	// Others are the documents of the kind in its other versions.
	Others []*Document

	byPath map[string]*Field
}

// Field is a field of a version, with what applies to it in all versions.
type Field struct {
	*descriptor.VersionField
	// Of is nil if the type that the component works with has no such field.
	Of *descriptor.Field
	// Name is the last part of the path.
	Name   string
	Parent *Field
	Fields []*Field
	// Depends are the fields that the default depends on.
	Depends []*Field

	kind *index
	// limits are the type of Of, with what a value must be; without limits if values differ.
	limits *descriptor.Type
}

// index finds what a kind has.
type index struct {
	// loader is true if the component has the loader of the runtime library: what others do is not known.
	loader        bool
	zerosKept     bool
	gates         map[string]descriptor.Gate
	fields        map[string]*descriptor.Field
	flags         map[string][]*descriptor.Flag
	registrations map[string][]*descriptor.Registration
}

func newIndex(api *descriptor.Descriptor, kind *descriptor.Kind) *index {
	known := &index{
		api.Loader, kind.ZerosKept, map[string]descriptor.Gate{}, map[string]*descriptor.Field{},
		map[string][]*descriptor.Flag{}, map[string][]*descriptor.Registration{},
	}
	for _, gate := range api.Gates {
		known.gates[gate.Name] = gate
	}
	for i := range kind.Fields {
		known.fields[kind.Fields[i].Path] = &kind.Fields[i]
	}
	for i := range kind.Flags {
		flag := &kind.Flags[i]
		known.flags[flag.Sets] = append(known.flags[flag.Sets], flag)
	}
	for i := range kind.Registrations {
		registration := &kind.Registrations[i]
		known.registrations[registration.Field] = append(known.registrations[registration.Field], registration)
	}
	return known
}

// unmarkedReload says when a change of a field without a marker takes effect; empty if that is not known.
func (k *index) unmarkedReload() descriptor.Reload {
	if k.loader {
		return descriptor.Restart
	}
	return ""
}

// Documents are the kinds in each of their versions, in the order of the descriptor.
func Documents(api *descriptor.Descriptor) []*Document {
	var all []*Document
	for i := range api.Kinds {
		kind := &api.Kinds[i]
		known := newIndex(api, kind)
		var documents []*Document
		for j := range kind.Versions {
			d := &Document{API: api, Kind: kind, Version: &kind.Versions[j]}
			d.add(known)
			documents = append(documents, d)
		}
		for _, d := range documents {
			d.Others = slices.DeleteFunc(slices.Clone(documents), func(other *Document) bool { return other == d })
		}
		all = append(all, documents...)
	}
	return all
}

// add adds the fields of the version.
func (d *Document) add(known *index) {
	d.byPath = map[string]*Field{}
	all := make([]*Field, len(d.Version.Fields))
	for i, place := range d.Version.Places() {
		declared := &d.Version.Fields[i]
		f := &Field{
			VersionField: declared, Name: place.Name, Of: known.fields[declared.Field()], kind: known,
			limits: &descriptor.Type{},
		}
		if f.Of != nil && declared.Of == "" && sameForm(&f.Of.Type, &declared.Type) {
			f.limits = &f.Of.Type
		}
		if place.Parent < 0 {
			d.Fields = append(d.Fields, f)
		} else {
			f.Parent = all[place.Parent]
			f.Parent.Fields = append(f.Parent.Fields, f)
		}
		all[i], d.byPath[f.Path] = f, f
	}
	for _, f := range all {
		for _, path := range f.DependsOn {
			if other := d.byPath[path]; other != nil {
				f.Depends = append(f.Depends, other)
			}
		}
	}
}

// sameForm reports whether the limits of one type apply to values of the other.
func sameForm(a, b *descriptor.Type) bool {
	if a.Form != b.Form || a.Number != b.Number {
		return false
	}
	return a.Elem == nil || b.Elem == nil || sameForm(a.Elem, b.Elem)
}

// FileName is the name of a file about the document.
func (d *Document) FileName(suffix string) string {
	return strings.ToLower(d.KindName()) + "." + d.Version.Name + "." + suffix
}

// APIVersion returns the apiVersion of the files; empty if they have none.
func (d *Document) APIVersion() string {
	group := cmp.Or(d.Version.Group, d.API.Group)
	switch {
	case d.Kind.Plain:
		return ""
	case group == "":
		return d.Version.Name
	}
	return group + "/" + d.Version.Name
}

// KindName is the kind of the files.
func (d *Document) KindName() string { return cmp.Or(d.Version.Kind, d.Kind.Name) }

// Title names the kind in its version.
func (d *Document) Title() string { return strings.TrimSpace(d.KindName() + " " + d.APIVersion()) }

// Doc is the comment of the kind, a line for each paragraph.
func (d *Document) Doc() string { return flowing(d.Version.Doc) }

// Walk visits the fields, each before those inside it.
func (d *Document) Walk(visit func(*Field)) { walk(d.Fields, visit) }

func walk(fields []*Field, visit func(*Field)) {
	for _, f := range fields {
		visit(f)
		walk(f.Fields, visit)
	}
}

// At is the field with a path in Go; nil if there is none.
func (d *Document) At(path string) *Field {
	var found *Field
	d.Walk(func(f *Field) {
		if f.Go == path {
			found = f
		}
	})
	return found
}

// Preferred reports whether the document is about the preferred version.
func (d *Document) Preferred() bool { return d.Version == &d.Kind.Versions[0] }
