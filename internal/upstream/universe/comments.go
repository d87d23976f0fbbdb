package universe

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
)

// astGroup shortens what is said often here.
type astGroup = ast.CommentGroup

// comment makes comments known, each by the line on which it ends.
func (b *builder) comment(groups []*astGroup) {
	for _, group := range groups {
		end := b.session.Fset.Position(group.End())
		b.known.comments[line{end.Filename, end.Line}] = group
	}
}

// reach notes the files that declare t and the types of its fields: generators read the tags of these, too.
func (b *builder) reach(t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if b.reached[t] || t.Obj().Pkg() == nil {
			return
		}
		b.reached[t] = true
		b.files[b.fileOf(t.Obj())] = true
		b.reach(t.Underlying())
	case *types.Pointer:
		b.reach(t.Elem())
	case *types.Slice:
		b.reach(t.Elem())
	case *types.Array:
		b.reach(t.Elem())
	case *types.Map:
		b.reach(t.Key())
		b.reach(t.Elem())
	case *types.Struct:
		for field := range t.Fields() {
			b.reach(field.Type())
		}
	}
}

// documentDependencies makes the comments known that stand beside what the user's types and the peers declare. A file
// without a comment that can hold a tag is not parsed.
func (b *builder) documentDependencies() {
	for _, pkg := range b.known.packages {
		for _, file := range pkg.Syntax {
			delete(b.files, b.session.Fset.Position(file.FileStart).Filename)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		b.comment(b.commentsOf(name))
	}
}

// commentsOf reads the comments of a file. The standard library may be without source.
func (l *Library) commentsOf(name string) []*astGroup {
	if groups, known := l.comments[name]; known {
		return groups
	}
	l.comments[name] = nil
	source, err := os.ReadFile(name)
	if err != nil || !mayHoldTags(source) {
		return nil
	}
	file, _ := parser.ParseFile(l.session.Fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if file != nil {
		l.comments[name] = file.Comments
	}
	return l.comments[name]
}

// mayHoldTags reports whether a line begins with a plus sign, whatever marks it as a comment.
func mayHoldTags(source []byte) bool {
	blank := true // only blanks and comment marks since the line began
	for _, c := range source {
		switch c {
		case '\n':
			blank = true
		case ' ', '\t', '/', '*':
		case '+':
			if blank {
				return true
			}
		default:
			blank = false
		}
	}
	return false
}

// fileOf is the name of the file that declares object.
func (b *builder) fileOf(object types.Object) string { return b.position(object).Filename }

func (b *builder) position(object types.Object) token.Position {
	return b.session.Fset.Position(object.Pos())
}
