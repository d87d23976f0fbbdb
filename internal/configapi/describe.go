package configapi

import (
	"fmt"
	"go/token"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/markers"
)

// Place is where something is declared.
type Place struct{ Position, End token.Position }

// Described is the API of a group and where its objects are declared, and further its kinds, by a key with nothing but
// the name, and the fields without settings.
type Described struct {
	Snapshot Snapshot
	Places   map[Key]Place
}

// Describe returns the API of a group.
func Describe(g *group.Group) Described {
	d := &describer{group: g, facts: map[Key]map[string]string{}, places: map[Key]Place{}}
	d.policy()
	for _, root := range g.Roots {
		for _, external := range root.External {
			d.kind(root, external)
		}
	}
	for _, root := range g.AllRoots() {
		d.places[Key{Kind: root.Name}] = Place{root.Position, root.End}
		root.Walk(func(field *group.Field) {
			if !field.Embedded || field.JSONName != "" { // an embedded struct has nothing that its fields do not have
				d.setting(root, field)
			}
		})
		d.flags(root)
		d.tombstones(root)
	}
	var s Snapshot
	for key, facts := range d.facts {
		s = append(s, Object{key, facts})
	}
	slices.SortFunc(s, func(a, b Object) int { return a.Compare(b.Key) })
	return Described{s, d.places}
}

// describer collects facts.
type describer struct {
	group  *group.Group
	facts  map[Key]map[string]string
	places map[Key]Place
}

// add adds facts about an object. An object that is declared several times, such as a flag of several systems, has the
// facts of all. Empty facts are left out.
func (d *describer) add(key Key, at Place, facts map[string]string) {
	known := d.facts[key]
	if known == nil {
		known = map[string]string{}
		d.facts[key], d.places[key] = known, at
	}
	for name, value := range facts {
		switch {
		case value == "" || value == known[name]:
		case known[name] == "":
			known[name] = value
		default:
			known[name] += " | " + value
		}
	}
}

// policy describes the group itself.
func (d *describer) policy() {
	g := d.group
	facts := map[string]string{"group": g.Name, "loader": is(g.Loader)}
	at := Place{g.Package.Position, g.Package.End}
	if g.API != nil {
		at = Place{g.API.Marker.Position, g.API.Marker.End}
		facts["release"] = g.API.Release
		facts["window ga"], facts["window beta"] = strconv.Itoa(g.API.GA), strconv.Itoa(g.API.Beta)
		facts["window alpha"], facts["window flags"] = strconv.Itoa(g.API.Alpha), strconv.Itoa(g.API.Flags)
	}
	except(facts, g.Exceptions)
	d.add(Key{}, at, facts)
}

// kind describes a root in one version, with its fields.
func (d *describer) kind(root *group.Root, external *group.External) {
	version := group.Version{}
	for _, known := range d.group.Versions {
		if known.Package.Path == external.Version {
			version = known
		}
	}
	name := version.NameFor(root)
	at := Place{version.Types.Position, version.Types.End}
	if declared, ok := version.Types.Declared[root.Name]; ok {
		at = Place{declared.Position, declared.End}
	}
	scope := "shared"
	if root.Instance {
		scope = "instance"
	}
	facts := map[string]string{
		"doc": external.Doc, "scope": scope, "zeros kept": is(root.ZerosKept),
		"header optional": is(root.HeaderOptional || root.Plain),
	}
	if served := root.Resource; served != nil && (root.Version == nil || root.Version.Package.Path == external.Version) {
		facts["custom resource"] = served.Plural + ", " + served.Scope
		facts["short names"] = strings.Join(sorted(slices.Clone(served.ShortNames)), ",")
	}
	except(facts, root.Exceptions)
	d.add(Key{Version: name, Kind: root.Name}, at, facts)
	marked := map[string]*group.Field{}
	root.Walk(func(field *group.Field) { marked[field.Path] = field })
	internal := d.group.Package.Path != external.Version
	external.Walk(func(field *group.Field) {
		if field.JSONName == "" {
			return
		}
		facts := map[string]string{
			"go": field.Path, "type": typeText(field.Type), "doc": field.Doc,
			"pointer": is(field.Type.Kind == "pointer"), "values": values(field), "json": jsonOptions(field.Tag),
		}
		if !strings.Contains("/"+external.Version+"/", "/internal/") { // others can import it
			facts["go type"] = goType(field.Type, version.Types.Path)
		}
		if field.Default != nil {
			if facts["default"] = field.Default.Value; facts["default"] == "" {
				facts["default"] = Computed
			}
		}
		if internal {
			maps.Copy(facts, constraints(field))
		}
		exceptField(facts, root, marked[field.Path])
		d.add(Key{Version: name, Kind: root.Name, Field: field.JSONPath}, Place{field.Position, field.End}, facts)
	})
}

// jsonOptions are the options after the name in a struct tag, such as omitempty.
func jsonOptions(tag string) string {
	_, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	return options
}

