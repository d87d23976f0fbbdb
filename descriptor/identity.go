package descriptor

import "slices"

// Identity identifies something in a descriptor. The API group has an empty one.
//
//	Gate                a feature gate
//	Kind                a kind
//	Kind, Field         a field of a kind, by its Go path
//	Kind, Flag, Field   a flag, with the field that it sets, if any
//	Kind, Func, Field   a function that registers flags for a field
//	Kind, Version       a kind in a version
//	Kind, Version, Path a field in the files of a version, by its JSON path
//
// With Removed, it is a tombstone of one of these, which has a Value if a field no longer accepts that.
type Identity struct {
	Removed bool   `json:"tombstone,omitempty"`
	Gate    string `json:"gate,omitempty"`
	Kind    string `json:"kind,omitempty"`
	Version string `json:"version,omitempty"`
	Path    string `json:"path,omitempty"`
	Value   string `json:"accepted,omitempty"`
	Flag    string `json:"flag,omitempty"`
	Func    string `json:"func,omitempty"`
	Field   string `json:"field,omitempty"`
}

// Row is an object with what is known of it.
type Row struct {
	Identity
	// Facts is a *Descriptor, *Gate, *Kind, *Field, *Flag, *Registration, *Version, *VersionField or *Tombstone.
	Facts any `json:"facts"`
}

// Rows are all objects, in the order of the JSON form. Their facts point into the descriptor.
func (d *Descriptor) Rows() []Row {
	rows := []Row{{Identity{}, d}}
	for i := range d.Gates {
		rows = append(rows, Row{Identity{Gate: d.Gates[i].Name}, &d.Gates[i]})
	}
	for i := range d.Kinds {
		rows = d.Kinds[i].appendTo(rows)
	}
	for i := range d.Tombstones {
		of := d.Tombstones[i].Of
		of.Removed = true
		rows = append(rows, Row{of, &d.Tombstones[i]})
	}
	return rows
}

func (k *Kind) appendTo(rows []Row) []Row {
	rows = slices.Grow(rows, 1+len(k.Fields)+len(k.Flags)+len(k.Registrations)+len(k.Versions)*(1+len(k.Fields)))
	rows = append(rows, Row{Identity{Kind: k.Name}, k})
	for i := range k.Fields {
		rows = append(rows, Row{Identity{Kind: k.Name, Field: k.Fields[i].Path}, &k.Fields[i]})
	}
	for i := range k.Flags {
		rows = append(rows, Row{Identity{Kind: k.Name, Flag: k.Flags[i].Name, Field: k.Flags[i].Sets}, &k.Flags[i]})
	}
	for i := range k.Registrations {
		r := &k.Registrations[i]
		rows = append(rows, Row{Identity{Kind: k.Name, Func: r.Func, Field: r.Field}, r})
	}
	for i := range k.Versions {
		v := &k.Versions[i]
		rows = append(rows, Row{Identity{Kind: k.Name, Version: v.Name}, v})
		for j := range v.Fields {
			rows = append(rows, Row{Identity{Kind: k.Name, Version: v.Name, Path: v.Fields[j].Path}, &v.Fields[j]})
		}
	}
	return rows
}

// add adds an object to the descriptor, and returns a pointer to its facts; nil if the object around it is missing or
// not the last one.
func (d *Descriptor) add(o Identity) any {
	switch {
	case o.Removed:
		d.Tombstones = append(d.Tombstones, Tombstone{Of: o})
		return &d.Tombstones[len(d.Tombstones)-1]
	case o == Identity{Gate: o.Gate}:
		d.Gates = append(d.Gates, Gate{Name: o.Gate})
		return &d.Gates[len(d.Gates)-1]
	case o == Identity{Kind: o.Kind}:
		d.Kinds = append(d.Kinds, Kind{Name: o.Kind})
		return &d.Kinds[len(d.Kinds)-1]
	case len(d.Kinds) == 0 || d.Kinds[len(d.Kinds)-1].Name != o.Kind:
		return nil
	}
	return d.Kinds[len(d.Kinds)-1].add(o)
}

func (k *Kind) add(o Identity) any {
	switch {
	case o.Flag != "":
		k.Flags = append(k.Flags, Flag{Name: o.Flag, Sets: o.Field})
		return &k.Flags[len(k.Flags)-1]
	case o.Func != "":
		k.Registrations = append(k.Registrations, Registration{Field: o.Field, Func: o.Func})
		return &k.Registrations[len(k.Registrations)-1]
	case o.Field != "":
		k.Fields = append(k.Fields, Field{Path: o.Field})
		return &k.Fields[len(k.Fields)-1]
	case o.Path == "":
		k.Versions = append(k.Versions, Version{Name: o.Version})
		return &k.Versions[len(k.Versions)-1]
	case len(k.Versions) == 0 || k.Versions[len(k.Versions)-1].Name != o.Version:
		return nil
	}
	v := &k.Versions[len(k.Versions)-1]
	v.Fields = append(v.Fields, VersionField{Path: o.Path})
	return &v.Fields[len(v.Fields)-1]
}
