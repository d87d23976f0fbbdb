package check

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

const sharedOutput = "shared-output"

// outputRules are about what generated packages need of others, and about where they are.
func outputRules() []rule.Rule {
	return []rule.Rule{
		forGroup("no-add-to-scheme", schemes),
		forGroup("no-loader", withoutLoader),
		forGroup("no-group-name", groupNames),
		forGroup("group-version", groupVersions),
		forGroup("no-runtime-object", objects),
		forGroup("not-registered", registrations),
		forGroup("docs-names", internalNames),
		forGroup("custom-resource", resources),
		forGroup("missing-generator", incomplete),
		forGroups(sharedOutput, sharedOutputs),
	}
}

// schemes checks that the packages that versioned defaults come from can be registered with a scheme, by hand or by
// register-gen.
func schemes(g *group.Group) []finding {
	var findings []finding
	seen := map[string]bool{}
	for _, root := range g.Roots {
		if root.Version == nil || root.Plain {
			continue
		}
		pkg := root.Version.Package
		_, declared := pkg.Declared["AddToScheme"]
		if declared || seen[pkg.Path] || pkg.Registered || pkg.Broken {
			continue
		}
		seen[pkg.Path] = true
		at := place{Position: g.Roots[0].Position}
		if pkg.Own {
			at.Position = pkg.Position
		}
		findings = append(findings, finding{at,
			fmt.Sprintf("package %s does not declare AddToScheme, which registers its defaults", pkg.Path),
			"add a register.go with SchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes) and " +
				"AddToScheme = SchemeBuilder.AddToScheme"})
	}
	return findings
}

// withoutLoader reports the markers that have no effect without the runtime library.
func withoutLoader(g *group.Group) []finding {
	if g.Loader {
		return nil
	}
	var findings []finding
	add := func(at place, marker, where string) {
		findings = append(findings, finding{at, fmt.Sprintf("%s has no effect on %s without the runtime library", marker,
			where), "remove it, or use +configgen:output(loader: true) on the package"})
	}
	for _, root := range g.Roots {
		if root.ZerosKept {
			add(onRoot(root), "+config(zeros: kept)", root.Name)
		}
		root.Walk(func(field *group.Field) {
			for _, m := range field.Markers {
				if text := forLoader(m); text != "" && m.Published == "" {
					add(removing(m), text, field.Path)
				}
			}
		})
	}
	return findings
}

// forLoader is the part of a marker that only the runtime library reads; empty if there is none.
func forLoader(m markers.Marker) string {
	switch value := m.Value.(type) {
	case *markers.Precedence:
		if value.Mode == "file" {
			return "+precedence=file"
		}
	case *markers.Check:
		return m.Text
	case *markers.Path:
		if value.Kind != "" || value.Access != "" || value.MustExist || value.Watch {
			return m.Text
		}
	case *markers.Secret:
		if value.File != "" {
			return m.Text
		}
	}
	return ""
}

// groupNames checks that the loader knows the group that files of a root name.
func groupNames(g *group.Group) []finding {
	objects := slices.ContainsFunc(g.Roots, func(root *group.Root) bool { return !root.Plain })
	if !g.Loader || g.Name != "" || !objects {
		return nil
	}
	marker := fmt.Sprintf("+groupName=%s.config.example.com", g.Package.Name)
	where := place{Position: g.Package.Position, End: g.Package.End}.with(diag.Mark(g.Package.Position, marker))
	return []finding{{where,
		fmt.Sprintf("package %s does not name its API group, so the loader accepts no file", g.Package.Path),
		"add " + marker + " to doc.go, with a domain of your own"}}
}

// groupVersions checks that packages register their types in the group that they name, and in their own version.
func groupVersions(g *group.Group) []finding {
	findings := versionsInScheme(g)
	if g.Name == "" || len(g.Roots) == 0 {
		return findings
	}
	packages := []group.Package{g.Package}
	for _, version := range g.Versions {
		if version.Types.Path != g.Package.Path {
			packages = append(packages, version.Types)
		}
	}
	for _, pkg := range packages {
		for _, name := range []string{"GroupVersion", "SchemeGroupVersion"} {
			if declared := pkg.Declared[name]; declared.Group != "" && declared.Group != g.Name {
				findings = append(findings, finding{onDeclared(declared).with(g.Named.Write("+groupName=" + declared.Group)),
					fmt.Sprintf("%s.%s has the API group %s, and +groupName has %s, so documentation and samples do not have "+
						"the apiVersion that the scheme knows", pkg.Name, name, declared.Group, g.Name),
					fmt.Sprintf("use +groupName=%s, or correct %s", declared.Group, name)})
			}
		}
	}
	return findings
}

