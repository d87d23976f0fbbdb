package model

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

// Describe fills the descriptor of a group, the places of its objects, and the facts of each field.
func Describe(g *group.Group) {
	g.Places = map[descriptor.Identity]group.Place{}
	d := &describer{group: g, api: &descriptor.Descriptor{}}
	d.policy()
	for _, root := range g.AllRoots() {
		d.kind(root)
		for _, stone := range root.Tombstones {
			d.tombstone(root, stone)
		}
	}
	slices.SortFunc(d.api.Gates, func(a, b descriptor.Gate) int { return strings.Compare(a.Name, b.Name) })
	g.Descriptor = d.api
}

// describer fills a descriptor.
type describer struct {
	group *group.Group
	api   *descriptor.Descriptor
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
	d.group.Places[descriptor.Identity{}] = group.Place{Position: position, End: end}
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
	d.group.Places[descriptor.Identity{Kind: k.Name}] = group.Place{Position: root.Position, End: root.End}
	limits := limitsOf(root)
	k.Fields = slices.Grow(k.Fields, len(limits))
	for _, external := range root.External {
		external.Walk(mark)
	}
	root.Walk(func(field *group.Field) {
		mark(field)
		d.gates(field)
		field.Facts = d.field(root, field, limits[field])
		if !field.Inlined() { // an inlined struct has nothing that its fields do not have
			k.Fields = append(k.Fields, field.Facts)
			d.group.Places[descriptor.Identity{Kind: k.Name, Field: field.Path}] = group.Place{
				Position: field.Position, End: field.End,
			}
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

// field describes what applies to a field in all versions: the facts of its markers, and the facts that need more than
// a marker.
func (d *describer) field(root *group.Root, field *group.Field, t *descriptor.Type) descriptor.Field {
	f := descriptor.Field{
		Path: field.Path, GoType: goType(field.Type, root.Package.Path), Pointer: field.Type.Kind == "pointer", Type: *t,
		KeyRequired: keyRequired(field), Doc: flagtext.Help(field.Name, field.Doc, nil), Secret: field.Facts.Secret,
		OS: field.OS, Exceptions: exceptionsInFiles(field),
	}
	var sets []markers.Set
	for _, at := range field.WithInlined() {
		sets = append(sets, at.Markers)
	}
	markers.Describe(&f, sets...)
	f.Moves = slices.DeleteFunc(f.Moves, func(move descriptor.Move) bool { return samePlace(root, field, move) })
	if !field.Type.HoldsPaths() { // which is a finding
		f.File = nil
	}
	for _, at := range slices.Backward(field.WithInlined()) {
		for _, name := range gateNames(at.Gates) {
			f.Gates = addName(f.Gates, name)
		}
	}
	if field.JSONName != "" {
		f.JSON = field.JSONPath
	}
	if field.LegacyDefault != nil {
		if f.LegacyDefault = legacyDefault(field.LegacyDefault); discloses(field, f.LegacyDefault, isSecret) {
			f.LegacyDefault = descriptor.Masked
		}
	}
	for _, flag := range field.ThirdPartyFlags {
		f.Libraries = append(f.Libraries, descriptor.LibraryFlag{
			Name: flag.Name, From: object(flag.From), Missing: flag.Missing,
		})
	}
	return f
}

// samePlace reports whether a marker +moved declares the place that the field has anyway.
func samePlace(root *group.Root, field *group.Field, move descriptor.Move) bool {
	return slices.ContainsFunc(root.Moves, func(m *group.Move) bool {
		return m.Same && m.Field == field.Path && m.Version == move.Version && m.From == move.From
	})
}

// keyRequired reports whether a file must have the key of a field: the field is required, in the type or in a version,
// and validation cannot tell from its value that nothing sets it.
func keyRequired(field *group.Field) bool {
	if field.Markers.Has("required") && field.Type.AlwaysSet() {
		return true
	}
	if field.Counterpart == nil {
		return false
	}
	always := field.Counterpart.Type.Kind == "pointer" && field.Type.Kind != "pointer"
	return field.Counterpart.Markers.Has("required") && !field.Markers.Has("required") ||
		field.Counterpart.Markers.Has("k8s:required") && always
}

// isSecret reports whether a field is a secret.
func isSecret(field *group.Field) bool { return field.Facts.Secret }

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
	d.group.Places[descriptor.Identity{Kind: root.Name, Version: v.Name}] = group.Place{Position: position, End: end}
	own := d.group.Package.Path != external.Version // the limits of the marked types are the limits of the field
	importable := !strings.Contains("/"+external.Version+"/", "/internal/")
	limits := limitsOf(&group.Root{Fields: external.Fields})
	places := placesOf(v.Name, fields)
	secret := func(field *group.Field) bool { return field.Facts.Secret || places.secret[places.fieldOf(field)] }
	v.Fields = slices.Grow(v.Fields, len(limits))
	external.Walk(func(field *group.Field) {
		if field.JSONName == "" {
			return
		}
		f := descriptor.VersionField{
			Path: field.JSONPath, Go: field.Path, Pointer: field.Type.Kind == "pointer", Type: *limits[field],
			Doc: flagtext.Help(field.Name, field.Doc, nil), Exceptions: exceptionsInFiles(field),
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
		f.Secret = f.Lost && field.Facts.Secret
		v.Fields = append(v.Fields, f)
		d.group.Places[descriptor.Identity{Kind: root.Name, Version: v.Name, Path: f.Path}] = group.Place{
			Position: field.Position, End: field.End, Code: setAt,
		}
	})
	return v
}

// dependencies are the JSON paths of the fields of files that the default of a field depends on.
func dependencies(external *group.External, field *group.Field) []string {
	var paths []string
	for _, goPath := range field.Default.Code.Depends {
		path := ""
		external.Walk(func(other *group.Field) { // the innermost one is the last
			if other.JSONName != "" && group.Below(goPath, other.Path) {
				path = other.JSONPath
			}
		})
		if path != "" && !group.Below(field.JSONPath, path) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// fieldPlaces are the places of fields in the files of a version.
type fieldPlaces struct {
	known, secret map[string]bool // Go paths
	moved         []movedPath
}

// movedPath is a field with its path in a version, in JSON.
type movedPath struct{ from, field string }

func placesOf(version string, fields []descriptor.Field) fieldPlaces {
	p := fieldPlaces{known: map[string]bool{}, secret: map[string]bool{}}
	for _, field := range fields {
		p.known[field.Path], p.secret[field.Path] = true, field.Secret
		for _, move := range field.Moves {
			if move.Version == version {
				p.moved = append(p.moved, movedPath{move.From, field.Path})
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
			d.group.Places[descriptor.Identity{Gate: gate.Name}] = group.Place{
				Position: gate.Feature.Position, End: gate.Feature.End,
			}
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
	d.group.Places[of] = group.Place{Position: stone.Position, End: stone.End}
	d.api.Tombstones = append(d.api.Tombstones, descriptor.Tombstone{
		Of: of, Removed: stone.Removed, Use: stone.Use, Exceptions: declared(stone.Exceptions),
	})
}

// exceptionsInFiles returns the exceptions of a field and of the inlined structs around it.
func exceptionsInFiles(field *group.Field) []descriptor.Exception {
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
