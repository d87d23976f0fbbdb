package check

import (
	"go/token"

	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/markers"
)

func one(g *group.Group) []*group.Group { return []*group.Group{g} }

var hidden = &group.Type{Kind: "struct", Package: config, PackageName: "config", Name: "mode", Own: true}

var accessRows = []row{
	{"main", one(changed(func(g *group.Group) { g.Package.Name = "main" })), []string{
		"types.go:6:6: Relay is in a package main, which generated packages cannot import; move the types to a package of " +
			"their own (main-package)",
	}},
	{"not main", one(relay()), nil},
	{"internal types", one(changed(func(g *group.Group) { g.Package.Path = "example.com/a/internal/config" })), []string{
		"types.go:6:6: the generated package example.com/relay/config/options cannot import example.com/a/internal/config, " +
			"which is internal to another directory; choose a package inside of that directory with +configgen:output " +
			"(output-package)",
		"types.go:6:6: the generated package example.com/relay/config/validation cannot import " +
			"example.com/a/internal/config, which is internal to another directory; choose a package inside of that directory " +
			"with +configgen:output (output-package)",
	}},
	{"internal beside", one(changed(func(g *group.Group) { g.Package.Path = "example.com/relay/internal/config" })), nil},
	{"unexported root", one(changed(func(g *group.Group) { g.Roots[0].Name = "relay" })), []string{
		"types.go:6:6: the root relay is not exported and cannot be named by generated packages; export it (unexported-type)",
	}},
	{"unexported type of a flag", one(relay(
		field(10, "Mode", hidden, "+flag=mode"), field(12, "Silent", hidden),
		with(field(14, "Zone", pointer(hidden)), field(18, "Name", text, "+flag=zone")),
		field(22, "Word", &group.Type{Kind: "string", Package: config, Name: "word", Own: true}, "+flag=word"),
	)), []string{
		"types.go:10:2: Mode has the type config.mode, which is not exported and cannot be named by generated packages; " +
			"export it (unexported-type)",
		"types.go:18:2: Zone.Name has the type config.mode, which is not exported and cannot be named by generated " +
			"packages; export it (unexported-type)",
	}},
	{"internal reference", one(relay(
		field(10, "A", text, `+flag(value: "example.com/other/internal/values.New")=a`),
		field(12, "B", text, `+flag(value: "example.com/relay/internal/values.New")=b`),
	)), []string{
		"types.go:9:5: the generated package example.com/relay/config/options cannot import " +
			"example.com/other/internal/values, which is internal to another directory; move what is named to a package that " +
			"it can import (internal-package)",
	}},
}

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
		"types.go:11:5: the shorthand -v is registered twice, first for --a; give one of them another letter " +
			"(duplicate-flag)",
	}},
	{"ignored flags", one(changed(func(g *group.Group) {
		place := func(line int) token.Position { return at(line, 4) }
		g.Roots[0].Ignored = []*group.Flag{
			{Name: "a", Type: "bool", Position: place(2)}, {Name: "-b", Type: "bool", Position: place(3)},
			{Name: "c", Type: "bool", Shorthand: "v", Position: place(4)}, {Name: "d", Type: "bool", Position: place(5)},
			{Name: "e", OS: group.Systems{"!window"}, Position: place(6)}, {Name: "f", OS: group.Systems{"linux"}},
			{Name: "g", Ending: &group.Deprecation{Removal: "1.6", Position: place(7)}, Position: place(7)},
			{Name: "h", Ending: &group.Deprecation{Since: "1.4", Removal: "1.6", Use: "--a"}},
		}
	},
		field(10, "A", text, `+flag(shorthand: "v")=a`), field(12, "B", text, `+flag(deprecated: "a", use: "--d")=b`),
	)), []string{
		"types.go:2:4: the flag --a is registered twice, first at types.go:9; give one of them another name (duplicate-flag)",
		`types.go:3:4: "-b" cannot be the name of a flag; write +ignoredFlag(...)=b (flag-name)`,
		"types.go:4:4: the shorthand -v is registered twice, first for --a; give one of them another letter " +
			"(duplicate-flag)",
		`types.go:6:4: there is no system "window"; did you mean windows? (ignored-flag)`,
		"types.go:7:4: --g has a release of its removal and none of its deprecation; " + `add since: "..." (deprecation)`,
	}},
	{"names", one(relay(
		field(10, "A", text, "+flag=--a"), field(12, "B", text, "+flag=ä"), field(14, "C", text, "+flag=help"),
		field(16, "D", text, `+flag(shorthand: "h")=d`), field(18, "E", text, `+flag(shorthand: "ee")=e`),
		field(20, "F", text, `+flag(shorthand: "1")=f-1.x_y`),
	)), []string{
		`types.go:9:5: "--a" cannot be the name of a flag; write +flag=a (flag-name)`,
		`types.go:11:5: "ä" cannot be the name of a flag; use letters, digits and dashes (flag-name)`,
		"types.go:13:5: --help belongs to pflag and cobra; choose another name (flag-name)",
		"types.go:15:5: -h belongs to pflag and cobra; choose another letter (flag-name)",
		`types.go:17:5: "ee" cannot be a shorthand; a shorthand is one letter or digit (flag-name)`,
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
}

func undocumented(f *group.Field) *group.Field {
	f.Doc = ""
	return f
}

func unflagged(f *group.Field) *group.Field {
	f.Flags = nil
	return f
}

var jsonRows = []row{
	{"one name twice", one(relay(field(10, "Name", text), field(12, "NAME", text), field(14, "Other", text))), []string{
		`types.go:12:2: NAME has the JSON name of Name, "name", so that a file can set neither; give one of them another ` +
			`name (json-name)`,
	}},
	{"one name in two structs", one(relay(
		field(10, "Name", text), with(field(12, "Inner", inner), field(20, "Name", text)),
	)), nil},
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

var lintRows = []row{
	{"unknown rule", one(changed(func(g *group.Group) {
		g.Lint = &group.Lint{Disable: []string{"number-flot"}, Marker: markers.Marker{Position: at(1, 4)}}
	}, field(10, "A", text))), []string{
		`types.go:1:4: no rule "number-flot"; did you mean number-float? (lint-rule)`,
	}},
	{"known rule", one(changed(func(g *group.Group) {
		g.Lint = &group.Lint{Disable: []string{"number-float"}}
	}, field(10, "A", text))), nil},
}

var pathRows = []row{
	{"A18 other paths", one(relay(
		field(10, "FieldPath", text), field(12, "FieldRef", text), field(14, "MetricsURLPath", text),
		field(16, "HealthzPath", text), field(18, "JSONPath", texts), field(20, "BaseURLPath", text),
	)), nil},
	{"A18 one type in two places", one(relay(
		with(field(10, "A", inner), field(20, "CertFile", text)), with(field(12, "B", inner), field(20, "CertFile", text)),
	)), []string{
		"types.go:20:2: A.CertFile looks like a file path and is not marked as one; add +path, or +path=false if it is not " +
			"one (path-undecided)",
	}},
	{"no paths", one(relay(
		field(10, "A", number, "+path"), field(12, "B", list(texts), "+path"), field(14, "C", pointer(texts), "+path"),
		field(16, "D", texts, "+path"), field(18, "E", mapOf(text), "+path"), field(20, "F", pointer(text), "+path=false"),
	)), []string{
		"types.go:9:5: +path is on A, which has the type int32; use it on string, *string, []string and map[string]string " +
			"(path-type)",
		"types.go:11:5: +path is on B, which has the type [][]string; use it on string, *string, []string and " +
			"map[string]string (path-type)",
		"types.go:13:5: +path is on C, which has the type *[]string; use it on string, *string, []string and " +
			"map[string]string (path-type)",
	}},
	{"undecided", one(relay(
		field(10, "CertFile", text), field(12, "ZoneDirs", texts), field(14, "LogPath", text, "+path=false"),
		field(16, "HTTPPath", text), field(18, "MaxFiles", number), field(20, "Profile", text),
	)), []string{
		"types.go:10:2: CertFile looks like a file path and is not marked as one; add +path, or +path=false if it is not " +
			"one (path-undecided)",
		"types.go:12:2: ZoneDirs looks like a file path and is not marked as one; add +path, or +path=false if it is not " +
			"one (path-undecided)",
	}},
	{"undecided in a type of another module", one(relay(
		with(field(10, "Client", inner), with(foreign(field(30, "TLS", list(inner))), foreign(field(40, "KeyFile", text)))),
	)), []string{
		"types.go:10:2: Client.TLS[*].KeyFile looks like a file path and is not marked as one; add " +
			"+subfield(TLS.KeyFile)=+path, or +subfield(TLS.KeyFile)=+path=false if it is not one (path-undecided)",
	}},
	{"undecided in a flag struct", one(changed(flagStruct, field(10, "CertFile", text))), nil},
}

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
		twin(field(14, "C", text), "[alpha] C is new."), guarded(documented(field(16, "D", text), "D is alpha.")),
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

func twin(f *group.Field, doc string) *group.Field {
	f.Twin = &group.Twin{Type: f.Type, Doc: doc, Position: at(100+f.Position.Line, 2), End: at(100+f.Position.Line, 9)}
	return f
}

func guarded(f *group.Field) *group.Field {
	f.Gates = []*group.Gate{{Name: "Gate"}}
	return f
}

// silenceRows are about markers that had no effect, or one that kills the component; each has its neighbor.
var silenceRows = []row{
	{"S7 flags of the loader", one(changed(func(g *group.Group) { g.Loader, g.Name = true, "relay.config.example.io" },
		field(10, "A", text, "+flag=config"), field(12, "B", text, "+flag=explain-config"),
		field(14, "C", text, "+flag=configs"),
	)), []string{
		"types.go:9:5: --config belongs to the loader of the configuration; choose another name (flag-name)",
		"types.go:11:5: --explain-config belongs to the loader of the configuration; choose another name (flag-name)",
	}},
	{"S7 in a +flags struct, which may have its own way to a file", one(changed(func(g *group.Group) {
		g.Loader, g.Name = true, "relay.config.example.io"
		flagStruct(g)
	}, field(10, "A", text, "+flag=config"))), nil},
	{"S7 without the loader", one(relay(field(10, "A", text, "+flag=config"))), nil},
	{"S4 lists", one(relay(
		field(10, "A", text, "+listType=set"), field(12, "B", mapOf(text), "+k8s:listType=atomic"),
		field(14, "C", texts, "+listMapKey=name"),
		field(16, "D", texts, "+listType=set"),
	)), []string{
		"types.go:9:5: +listType=set is on A, which has the type string; use it on lists (list-key)",
		"types.go:11:5: +listType=atomic is on B, which has the type map[string]string; use it on lists (list-key)",
		"types.go:13:5: +listMapKey has no effect: C does not have +listType=map; add +listType=map, or remove it " +
			"(list-key)",
	}},
	{"S4 lists with keys", one(relay(
		with(field(10, "A", list(inner), "+listType=map", "+listMapKey=name"), field(20, "Name", text)),
		with(field(12, "B", list(inner), "+k8s:unique=map", "+k8s:listMapKey=name"), field(22, "Name", text)),
	)), nil},
}

var secretRows = []row{
	{"files of secrets", one(changed(loaded,
		field(10, "A", texts, "+secret(file: AFile)"), checked(12, "AFile", text, "+path"),
		field(14, "B", text, "+secret(file: BFil)"), checked(16, "BFile", text, "+path"),
		field(18, "C", text, "+secret(file: D)"), field(20, "D", text),
		field(22, "E", text, "+secret(file: EFile)=false"), field(24, "F", text, "+secret(file: G)"),
	)), []string{
		"types.go:9:5: A has the type []string, and a file has one string; use the argument on string and *string " +
			"(secret-file)",
		"types.go:13:5: B has no field BFil beside it; did you mean BFile? (secret-file)",
		"types.go:20:2: D is the file of C and not marked as a path; add +path; it must be a string (secret-file)",
		"types.go:21:5: +secret=false on E names the file of a secret; remove the argument, or write +secret(file: EFile) " +
			"(secret-file)",
		"types.go:23:5: F has no field G beside it; name the Go field that has the path of the file (secret-file)",
	}},
	{"unpaired", one(changed(loaded,
		field(10, "A", text, "+secret"), checked(12, "AFile", text, "+path"),
		field(14, "B", text, "+secret"), field(16, "BFile", text, "+path=false"),
		field(18, "C", pointer(text), "+secret(file: CPath)"), checked(20, "CPath", pointer(text), "+path"),
	)), []string{
		"types.go:9:5: warning: A and AFile look like a secret and its file, and the loader does not read the file; write " +
			"+secret(file: AFile) (secret-unpaired)",
	}},
	{"unpaired without the loader", one(relay(
		field(10, "A", text, "+secret"), checked(12, "AFile", text, "+path"),
	)), nil},
	{"flags of secrets", one(relay(
		secretField(field(10, "Password", text, "+flag=password")), secretField(field(12, "Passphrase", text)),
		field(14, "Token", text, "+flag=token", "+secret=false"),
	)), []string{
		"types.go:9:5: warning: Password is a secret, and the list of processes shows what --password is set to; remove " +
			"the flag and read the secret from a file with +secret(file: ...), or, if it has to stay, add " +
			"+configgen:allow(rule: secret-flag, reason: \"...\") (secret-flag)",
	}},
	{"S6 looks like a secret", one(relay(
		field(10, "Password", text), field(12, "BearerToken", text), field(14, "APIKey", texts),
		field(16, "ClientSecret", list(&group.Type{Kind: "uint8", Name: "uint8"})),
		field(18, "Credentials", pointer(text)),
	)), []string{
		"types.go:10:2: Password looks like a secret and is not marked as one; add +secret, or +secret=false if it is not " +
			"one (secret-undecided)",
		"types.go:12:2: BearerToken looks like a secret and is not marked as one; add +secret, or +secret=false if it is " +
			"not one (secret-undecided)",
		"types.go:14:2: APIKey looks like a secret and is not marked as one; add +secret, or +secret=false if it is not " +
			"one (secret-undecided)",
		"types.go:16:2: ClientSecret looks like a secret and is not marked as one; add +secret, or +secret=false if it is " +
			"not one (secret-undecided)",
		"types.go:18:2: Credentials looks like a secret and is not marked as one; add +secret, or +secret=false if it is " +
			"not one (secret-undecided)",
	}},
	{"S6 not a secret", one(relay(
		secretField(field(10, "Password", text)), field(12, "Token", text, "+secret=false"), field(14, "Keys", texts),
		field(16, "TLSKeyFile", text, "+path"), field(18, "TokenTTL", number), field(20, "MaxToken", number),
		field(22, "LabelKey", text), field(24, "Keyring", text), field(26, "Monkey", text),
		with(field(28, "Taints", list(inner)), field(40, "Key", text), field(42, "Value", text)),
		with(field(30, "Zones", list(inner), "+listType=map", "+listMapKey=key"), field(50, "Key", text)),
		field(32, "Secret", &group.Type{Kind: "string", Name: "Kind", Package: config,
			Constants: []group.Constant{{Name: "None", Value: "none"}}}),
	)), nil},
	{"S6 in a type of another module", one(relay(
		with(field(10, "Client", inner), foreign(field(30, "Password", text))),
	)), []string{
		"types.go:10:2: Client.Password looks like a secret and is not marked as one; add +subfield(Password)=+secret, or " +
			"+subfield(Password)=+secret=false if it is not one (secret-undecided)",
	}},
}

// secretField is a field that a tag or a marker makes a secret.
func secretField(f *group.Field) *group.Field {
	f.Secret = true
	return f
}

var systemRows = []row{
	{"systems", one(relay(
		field(10, "A", text, "+os=widows"), field(12, "B", text, "+os=linux,!windows"),
		field(14, "C", text, "+os=!windows,!darwin"),
		field(16, "D", text, "+os=mainframe"),
		with(limited(field(18, "E", inner, "+os=windows"), "windows"),
			field(20, "F", text, "+os=linux"), field(22, "G", text, "+os=!linux")),
	)), []string{
		`types.go:9:5: there is no system "widows"; did you mean windows? (os-unknown)`,
		"types.go:11:5: systems with and without an exclamation mark are mixed; list those on which the field exists, or " +
			"those on which it does not (os-mixed)",
		`types.go:15:5: there is no system "mainframe"; write GOOS values, such as linux, darwin or windows (os-unknown)`,
		"types.go:19:5: E.F is excluded everywhere: its parent is limited to +os=windows; widen one of the two (os-empty)",
	}},
}

func limited(f *group.Field, systems ...string) *group.Field {
	f.OS = systems
	return f
}
