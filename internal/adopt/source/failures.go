package source

import (
	"go/token"
	"go/types"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Failure is what does not compile on other systems.
type Failure struct {
	// Systems is one of each set of systems that have the same files.
	Systems  []string
	Message  string
	Position token.Position
}

// Failures are the first errors in files of an overlay, one for each, that other systems have once its files are
// written, and that they do not have now. Systems with the same files are one, and those with the files of this system
// are not looked at.
func Failures(m *Module, overlay map[string][]byte) []Failure {
	seen := map[string]bool{filesBeside(m.on(runtime.GOOS, overlay), overlay): true}
	var all []Failure
	for _, system := range systems() {
		after := m.on(system, overlay)
		files := filesBeside(after, overlay)
		if seen[files] {
			continue
		}
		seen[files] = true
		before, failed := map[string]bool{}, map[string]bool{}
		for _, e := range errorsBeside(m.on(system, nil), overlay) {
			before[e.Msg] = true
		}
		for _, e := range errorsBeside(after, overlay) {
			at := e.Fset.Position(e.Pos)
			if _, ours := overlay[at.Filename]; !ours || before[e.Msg] || failed[at.Filename] || isImport(e.Msg) {
				continue
			}
			failed[at.Filename] = true
			same := slices.IndexFunc(all, func(f Failure) bool { return f.Message == e.Msg && f.Position == at })
			if same < 0 {
				all, same = append(all, Failure{Message: e.Msg, Position: at}), len(all)
			}
			all[same].Systems = append(all[same].Systems, system)
		}
	}
	slices.SortStableFunc(all, func(a, b Failure) int { return strings.Compare(a.Position.Filename, b.Position.Filename) })
	return all
}

// isImport reports whether an error is that a package has no types here: those of another system, and those that the
// module does not use yet.
func isImport(message string) bool { return strings.HasPrefix(message, "could not import ") }

// packagesBeside are the packages of a module in the directories of an overlay.
func packagesBeside(m *Module, overlay map[string][]byte) []*Package {
	dirs := map[string]bool{}
	for name := range overlay {
		dirs[filepath.Dir(name)] = true
	}
	return slices.DeleteFunc(m.Packages(), func(pkg *Package) bool { return !dirs[pkg.Dir] })
}

// filesBeside are the names of the files of these packages, in one text.
func filesBeside(m *Module, overlay map[string][]byte) string {
	var all []string
	for _, pkg := range packagesBeside(m, overlay) {
		for _, file := range pkg.Files {
			all = append(all, m.Fset.Position(file.Package).Filename)
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// errorsBeside is what is wrong with these packages.
func errorsBeside(m *Module, overlay map[string][]byte) []types.Error {
	var all []types.Error
	for _, pkg := range packagesBeside(m, overlay) {
		m.checked(pkg)
		all = append(all, pkg.Errors...)
	}
	return all
}
