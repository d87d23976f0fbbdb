package group

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/configgen/configgen/internal/markers"
)

// document is the JSON form of a group; see the package comment.
type document struct {
	Packages map[string]packageFacts `json:"packages"`
	Features map[string]*Feature     `json:"features,omitempty"`
	Group    *Group                  `json:"group"`
}

// packageFacts are a Package without its path.
type packageFacts struct {
	Name       string                 `json:"name"`
	Files      []string               `json:"files,omitempty"`
	Declared   map[string]Declaration `json:"declared,omitempty"`
	Elsewhere  map[string]Declaration `json:"elsewhere,omitempty"`
	Callers    map[string][]string    `json:"callers,omitempty"`
	Registered bool                   `json:"registered,omitempty"`
	Own        bool                   `json:"own,omitempty"`
	Broken     bool                   `json:"broken,omitempty"`
}

// Encode returns the JSON form of a group, with a line for each value. It returns an error if the group is not made by
// Build or Decode and something in it is missing.
func Encode(g *Group) ([]byte, error) {
	doc := document{Packages: map[string]packageFacts{}, Features: map[string]*Feature{}, Group: g}
	eachPackage(g, func(p *Package) {
		if known := doc.Packages[p.Path]; p.Path != "" && known.Name == "" {
			doc.Packages[p.Path] = packageFacts{
				p.Name, p.Files, p.Declared, p.Elsewhere, p.Callers, p.Registered, p.Own, p.Broken,
			}
		}
	})
	eachGuard(g, func(f **Feature) { doc.Features[(*f).key()] = *f })
	for _, f := range g.Features {
		delete(doc.Features, f.key())
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	err := encoder.Encode(doc)
	return out.Bytes(), err
}

// Decode reads what Encode has written. It returns an error if the text is not JSON, or not of this form.
func Decode(text []byte) (*Group, error) {
	var doc document
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&doc); err != nil {
		return nil, fmt.Errorf("cannot read the group: %w", err)
	}
	if doc.Group == nil {
		return nil, fmt.Errorf("cannot read the group: the member group is missing")
	}
	g := doc.Group
	missing := ""
	features := maps.Clone(doc.Features)
	if features == nil {
		features = map[string]*Feature{}
	}
	for _, f := range g.Features {
		features[f.key()] = f
	}
	eachGuard(g, func(f **Feature) {
		key := (*f).key()
		if *f = features[key]; *f == nil {
			*f, missing = &Feature{}, "the feature "+key
		}
	})
	eachPackage(g, func(p *Package) {
		facts, known := doc.Packages[p.Path]
		if !known && p.Path != "" {
			missing = "the package " + p.Path
		}
		*p = Package{
			Path: p.Path, Name: facts.Name, Files: facts.Files, Declared: facts.Declared, Elsewhere: facts.Elsewhere,
			Callers: facts.Callers, Registered: facts.Registered, Own: facts.Own, Broken: facts.Broken,
		}
	})
	for _, root := range g.trees() {
		setParents(nil, root.Fields)
		for _, external := range root.External {
			setParents(nil, external.Fields)
		}
		if wanted := root.Version; wanted != nil {
			root.Version = nil
			for i := range g.Versions {
				if g.Versions[i].Package.Path == wanted.Package.Path {
					root.Version = &g.Versions[i]
				}
			}
			if root.Version == nil {
				missing = "the version " + wanted.Package.Path
			}
		}
	}
	if missing != "" {
		return nil, fmt.Errorf("cannot read the group: %s is missing", missing)
	}
	return g, nil
}

func setParents(parent *Field, fields []*Field) {
	for _, field := range fields {
		field.Parent = parent
		setParents(field, field.Fields)
	}
}

// eachPackage calls visit for every package that a group mentions.
func eachPackage(g *Group, visit func(*Package)) {
	for _, p := range []*Package{&g.Package, &g.FeaturesPackage, &g.FlagsPackage, &g.ValidationPackage, &g.DocsPackage} {
		visit(p)
	}
	for i := range g.Versions {
		visit(&g.Versions[i].Package)
		visit(&g.Versions[i].Types)
	}
	for i := range g.Shared {
		visit(&g.Shared[i])
	}
	for i := range g.SharedValidation {
		visit(&g.SharedValidation[i])
	}
	for _, shared := range g.SharedTypes {
		visit(&shared.Package)
		visit(&shared.Validation)
	}
	for _, root := range g.trees() {
		visit(&root.Package)
		for _, s := range root.Structs {
			visit(&s.Package)
		}
	}
	for _, f := range g.Features {
		visit(&f.Package)
	}
	eachGuard(g, func(f **Feature) { visit(&(*f).Package) })
}

