package check

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/group"
)

// policy is the policy of a group in the release 1.4.
func policy(g *group.Group) { g.API = &group.API{Release: "1.4", GA: 3, Flags: 2} }

// deprecated is a field with a deprecation.
func deprecated(f *group.Field, d group.Deprecation) *group.Field {
	d.Position, d.End = at(f.Position.Line-1, 5), at(f.Position.Line-1, 10)
	f.Deprecated = &d
	return f
}

// deprecatedFlag is a field with a flag that ends.
func deprecatedFlag(f *group.Field, d group.Deprecation) *group.Field {
	deprecated(f, d)
	f.Flags[0].Deprecation, f.Deprecated = f.Deprecated, nil
	return f
}

// inFile gives a field its path in files.
func inFile(path string, f *group.Field) *group.Field {
	f.JSONPath = path
	return f
}

// buried is a group with tombstones.
func buried(stones ...group.Tombstone) []*group.Group {
	modes := &group.Type{Kind: "string", Constants: []group.Constant{{Value: "Slow"}}}
	return one(changed(func(g *group.Group) {
		policy(g)
		g.Features = []*group.Feature{{Name: "Fast"}}
		for _, version := range g.Versions {
			g.Roots[0].External = append(g.Roots[0].External, &group.External{Version: version.Package.Path})
		}
		for i, stone := range stones {
			stone.Position, stone.End = at(2+i, 5), at(2+i, 9)
			g.Roots[0].Tombstones = append(g.Roots[0].Tombstones, &stone)
		}
	}, inFile("cache", field(10, "Cache", inner)), inFile("mode", field(12, "Mode", modes, "+flag=mode"))))
}

// listed are tombstones of a group with a struct and a list of structs.
func listed(stones ...group.Tombstone) []*group.Group {
	groups := buried(stones...)
	root := groups[0].Roots[0]
	root.Fields[0].JSONName = "cache"
	root.Fields = append(root.Fields, inFile("pools", field(14, "Pools", list(inner))))
	root.External = nil
	return groups
}

// excepting is a group in which an alpha field of a GA version has an exception.
func excepting(doc string, exceptions ...group.Exception) []*group.Group {
	f := field(10, "A", text)
	f.Doc = doc
	for i, e := range exceptions {
		e.Position, e.End = at(5+i, 5), at(5+i, 20)
		f.Exceptions = append(f.Exceptions, e)
	}
	return one(changed(policy, f))
}

// onPackage are groups with an exception on the package of the first one.
func onPackage(groups []*group.Group, e group.Exception) []*group.Group {
	groups[0].Exceptions = []group.Exception{e}
	return groups
}

const isAlpha = "A is an alpha field."

