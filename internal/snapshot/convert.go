package snapshot

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/version"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/flagtext"
)

// converter makes a descriptor of objects.
type converter struct {
	objects []object
	facts   map[key]texts
	api     *descriptor.Descriptor
}

func (c *converter) convert() *descriptor.Descriptor {
	c.group()
	slices.SortStableFunc(c.objects, func(a, b object) int { // the preferred version first, what a field is in before it
		return cmp.Or(version.CompareKubeAwareVersionStrings(b.version, a.version), strings.Compare(a.field, b.field))
	})
	for _, o := range c.objects {
		if o.version != "" && o.field == "" {
			c.version(o)
		}
	}
	for _, o := range c.objects {
		if o.field != "" {
			c.versionField(o)
		}
	}
	for _, o := range c.objects {
		if o.setting != "" && o.flagsFrom == "" {
			c.setting(o)
		}
	}
	for _, o := range c.objects {
		switch {
		case o.flagsFrom != "":
			c.registration(o)
		case o.flag != "":
			c.flag(o)
		case o.tombstone != "":
			c.tombstone(o)
		}
	}
	for i := range c.api.Kinds {
		c.fields(&c.api.Kinds[i])
		c.limits(&c.api.Kinds[i])
	}
	return c.api
}

func (c *converter) group() {
	facts := c.facts[key{}]
	c.api.Group, c.api.Loader, c.api.Release = facts["group"], facts["loader"] != "", facts["release"]
	c.api.Exceptions = exceptions(facts, nil)
	if facts["window ga"] != "" {
		window := func(track string) int {
			number, _ := strconv.Atoi(facts["window "+track])
			return number
		}
		c.api.Support = &descriptor.Support{
			GA: window("ga"), Beta: window("beta"), Alpha: window("alpha"), Flags: window("flags"),
		}
	}
}

// exceptions are those of an object, without those that what it is in has, too.
func exceptions(facts texts, outer []descriptor.Exception) []descriptor.Exception {
	var found []descriptor.Exception
	for name, text := range facts {
		if rule, ok := strings.CutPrefix(name, "allow "); ok {
			until, reason, _ := strings.Cut(text, " ")
			if e := (descriptor.Exception{Rule: rule, Reason: reason, Until: until}); !slices.Contains(outer, e) {
				found = append(found, e)
			}
		}
	}
	slices.SortFunc(found, func(a, b descriptor.Exception) int { return strings.Compare(a.Rule, b.Rule) })
	return found
}

// kind returns a kind, which is a struct of flags unless it has versions.
func (c *converter) kind(name string) *descriptor.Kind {
	for i := range c.api.Kinds {
		if c.api.Kinds[i].Name == name {
			return &c.api.Kinds[i]
		}
	}
	c.api.Kinds = append(c.api.Kinds, descriptor.Kind{Name: name, Scope: descriptor.FlagsOf})
	return &c.api.Kinds[len(c.api.Kinds)-1]
}

func (c *converter) version(o object) {
	k := c.kind(o.kind)
	if len(k.Versions) == 0 { // what is the same in all versions
		k.Scope = descriptor.Scope(o.facts["scope"])
		k.ZerosKept, k.HeaderOptional = o.facts["zeros kept"] != "", o.facts["header optional"] != ""
		k.Exceptions = exceptions(o.facts, nil)
	}
	if plural, scope, served := strings.Cut(o.facts["custom resource"], ", "); served {
		k.Resource = &descriptor.Resource{Plural: plural, Scope: scope, ShortNames: list(o.facts["short names"])}
	}
	k.Versions = append(k.Versions, descriptor.Version{Name: o.version, Doc: o.facts["doc"]})
}