// eachGuard calls visit for every feature that guards a field or a value.
func eachGuard(g *Group, visit func(**Feature)) {
	gates := func(list []*Gate) {
		for _, gate := range list {
			if gate.Feature != nil {
				visit(&gate.Feature)
			}
		}
	}
	values := func(t *Type) {
		eachType(t, func(t *Type) {
			for _, c := range t.Constants {
				gates(c.Gates)
			}
		})
	}
	for _, root := range g.trees() {
		root.Walk(func(field *Field) {
			gates(field.Gates)
			gates(field.Options)
			values(field.Type)
			if field.Counterpart != nil {
				values(field.Counterpart.Type)
			}
		})
		for _, external := range root.External {
			walk(external.Fields, func(field *Field) { values(field.Type) })
		}
	}
}

// trees are the roots and the structs of shared packages.
func (g *Group) trees() []*Root {
	trees := g.AllRoots()
	for _, shared := range g.SharedTypes {
		trees = append(trees, shared.Structs...)
	}
	return trees
}

// eachType calls visit for a type and those in it.
func eachType(t *Type, visit func(*Type)) {
	if t == nil {
		return
	}
	visit(t)
	eachType(t.Elem, visit)
	eachType(t.Key, visit)
	eachType(t.Wraps, visit)
}

// key is the name of a feature in the JSON form.
func (f *Feature) key() string { return f.Package.Path + "." + f.Constant }

// MarshalText implements encoding.TextMarshaler: a package is its import path.
func (p Package) MarshalText() ([]byte, error) { return []byte(p.Path), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Package) UnmarshalText(text []byte) error {
	p.Path = string(text)
	return nil
}

// plainRoot is a Root without methods.
type plainRoot Root

// rootFacts are a Root with the import path of its version.
type rootFacts struct {
	*plainRoot
	Version string `json:"version,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (r *Root) MarshalJSON() ([]byte, error) {
	facts := rootFacts{plainRoot: (*plainRoot)(r)}
	if r.Version != nil {
		facts.Version = r.Version.Package.Path
	}
	return json.Marshal(facts)
}

// UnmarshalJSON implements json.Unmarshaler. Of the version it knows the path; the rest comes from the group.
func (r *Root) UnmarshalJSON(text []byte) error {
	facts := rootFacts{plainRoot: (*plainRoot)(r)}
	if err := unmarshal(text, &facts); err != nil {
		return err
	}
	if facts.Version != "" {
		r.Version = &Version{Package: Package{Path: facts.Version}}
	}
	return nil
}

// unmarshal refuses members that it does not know.
func unmarshal(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

// gateFacts are a Gate with the key of its feature.
type gateFacts struct {
	Name    string `json:"name"`
	Feature string `json:"feature,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (g *Gate) MarshalJSON() ([]byte, error) {
	facts := gateFacts{Name: g.Name}
	if g.Feature != nil {
		facts.Feature = g.Feature.key()
	}
	return json.Marshal(facts)
}

// UnmarshalJSON implements json.Unmarshaler. Of the feature it knows the key; the rest comes from the document.
func (g *Gate) UnmarshalJSON(text []byte) error {
	var facts gateFacts
	if err := unmarshal(text, &facts); err != nil {
		return err
	}
	g.Name = facts.Name
	if at := strings.LastIndexByte(facts.Feature, '.'); at >= 0 {
		g.Feature = &Feature{Package: Package{Path: facts.Feature[:at]}, Constant: facts.Feature[at+1:]}
	}
	return nil
}

// stageFacts are the arguments of +feature.
type stageFacts struct {
	Stage            string `json:"stage"`
	Since            string `json:"since"`
	Default          bool   `json:"default,omitempty"`
	Locked           bool   `json:"locked,omitempty"`
	MinCompatibility string `json:"minCompatibility,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (s *Stage) MarshalJSON() ([]byte, error) { return json.Marshal(stageFacts(s.Feature)) }

// UnmarshalJSON implements json.Unmarshaler.
func (s *Stage) UnmarshalJSON(text []byte) error {
	var facts stageFacts
	err := unmarshal(text, &facts)
	s.Feature = markers.Feature(facts)
	return err
}
