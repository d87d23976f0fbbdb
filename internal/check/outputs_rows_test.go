package check

import "github.com/configgen/configgen/internal/group"

// outputRows are about what generated code needs of packages, and where it goes.
var outputRows = []row{
	{"no scheme", one(changed(func(g *group.Group) { g.Versions[0].Package.Declared = nil })), []string{
		"types.go:1:9: package example.com/relay/config/v1 does not declare AddToScheme, which registers its defaults; add " +
			"a register.go with SchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes) and AddToScheme = " +
			"SchemeBuilder.AddToScheme (no-add-to-scheme)",
	}},
	{"a generator without another", one(changed(func(g *group.Group) { g.Generators = []string{"precedence"} })), []string{
		".: the code of the generator precedence calls that of flags, which +configgen:output leaves out; add flags to " +
			"generators:, or remove precedence (missing-generator)",
	}},
	{"a generator without another, by hand", one(changed(func(g *group.Group) {
		g.Generators = []string{"precedence"}
		g.FlagsPackage.Declared = map[string]group.Declaration{"AddRelayFlags": {Kind: "func"}}
	})), nil},
	{"without the loader", one(changed(func(g *group.Group) { g.Roots[0].ZerosKept = true },
		field(10, "A", text, "+flag=a", "+precedence=file"), checked(12, "B", text, "+path(mustExist: true)"),
		field(14, "C", number, "+check=free"), checked(16, "E", text, "+path"), field(18, "D", text, "+secret(file: E)"),
	)), []string{
		"types.go:6:6: +config(zeros: kept) has no effect on Relay without the runtime library; remove it, or use " +
			"+configgen:output(loader: true) on the package (no-loader)",
		"types.go:9:5: +precedence=file has no effect on A without the runtime library; remove it, or use " +
			"+configgen:output(loader: true) on the package (no-loader)",
		"types.go:11:5: +path(mustExist: true) has no effect on B without the runtime library; remove it, or use " +
			"+configgen:output(loader: true) on the package (no-loader)",
		"types.go:13:5: +check=free has no effect on C without the runtime library; remove it, or use " +
			"+configgen:output(loader: true) on the package (no-loader)",
		"types.go:17:5: +secret(file: E) has no effect on D without the runtime library; remove it, or use " +
			"+configgen:output(loader: true) on the package (no-loader)",
	}},
	{"with the loader", one(changed(func(g *group.Group) {
		g.Roots[0].ZerosKept, g.Loader, g.Name = true, true, "config.example.com"
	}, field(10, "A", text, "+flag=a", "+precedence=file"))), nil},
	{"S8 not registered", one(changed(func(g *group.Group) {
		g.Versions[0].Types.Declared = map[string]group.Declaration{
			"Relay": {Kind: "type", Object: true, Unregistered: true, Position: at(7, 6), End: at(7, 11)}}
	})), []string{
		"types.go:7:6: v1.Relay is not registered with the scheme, which package v1 does by hand; pass &Relay{} to " +
			"scheme.AddKnownTypes (not-registered)",
	}},
	{"S8 registered by register-gen", one(changed(func(g *group.Group) {
		g.Versions[0].Types.Declared = map[string]group.Declaration{
			"Relay": {Kind: "type", Object: true, Unregistered: true}}
		g.Versions[0].Types.Registered = true
	})), nil},
	{"a scheme of another module", one(changed(func(g *group.Group) {
		g.Versions[0].Package = group.Package{Path: "k8s.io/a/v1"}
	})), []string{
		"types.go:6:6: package k8s.io/a/v1 does not declare AddToScheme, which registers its defaults; add a register.go " +
			"with SchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes) and AddToScheme = SchemeBuilder.AddToScheme " +
			"(no-add-to-scheme)",
	}},
	{"registered by register-gen", one(changed(func(g *group.Group) {
		g.Versions[0].Package.Declared, g.Versions[0].Package.Registered = nil, true
	})), nil},
	{"half read", one(changed(func(g *group.Group) {
		g.Versions[0].Package.Declared, g.Versions[0].Package.Broken = nil, true
	})), nil},
	{"A10 no group name", one(changed(func(g *group.Group) { g.Loader = true })), []string{
		"types.go:1:9: package example.com/relay/config does not name its API group, so the loader accepts no file; add " +
			"+groupName=config.config.example.com to doc.go, with a domain of your own (no-group-name)",
	}},
	{"another group in the scheme", one(changed(func(g *group.Group) {
		g.Name = "relay.config.example.com"
		g.Package.Declared = map[string]group.Declaration{
			"GroupVersion": {Kind: "var", Group: "relay.example.com", Position: at(6, 5), End: at(6, 17)},
		}
		g.Versions[0].Types.Declared = map[string]group.Declaration{
			"Other":              {Kind: "var", Group: "other.example.com"},
			"Relay":              g.Versions[0].Types.Declared["Relay"],
			"SchemeGroupVersion": {Kind: "var", Group: "relay.config.example.com"},
		}
	})), []string{
		"types.go:6:5: config.GroupVersion has the API group relay.example.com, and +groupName has " +
			"relay.config.example.com, so documentation and samples do not have the apiVersion that the scheme knows; " +
			"use +groupName=relay.example.com, or correct GroupVersion (group-version)",
	}},
	{"another version in the scheme", one(changed(func(g *group.Group) {
		g.Versions[0].Types.Declared = map[string]group.Declaration{
			"Relay":        g.Versions[0].Types.Declared["Relay"],
			"GroupVersion": {Kind: "var", Version: "v1beta1", Position: at(6, 5), End: at(6, 17)},
		}
	})), []string{
		"types.go:6:5: v1.GroupVersion has the version v1beta1, so files of the version v1 are unknown to the scheme; " +
			"use Version: \"v1\" (group-version)",
	}},
	{"a group name", one(changed(func(g *group.Group) { g.Loader, g.Name = true, "relay.config.example.com" })), nil},
	{"no object", one(changed(func(g *group.Group) {
		plain := map[string]group.Declaration{"Relay": {Kind: "type", Position: at(6, 6), End: at(6, 11)}}
		g.Roots[0].Package.Declared, g.Versions[0].Types.Declared = plain, plain
	})), []string{
		"types.go:6:6: config.Relay does not implement runtime.Object and cannot be registered in a scheme; add " +
			"+k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object to it, and run deepcopy-gen " +
			"(no-runtime-object)",
		"types.go:6:6: v1.Relay does not implement runtime.Object and cannot be registered in a scheme; add " +
			"+k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object to it, and run deepcopy-gen " +
			"(no-runtime-object)",
	}},
	{"two groups in one package", []*group.Group{relay(), changed(func(g *group.Group) {
		g.Package.Path = config + "2"
	})}, []string{
		`types.go:6:6: the groups of example.com/relay/config and example.com/relay/config2 generate into the same ` +
			`package; give one of them packages of its own by +configgen:output(flags: "...", validation: "...") ` +
			`(shared-output)`,
	}},
	{"two groups in two packages", []*group.Group{relay(), changed(func(g *group.Group) {
		g.Package.Path, g.FlagsPackage.Path, g.ValidationPackage.Path = config+"2", config+"2/options", config+"2/validation"
	})}, nil},
}