// versionsInScheme finds versions that register their types under the name of another version: a scheme panics if two
// packages register types for one kind.
func versionsInScheme(g *group.Group) []finding {
	var findings []finding
	for _, version := range g.Versions {
		for _, name := range []string{"GroupVersion", "SchemeGroupVersion"} {
			declared := version.Types.Declared[name]
			if group.IsVersion(declared.Version) && group.IsVersion(version.Name) && declared.Version != version.Name {
				findings = append(findings, finding{onDeclared(declared),
					fmt.Sprintf("%s.%s has the version %s, so files of the version %s are unknown to the scheme",
						version.Types.Name, name, declared.Version, version.Name),
					fmt.Sprintf("use Version: %q", version.Name)})
			}
		}
	}
	return findings
}

// registrations checks that roots and their versions are among the types that a package registers by hand.
func registrations(g *group.Group) []finding {
	var findings []finding
	for _, root := range g.Roots {
		packages := []group.Package{root.Package}
		for _, version := range g.Versions {
			if version.Types.Path != root.Package.Path {
				packages = append(packages, version.Types)
			}
		}
		for _, pkg := range packages {
			if declared := pkg.Declared[root.Name]; declared.Unregistered && !root.Plain && !pkg.Registered && !pkg.Broken {
				findings = append(findings, finding{onDeclared(declared),
					fmt.Sprintf("%s.%s is not registered with the scheme, which package %s does by hand",
						pkg.Name, root.Name, pkg.Name),
					fmt.Sprintf("pass &%s{} to scheme.AddKnownTypes", root.Name)})
			}
		}
	}
	return findings
}

// internalNames reports documentation of an internal type that another module publishes. Its versions are not known, so
// that the fields would have their names in Go.
func internalNames(g *group.Group) []finding {
	if g.DocsPackage.Path == "" {
		return nil
	}
	var findings []finding
	for _, root := range g.Roots {
		named := func(field *group.Field) bool { return field.Embedded || field.Tag != "" }
		for _, external := range root.External {
			published := root.Type.Package != root.Package.Path
			if published && len(external.Fields) > 0 && !slices.ContainsFunc(external.Fields, named) {
				findings = append(findings, finding{onRoot(root),
					fmt.Sprintf("%s is an internal type of another module, so that the names of its fields in files are not known "+
						"and cannot be documented", root.Type),
					fmt.Sprintf("make %s an alias of the type in a version, or remove docs: from +configgen:output", root.Name)})
			}
		}
	}
	return findings
}

var (
	// resourceName matches the names of resources that the API server accepts.
	resourceName = regexp.MustCompile(`^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$`)
	// kubernetesGroup matches the groups for which the API server demands an approval.
	kubernetesGroup = regexp.MustCompile(`(^|\.)(k8s|kubernetes)\.io$`)
)

// resources checks that a root can be served as a custom resource.
func resources(g *group.Group) []finding {
	findings := strayResources(g)
	for _, root := range g.Roots {
		if root.Resource == nil {
			continue
		}
		add := func(fix, message string, args ...any) {
			findings = append(findings, finding{onMarker(root.Resource.Marker), fmt.Sprintf(message, args...), fix})
		}
		approval := root.Resource.Approved
		switch {
		case g.DocsPackage.Path == "":
			add(`add docs: "docs/config" to +configgen:output of the package`,
				"+customResource has no effect on %s: its definition is written beside the documentation", root.Name)
		case root.Plain:
			add("embed it as the first field: metav1.TypeMeta `json:\",inline\"`",
				"%s does not embed metav1.TypeMeta and cannot be a custom resource", root.Name)
		case !strings.Contains(g.Name, "."):
			add("add +groupName=relay.config.example.com to doc.go, with a name and a domain of your own",
				"the group of %s has the name %q, and the API server requires one with a dot", root.Name, g.Name)
		case root.Version != nil && !group.IsVersion(root.Version.NameFor(root)):
			add("name the package of the types like a version, such as v1alpha1",
				"the version of %s is not known: its package is %s", root.Name, root.Version.Name)
		case kubernetesGroup.MatchString(g.Name) && !strings.HasPrefix(approval, "https://") &&
			!strings.HasPrefix(approval, "unapproved"):
			add(`use +customResource(approved: "https://github.com/kubernetes/...") with the pull request, or `+
				`approved: "unapproved, experimental"`,
				"the API server refuses a resource of the group %s that does not say who approved it", g.Name)
		}
		for _, name := range append([]string{root.Resource.Plural}, root.Resource.ShortNames...) {
			if !resourceName.MatchString(name) {
				add("use lower case letters, digits and hyphens", "%q is not a valid name of a resource", name)
			}
		}
	}
	return findings
}

