package check

import "github.com/configgen/configgen/internal/group"

var jsonRows = []row{
	{"one name twice", one(relay(field(10, "Name", text), field(12, "NAME", text), field(14, "Other", text))), []string{
		`types.go:12:2: NAME has the JSON name of Name, "name", so that a file can set neither; give one of them another ` +
			`name (json-name)`,
	}},
	{"one name in two structs", one(relay(
		field(10, "Name", text), with(field(12, "Inner", inner), field(20, "Name", text)),
	)), nil},
	{"one name in two inlined structs", one(relay(
		inlined(field(10, "First", inner), field(20, "Name", text), field(22, "Port", number), field(24, "Only", text)),
		inlined(field(12, "Second", inner), field(30, "Name", text), field(32, "Port", number)),
		field(14, "Port", number),
	)), []string{
		`types.go:30:2: Second.Name has the JSON name of First.Name, "name", so that a file can set neither; give one of ` +
			`them another name (json-name)`,
	}},
	{"one name twice in another version", one(changed(func(g *group.Group) {
		g.Roots[0].External = []*group.External{
			{Version: config + "/v1", Fields: []*group.Field{field(10, "A", text), field(12, "a", text)}},
			{Version: config + "/v1alpha1", Fields: []*group.Field{field(20, "B", text), field(22, "b", text)}},
		}
	})), []string{
		`types.go:22:2: b has the JSON name of B, "b", so that a file can set neither; give one of them another name ` +
			`(json-name)`,
	}},
	{"names that two versions have the other way round", versions(
		[]*group.Field{field(10, "A", text), field(12, "B", text), with(field(14, "C", inner), field(30, "D", text))},
		[]*group.Field{renamed("b", field(20, "A", text)), renamed("a", field(22, "B", text)),
			with(field(24, "C", inner), field(40, "D", text))},
	), []string{
		`types.go:20:2: A and B have the JSON names "b" and "a", and each other's in v1, there at types.go:10; give them ` +
			"the same names in both versions (json-name)",
	}},
	{"a field that two versions name differently", versions(
		[]*group.Field{field(10, "A", text), field(12, "B", text)},
		[]*group.Field{renamed("c", field(20, "A", text)), field(22, "B", text)},
	), nil},
	{"list keys", one(relay(
		with(field(10, "A", list(inner), "+listType=map"), field(30, "Name", text)),
		with(field(13, "B", list(inner), "+listType=map", "+listMapKey=nam"), field(30, "Name", text)),
		with(field(16, "C", list(inner), "+listType=map", "+listMapKey=identity"),
			field(30, "Name", text), field(31, "Class", text)),
		field(19, "D", texts, "+listType=map", "+listMapKey=name"),
		with(field(22, "E", list(pointer(inner)), "+listType=map", "+listMapKey=name"),
			inlined(field(30, "Meta", inner), field(40, "Name", text))),
		field(25, "F", texts, "+listType=set"),
	)), []string{
		"types.go:9:5: +listType=map does not specify the key of the elements of A; add +listMapKey=name, with the JSON " +
			"name of a field (list-key)",
		`types.go:12:5: the elements of B have no field "nam" in JSON; did you mean name? (list-key)`,
		`types.go:15:5: the elements of C have no field "identity" in JSON; it has name, class (list-key)`,
		"types.go:17:5: +listType=map is on D, which has the type []string; use it on lists of structs (list-key)",
	}},
}

func inlined(outer *group.Field, fields ...*group.Field) *group.Field {
	outer.JSONName, outer.Embedded = "", true
	return with(outer, fields...)
}

// versions is a group with the fields of two versions.
func versions(newer, older []*group.Field) []*group.Group {
	return one(changed(func(g *group.Group) {
		g.Roots[0].External = []*group.External{
			{Version: config + "/v1", Fields: newer}, {Version: config + "/v1alpha1", Fields: older},
		}
	}))
}

func renamed(name string, f *group.Field) *group.Field {
	f.JSONName = name
	return f
}