// list splits a list of names.
func list(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

func (c *converter) versionField(o object) {
	k := c.kind(o.kind)
	i := slices.IndexFunc(k.Versions, func(v descriptor.Version) bool { return v.Name == o.version })
	if i < 0 { // every snapshot lists the kind
		return
	}
	f := descriptor.VersionField{
		Path: o.field, Go: o.facts["go"], GoType: o.facts["go type"], Pointer: o.facts["pointer"] != "",
		JSON: o.facts["json"], Type: typeOf(o.facts["type"]),
		Doc: flagtext.Help(goName(o.facts["go"]), o.facts["doc"], nil), Exceptions: exceptions(o.facts, k.Exceptions),
	}
	switch value := o.facts["default"]; value {
	case "":
	case "(computed)":
		f.Computed = true
	default:
		f.Default = []byte(value)
	}
	k.Versions[i].Fields = append(k.Versions[i].Fields, f)
}

// goName is the last part of a Go path.
func goName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// field returns the field of a kind that a setting is about. Its path is that in files of the preferred version which
// has the field, or else in Go.
func (c *converter) field(k *descriptor.Kind, setting string) *descriptor.Field {
	path := setting
	for _, v := range slices.Backward(k.Versions) {
		for _, f := range v.Fields {
			if f.Path == setting && f.Go != "" {
				path = f.Go
			}
		}
	}
	for i := range k.Fields {
		if k.Fields[i].Path == path {
			return &k.Fields[i]
		}
	}
	k.Fields = append(k.Fields, descriptor.Field{Path: path})
	return &k.Fields[len(k.Fields)-1]
}

func (c *converter) setting(o object) {
	k := c.kind(o.kind)
	f := c.field(k, o.setting)
	f.JSON = o.setting
	f.File, f.Port = onMachine(o.facts)
	f.Secret, f.SecretFile, f.Instance = o.facts["secret"] != "", o.facts["secret file"], o.facts["instance"] != ""
	f.OS, f.Gates = list(o.facts["os"]), list(o.facts["gates"])
	f.Reload, f.Precedence = descriptor.Reload(o.facts["reload"]), descriptor.Precedence(o.facts["precedence"])
	f.LegacyDefault, f.Since = o.facts["legacy default"], o.facts["since"]
	missing := list(o.facts["missing library flags"])
	for _, text := range list(o.facts["library flags"]) {
		from, name, _ := strings.Cut(text, " ")
		f.Libraries = append(f.Libraries, descriptor.LibraryFlag{
			Name: name, From: from, Missing: slices.Contains(missing, text),
		})
	}
	for _, text := range list(o.facts["moved"]) {
		if words := strings.SplitN(text, " ", 3); len(words) > 1 {
			f.Moves = append(f.Moves, descriptor.Move{Version: words[0], From: words[1], When: strings.Join(words[2:], "")})
		}
	}
	if o.facts["deprecated"] != "" {
		f.Deprecated = deprecation(o.facts)
	}
	f.Exceptions = exceptions(o.facts, k.Exceptions)
}

// deprecation is nil if a snapshot tells neither when nor for what something ends.
func deprecation(facts texts) *descriptor.Deprecation {
	d := descriptor.Deprecation{Since: facts["deprecated since"], Removal: facts["removal"], Use: facts["use"]}
	if facts["deprecated"] == "true" || d != (descriptor.Deprecation{}) {
		return &d
	}
	return nil
}

// onMachine is what must be true on the machine. The words are those of the arguments of +path and +check.
func onMachine(facts texts) (*descriptor.File, *descriptor.Port) {
	var file *descriptor.File
	if facts["path"] != "" {
		file = &descriptor.File{}
	}
	var port *descriptor.Port
	for word := range strings.FieldsSeq(facts["preflight"]) {
		switch {
		case word == "free":
			port = &descriptor.Port{}
		case port != nil && (strings.HasPrefix(word, "tcp") || strings.HasPrefix(word, "udp")):
			port.Networks = list(word)
		case port != nil:
			port.Address = word
		case file == nil:
		case word == "exists":
			file.MustExist = true
		case word == "r" || word == "w" || word == "rw":
			file.Access = descriptor.Access(word)
		default:
			file.Kind = descriptor.FileKind(word)
		}
	}
	return file, port
}

// fields adds the fields without settings, after the fields of versions know which field they are. The types are those
// in the preferred version and, in a struct of flags, those of the flags.
func (c *converter) fields(k *descriptor.Kind) {
	preferred := map[string]descriptor.VersionField{} // of the preferred version that has the field
	for i := range slices.Backward(k.Versions) {
		v := &k.Versions[i]
		for _, field := range k.Fields {
			for _, move := range field.Moves {
				if move.Version == v.Name {
					moved(v.Fields, move.From, field.Path)
				}
			}
		}
		for _, f := range v.Fields {
			preferred[f.Field()] = f
		}
	}
	delete(preferred, "") // each field has a name in Go
	for _, path := range slices.Sorted(maps.Keys(preferred)) {
		at := slices.IndexFunc(k.Fields, func(known descriptor.Field) bool { return known.Path == path })
		if at < 0 {
			at = len(k.Fields)
			k.Fields = append(k.Fields, descriptor.Field{Path: path})
		}
		k.Fields[at].JSON = cmp.Or(k.Fields[at].JSON, preferred[path].Path)
		t := preferred[path].Type
		k.Fields[at].Type = *bare(&t)
	}
	for _, flag := range k.Flags {
		at := slices.IndexFunc(k.Fields, func(known descriptor.Field) bool { return known.Path == flag.Sets })
		if at >= 0 && len(k.Versions) == 0 {
			k.Fields[at].Type = *bare(&flag.Type)
		}
	}
}

func moved(fields []descriptor.VersionField, from, to string) {
	was := ""
	for i := range fields {
		f := &fields[i]
		switch rest, inside := strings.CutPrefix(f.Path, from); {
		case f.Path == from:
			f.Of, was = to, f.Go
		case inside && (rest[0] == '.' || rest[0] == '['):
			f.Of = to + strings.TrimPrefix(f.Go, was)
		}
	}
}
