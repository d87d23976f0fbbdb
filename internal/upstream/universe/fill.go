package universe

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"unsafe"

	"golang.org/x/tools/go/packages"
)

// knowledge is what a gengo parser remembers of the packages that it has loaded.
type knowledge struct {
	fset     *token.FileSet
	packages map[string]*packages.Package
	// requested are the packages whose declarations are wanted, not only what others refer to.
	requested map[string]bool
	comments  map[line]*ast.CommentGroup // by the line on which they end
}

// line has the form of the parser's own key.
type line struct {
	file string
	line int
}

// parserFields are the names and types of the private fields of gengo's parser, in their order.
var parserFields = []struct{ name, typ string }{
	{"goPkgs", "map[string]*packages.Package"},
	{"userRequested", "map[string]bool"},
	{"fullyProcessed", "map[string]bool"},
	{"buildTags", "[]string"},
	{"fset", "*token.FileSet"},
	{"endLineToCommentGroup", "map[parser.fileLine]*ast.CommentGroup"},
}

// fill makes a gengo parser, given as a pointer, believe that it has loaded what is known. The error says how the
// parser differs from the one that this function was written for; the parser is untouched then.
func fill(parser any, known knowledge) error {
	value := reflect.ValueOf(parser).Elem()
	if err := checkShape(value.Type()); err != nil {
		return err
	}
	private := func(name string) reflect.Value {
		field := value.FieldByName(name)
		return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
	}
	private("goPkgs").Set(reflect.ValueOf(known.packages))
	private("userRequested").Set(reflect.ValueOf(known.requested))
	private("fset").Set(reflect.ValueOf(known.fset))
	comments := private("endLineToCommentGroup")
	for at, group := range known.comments {
		key := reflect.NewAt(comments.Type().Key(), unsafe.Pointer(&at)).Elem() // of the same form: checkShape has seen to it
		comments.SetMapIndex(key, reflect.ValueOf(group))
	}
	return nil
}

// checkShape compares the type of a parser with what fill expects, field by field: one field more may be one more thing
// that the parser must know.
func checkShape(parser reflect.Type) error {
	if parser.Kind() != reflect.Struct || parser.NumField() != len(parserFields) {
		return fmt.Errorf("%s does not have the %d fields that it used to have", parser, len(parserFields))
	}
	for i, want := range parserFields {
		if field := parser.Field(i); field.Name != want.name || field.Type.String() != want.typ {
			return fmt.Errorf(
				"%s has a field %s %s where it used to have %s %s", parser, field.Name, field.Type, want.name, want.typ,
			)
		}
	}
	if key := parser.Field(len(parserFields) - 1).Type.Key(); !sameForm(key, reflect.TypeFor[line]()) {
		return fmt.Errorf("the key %s of %s is not what it used to be", key, parser)
	}
	return nil
}

// sameForm reports whether two struct types have fields of the same names and types.
func sameForm(a, b reflect.Type) bool {
	if a.Kind() != reflect.Struct || a.NumField() != b.NumField() {
		return false
	}
	for i := range a.NumField() {
		if a.Field(i).Name != b.Field(i).Name || a.Field(i).Type != b.Field(i).Type {
			return false
		}
	}
	return true
}
