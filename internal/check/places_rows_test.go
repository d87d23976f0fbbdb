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
	{"a gate on a root", one(changed(func(g *group.Group) { g.Roots[0].Markers = marked(5, "+featureGate=Fast") },
		field(10, "A", text),
	)), []string{
		"types.go:5:4: +featureGate=Fast has no effect: Relay is a root, which no feature gate guards; put it on the " +
			"fields that the gate guards (unreached-marker)",
	}},
	{"required with a gate", one(relay(
		guarded(field(10, "A", text, "+required")), guarded(field(12, "B", pointer(text), "+k8s:required")),
		field(14, "C", text, "+required"), guarded(field(16, "D", text, "+optional")),
		with(guarded(field(18, "E", pointer(inner))), field(30, "F", text, "+required")),
	)), []string{
		"types.go:9:5: A is required, and cannot be set while the feature gate Gate is off; remove one of the two " +
			"markers (constraint-gate)",
		"types.go:11:5: B is required, and cannot be set while the feature gate Gate is off; remove one of the two " +
			"markers (constraint-gate)",
	}},
	{"constants without an enumeration", one(relay(
		field(10, "A", modes(2)), field(12, "B", modes(2), "+enum"), field(14, "C", modes(1)),
		field(16, "D", list(modes(2, "+enum"))), foreign(field(18, "E", modes(2))), field(20, "F", list(modes(3))),
	)), []string{
		"types.go:10:2: warning: A accepts any text, although config.Mode has 2 constants; add +enum to the field or to " +
			"the type, or an exception if other values are valid (enum-unmarked)",
		"types.go:20:2: warning: F accepts any text, although config.Mode has 3 constants; add +enum to the field or to " +
			"the type, or an exception if other values are valid (enum-unmarked)",
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
	{"zeros without a default", one(changed(func(g *group.Group) {
		g.Roots[0].External = []*group.External{{Fields: []*group.Field{
			{Path: "A", Type: text, Default: &group.Default{Value: `"a"`}},
			{Path: "B", Type: pointer(text), Default: &group.Default{Value: `"b"`}}, {Path: "C", Type: text},
		}}}
	}, field(10, "A", text, "+zero=unset"), field(12, "B", text, "+zero=unset"), field(14, "C", text, "+zero=unset"),
	)), []string{
		"types.go:11:5: +zero=unset has no effect on B: its versions have a pointer, so that a zero is a value; remove it " +
			"(zero-place)",
		"types.go:13:5: +zero=unset has no effect on C: no version has a default there that a zero could get; remove it " +
			"(zero-place)",
	}},
	{"zeros that are kept", one(changed(func(g *group.Group) {
		g.Loader, g.Name, g.Roots[0].ZerosKept = true, "relay.config.example.com", true
	},
		field(10, "A", text, "+zero=unset"))), []string{
		"types.go:9:5: +zero=unset has no effect on A: the zeros of all files are kept; remove it (zero-place)",
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

// modes is a string type with a number of constants, and with markers.
func modes(number int, texts ...string) *group.Type {
	t := &group.Type{Kind: "string", Package: config, PackageName: "config", Name: "Mode", Own: true}
	for range number {
		t.Constants = append(t.Constants, group.Constant{Name: "Mode", Value: "mode"})
	}
	for _, text := range texts {
		t.Markers = append(t.Markers, marked(40, text)...)
	}
	return t
}
