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

// comment makes the comments of a file known, each by the line on which it ends.
func (b *builder) comment(file *ast.File) {
	for _, group := range file.Comments {
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
		source, err := os.ReadFile(name)
		if err != nil || !mayHoldTags(source) {
			continue // the standard library may be without source
		}
		file, _ := parser.ParseFile(b.session.Fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if file != nil {
			b.comment(file)
		}
	}
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
