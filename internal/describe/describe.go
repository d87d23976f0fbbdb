package describe

import (
	"cmp"
	"encoding/json"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// Place is where something is declared.
type Place struct {
	Position, End token.Position
	// Code is where a function sets the default of a field of a version that is not known.
	Code token.Position
}

// Described is the descriptor of a group, and where its objects are declared.
type Described struct {
	API    *descriptor.Descriptor
	Places map[descriptor.Identity]Place
}

// Group describes a group.
func Group(g *group.Group) Described {
	places := map[descriptor.Identity]Place{}
	return Described{describe(g, places), places}
}

// API describes a group for those who do not ask where its objects are declared.
func API(g *group.Group) *descriptor.Descriptor { return describe(g, nil) }

// describe describes a group, and adds where its objects are declared to places, unless that is nil.
func describe(g *group.Group, places map[descriptor.Identity]Place) *descriptor.Descriptor {
	d := &describer{group: g, api: &descriptor.Descriptor{}, places: places}
	d.policy()
	for _, root := range g.AllRoots() {
		d.kind(root)
		for _, stone := range root.Tombstones {
			d.tombstone(root, stone)
		}
	}
	slices.SortFunc(d.api.Gates, func(a, b descriptor.Gate) int { return strings.Compare(a.Name, b.Name) })
	return d.api
}

// describer fills a descriptor.
type describer struct {
	group  *group.Group
	api    *descriptor.Descriptor
	places map[descriptor.Identity]Place
}

// place notes where an object is declared.
func (d *describer) place(of descriptor.Identity, at Place) {
	if d.places != nil {
		d.places[of] = at
	}
}

// policy describes the group itself.
func (d *describer) policy() {
	g := d.group
	d.api.Group, d.api.Loader, d.api.Exceptions = g.Name, g.Loader, declared(g.Exceptions)
	position, end := g.Package.Position, g.Package.End
	if g.API != nil {
		position, end = g.API.Marker.Position, g.API.Marker.End
		d.api.Release = g.API.Release
		d.api.Support = &descriptor.Support{GA: g.API.GA, Beta: g.API.Beta, Alpha: g.API.Alpha, Flags: g.API.Flags}
	}
	d.place(descriptor.Identity{}, Place{Position: position, End: end})
}

// kind describes a root or a struct of flags.
func (d *describer) kind(root *group.Root) {
	k := descriptor.Kind{
		Name: root.Name, Scope: descriptor.Shared, Doc: root.Doc, ZerosKept: root.ZerosKept,
		HeaderOptional: root.HeaderOptional, Plain: root.Plain, Exceptions: declared(root.Exceptions),
	}
	switch {
	case slices.Contains(d.group.FlagStructs, root):
		k.Scope = descriptor.FlagsOf
	case root.Instance:
		k.Scope = descriptor.Instance
	}
	d.place(descriptor.Identity{Kind: k.Name}, Place{Position: root.Position, End: root.End})
	limits := limitsOf(root)
	k.Fields = slices.Grow(k.Fields, len(limits))
	root.Walk(func(field *group.Field) {
		d.gates(field)
		if !field.Inlined() { // an inlined struct has nothing that its fields do not have
			k.Fields = append(k.Fields, d.field(root, field, limits[field]))
			d.place(descriptor.Identity{Kind: k.Name, Field: field.Path}, Place{Position: field.Position, End: field.End})
		}
		d.fieldFlags(&k, root, field)
	})
	for _, flag := range root.Ignored {
		d.flag(&k, "", flag, descriptor.Flag{Syntax: flag.Type, OS: flag.OS, NoValue: flag.NoOptDefVal})
	}
	for _, external := range root.External {
		k.Versions = append(k.Versions, d.version(root, external, k.Fields))
		served := root.Resource != nil && (root.Version == nil || root.Version.Package.Path == external.Version)
		if r := root.Resource; served {
			k.Resource = &descriptor.Resource{
				Plural: r.Plural, ShortNames: r.ShortNames, Scope: r.Scope, Approved: r.Approved,
				Version: k.Versions[len(k.Versions)-1].Name,
			}
		}
	}
	d.api.Kinds = append(d.api.Kinds, k)
}

// field describes what applies to a field in all versions.
func (d *describer) field(root *group.Root, field *group.Field, t *descriptor.Type) descriptor.Field {
	f := descriptor.Field{
		Path: field.Path, GoType: goType(field.Type, root.Package.Path), Pointer: field.Type.Kind == "pointer", Type: *t,
		Doc: flagtext.Help(field.Name, field.Doc, nil), Secret: field.Secret,
		OS: field.OS, Deprecated: deprecation(field.DeprecationInFiles()), Exceptions: exceptions(field),
	}
	for _, at := range slices.Backward(field.WithInlined()) {
		for _, name := range gateNames(at.Gates) {
			f.Gates = addName(f.Gates, name)
		}
	}
	if field.JSONName != "" {
		f.JSON = field.JSONPath
	}
	_, f.Instance = marked[markers.Instance](field)
	_, f.ZeroUnset = marked[markers.Zero](field)
	if reload, ok := marked[markers.Reload](field); ok {
		f.Reload = descriptor.Reload(reload.Class)
	}
	if precedence, ok := marked[markers.Precedence](field); ok && precedence.Mode != "replace" {
		f.Precedence = descriptor.Precedence(precedence.Mode)
	}
	if secret, ok := markers.Get[markers.Secret](field.Markers); ok {
		f.SecretFile = secret.File
	}
	if path, ok := markers.Get[markers.Path](field.Markers); field.IsPath {
		f.File = &descriptor.File{}
		if ok {
			*f.File = descriptor.File{Kind: descriptor.FileKind(path.Kind), Access: descriptor.Access(path.Access),
				MustExist: path.MustExist, Watch: path.Watch}
		}
	}
	if check, ok := markers.Get[markers.Check](field.Markers); ok {
		f.Port = &descriptor.Port{Networks: check.Networks, Address: check.Address}
	}
	if field.LegacyDefault != nil {
		if text := legacyDefault(field.LegacyDefault); !discloses(field, text, isSecret) {
			f.LegacyDefault = text
		}
	}
	for _, flag := range field.ThirdPartyFlags {
		f.Libraries = append(f.Libraries, descriptor.LibraryFlag{
			Name: flag.Name, From: object(flag.From), Missing: flag.Missing,
		})
	}
	if since, ok := marked[markers.Since](field); ok {
		f.Since = since.Release
	}
	for _, move := range markers.All[markers.Moved](field.Markers) {
		f.Moves = append(f.Moves, descriptor.Move{Version: move.In, From: move.From, When: move.When})
	}
	return f
}

// marked returns the marker of a field or, without one, the marker of an inlined struct around it.
func marked[T any](field *group.Field) (*T, bool) {
	for _, at := range field.WithInlined() {
		if m, ok := markers.Get[T](at.Markers); ok {
			return m, true
		}
	}
	return nil, false
}

// isSecret reports whether a field is a secret.
func isSecret(field *group.Field) bool { return field.Secret }

// discloses reports whether a default of a field shows the value of a secret: the field is one, or holds one, and the
// default is not empty.
func discloses(field *group.Field, value string, secret func(*group.Field) bool) bool {
	empty := slices.Contains([]string{"", `""`, "null", "[]", "{}"}, strings.TrimSpace(value))
	return !empty && field.Has(secret)
}

// legacyDefault is the text of a legacy default, or the value of the constant that it names.
func legacyDefault(given *group.LegacyDefault) string {
	if given.Ref == nil || given.Ref.Value+given.Ref.Constant == "" {
		return given.Text
	}
	return given.Ref.Value + given.Ref.Constant
}

// version describes a root as one version declares it. The fields are the fields of the root.
func (d *describer) version(
	root *group.Root, external *group.External, fields []descriptor.Field,
) descriptor.Version {
	declared := group.Version{}
	for _, known := range d.group.Versions {
		if known.Package.Path == external.Version {
			declared = known
		}
	}
	v := descriptor.Version{Name: declared.NameFor(root), Doc: external.Doc}
	for name, declaration := range declared.Types.Declared {
		if declaration.Alias != "" && ast.IsExported(name) {
			if v.Aliases == nil {
				v.Aliases = map[string]string{}
			}
			v.Aliases[name] = declaration.Alias
		}
	}
	if header := external.Header; header.Version != "" {
		if !group.IsVersion(v.Name) {
			v.Name = header.Version
		}
		if header.Group != d.group.Name {
			v.Group = header.Group
		}
		if header.Kind != root.Name {
			v.Kind = header.Kind
		}
	}
	position, end := declared.Types.Position, declared.Types.End
	if at, ok := declared.Types.Declared[root.Name]; ok {
		position, end = at.Position, at.End
	}
	d.place(descriptor.Identity{Kind: root.Name, Version: v.Name}, Place{Position: position, End: end})
	own := d.group.Package.Path != external.Version // the limits of the marked types are the limits of the field
	importable := !strings.Contains("/"+external.Version+"/", "/internal/")
	limits := limitsOf(&group.Root{Fields: external.Fields})
	places := placesOf(v.Name, fields)
	secret := func(field *group.Field) bool { return field.Secret || places.secret[places.fieldOf(field)] }
	v.Fields = slices.Grow(v.Fields, len(limits))
	external.Walk(func(field *group.Field) {
		if field.JSONName == "" {
			return
		}
		f := descriptor.VersionField{
			Path: field.JSONPath, Go: field.Path, Pointer: field.Type.Kind == "pointer", Type: *limits[field],
			Doc: flagtext.Help(field.Name, field.Doc, nil), Exceptions: exceptions(field),
		}
		if !own {
			f.Type = withoutLimits(f.Type)
		}
		if importable {
			f.GoType = goType(field.Type, declared.Types.Path)
		}
		_, f.JSON, _ = strings.Cut(reflect.StructTag(field.Tag).Get("json"), ",")
		setAt := token.Position{}
		if field.Default != nil {
			value := field.Default.Value
			if f.Computed = !json.Valid([]byte(value)) || discloses(field, value, secret); !f.Computed {
				f.Default = []byte(value)
			}
			if code := field.Default.Code; f.Computed && code != nil {
				f.Code = &descriptor.Code{Digest: code.Digest, Functions: code.Functions}
				f.DependsOn = dependencies(external, field)
				setAt = code.Position
			}
		}
		f.Of, f.Lost = places.of(f.Path, f.Go)
		f.Secret = f.Lost && field.Secret
		v.Fields = append(v.Fields, f)
		d.place(descriptor.Identity{Kind: root.Name, Version: v.Name, Path: f.Path},
			Place{field.Position, field.End, setAt})
	})
	return v
}

// dependencies are the JSON paths of the fields of files that the default of a field depends on.
func dependencies(external *group.External, field *group.Field) []string {
	var paths []string
	for _, goPath := range field.Default.Code.Depends {
		path := ""
		external.Walk(func(other *group.Field) { // the innermost one is the last
			if other.JSONName != "" && below(goPath, other.Path) {
				path = other.JSONPath
			}
		})
		if path != "" && !below(field.JSONPath, path) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// below reports whether a path leads to a field or into it.
func below(path, outer string) bool {
	rest, ok := strings.CutPrefix(path, outer)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// fieldPlaces are the places of fields in the files of a version.
type fieldPlaces struct {
	known, secret map[string]bool // Go paths
	moved         []movedField
}

// movedField is a field with its path in a version, in JSON.
type movedField struct{ from, field string }

func placesOf(version string, fields []descriptor.Field) fieldPlaces {
	p := fieldPlaces{known: map[string]bool{}, secret: map[string]bool{}}
	for _, field := range fields {
		p.known[field.Path], p.secret[field.Path] = true, field.Secret
		for _, move := range field.Moves {
			if move.Version == version {
				p.moved = append(p.moved, movedField{move.From, field.Path})
			}
		}
	}
	return p
}

// fieldOf is the Go path of the field that has the value of a field of the version; empty if there is none.
func (p *fieldPlaces) fieldOf(field *group.Field) string {
	of, lost := p.of(field.JSONPath, field.Path)
	if lost {
		return ""
	}
	return cmp.Or(of, field.Path)
}

// of is the Go path of the field that has the value of a field of the version; empty if it is the same there. It
// reports lost if there is none.
func (p *fieldPlaces) of(path, goPath string) (field string, lost bool) {
	for _, move := range p.moved {
		if move.from == path {
			return move.field, false
		}
	}
	for _, move := range p.moved { // what is in a struct that has moved
		rest, inside := strings.CutPrefix(path, move.from)
		if inside && (strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "[")) {
			field := move.field + goPath[len(goPath)-lengthOf(goPath, rest):]
			return field, !p.known[field]
		}
	}
	return "", !p.known[goPath]
}

// lengthOf is the length of the end of a Go path with as many steps as the end of a JSON path has.
func lengthOf(goPath, rest string) int {
	at := len(goPath)
	for range strings.Count(rest, ".") {
		at = strings.LastIndexByte(goPath[:at], '.')
	}
	for strings.HasPrefix(rest, "[*]") {
		at, rest = at-len("[*]"), rest[len("[*]"):]
	}
	return len(goPath) - max(at, 0)
}

// gates adds the feature gates that a field and its values need.
func (d *describer) gates(field *group.Field) {
	all := slices.Concat(field.Gates, field.Options)
	for _, constant := range field.Type.Base().Constants {
		all = append(all, constant.Gates...)
	}
	for _, gate := range all {
		if slices.ContainsFunc(d.api.Gates, func(known descriptor.Gate) bool { return known.Name == gate.Name }) {
			continue
		}
		described := descriptor.Gate{Name: gate.Name}
		if gate.Feature != nil {
			described.Doc = gate.Feature.Doc
			d.place(descriptor.Identity{Gate: gate.Name}, Place{Position: gate.Feature.Position, End: gate.Feature.End})
			for _, stage := range gate.Feature.Stages {
				described.Stages = append(described.Stages, descriptor.Stage{
					Stage: stage.Stage, Since: stage.Since, Default: stage.Default, Locked: stage.Locked,
				})
			}
		}
		d.api.Gates = append(d.api.Gates, described)
	}
}

func gateNames(gates []*group.Gate) []string {
	var names []string
	for _, gate := range gates {
		names = append(names, gate.Name)
	}
	return names
}

func (d *describer) tombstone(root *group.Root, stone *group.Tombstone) {
	of := descriptor.Identity{
		Removed: true, Path: stone.Path, Value: stone.Value, Version: stone.Version, Flag: stone.Flag, Gate: stone.Gate,
	}
	if stone.Path+stone.Version != "" {
		of.Kind = root.Name
	}
	if slices.ContainsFunc(d.api.Tombstones, func(known descriptor.Tombstone) bool { return known.Of == of }) {
		return // of a flag, on two roots
	}
	d.place(of, Place{Position: stone.Position, End: stone.End})
	d.api.Tombstones = append(d.api.Tombstones, descriptor.Tombstone{
		Of: of, Removed: stone.Removed, Use: stone.Use, Exceptions: declared(stone.Exceptions),
	})
}

// exceptions returns the exceptions of a field and of the inlined structs around it.
func exceptions(field *group.Field) []descriptor.Exception {
	var found []descriptor.Exception
	for _, at := range field.WithInlined() {
		found = append(found, declared(at.Exceptions)...)
	}
	return found
}

// declared are the exceptions from the rules of comparisons.
func declared(list []group.Exception) []descriptor.Exception {
	var found []descriptor.Exception
	for _, e := range list {
		if strings.HasPrefix(e.Rule, "CB") {
			found = append(found, descriptor.Exception{Rule: e.Rule, Reason: e.Reason, Until: e.Until})
		}
	}
	return found
}

func deprecation(d *group.Deprecation) *descriptor.Deprecation {
	if d == nil {
		return nil
	}
	return &descriptor.Deprecation{Since: d.Since, Removal: d.Removal, Use: d.Use}
}

// object is the name of a Go declaration; empty for nil.
func object(o *group.Object) string {
	switch {
	case o == nil:
		return ""
	case o.Package == "":
		return o.Name
	}
	return o.Package + "." + o.Name
}