// Computed is the default of a field that a function sets to something that its source does not tell.
const Computed = "(computed)"

// setting describes what applies to a field in all versions.
func (d *describer) setting(root *group.Root, field *group.Field) {
	facts := constraints(field)
	facts["path"], facts["secret"] = is(field.IsPath), is(field.Secret)
	facts["os"] = strings.Join(field.OS.Known(), ",")
	facts["reload"], facts["precedence"] = "", ""
	if reload, ok := markers.Get[markers.Reload](field.Markers); ok {
		facts["reload"] = reload.Class
	}
	if precedence, ok := markers.Get[markers.Precedence](field.Markers); ok && precedence.Mode != "replace" {
		facts["precedence"] = precedence.Mode
	}
	if _, ok := markers.Get[markers.Instance](field.Markers); ok {
		facts["instance"] = "true"
	}
	var gates []string
	for _, gate := range field.Gates {
		gates = append(gates, gate.Name)
	}
	facts["gates"] = strings.Join(gates, ",")
	if field.LegacyDefault != nil {
		facts["legacy default"] = legacyDefault(field.LegacyDefault)
	}
	libraryFlags(facts, field)
	places(facts, field)
	onMachine(facts, field)
	if field.Deprecated != nil {
		facts["deprecated"] = "true"
		maps.Copy(facts, ending(field.Deprecated))
	}
	exceptField(facts, root, field)
	maps.DeleteFunc(facts, func(_, value string) bool { return value == "" })
	at := Place{field.Position, field.End}
	d.places[settingKey(root, field)] = at
	if len(facts) > 0 {
		d.add(settingKey(root, field), at, facts)
	}
}

// settingKey identifies a field below a root.
func settingKey(root *group.Root, field *group.Field) Key {
	key := Key{Kind: root.Name, Setting: field.JSONPath}
	if field.JSONPath == "" || field.JSONName == "" {
		key.Setting = field.Path
	}
	return key
}

// legacyDefault is the text of a legacy default, with the value of the constant that it names.
func legacyDefault(given *group.LegacyDefault) string {
	if given.Ref == nil || given.Ref.Value+given.Ref.Constant == "" {
		return given.Text
	}
	return given.Ref.Value + given.Ref.Constant
}

// flags describes the flags of a root or of a +flags struct.
func (d *describer) flags(root *group.Root) {
	root.Walk(func(field *group.Field) {
		setting := settingKey(root, field)
		sets := root.Name + " " + setting.Setting
		for _, flag := range field.Flags {
			usage := flag.Usage
			if flag.UsageFrom != nil {
				usage = strings.TrimSpace("from " + object(flag.UsageFrom) + " " + usage)
			}
			facts := map[string]string{
				"sets": sets, "type": typeText(field.Type), "value": object(flag.Value), "usage": usage, "syntax": flag.Type,
				"shorthand deprecated": flag.ShorthandDeprecated,
				"shorthand":            flag.Shorthand, "deprecated": flag.Deprecated, "hidden": is(flag.Hidden),
				"section": flag.Section, "value if none": flag.NoOptDefVal, "os": strings.Join(field.OS.Known(), ","),
				"approved": flag.Approved,
			}
			maps.Copy(facts, ending(flag.Ending))
			exceptField(facts, root, field)
			d.add(Key{Flag: flag.Name}, Place{flag.Position, flag.End}, facts)
		}
		for _, from := range field.Delegations {
			key := setting
			key.FlagsFrom = object(from.Func)
			facts := map[string]string{
				"prefix": from.Prefix, "deprecated": from.Deprecated, "exempt": strings.Join(from.Exempt, ","),
				"section": from.Section, "hidden": is(from.Hidden), "approved": from.Approved,
			}
			registers(facts, root, field, from)
			exceptField(facts, root, field)
			d.add(key, Place{from.Position, from.End}, facts)
		}
	})
	for _, flag := range root.Ignored {
		facts := map[string]string{
			"ignored": "true", "type": flag.Type, "usage": flag.Usage, "shorthand": flag.Shorthand,
			"deprecated": flag.Deprecated, "hidden": is(flag.Hidden), "section": flag.Section,
			"value if none": flag.NoOptDefVal, "default": flag.Default, "shorthand deprecated": flag.ShorthandDeprecated,
			"os": strings.Join(flag.OS.Known(), ","),
		}
		maps.Copy(facts, ending(flag.Ending))
		d.add(Key{Flag: flag.Name}, Place{flag.Position, flag.End}, facts)
	}
}

// object is the name of a Go declaration; empty for nil.
func object(o *group.Object) string {
	switch {
	case o == nil:
		return ""
	case o.Package == "":
		return o.Name
	}
	return fmt.Sprintf("%s.%s", o.Package, o.Name)
}

// is is true or, for false, empty.
func is(value bool) string {
	if value {
		return "true"
	}
	return ""
}
