package load

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/markers"
)

// excludedFiles finds the files that the reference platform does not have, and without which its code or generated code
// is incomplete. The packages without these files would have other findings, which do not name the cause.
func (l *loader) excludedFiles() {
	packages := maps.Clone(l.sources)
	maps.Copy(packages, l.unbuilt)
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		pkg := packages[path]
		if pkg == nil {
			continue
		}
		for _, file := range pkg.Excluded {
			if pkg.needs(file, l.types[path]) {
				l.findings = append(l.findings, pkg.excludedFile(file))
			}
		}
	}
}

// needs reports whether the package needs the tags or a declaration of an excluded file, and no other file has them.
func (p *Package) needs(file *ast.File, checked *typed) bool {
	if file.Name == nil || file.Name.Name != p.Name || isIgnored(file) {
		return false
	}
	declared := p.declaredIn([]*ast.File{file})
	for name := range declared {
		switch {
		case name == "AddToScheme", name == "localSchemeBuilder": // generated code uses them
			return true
		case token.IsExported(name) && len(p.bare[name]) > 0:
			return true
		case checked != nil && slices.ContainsFunc(checked.errors, func(e TypeError) bool { return e.Undefined == name }):
			return true
		}
	}
	return p.losesTags(file) ||
		slices.ContainsFunc(askingTypes(file), func(spec *ast.TypeSpec) bool {
			return declared[spec.Name.Name].Kind == "type"
		}) ||
		slices.ContainsFunc(p.namedIn([]*ast.File{file}), func(f NotBuilt) bool {
			return declared[f.Name].Kind == "func" && byNameInTests.MatchString(f.Name) && p.aboutOwn(f)
		}) ||
		slices.ContainsFunc(file.Decls, p.enumerates)
}

// tagOfPackage matches the markers and tags above a package clause without which other files are generated.
var tagOfPackage = regexp.MustCompile(`^\+(?:configgen:|groupName=|k8s:[a-z-]+-gen\b)`)

// losesTags reports whether a tag above the package clause of an excluded file is in no other file of the package.
func (p *Package) losesTags(file *ast.File) bool {
	present := slices.Concat(p.ClauseTags(), p.TagsInDoc())
	return slices.ContainsFunc(file.Comments, func(comment *ast.CommentGroup) bool {
		return comment.Pos() < file.Package && slices.ContainsFunc(markers.Lines(comment), func(line markers.Line) bool {
			return tagOfPackage.MatchString(line.Text) &&
				!slices.ContainsFunc(present, func(t Tag) bool { return t.Name == line.Name() })
		})
	})
}

// enumerates reports whether a declaration has an exported constant of an enumeration that the package declares.
func (p *Package) enumerates(decl ast.Decl) bool {
	general, ok := decl.(*ast.GenDecl)
	return ok && general.Tok == token.CONST && slices.ContainsFunc(general.Specs, func(spec ast.Spec) bool {
		values := spec.(*ast.ValueSpec)
		of, named := values.Type.(*ast.Ident)
		return named && p.isEnum(of.Name) && slices.ContainsFunc(values.Names, func(name *ast.Ident) bool {
			return name.IsExported() && p.Declared[name.Name].Kind == ""
		})
	})
}

// isEnum reports whether a type of the package, or a field of the type, is marked as an enumeration.
func (p *Package) isEnum(name string) bool {
	marked := func(set markers.Set) bool { return set.Has("enum") || set.Has("k8s:enum") }
	declared := p.Types[name]
	if declared == nil || marked(declared.Markers) {
		return declared != nil
	}
	for _, t := range p.Types {
		if slices.ContainsFunc(t.Fields, func(f *Field) bool {
			return marked(f.Markers) && TypeName(f.Syntax.Type) == name
		}) {
			return true
		}
	}
	return false
}

// excludedFile is the finding about an excluded file, at the constraint or at the package clause.
func (p *Package) excludedFile(file *ast.File) diag.Diagnostic {
	at, reason := spanOf(file.Name), "name"
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if comment.Pos() < file.Package && (constraint.IsGoBuild(comment.Text) || constraint.IsPlusBuild(comment.Text)) {
				at, reason = spanOf(comment), "build constraint"
			}
		}
	}
	lost, fix := "its tags have no effect", "move the tags into a file for all systems"
	if !p.losesTags(file) {
		declared := p.declaredIn([]*ast.File{file})
		names := slices.SortedFunc(maps.Keys(declared), func(a, b string) int {
			return cmp.Compare(declared[a].Position.Offset, declared[b].Position.Offset)
		})
		lost, fix = "generated code cannot use its declarations", "move the declarations into a file for all systems"
		switch more := len(names) - 1; {
		case more > 0:
			lost = fmt.Sprintf("generated code cannot use %s and %d more", names[0], more)
		case more == 0: // else the file is a program of its own
			lost = "generated code cannot use " + names[0]
		}
	}
	name := p.fset.Position(file.Package).Filename
	return diag.At(p.fset.Position(at.Pos), p.fset.Position(at.End), "excluded-file", fmt.Sprintf(
		"%s is excluded from linux/amd64 by its %s, so %s", filepath.Base(name), reason, lost), fix)
}
