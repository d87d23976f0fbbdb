package upstream

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// withoutCounterpart says of a field that it cannot be converted to the type of the given name: because that type does
// not have it, which is most often a field that was forgotten, or because its type differs. Function is the advice to
// write a conversion by hand.
func (s *source) withoutCounterpart(field *load.Field, of, to, function string) diag.Diagnostic {
	at := s.at(field.Span)
	target := s.types[to]
	if target == nil {
		return diag.At(at.pos, at.end, "no-conversion",
			fmt.Sprintf("field %s of %s has no counterpart in %s that it can be converted to",
				field.Name, shorten(of), shorten(to)), function)
	}
	if other := target.Field(field.Name); other != nil {
		return diag.At(at.pos, at.end, "no-conversion",
			fmt.Sprintf("field %s has the type %s in %s, and %s in %s", field.Name, typeText(field), shorten(of),
				typeText(other), shorten(to)), function).See("at", s.at(other.Span).pos)
	}
	return diag.At(at.pos, at.end, "no-conversion",
		fmt.Sprintf("%s does not have the field %s of %s", shorten(to), field.Name, shorten(of)),
		fmt.Sprintf("add %s to %s, or %s", field.Name, shorten(to), function)).See("see", s.at(target.Span).pos)
}

func typeText(field *load.Field) string { return types.ExprString(field.Syntax.Type) }

// importOf is the path of the import that a file uses by a name; "" if there is none.
func importOf(file *ast.File, name string) string {
	if file == nil {
		return ""
	}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		own := path[strings.LastIndexByte(path, '/')+1:]
		if spec.Name != nil {
			own = spec.Name.Name
		}
		if own == name {
			return path
		}
	}
	return ""
}
