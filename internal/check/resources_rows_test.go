package check

import (
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// published is a documented group with a root of another package, whose field has a struct tag.
func published(path, tag string) *group.Group {
	return changed(func(g *group.Group) {
		g.DocsPackage.Path = "example.com/relay/docs"
		g.Roots[0].Type = &group.Type{Kind: "struct", Package: path, PackageName: "published", Name: "Relay"}
		g.Roots[0].External = []*group.External{{Fields: []*group.Field{{Name: "Port", Tag: tag}}}}
	})
}

// resource is a group with a root that is served as a custom resource.
func resource(name, docs string, r group.Resource) *group.Group {
	return changed(func(g *group.Group) {
		r.Marker = markers.Marker{Position: at(5, 4), End: at(5, 19)}
		g.Name, g.DocsPackage.Path, g.Roots[0].Resource = name, docs, &r
	})
}

// resourceRows are about custom resources, and about documentation.
var resourceRows = []row{
	{"names of an internal type", one(published("example.com/published", "")), []string{
		"types.go:6:6: published.Relay is an internal type of another module, so that the names of its fields in files are " +
			"not known and cannot be documented; make Relay an alias of the type in a version, or remove docs: from " +
			"+configgen:output (docs-names)",
	}},
	{"names of a version", one(published("example.com/published", `json:"port"`)), nil},
	{"names of an own type", one(published(config, "")), nil},
	{"resource", one(resource("config.example.com", "docs", group.Resource{
		Plural: "relays", ShortNames: []string{"r"}})), nil},
	{"resource without documentation", one(resource("config.example.com", "", group.Resource{Plural: "relays"})), []string{
		"types.go:5:4: +customResource has no effect on Relay: its definition is written beside the documentation; add " +
			`docs: "docs/config" to +configgen:output of the package (custom-resource)`,
	}},
	{"resource without a version", one(changed(func(g *group.Group) {
		g.Name, g.DocsPackage.Path, g.Versions[0].Name = "config.example.com", "docs", "config"
		g.Roots[0].Version, g.Roots[0].Type = &g.Versions[0], &group.Type{Kind: "struct", PackageName: "config"}
		g.Roots[0].Resource = &group.Resource{Plural: "relays", Marker: markers.Marker{Position: at(5, 4), End: at(5, 9)}}
	})), []string{
		"types.go:5:4: the version of Relay is not known: its package is config; name the package of the types like a " +
			"version, such as v1alpha1 (custom-resource)",
	}},
	{"resource without a group", one(resource("", "docs", group.Resource{Plural: "relays"})), []string{
		`types.go:5:4: the group of Relay has the name "", and the API server requires one with a dot; add ` +
			"+groupName=relay.config.example.com to doc.go, with a name and a domain of your own (custom-resource)",
	}},
	{"resource of Kubernetes", one(resource("relay.config.k8s.io", "docs", group.Resource{Plural: "relays"})), []string{
		"types.go:5:4: the API server refuses a resource of the group relay.config.k8s.io that does not say who approved " +
			`it; use +customResource(approved: "https://github.com/kubernetes/...") with the pull request, or approved: ` +
			`"unapproved, experimental" (custom-resource)`,
	}},
	{"approved resource", one(resource("relay.config.k8s.io", "docs", group.Resource{
		Plural: "relays", Approved: "https://github.com/kubernetes/kubernetes/pull/1"})), nil},
	{"name of a resource", one(resource("config.example.com", "docs", group.Resource{Plural: "Relays"})), []string{
		`types.go:5:4: "Relays" is not a valid name of a resource; use lower case letters, digits and hyphens ` +
			"(custom-resource)",
	}},
	{"resource that is not a root", one(relay(field(10, "Inner", &group.Type{Kind: "struct", Name: "Inner", Own: true,
		Markers: markers.Set{{Name: "customResource", Position: at(3, 4), End: at(3, 10)}}}))), []string{
		"types.go:3:4: +customResource has no effect on Inner, which is not the root of a configuration; remove it, or " +
			"mark the type with +config (custom-resource)",
	}},
}
