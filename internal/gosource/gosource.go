// Package gosource reads expressions of Go source without types, as they are in functions that no command loads:
// constants, the fields that selectors lead to, and what the names of packages mean.
package gosource

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/token"
	"strconv"
	"strings"
	"time"
)

// Reader knows the names in a file.
type Reader struct {
	// File has the imports, and Package is its import path.
	File    *ast.File
	Package string
	// Named is the value of a constant of a package, and whether it has the type time.Duration; of the kind unknown if
	// there is none. It need not know package time.
	Named func(pkg, name string) (value constant.Value, duration bool)
}

// units are the constants of package time.
var units = map[string]time.Duration{
	"Nanosecond": time.Nanosecond, "Microsecond": time.Microsecond, "Millisecond": time.Millisecond,
	"Second": time.Second, "Minute": time.Minute, "Hour": time.Hour,
}

// Constant is the value of a constant expression, and whether it has the type time.Duration. It is of the kind unknown
// if the expression is not constant, or not as simple as defaults are.
func (r Reader) Constant(expression ast.Expr) (value constant.Value, duration bool) {
	unknown := constant.MakeUnknown()
	switch x := ast.Unparen(expression).(type) {
	case *ast.BasicLit:
		return constant.MakeFromLiteral(x.Value, x.Kind, 0), false
	case *ast.Ident:
		if x.Name == "true" || x.Name == "false" {
			return constant.MakeBool(x.Name == "true"), false
		}
		return r.Named(r.Package, x.Name)
	case *ast.SelectorExpr:
		imported := r.Imported(x.X)
		if unit, known := units[x.Sel.Name]; known && imported == "time" {
			return constant.MakeInt64(int64(unit)), true
		}
		if imported != "" {
			return r.Named(imported, x.Sel.Name)
		}
	case *ast.UnaryExpr:
		if inner, duration := r.Constant(x.X); x.Op == token.SUB && inner.Kind() != constant.Unknown {
			return constant.UnaryOp(token.SUB, inner, 0), duration
		}
	case *ast.BinaryExpr:
		left, isDuration := r.Constant(x.X)
		right, alsoDuration := r.Constant(x.Y)
		number := func(v constant.Value) bool { return v.Kind() == constant.Int || v.Kind() == constant.Float }
		texts := left.Kind() == constant.String && right.Kind() == constant.String && x.Op == token.ADD
		if texts || (x.Op == token.MUL || x.Op == token.ADD || x.Op == token.SUB) && number(left) && number(right) {
			return constant.BinaryOp(left, x.Op, right), isDuration || alsoDuration
		}
	case *ast.CallExpr:
		if selector, ok := x.Fun.(*ast.SelectorExpr); ok && len(x.Args) == 1 && selector.Sel.Name == "Duration" &&
			r.Imported(selector.X) == "time" {
			inner, _ := r.Constant(x.Args[0])
			return inner, true
		}
	}
	return unknown, false
}

// Imported is the path of the import that a name in the file means; empty if it does not mean one.
func (r Reader) Imported(x ast.Expr) string {
	name, ok := x.(*ast.Ident)
	if !ok || r.File == nil {
		return ""
	}
	for _, spec := range r.File.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		own := path[strings.LastIndexByte(path, '/')+1:]
		if spec.Name != nil {
			own = spec.Name.Name
		}
		if own == name.Name {
			return path
		}
	}
	return ""
}

// Path is the variable that a selector begins with, and the Go path of the field below it; the path is empty for the
// variable itself. It returns false for anything else.
func Path(e ast.Expr) (variable, path string, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name, "", true
	case *ast.SelectorExpr:
		variable, above, ok := Path(e.X)
		return variable, strings.TrimPrefix(above+"."+e.Sel.Name, "."), ok
	case *ast.StarExpr:
		return Path(e.X)
	}
	return "", "", false
}

// JSON is a constant in JSON; empty if it has no such form.
func JSON(value constant.Value) string {
	switch value.Kind() {
	case constant.Bool, constant.Int:
		return value.ExactString()
	case constant.Float:
		number, _ := constant.Float64Val(value)
		return strconv.FormatFloat(number, 'g', -1, 64)
	case constant.String:
		text, err := json.Marshal(constant.StringVal(value))
		if err == nil {
			return string(text)
		}
	}
	return ""
}

// Duration is a duration as people write it: 1h and not 1h0m0s.
func Duration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
