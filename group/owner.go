package group

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/load"
)

// adopt starts the groups whose flags go into the package s of a +flags struct, where the patterns name s and not them. What
// is generated into s must not depend on how the packages were asked for.
func (b *builder) adopt(s *syntax) {
	for _, candidate := range b.ownerCandidates(s) {
		hub := b.syntaxOf(candidate)
		known := slices.ContainsFunc(b.groups, func(g *Group) bool { return g.Package.Path == candidate })
		if hub == nil || known || !hub.has("config") {
			continue
		}
		groups, findings := len(b.groups), len(b.findings)
		b.hub(hub)
		if len(b.groups) > groups && b.groups[groups].FlagsPackage.Path != s.pkg.Path {
			b.groups, b.findings = b.groups[:groups], b.findings[:findings] // somebody else's
		}
	}
}

// ownerCandidates are the packages that may have their flags in s: the one that it stands in by default, and those that it
// imports, in code that was generated earlier, too.
func (b *builder) ownerCandidates(s *syntax) []string {
	candidates := []string{path.Dir(s.pkg.Path)}
	files := slices.Clone(s.pkg.Files)
	entries, _ := os.ReadDir(s.pkg.Dir) // whose files have just been read
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), load.GeneratedPrefix) {
			continue
		}
		name := filepath.Join(s.pkg.Dir, entry.Name())
		if file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly); err == nil {
			files = append(files, file)
		}
	}
	for _, file := range files {
		for _, spec := range file.Imports {
			if imported, err := strconv.Unquote(spec.Path.Value); err == nil && b.world.Folder(imported) != "" {
				candidates = append(candidates, imported)
			}
		}
	}
	slices.Sort(candidates)
	return slices.Compact(candidates)
}