// strayResources reports the marker on structs that are not the root of a configuration.
func strayResources(g *group.Group) []finding {
	var findings []finding
	add := func(m markers.Marker, name string) {
		findings = append(findings, finding{removing(m),
			fmt.Sprintf("+customResource has no effect on %s, which is not the root of a configuration", name),
			"remove it, or mark the type with +config"})
	}
	for _, flags := range g.FlagStructs {
		if flags.Resource != nil {
			add(flags.Resource.Marker, flags.Name)
		}
	}
	for _, root := range g.Roots {
		root.Walk(func(field *group.Field) {
			t := field.Type.Base()
			for _, m := range t.Markers.Named("customResource") {
				if !t.Markers.Has("config") {
					add(m, t.Name)
				}
			}
		})
	}
	return findings
}

// objects checks that roots and their versions are objects, by deepcopy-gen or by hand.
func objects(g *group.Group) []finding {
	var findings []finding
	for _, root := range g.Roots {
		packages := []group.Package{root.Package}
		if root.Version != nil && root.Version.Types.Path != root.Package.Path {
			packages = append(packages, root.Version.Types)
		}
		for _, pkg := range packages {
			declared, known := pkg.Declared[root.Name]
			if !known || declared.Kind != "type" || pkg.Broken || declared.Object || root.Plain {
				continue // a package of another module is its owners' business
			}
			const marker = "+k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object"
			findings = append(findings, finding{onDeclared(declared).with(diag.Mark(declared.Position, marker)),
				fmt.Sprintf("%s.%s does not implement runtime.Object and cannot be registered in a scheme", pkg.Name, root.Name),
				"add " + marker + " to it, and run deepcopy-gen"})
		}
	}
	return findings
}

// sharedOutputs finds two groups whose generated files have the same names in the same package.
func sharedOutputs(groups []*group.Group) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, g := range groups {
		for _, other := range groups {
			if other == g || other.Package.Path >= g.Package.Path || len(other.Roots) == 0 || len(g.Roots) == 0 {
				continue
			}
			if other.FlagsPackage.Path == g.FlagsPackage.Path || other.ValidationPackage.Path == g.ValidationPackage.Path {
				root := g.Roots[0]
				findings = append(findings, diag.At(root.Position, root.End, sharedOutput,
					fmt.Sprintf("the groups of %s and %s generate into the same package", other.Package.Path, g.Package.Path),
					"give one of them packages of its own by +configgen:output(flags: \"...\", validation: \"...\")"))
			}
		}
	}
	return findings
}

// called are the generators whose functions the code of a generator calls.
var called = map[string][]string{
	"binding":    {"configapi", "flags", "legacydefaults", "pathrefs", "precedence", "validation"},
	"precedence": {"flags"},
}

// incomplete checks that a group chooses all generators whose functions the chosen ones call. Flags may be registered
// by hand, by a function with the name of the generated one.
func incomplete(g *group.Group) []finding {
	if len(g.Generators) == 0 {
		return nil
	}
	byHand := !slices.ContainsFunc(g.Roots, func(root *group.Root) bool {
		return g.FlagsPackage.Declared["Add"+root.Name+"Flags"].Kind != "func"
	})
	var findings []finding
	for _, name := range g.Generators {
		if name == "binding" && !g.Loader {
			continue
		}
		missing := slices.DeleteFunc(slices.Clone(called[name]), func(needed string) bool {
			return slices.Contains(g.Generators, needed) || name == "precedence" && byHand
		})
		if gated := slices.ContainsFunc(g.Roots, g.GatedValues); name == "binding" && gated &&
			!slices.Contains(g.Generators, "featuregates") {
			missing = append(missing, "featuregates")
		}
		if len(missing) > 0 && len(g.Roots) > 0 {
			all := strings.Join(slices.Concat(g.Generators, missing), ",")
			where := onMarker(g.Chosen).with(g.Chosen.Argument("generators", strconv.Quote(all)))
			findings = append(findings, finding{where,
				fmt.Sprintf("the code of the generator %s calls that of %s, which +configgen:output leaves out", name,
					strings.Join(missing, ", ")),
				fmt.Sprintf("add %s to generators:, or remove %s", strings.Join(missing, ","), name)})
		}
	}
	return findings
}
