package check

import (
	"go/token"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

var flagRows = []row{
	{"two flags of one name", one(relay(
		field(10, "A", text, "+flag=name"), field(12, "B", text, "+flag=name"), field(14, "C", text, "+flag=other"),
	)), []string{
		"types.go:11:5: the flag --name is registered twice, first at types.go:9; give one of them another name " +
			"(duplicate-flag)",
	}},
	{"one type in two places", one(relay(
		with(field(10, "A", inner), field(20, "Name", text, "+flag=name")),
		with(field(12, "B", inner), field(20, "Name", text, "+flag=name")),
	)), []string{
		"types.go:19:5: the flag --name is registered twice, for A.Name and for B.Name; give the fields of that type " +
			`prefixes, as in +flagDefaults(prefix: "a-") on A (duplicate-flag)`,
	}},
	{"two shorthands", one(relay(
		field(10, "A", text, `+flag(shorthand: "v")=a`), field(12, "B", text, `+flag(shorthand: "v")=b`),
	)), []string{
		"types.go:11:5: the shorthand -v is registered twice, for --a and for --b, first at types.go:9; " +
			"give one of them another letter (duplicate-flag)",
	}},
	{"ignored flags", one(changed(func(g *group.Group) {
		place := func(line int) token.Position { return at(line, 4) }
		g.Roots[0].Ignored = []*group.Flag{
			{Name: "a", Type: "bool", Position: place(2)}, {Name: "-b", Type: "bool", Position: place(3)},
			{Name: "c", Type: "bool", Shorthand: "v", Position: place(4)}, {Name: "d", Type: "bool", Position: place(5)},
			{Name: "e", OS: group.Systems{"!window"}, Position: place(6)}, {Name: "f", OS: group.Systems{"linux"}},
			{Name: "g", Deprecation: &group.Deprecation{Removal: "1.6", Position: place(7)}, Position: place(7)},
			{Name: "h", Deprecation: &group.Deprecation{Since: "1.4", Removal: "1.6", Use: "--a"}},
		}
	},
		field(10, "A", text, `+flag(shorthand: "v")=a`), field(12, "B", text, `+flag(deprecated: "a", use: "--d")=b`),
	)), []string{
		"types.go:2:4: the flag --a is registered twice, first at types.go:9; give one of them another name (duplicate-flag)",
		`types.go:3:4: "-b" cannot be the name of a flag; use +ignoredFlag(...)=b (flag-name)`,
		"types.go:4:4: the shorthand -v is registered twice, for --a and for --c, first at types.go:9; " +
			"give one of them another letter (duplicate-flag)",
		`types.go:6:4: there is no system "window"; did you mean windows? (ignored-flag)`,
		"types.go:7:4: --g has a release of its removal and none of its deprecation; " + `add since: "..." (deprecation)`,
	}},
	{"names", one(relay(
		field(10, "A", text, "+flag=--a"), field(12, "B", text, "+flag=ä"), field(14, "C", text, "+flag=help"),
		field(16, "D", text, `+flag(shorthand: "h")=d`), field(18, "E", text, `+flag(shorthand: "ee")=e`),
		field(20, "F", text, `+flag(shorthand: "1")=f-1.x_y`),
	)), []string{
		`types.go:9:5: "--a" cannot be the name of a flag; use +flag=a (flag-name)`,
		`types.go:11:5: "ä" cannot be the name of a flag; use letters, digits and dashes (flag-name)`,
		"types.go:13:5: --help belongs to pflag and cobra; choose another name (flag-name)",
		"types.go:15:5: -h belongs to pflag and cobra; choose another letter (flag-name)",
		`types.go:17:5: "ee" cannot be a shorthand; a shorthand is one letter or digit (flag-name)`,
	}},
	{"flags of the loader", one(changed(withLoader,
		field(10, "A", text, "+flag=version"), field(12, "B", text, "+flag=preflight"),
		field(14, "C", text, "+flag=config-dir"), field(16, "D", text, "+flag=emulated-version"),
		field(18, "E", text, "+flag=versions"),
		registering(field(20, "F", inner, "+flagsFrom=example.com/x.Add"), "f", "write-config-to"),
	)), []string{
		"types.go:9:5: --version belongs to the loader of the configuration; choose another name (flag-name)",
		"types.go:11:5: --preflight belongs to the loader of the configuration; choose another name (flag-name)",
		"types.go:13:5: --config-dir belongs to the loader of the configuration; choose another name (flag-name)",
		"types.go:15:5: --emulated-version belongs to the loader of the configuration; choose another name (flag-name)",
		"types.go:19:5: Add registers --write-config-to, which belongs to the loader of the configuration; prefix the " +
			`flags of this field, as in +flagDefaults(prefix: "f-") (flag-name)`,
	}},
	{"flags of the loader without a loader", one(relay(
		field(10, "A", text, "+flag=version"), field(12, "B", text, "+flag=preflight"),
		registering(field(20, "F", inner, "+flagsFrom=example.com/x.Add"), "f", "write-config-to"),
	)), nil},
	{"flags of functions", one(relay(
		field(10, "A", text, "+flag=a"), registering(field(12, "B", inner, "+flagsFrom=example.com/x.Add"), "a", "b"),
		registering(field(14, "C", inner, "+flagsFrom=example.com/x.Add"), "a", "b"),
		registering(field(16, "D", inner, `+flagsFrom(exempt: "c,level")=example.com/x.Add`), "c", "levels"),
		registering(field(18, "E", inner, `+flagsFrom(exempt: "level")=example.com/x.Add`)),
		registering(field(20, "F", inner, `+flagsFrom(exempt: "other")=example.com/x.Add`), "d"),
		field(22, "G", text, `+flag(shorthand: "v")=g`),
		registering(field(24, "H", inner, "+flagsFrom=example.com/x.Add"), "verbosity -v", "quiet -q"),
		registering(field(26, "I", inner, "+flagsFrom=example.com/x.Add"), "quick -q"),
	)), []string{
		"types.go:11:5: Add registers the flag --a, which is registered already, first at types.go:9; rename the other " +
			`flag, or prefix the flags of this field, as in +flagDefaults(prefix: "b-") (duplicate-flag)`,
		"types.go:13:5: Add registers the flag --a, which is registered already, first at types.go:9; rename the other " +
			`flag, or prefix the flags of this field, as in +flagDefaults(prefix: "c-") (duplicate-flag)`,
		"types.go:15:5: Add does not register --level, which exempt: names; did you mean levels? (flags-from)",
		"types.go:19:5: Add does not register --other, which exempt: names; name one of the flags that it registers, " +
			"without dashes and prefix (flags-from)",
		"types.go:23:5: Add registers the shorthand -v for --verbosity, which --g has already, first at types.go:21; " +
			"remove the shorthand from the other flag, or register these flags by +flag (duplicate-flag)",
		"types.go:25:5: Add registers the shorthand -q for --quick, which --quiet has already, first at types.go:23; " +
			"remove the shorthand from the other flag, or register these flags by +flag (duplicate-flag)",
	}},
	{"usage", one(relay(
		undocumented(field(10, "A", text, "+flag=a")), undocumented(field(12, "B", text, `+flag(usage: "text")=b`)),
		field(14, "C", text, `+flag(usage: "text", usageFrom: "example.com/x.Text")=c`), field(16, "D", text, "+flag=d"),
		field(18, "E", text, `+flag(deprecated: false, since: "1.4")=e`),
		field(20, "F", list(text), `+flag(type: stringArray, value: "example.com/x.New")=f`),
		field(22, "G", list(text), "+flag(type: stringArray)=g"),
		field(24, "H", text, `+flag(shorthandDeprecated: "use --h-long")=h-long`),
		field(26, "I", text, `+flag(shorthand: "i", shorthandDeprecated: "use --i-long")=i-long`),
	)), []string{
		"types.go:9:5: the flag --a has no help text; write a doc comment on the field, or the argument usage: (no-usage)",
		"types.go:13:5: usage and usageFrom both specify the help text; keep one (conflicting-arguments)",
		"types.go:17:5: deprecated: false contradicts the end of the flag; remove it, or since, removal and use " +
			"(conflicting-arguments)",
		"types.go:19:5: type and value both specify how the flag reads its values; keep one (conflicting-arguments)",
		"types.go:23:5: shorthandDeprecated has no effect on a flag without shorthand; remove it, or add shorthand: " +
			"(conflicting-arguments)",
	}},
	{"in a list", one(relay(with(field(10, "Servers", list(inner)),
		field(13, "A", text, "+flagsFrom=example.com/x.Add", "+legacyDefault=1"), field(16, "B", text),
	), field(18, "C", text, "+legacyDefault=1"))), []string{
		"types.go:11:5: Servers[*].A exists once for each element, and a flag exists once; remove the marker (flag-in-list)",
		"types.go:12:5: Servers[*].A exists once for each element and cannot have a default from the command line; put the " +
			"marker on the list (legacy-default)",
	}},
	{"a flag in a list", one(relay(with(
		field(10, "Servers", mapOf(inner)), unflagged(field(13, "A", text, "+flag=a")),
	))), []string{
		"types.go:12:5: Servers[*].A exists once for each element, and a flag exists once; remove the flag, or give the " +
			"list a flag with value: (flag-in-list)",
	}},
	{"precedence", one(relay(
		field(10, "A", text, "+flag=a", "+precedence=merge"), field(13, "B", mapOf(texts), "+flag=b", "+precedence=merge"),
		field(16, "C", mapOf(text), "+precedence=merge"), field(19, "D", mapOf(text), "+flag=d", "+precedence=merge"),
		with(field(22, "E", inner, "+flagsFrom=example.com/x.Add"), field(25, "F", mapOf(text), "+precedence=merge")),
	)), []string{
		"types.go:9:5: +precedence=merge is on A, which has the type string; remove it: only maps are merged key by key " +
			"(precedence-type)",
		"types.go:12:5: +precedence=merge is on B, a map of lists; remove it: lists replace each other (precedence-type)",
		"types.go:15:5: +precedence combines a flag with a file, and no flag sets C; remove it, or add +flag: maps in " +
			"files are merged key by key without it (precedence-flag)",
	}},
	{"prepended", one(relay(
		field(10, "A", text, "+flag=a", "+precedence=prepend"), field(13, "B", list(text), "+flag=b", "+precedence=prepend"),
		field(16, "C", list(text), "+precedence=prepend"),
		with(field(19, "D", inner, "+precedence=replace"), field(30, "E", text, "+flag=e")),
		with(field(22, "F", inner, "+precedence=replace"), field(31, "G", text)),
	)), []string{
		"types.go:9:5: +precedence=prepend is on A, which has the type string; remove it: only lists have items to prepend " +
			"(precedence-type)",
		"types.go:15:5: +precedence combines a flag with a file, and no flag sets C; remove it, or add +flag " +
			"(precedence-flag)",
		"types.go:21:5: +precedence combines a flag with a file, and no flag sets F; remove it, or add +flag " +
			"(precedence-flag)",
	}},
	{"defaults of flags", one(relay(
		field(10, "A", text, "+flag=a", `+flagDefaults(prefix: "a-")`),
		with(field(13, "B", inner, `+flagDefaults(prefix: "b-")`), field(30, "Name", text)),
		with(field(16, "C", inner, `+flagDefaults(prefix: "c-")`), field(30, "Name", text, "+flag=name")),
	)), []string{
		"types.go:9:5: +flagDefaults has no effect: there is no flag below A; remove it, or add flags (flag-defaults)",
		"types.go:12:5: +flagDefaults has no effect: there is no flag below B; remove it, or add flags (flag-defaults)",
	}},
	{"defaults of the flags of types", one(relay(
		with(field(10, "A", declared("Empty", marked(40, `+flagDefaults(prefix: "a-")`))), field(41, "Name", text)),
		with(field(12, "B", declared("Empty", marked(40, `+flagDefaults(prefix: "a-")`))), field(41, "Name", text)),
		with(field(14, "C", declared("Flags", marked(50, `+flagDefaults(prefix: "c-")`))), field(51, "Name", text)),
		with(field(16, "D", declared("Flags", marked(50, `+flagDefaults(prefix: "c-")`))),
			field(51, "Name", text, "+flag=name")),
		with(field(18, "E", shared(declared("Shared", marked(60, `+flagDefaults(prefix: "e-")`)))), field(61, "Name", text)),
	)), []string{
		"types.go:40:4: +flagDefaults has no effect: there is no flag below Empty; remove it, or add flags (flag-defaults)",
	}},
	{"defaults of the flags of a root", one(changed(func(g *group.Group) {
		g.Roots[0].Markers = marked(5, `+flagDefaults(section: "a")`)
	}, field(10, "A", text))), []string{
		"types.go:5:4: +flagDefaults has no effect: there is no flag below Relay; remove it, or add flags (flag-defaults)",
	}},
	{"defaults of the flags of a root with flags", one(changed(func(g *group.Group) {
		g.Roots[0].Markers = marked(5, `+flagDefaults(section: "a")`)
	}, field(10, "A", text, "+flag=a"))), nil},
}

// registering is a field with the flags that the function of its +flagsFrom registers, as in "verbosity -v".
func registering(f *group.Field, names ...string) *group.Field {
	m := f.Markers.Named("flagsFrom")[0]
	from := &group.Delegation{Func: &group.Object{Name: "Add"}, Exempt: m.Value.(*markers.FlagsFrom).Exempt}
	from.Position, from.End = m.Position, m.End
	for _, name := range names {
		name, letter, _ := strings.Cut(name, " -")
		from.Registers = append(from.Registers, group.Registered{Name: name, Shorthand: letter})
	}
	f.Delegations = append(f.Delegations, from)
	return f
}

// declared is a struct with markers, which marked returns.
func declared(name string, set markers.Set) *group.Type {
	return &group.Type{Kind: "struct", Package: config, PackageName: "config", Name: name, Own: true, Markers: set}
}

// shared moves a type to another package.
func shared(t *group.Type) *group.Type {
	t.Package = "example.com/relay/shared"
	return t
}

func undocumented(f *group.Field) *group.Field {
	f.Doc = ""
	return f
}

func unflagged(f *group.Field) *group.Field {
	f.Flags = nil
	return f
}

// withLoader makes a group one that is loaded by the runtime library.
func withLoader(g *group.Group) { g.Loader, g.Name = true, "relay.example.com" }
