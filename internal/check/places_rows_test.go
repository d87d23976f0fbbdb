package check

import "github.com/configgen/configgen/internal/group"

var placeRows = []row{
	{"instance in a shared root", one(relay(field(10, "NodeIP", text, "+instance"))), []string{
		"types.go:9:5: NodeIP is specific to an instance, and Relay is shared by all instances; move it to a root marked " +
			"+config(scope: instance) (instance-in-shared)",
	}},
	{"instance root", one(changed(func(g *group.Group) { g.Roots[0].Instance = true },
		field(10, "NodeIP", text, "+instance"))), nil},
	{"markers of files in a flag struct", one(changed(flagStruct,
		field(10, "A", text, "+flag=a", "+reload=hot"),
	)), []string{
		"types.go:9:5: +reload applies to configuration files, and Relay is a +flags struct, which is not in a file; " +
			"remove it (not-configuration)",
	}},
	{"alpha", one(relay(
		documented(field(10, "A", text), "A is an alpha feature."),
		documented(field(12, "B", text), "B sets the alpha of colors."),
		counterpart(field(14, "C", text), "[alpha] C is new."), guarded(documented(field(16, "D", text), "D is alpha.")),
	)), []string{
		"types.go:10:2: A is alpha according to its documentation, and is in version v1 without a feature gate; add " +
			"+featureGate=..., or fix the documentation (feature-alpha-field)",
		"types.go:114:2: C is alpha according to its documentation, and is in version v1 without a feature gate; add " +
			"+featureGate=... to the field of the internal type, or fix the documentation (feature-alpha-field)",
	}},
	{"alpha in an alpha version", one(changed(func(g *group.Group) { g.Versions[0].Name = "v1alpha1" },
		documented(field(10, "A", text), "A is alpha."))), nil},
}

func documented(f *group.Field, doc string) *group.Field {
	f.Doc = doc
	return f
}

func counterpart(f *group.Field, doc string) *group.Field {
	line := 100 + f.Position.Line
	f.Counterpart = &group.Counterpart{Type: f.Type, Doc: doc, Position: at(line, 2), End: at(line, 9)}
	return f
}

func guarded(f *group.Field) *group.Field {
	f.Gates = []*group.Gate{{Name: "Gate"}}
	return f
}
