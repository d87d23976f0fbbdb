package check

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

// jsonRules are about the fields in a file.
func jsonRules() []rule.Rule {
	return []rule.Rule{
		forGroup("json-name", func(g *group.Group) []finding { return append(sameNames(g), swappedNames(g)...) }),
		forField("list-key", listKeys),
	}
}

func sameNames(g *group.Group) []finding {
	var findings []finding
	var visit func(fields []*group.Field)
	visit = func(fields []*group.Field) {
		named := map[string][]*group.Field{}
		for level := fields; len(level) > 0; { // the fields of inlined structs are a level below; the nearest level wins
			var below []*group.Field
			here := map[string][]*group.Field{}
			for _, field := range level {
				if field.JSONName == "" {
					below = append(below, field.Fields...)
				} else if named[field.JSONName] == nil {
					here[field.JSONName] = append(here[field.JSONName], field)
				}
			}
			for name, same := range here {
				named[name] = same
				for _, other := range same[1:] {
					findings = append(findings, sameName(same[0], other))
				}
			}
			level = below
		}
		for _, field := range fields {
			visit(field.Fields)
		}
	}
	for _, root := range g.AllRoots() {
		if root.Version == nil {
			continue
		}
		visit(root.Fields)
		for _, external := range root.External {
			if external.Version != root.Version.Package.Path { // whose names the fields of the root have
				visit(external.Fields)
			}
		}
	}
	return findings
}

// swappedNames finds fields of one struct that have each other's names in JSON in two versions: a file that moves from
// one version to the other sets the wrong ones.
func swappedNames(g *group.Group) []finding {
	var findings []finding
	for _, root := range g.Roots {
		for i, external := range root.External {
			for _, newer := range root.External[:i] {
				findings = append(findings, swapped(external.Fields, newer.Fields, newer.Version)...)
			}
		}
	}
	return findings
}

// swapped compares the fields of a struct in one version with those in another one.
func swapped(fields, others []*group.Field, version string) []finding {
	named := func(list []*group.Field, goName string) *group.Field {
		if at := slices.IndexFunc(list, func(f *group.Field) bool { return f.Name == goName }); at >= 0 {
			return list[at]
		}
		return nil
	}
	var findings []finding
	for i, field := range fields {
		same := named(others, field.Name)
		if same == nil {
			continue
		}
		for _, second := range fields[i+1:] {
			other := named(others, second.Name)
			if other != nil && field.JSONName != "" && field.JSONName == other.JSONName && second.JSONName == same.JSONName {
				findings = append(findings, finding{onField(field).see("there at", same.Position),
					fmt.Sprintf("%s and %s have the JSON names %q and %q, and each other's in %s", field.Path, second.Path,
						field.JSONName, second.JSONName, path.Base(version)), "give them the same names in both versions"})
			}
		}
		findings = append(findings, swapped(field.Fields, same.Fields, version)...)
	}
	return findings
}

// sameName is the finding about a field with the JSON name of another one.
func sameName(first, field *group.Field) finding {
	where, fix := onField(field), "give one of them another name"
	if own := nearestOwn(field); !field.Own() && own != nil {
		skip := fmt.Sprintf("+subfield(%s)=+configgen:skip", pathBelow(own, field))
		where, fix = where.with(diag.Mark(own.Position, skip)), "leave one of them out: "+skip
	}
	other := first.Name
	if first.Parent != field.Parent {
		other = first.Path
	}
	if own := nearestOwn(field); field.Position.Filename == "" && own != nil {
		where.Position, where.End = own.Position, own.End
	}
	return finding{where, fmt.Sprintf("%s has the JSON name of %s, %q, so that a file can set neither",
		field.Path, other, field.JSONName), fix}
}

func listKeys(at inRoot) []finding {
	field := at.field
	set := field.ListMarkers()
	list, ok := markers.Get[markers.ListType](set)
	t := field.Type
	inVersion := func(m markers.Marker) bool { return m.Value == any(list) }
	if ok && field.Counterpart != nil && slices.ContainsFunc(field.Counterpart.Markers, inVersion) {
		t = field.Counterpart.Type // files are merged in the version
	}
	kind := t.Deref()
	switch {
	case !ok:
		return keysWithoutList(at)
	case listMarker(set, list).Published != "":
		return nil
	case list.Kind != "map" && kind.Kind == "slice" && !kind.Leaf:
		return keysWithoutList(at)
	case list.Kind != "map":
		return []finding{{removing(listMarker(set, list)),
			fmt.Sprintf("+listType=%s is on %s, which has the type %s", list.Kind, field.Path, t), "use it on lists"}}
	case at.root.Version == nil:
		return nil
	}
	marker := listMarker(set, list)
	if kind.Kind != "slice" || kind.Elem.Deref().Kind != "struct" {
		advice := marker.Remove()
		for _, m := range slices.Concat(set.Named("listMapKey"), set.Named("k8s:listMapKey")) {
			advice.Edits = append(advice.Edits, m.Remove().Edits...)
		}
		return []finding{{onMarker(marker).with(advice),
			fmt.Sprintf("+listType=map is on %s, which has the type %s", field.Path, t),
			"use it on lists of structs"}}
	}
	var findings []finding
	keys := slices.Concat(set.Named("listMapKey"), set.Named("k8s:listMapKey"))
	if len(keys) == 0 {
		findings = append(findings, finding{onMarker(marker),
			fmt.Sprintf("+listType=map does not specify the key of the elements of %s", field.Path),
			"add +listMapKey=name, with the JSON name of a field"})
	}
	names := namesIn(field.Fields)
	for _, m := range keys {
		key := m.Value.(*markers.ListMapKey).Name
		near, distance := diag.Nearest(key, names)
		if distance == 0 {
			continue
		}
		where, fix := onMarker(m), "it has "+strings.Join(names, ", ")
		if distance > 0 && distance <= 2 {
			where, fix = correcting(m, key, near), "did you mean "+near+"?"
		}
		findings = append(findings, finding{where,
			fmt.Sprintf("the elements of %s have no field %q in JSON", field.Path, key), fix})
	}
	return findings
}

// listMarker is the marker with a value.
func listMarker(set markers.Set, list *markers.ListType) markers.Marker {
	return set[slices.IndexFunc(set, func(m markers.Marker) bool { return m.Value == any(list) })]
}

// keysWithoutList reports +listMapKey on a field that is not a list with keys.
func keysWithoutList(at inRoot) []finding {
	var findings []finding
	if at.field.Mistaken { // the other marker may be the misspelled one
		return nil
	}
	for _, m := range at.field.Markers {
		unique, _ := markers.Get[markers.Unique](at.field.Markers)
		if _, key := m.Value.(*markers.ListMapKey); key && m.Published == "" && (unique == nil || unique.Kind != "map") {
			findings = append(findings, finding{removing(m),
				fmt.Sprintf("+%s has no effect: %s does not have +listType=map", m.Name, at.field.Path),
				"add +listType=map, or remove it"})
		}
	}
	return findings
}

// namesIn returns the JSON names of fields, including fields of inlined structs.
func namesIn(fields []*group.Field) []string {
	var names []string
	for _, field := range fields {
		if field.JSONName == "" {
			names = append(names, namesIn(field.Fields)...)
		} else {
			names = append(names, field.JSONName)
		}
	}
	return names
}
