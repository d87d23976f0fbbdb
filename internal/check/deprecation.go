package check

import (
	"cmp"
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/descriptor/render"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

// changeRules are about what markers say of changes from release to release.
func changeRules() []rule.Rule {
	return []rule.Rule{
		forGroup("deprecation", deprecations),
		forField("since-release", sinceReleases),
		forGroups(tombstone, tombstones),
		forGroup("exception", exceptions),
	}
}

// deprecations checks the deprecations of fields and of flags.
func deprecations(g *group.Group) []finding {
	var findings []finding
	add := func(at place, message, fix string) { findings = append(findings, finding{at, message, fix}) }
	stays := 0
	if g.API != nil {
		stays = g.API.Flags
	}
	for i, root := range g.AllRoots() {
		root.Walk(func(field *group.Field) { fieldDeprecations(inRoot{g, root, field, i >= len(g.Roots)}, add) })
		for _, flag := range root.Ignored {
			if flag.Deprecation != nil {
				checkDeprecation(g, "--"+flag.Name, flag.Deprecation, root.Markers, stays, add)
			}
		}
	}
	return findings
}

// fieldDeprecations checks the deprecations of a field and of its flags.
func fieldDeprecations(at inRoot, add func(at place, message, fix string)) {
	field, stays := at.field, 0
	if at.group.API != nil {
		stays = at.group.API.Stays(at.root)
	}
	if field.Deprecated != nil {
		if at.flagStruct && !field.Mistaken && len(field.Flags)+len(field.Delegations)+len(field.Fields) == 0 {
			marker := field.Markers.At(field.Deprecated.Position)
			add(onDeprecation(field.Deprecated).with(marker.Remove()),
				"+deprecated has no effect on "+field.Path+", which has no flag", "remove it")
		}
		checkDeprecation(at.group, field.Path, field.Deprecated, field.Markers, stays, add)
	}
	for _, flag := range field.Flags {
		if flag.Deprecation == nil || flag.Deprecation == field.Deprecation() {
			continue
		}
		if at.group.API != nil {
			stays = at.group.API.Flags
		}
		checkDeprecation(at.group, "--"+flag.Name, flag.Deprecation, field.Markers, stays, add)
	}
}

// sinceReleases checks the release that brought a field.
func sinceReleases(at inRoot) []finding {
	since, ok := markers.Get[markers.Since](at.field.Markers)
	if !ok {
		return nil
	}
	marker := at.field.Markers.Named("since")[0]
	on := onMarker(marker)
	switch {
	case !isRelease(since.Release):
		return []finding{{on.with(minor(marker, "", since.Release)),
			fmt.Sprintf("the release %q is not a minor version", since.Release),
			"specify it without v and patch, as in +since=1.4"}}
	case at.group.API != nil && at.group.API.Release != "" && before(at.group.API.Release, since.Release):
		return []finding{{on, fmt.Sprintf("%s is there since %s, and the release in development is %s", at.field.Path,
			since.Release, at.group.API.Release), "specify the release that brings it"}}
	}
	return nil
}

// checkDeprecation checks one deprecation. What stays is the number of releases that the group promises.
func checkDeprecation(g *group.Group, what string, d *group.Deprecation, set markers.Set, stays int,
	add func(at place, message, fix string)) {
	valid, at, marker := true, onDeprecation(d), set.At(d.Position)
	for _, given := range []struct{ name, release string }{{"since", d.Since}, {"removal", d.Removal}} {
		if given.release != "" && !isRelease(given.release) {
			valid = false
			add(at.with(minor(marker, given.name, given.release)),
				fmt.Sprintf("the release %q of %s is not a minor version", given.release, given.name),
				fmt.Sprintf(`specify it without v and patch, as in %s: "1.4"`, given.name))
		}
	}
	if found := unknownReplacement(g, at, marker, d.Use); found != nil {
		add(found.at, what+" "+found.message, found.fix)
	}
	switch between, ok := group.ReleasesBetween(d.Since, d.Removal); {
	case !valid:
	case d.Removal != "" && d.Since == "":
		add(at, what+" has a release of its removal and none of its deprecation", `add since: "..."`)
	case d.Removal != "" && !before(d.Since, d.Removal):
		add(at, fmt.Sprintf("%s is deprecated in %s and removed in %s, which is not later", what, d.Since, d.Removal),
			"use a later release for the removal")
	case g.API == nil || g.API.Release == "":
	case before(g.API.Release, d.Since):
		add(at, fmt.Sprintf("%s is deprecated since %s, and the release in development is %s", what, d.Since, g.API.Release),
			"specify the release that announces it")
	case d.Removal != "" && ok && between < stays:
		at = at.with(marker.Argument("removal", strconv.Quote(plus(d.Since, stays))))
		add(at, fmt.Sprintf("%s is removed %s after its deprecation, and +configgen:api promises %d", what,
			releases(between), stays), fmt.Sprintf("use removal: %q or later", plus(d.Since, stays)))
	}
}

// minor is the advice to write the minor version of a release, as in 1.4 for v1.4.2, as an argument of a marker.
func minor(m markers.Marker, argument, release string) diag.Advice {
	parts := strings.SplitN(strings.TrimPrefix(release, "v"), ".", 3)
	if len(parts) < 2 || !isRelease(parts[0]+"."+parts[1]) {
		return diag.Advice{}
	}
	text := parts[0] + "." + parts[1]
	if argument != "" {
		text = strconv.Quote(text)
	}
	return m.Argument(argument, text)
}

// isRelease reports whether a text is a minor version such as 1.4.
func isRelease(text string) bool {
	_, ok := group.CompareReleases(text, text)
	return ok
}

// before reports whether a release is older than another one.
func before(a, b string) bool {
	order, ok := group.CompareReleases(a, b)
	return ok && order < 0
}

// plus is a release some releases later.
func plus(release string, later int) string {
	major, minor, _ := strings.Cut(release, ".")
	number := 0
	_, _ = fmt.Sscan(minor, &number) // a release has a number there
	return fmt.Sprintf("%s.%d", major, number+later)
}

// replacementPath matches a replacement that is the path of a field.
var replacementPath = regexp.MustCompile(`^[a-z][a-zA-Z0-9]*(\[\*\])?(\.[a-z][a-zA-Z0-9]*(\[\*\])?)*$`)

// unknownReplacement is the finding about the replacement that a deprecation or tombstone names: nil if it exists, or
// if that cannot be known. A flag that no marker registers may be registered by hand, so that it is a warning.
func unknownReplacement(g *group.Group, at place, m markers.Marker, use string) *finding {
	if use == "" || strings.Contains(use, " ") {
		return nil // a sentence
	}
	paths, flags, delegated := names(g)
	if flag, isFlag := strings.CutPrefix(use, "--"); isFlag {
		for _, own := range render.LoaderFlags() {
			if g.Loader {
				flags = append(flags, own.Name)
			}
		}
		near, distance := diag.Nearest(flag, flags)
		switch {
		case slices.Contains(flags, flag):
			return nil
		case distance >= 0 && distance <= 2 && len(flag) >= 5 && !delegated:
			return &finding{at.with(m.Correct(flag, near)), "is replaced by --" + flag + ", which does not exist",
				"did you mean --" + near + "?"}
		case delegated:
			return nil
		}
		at.Severity = diag.Warning
		return &finding{at, "is replaced by --" + flag + ", which no marker registers", "name another flag or, for one " +
			fmt.Sprintf("that is registered by hand, write a sentence, as in use: %q", "use --"+flag)}
	}
	if !replacementPath.MatchString(use) || slices.Contains(paths, use) {
		return nil
	}
	fix := "specify the path of a field in files, such as cache.size, or a sentence"
	if near, distance := diag.Nearest(use, paths); distance >= 0 && distance <= 3 {
		at, fix = at.with(m.Correct(use, near)), "did you mean "+near+"?"
	}
	return &finding{at, "is replaced by " + use + ", which is not the path of a field", fix}
}

// names are the JSON paths of all fields of a group, in any version, and its flags; delegated reports that there may be
// more.
func names(g *group.Group) (paths, flags []string, delegated bool) {
	for _, root := range g.AllRoots() {
		for _, external := range root.External {
			external.Walk(func(field *group.Field) { paths = append(paths, field.JSONPath) })
		}
		root.Walk(func(field *group.Field) {
			paths = append(paths, field.JSONPath)
			for _, flag := range field.Flags {
				flags = append(flags, flag.Name)
			}
			for _, from := range field.Delegations {
				delegated = delegated || len(from.Registers) == 0
				for _, flag := range from.Registers {
					flags = append(flags, from.Prefix+flag.Name)
				}
			}
		})
		for _, flag := range root.Ignored {
			flags = append(flags, flag.Name)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), flags, delegated
}

// tombstone is the code of findings about tombstones.
const tombstone = "tombstone"

// tombstones checks that the named objects are gone. A feature gate may belong to another group.
func tombstones(groups []*group.Group) []diag.Diagnostic {
	gates := map[string]*group.Feature{}
	for _, g := range groups {
		for _, feature := range g.Features {
			gates[feature.Name] = feature
		}
	}
	var findings []diag.Diagnostic
	for _, g := range groups {
		first := map[string]token.Position{}
		for i, root := range g.AllRoots() {
			for _, stone := range root.Tombstones {
				add := func(message, fix string, advice ...diag.Advice) {
					findings = append(findings, diag.At(stone.Position, stone.End, tombstone, message, fix).With(advice...))
				}
				at := inTombstone{g, root, stone, i >= len(g.Roots)}
				checkTombstone(at, gates, add)
				findings = append(findings, stoneReplacement(at)...)
				kind, name := stone.What()
				key := strings.Join([]string{kind, name, root.Name}, " ")
				if stone.Path == "" && stone.Version == "" {
					key = kind + " " + name
				}
				if earlier, known := first[key]; known && ofOneThing(stone) {
					findings = append(findings, diag.At(stone.Position, stone.End, tombstone,
						fmt.Sprintf("the %s %s has two tombstones", kind, name), "keep one").See("the first one at", earlier).
						With(root.Markers.At(stone.Position).Remove()))
				}
				first[key] = stone.Position
			}
		}
	}
	return findings
}

// inTombstone is a tombstone of a root.
type inTombstone struct {
	group      *group.Group
	root       *group.Root
	stone      *group.Tombstone
	flagStruct bool
}

// stoneReplacement checks what replaces a field or a flag.
func stoneReplacement(at inTombstone) []diag.Diagnostic {
	stone := at.stone
	inFile := stone.Path != "" && stone.Value == "" || stone.Flag != ""
	marker := at.root.Markers.At(stone.Position)
	found := unknownReplacement(at.group, place{Position: stone.Position, End: stone.End}, marker, stone.Use)
	if found == nil || !inFile || !ofOneThing(stone) {
		return nil
	}
	kind, name := stone.What()
	d := diag.At(stone.Position, stone.End, tombstone, fmt.Sprintf("the %s %s %s", kind, name, found.message), found.fix).
		With(found.at.Advice...)
	d.Severity = cmp.Or(found.at.Severity, d.Severity)
	return []diag.Diagnostic{d}
}

func checkTombstone(at inTombstone, gates map[string]*group.Feature,
	add func(message, fix string, advice ...diag.Advice)) {
	stone, g, marker := at.stone, at.group, at.root.Markers.At(at.stone.Position)
	kind, name := stone.What()
	if !ofOneThing(stone) {
		add("a tombstone is for one thing",
			"use one of path, flag, gate and version; value needs a path, and version may have one")
		return
	}
	switch {
	case at.flagStruct && (stone.Path != "" || stone.Version != ""):
		add(fmt.Sprintf("%s is a +flags struct, which is not in a file, and had no %s %s", at.root.Name, kind, name),
			"move it to the type of the configuration")
	case stillThere(at, gates):
		add(fmt.Sprintf("the %s %s has a tombstone and still exists", kind, name), "remove one of the two", marker.Remove())
	case strings.HasPrefix(stone.Flag, "-"):
		right := strings.TrimLeft(stone.Flag, "-")
		add(fmt.Sprintf("%q is not the name of a flag, so the tombstone is never used", stone.Flag),
			fmt.Sprintf("write the name without dashes: flag: %q", right), marker.Argument("flag", strconv.Quote(right)))
	case stone.Version != "" && !group.IsVersion(stone.Version):
		add(fmt.Sprintf("%q is not the name of a version, so the tombstone is never used", stone.Version),
			`write it as in files, as in version: "v1alpha1"`)
	case matchable(at.root, stone.Path) != stone.Path:
		right := matchable(at.root, stone.Path)
		add(fmt.Sprintf("%s is not a path in files, so the tombstone is never used", stone.Path),
			"write "+right, marker.Correct(stone.Path, right))
	case stone.Value != "" && !slices.Contains(pathsOf(at.root, ""), stone.Path):
		add(fmt.Sprintf("the value %s is of a field that does not exist", name),
			"use a tombstone without value for the field", marker.Without("value"))
	}
	switch {
	case !isRelease(stone.Removed):
		add(fmt.Sprintf("the release %q of removed is not a minor version", stone.Removed),
			`specify it without v and patch, as in removed: "1.4"`, minor(marker, "removed", stone.Removed))
	case g.API != nil && before(g.API.Release, stone.Removed):
		add(fmt.Sprintf("the %s %s is removed in %s, and the release in development is %s", kind, name, stone.Removed,
			g.API.Release), "specify the release that no longer has it")
	}
}

// matchable is a path as files have it: in the JSON names of the fields that still exist, and with [*] after each list
// or map among them.
func matchable(root *group.Root, path string) string {
	parts := strings.Split(path, ".")
	fields := root.Fields
	if len(root.External) > 0 {
		fields = root.External[0].Fields
	}
	for i, part := range parts {
		name := strings.TrimSuffix(part, "[*]")
		at := slices.IndexFunc(fields, func(f *group.Field) bool { return f.JSONName == name })
		if goName := slices.IndexFunc(fields, func(f *group.Field) bool { return f.Name == name }); at < 0 && goName >= 0 {
			at = goName
		}
		switch {
		case at >= 0 && fields[at].JSONName != "":
			parts[i] = fields[at].JSONName
			if i < len(parts)-1 || strings.HasSuffix(part, "[*]") {
				parts[i] += fields[at].Type.Elements()
			}
			fields = fields[at].Fields
		default:
			upper := func(f *group.Field) bool { return lowerFirst(f.JSONName) != f.JSONName }
			if len(fields) > 0 && !slices.ContainsFunc(fields, upper) {
				parts[i] = lowerFirst(part)
			}
			fields = nil
		}
	}
	return strings.Join(parts, ".")
}

// lowerFirst is a name that begins with a lower-case letter.
func lowerFirst(name string) string {
	if name == "" {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// ofOneThing reports whether a tombstone names one thing.
func ofOneThing(stone *group.Tombstone) bool {
	subjects := 0
	for _, given := range []string{stone.Path, stone.Flag, stone.Gate} {
		if given != "" {
			subjects++
		}
	}
	if stone.Version != "" && stone.Path == "" {
		subjects++
	}
	return subjects == 1 && (stone.Value == "" || stone.Path != "")
}

// stillThere reports whether what has a tombstone exists.
func stillThere(at inTombstone, gates map[string]*group.Feature) bool {
	stone := at.stone
	_, flags, _ := names(at.group)
	switch {
	case stone.Value != "":
		return slices.Contains(valuesOf(at.root, stone.Path), stone.Value)
	case stone.Path != "":
		return slices.Contains(pathsOf(at.root, stone.Version), stone.Path)
	case stone.Flag != "":
		return slices.Contains(flags, stone.Flag) || stone.Flag == "help" // other flags of the loader are optional
	case stone.Gate != "":
		return gates[stone.Gate] != nil
	}
	return slices.ContainsFunc(at.group.Versions, func(v group.Version) bool {
		inVersion := func(external *group.External) bool { return external.Version == v.Package.Path }
		return v.Name == stone.Version && slices.ContainsFunc(at.root.External, inVersion)
	})
}

// pathsOf are the JSON paths of a root in a version, or in all if it is empty.
func pathsOf(root *group.Root, version string) []string {
	var paths []string
	for _, external := range root.External {
		if name := external.Version[strings.LastIndexByte(external.Version, '/')+1:]; version == "" || name == version {
			external.Walk(func(field *group.Field) { paths = append(paths, field.JSONPath) })
		}
	}
	if preferred := root.Version; version == "" || preferred != nil && preferred.Name == version {
		root.Walk(func(field *group.Field) { paths = append(paths, field.JSONPath) })
	}
	return paths
}

// valuesOf are the values that the constants of a field name.
func valuesOf(root *group.Root, path string) []string {
	var values []string
	root.Walk(func(field *group.Field) {
		if field.JSONPath == path {
			for _, constant := range field.Type.Base().Constants {
				values = append(values, constant.Value)
			}
		}
	})
	return values
}

// releases is a number of releases in words.
func releases(number int) string {
	if number == 1 {
		return "1 release"
	}
	return fmt.Sprintf("%d releases", number)
}