var changeRows = []row{
	{"since", one(changed(policy,
		field(10, "A", text, "+since=1.4"), field(12, "B", text, "+since=v1.4"), field(14, "C", text, "+since=1.10"),
	)), []string{
		"types.go:11:5: the release \"v1.4\" is not a minor version; specify it without v and patch, as in +since=1.4 " +
			"(since-release)",
		"types.go:13:5: C is there since 1.10, and the release in development is 1.4; specify the release that brings it " +
			"(since-release)",
	}},
	{"deprecation", one(changed(policy,
		deprecated(field(10, "A", text), group.Deprecation{Since: "v1.4", Removal: "1.4.0"}),
		deprecated(field(12, "B", text), group.Deprecation{Removal: "1.6"}),
		deprecated(field(14, "C", text), group.Deprecation{Since: "1.4", Removal: "1.4"}),
		deprecated(field(16, "D", text), group.Deprecation{Since: "1.5", Removal: "1.9"}),
		deprecated(field(18, "E", text), group.Deprecation{Since: "1.4", Removal: "1.6"}),
		deprecated(field(20, "F", text), group.Deprecation{Since: "1.10", Removal: "1.9"}),
	)), []string{
		"types.go:9:5: the release \"1.4.0\" of removal is not a minor version; specify it without v and patch, as in " +
			"removal: \"1.4\" (deprecation)",
		"types.go:9:5: the release \"v1.4\" of since is not a minor version; specify it without v and patch, as in " +
			"since: \"1.4\" (deprecation)",
		"types.go:11:5: B has a release of its removal and none of its deprecation; add since: \"...\" (deprecation)",
		"types.go:13:5: C is deprecated in 1.4 and removed in 1.4, which is not later; use a later release for the " +
			"removal (deprecation)",
		"types.go:15:5: D is deprecated since 1.5, and the release in development is 1.4; specify the release that " +
			"announces it (deprecation)",
		"types.go:17:5: E is removed 2 releases after its deprecation, and +configgen:api promises 3; use removal: " +
			"\"1.7\" or later (deprecation)",
		"types.go:19:5: F is deprecated in 1.10 and removed in 1.9, which is not later; use a later release for the " +
			"removal (deprecation)",
	}},
	{"deprecated", one(changed(policy,
		deprecated(field(10, "A", text), group.Deprecation{Since: "1.3", Removal: "1.6", Use: "b"}),
		inFile("b", deprecated(field(12, "B", text), group.Deprecation{})),
		deprecated(field(14, "C", text), group.Deprecation{Since: "1.4", Removal: "2.0", Use: "Write it by hand."}),
		deprecatedFlag(field(16, "D", text, "+flag=d"), group.Deprecation{Since: "1.4", Removal: "1.6", Use: "use --by"}),
	)), nil},
	{"deprecated flag", one(changed(policy,
		deprecatedFlag(field(10, "A", text, "+flag=a"), group.Deprecation{Since: "1.4", Removal: "1.5"}),
		deprecatedFlag(field(12, "B", text, "+flag=binding"), group.Deprecation{Since: "1.4", Use: "--bindin"}),
		inFile("cahe", deprecatedFlag(field(14, "C", text, "+flag=c"), group.Deprecation{Since: "1.4", Use: "cache"})),
	)), []string{
		"types.go:9:5: --a is removed 1 release after its deprecation, and +configgen:api promises 2; use removal: " +
			"\"1.6\" or later (deprecation)",
		"types.go:11:5: --binding is replaced by --bindin, which does not exist; did you mean --binding? (deprecation)",
		"types.go:13:5: --c is replaced by cache, which is not the path of a field; did you mean cahe? (deprecation)",
	}},
	{"deprecated for a flag of the loader", one(changed(withLoader,
		deprecatedFlag(field(10, "A", text, "+flag=a"), group.Deprecation{Since: "1.4", Use: "--config-dri"}),
		deprecatedFlag(field(12, "B", text, "+flag=b"), group.Deprecation{Since: "1.4", Use: "--instance-config"}),
		deprecatedFlag(field(14, "C", text, "+flag=c"), group.Deprecation{Since: "1.4", Use: "--my-config"}),
	)), []string{
		"types.go:9:5: --a is replaced by --config-dri, which does not exist; did you mean --config-dir? (deprecation)",
		"types.go:13:5: warning: --c is replaced by --my-config, which no marker registers; name another flag or, for one " +
			"that is registered by hand, write a sentence, as in use: \"use --my-config\" (deprecation)",
	}},
	{"deprecated without a flag", one(changed(flagStruct,
		deprecated(field(10, "A", text), group.Deprecation{Since: "1.3"}),
		deprecated(field(12, "B", text, "+flag=b"), group.Deprecation{Since: "1.3", Removal: "1.4"}),
	)), []string{"types.go:9:5: +deprecated has no effect on A, which has no flag; remove it (deprecation)"}},
	{"tombstone", buried(
		group.Tombstone{Path: "cache", Removed: "1.4"},
		group.Tombstone{Path: "cache", Flag: "cache", Removed: "1.4"},
		group.Tombstone{Flag: "mode", Removed: "1.4"},
		group.Tombstone{Gate: "Fast", Removed: "1.4"},
		group.Tombstone{Version: "v1", Removed: "1.4"},
		group.Tombstone{Path: "mode", Value: "Slow", Removed: "1.4"},
		group.Tombstone{Path: "other", Value: "Slow", Removed: "1.4"},
		group.Tombstone{Path: "old", Removed: "1.5", Use: "cach"},
		group.Tombstone{Path: "older", Removed: "1"},
		group.Tombstone{Path: "older", Removed: "1.3"},
		group.Tombstone{Flag: "gone", Removed: "1.4", Use: "--nothing"},
		group.Tombstone{Flag: "size", Removed: "1.4", Use: "use --nothing"},
		group.Tombstone{Flag: "help", Removed: "1.4"},
	), []string{
		"types.go:2:5: the field cache has a tombstone and still exists; remove one of the two (tombstone)",
		"types.go:3:5: a tombstone is for one thing; use one of path, flag, gate and version; value needs a path, and " +
			"version may have one (tombstone)",
		"types.go:4:5: the flag --mode has a tombstone and still exists; remove one of the two (tombstone)",
		"types.go:5:5: the feature gate Fast has a tombstone and still exists; remove one of the two (tombstone)",
		"types.go:6:5: the version v1 has a tombstone and still exists; remove one of the two (tombstone)",
		"types.go:7:5: the value mode=Slow has a tombstone and still exists; remove one of the two (tombstone)",
		"types.go:8:5: the value other=Slow is of a field that does not exist; use a tombstone without value for the " +
			"field (tombstone)",
		"types.go:9:5: the field old is removed in 1.5, and the release in development is 1.4; specify the release that no " +
			"longer has it (tombstone)",
		"types.go:9:5: the field old is replaced by cach, which is not the path of a field; did you mean cache? (tombstone)",
		"types.go:10:5: the release \"1\" of removed is not a minor version; specify it without v and patch, as in " +
			"removed: \"1.4\" (tombstone)",
		"types.go:11:5: the field older has two tombstones, the first one at types.go:10; keep one (tombstone)",
		"types.go:12:5: warning: the flag --gone is replaced by --nothing, which no marker registers; name another flag " +
			"or, for one that is registered by hand, write a sentence, as in use: \"use --nothing\" (tombstone)",
		"types.go:14:5: the flag --help has a tombstone and still exists; remove one of the two (tombstone)",
	}},
	{"tombstones of nothing", listed(
		group.Tombstone{Flag: "--old", Removed: "1.4"}, group.Tombstone{Version: "1", Removed: "1.4"},
		group.Tombstone{Path: "Cache.Size", Removed: "1.4"}, group.Tombstone{Path: "pools.size", Removed: "1.4"},
		group.Tombstone{Path: "cache[*].size", Removed: "1.4"}, group.Tombstone{Path: "Old", Removed: "1.4"},
	), []string{
		`types.go:2:5: "--old" is not the name of a flag, so the tombstone is never used; write the name without dashes: ` +
			`flag: "old" (tombstone)`,
		`types.go:3:5: "1" is not the name of a version, so the tombstone is never used; write it as in files, as in ` +
			`version: "v1alpha1" (tombstone)`,
		"types.go:4:5: Cache.Size is not a path in files, so the tombstone is never used; write cache.Size (tombstone)",
		"types.go:5:5: pools.size is not a path in files, so the tombstone is never used; write pools[*].size (tombstone)",
		"types.go:6:5: cache[*].size is not a path in files, so the tombstone is never used; write cache.size (tombstone)",
		"types.go:7:5: Old is not a path in files, so the tombstone is never used; write old (tombstone)",
	}},
	{"tombstones of something", listed(
		group.Tombstone{Flag: "old", Removed: "1.4"}, group.Tombstone{Version: "v1alpha1", Removed: "1.4"},
		group.Tombstone{Path: "cache.size", Removed: "1.4"}, group.Tombstone{Path: "pools[*].size", Removed: "1.4"},
		group.Tombstone{Path: "old.Size", Removed: "1.4"},
	), nil},
	{"rightly buried", buried(
		group.Tombstone{Path: "old", Removed: "1.4", Use: "cache"},
		group.Tombstone{Flag: "old", Removed: "1.3", Use: "--mode"},
		group.Tombstone{Gate: "Slow", Removed: "1.3"}, group.Tombstone{Version: "v1alpha1", Removed: "1.0", Use: "v1"},
		group.Tombstone{Path: "mode", Value: "Fast", Removed: "1.4", Use: "mode: Slow"},
		group.Tombstone{Path: "mode", Version: "v1beta1", Removed: "1.4"},
	), nil},
	{"tombstone of a +flags struct", one(changed(func(g *group.Group) {
		g.Roots[0].Tombstones = []*group.Tombstone{{Path: "a", Removed: "1.4", Position: at(3, 5)}}
		flagStruct(g)
	})), []string{
		"types.go:3:5: Relay is a +flags struct, which is not in a file, and had no field a; move it to the type of the " +
			"configuration (tombstone)",
	}},
	{"exceptions", excepting("A is.",
		group.Exception{Rule: "CB005", Reason: "why"}, group.Exception{Rule: "CB005", Reason: "why", Until: "1.4"},
		group.Exception{Rule: "CB100", Reason: "why"}, group.Exception{Rule: "flag-name", Reason: "why"},
		group.Exception{Rule: "feature-alfa-field", Reason: "why"}, group.Exception{Rule: "CB001", Until: "1.5"},
		group.Exception{Rule: "CB001", Reason: "why", Until: "soon"},
		group.Exception{Rule: "feature-alpha-field", Reason: "why"},
	), []string{
		"types.go:5:5: the exception from CB005 has no end; add until: \"...\" with a release (exception)",
		"types.go:6:5: the exception from CB005 has ended: it is until 1.4, and the release in development is 1.4; remove " +
			"it, or use a later release (exception)",
		"types.go:7:5: there is no rule CB100; specify the code in parentheses at the end of the finding (exception)",
		"types.go:8:5: flag-name does not allow exceptions; fix what it reports, and remove the exception (exception)",
		"types.go:9:5: there is no rule feature-alfa-field; did you mean feature-alpha-field? (exception)",
		"types.go:10:5: the exception from CB001 has no reason; add reason: \"...\" (exception)",
		"types.go:11:5: the release \"soon\" of until is not a minor version; specify it without v and patch, as in until: " +
			"\"1.5\" (exception)",
		"types.go:12:5: the exception has no effect: there is nothing that feature-alpha-field would report; remove it " +
			"(exception)",
	}},
	{"an exception of a type in two places", one(changed(func(g *group.Group) {
		e := []group.Exception{{Rule: "CB001", Position: at(3, 5)}, {Rule: "CB018", Position: at(3, 5)}}
		g.Roots[0].Tombstones = []*group.Tombstone{
			{Path: "a.old", Removed: "1.4", Exceptions: e}, {Path: "b.old", Removed: "1.4", Exceptions: e},
		}
	})), []string{
		"types.go:3:5: the exception from CB001 has no reason; add reason: \"...\" (exception)",
		"types.go:3:5: the exception from CB018 has no reason; add reason: \"...\" (exception)",
	}},
	{"an exception", excepting(isAlpha, group.Exception{Rule: "feature-alpha-field", Reason: "why"},
		group.Exception{Rule: "CB005", Reason: "why", Until: "1.5"}), nil},
	{"an exception on the package", onPackage(excepting(isAlpha), group.Exception{
		Rule: "feature-alpha-field", Reason: "why"}), nil},
	{"no exception", excepting(isAlpha), []string{
		"types.go:10:2: A is alpha according to its documentation, and is in version v1 without a feature gate; add " +
			"+featureGate=..., or fix the documentation (feature-alpha-field)",
	}},
	{"exceptions without a snapshot", one(changed(func(g *group.Group) {
		g.Exceptions = []group.Exception{{Rule: "CB007", Reason: "why", Until: "1.5", Position: at(2, 5)}}
		g.Roots[0].Tombstones = []*group.Tombstone{{Path: "a", Removed: "1.4", Exceptions: []group.Exception{
			{Rule: "feature-alpha-field", Reason: "why", Position: at(3, 5)},
		}}}
	})), []string{
		"types.go:2:5: the exception from CB007 has no effect: the group has no snapshot; add +configgen:api(release: " +
			"\"...\") to the comment above the package clause (exception)",
		"types.go:3:5: feature-alpha-field is not about what is gone; name a rule of configgen breaking (exception)",
	}},
}

// TestExceptionOfParent expects that an exception of a field or root applies to the fields inside it.
func TestExceptionOfParent(t *testing.T) {
	below := field(12, "B", text)
	outer := with(field(10, "A", inner), below)
	root := &group.Root{Exceptions: []group.Exception{{Rule: "CB008"}}}
	outer.Exceptions = []group.Exception{{Rule: "CB005"}}
	got := []bool{
		below.Exception(root, "CB005") != nil, below.Exception(root, "CB008") != nil, below.Exception(root, "CB001") != nil,
	}
	if diff := cmp.Diff([]bool{true, true, false}, got); diff != "" {
		t.Errorf("-want +got: %s", diff)
	}
}
