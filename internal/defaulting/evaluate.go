package defaulting

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"time"
)

// evaluator knows what expressions in a file are.
type evaluator struct {
	file     *ast.File
	pkg      string
	packages Packages
}

// json is the JSON of an expression that sets a field; empty if it is not known.
func (e evaluator) json(expression ast.Expr) string {
	switch x := ast.Unparen(expression).(type) {
	case *ast.CompositeLit:
		return e.composite(x)
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return e.json(x.X)
		}
	case *ast.CallExpr:
		return e.call(x)
	}
	value, duration := e.constant(expression)
	if duration {
		return durationText(value)
	}
	return constantText(value)
}

// constantText is a constant in JSON.
func constantText(value constant.Value) string {
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

// durationText is a duration as people write it, in JSON: 1h and not 1h0m0s.
func durationText(value constant.Value) string {
	nanoseconds, exact := constant.Int64Val(constant.ToInt(value))
	if !exact {
		return ""
	}
	text := time.Duration(nanoseconds).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return strconv.Quote(text)
}

// call is the JSON of the result of a function that is known: one that makes a pointer, a quantity, or an IntOrString,
// or the conversion to a type.
func (e evaluator) call(call *ast.CallExpr) string {
	if len(call.Args) != 1 {
		return ""
	}
	function := ast.Unparen(call.Fun)
	if index, ok := function.(*ast.IndexExpr); ok {
		function = index.X
	}
	switch f := function.(type) {
	case *ast.Ident:
		if e.isType(e.pkg, f.Name) || types.Universe.Lookup(f.Name) != nil {
			return e.json(call.Args[0])
		}
	case *ast.SelectorExpr:
		path := e.imported(f.X)
		switch path + "." + f.Sel.Name {
		case "k8s.io/utils/ptr.To", "k8s.io/apimachinery/pkg/api/resource.MustParse",
			"k8s.io/apimachinery/pkg/util/intstr.FromInt", "k8s.io/apimachinery/pkg/util/intstr.FromInt32",
			"k8s.io/apimachinery/pkg/util/intstr.FromString":
			return e.json(call.Args[0])
		}
		if path == "k8s.io/utils/pointer" || e.isType(path, f.Sel.Name) {
			return e.json(call.Args[0])
		}
	}
	return ""
}

// composite is the JSON of a duration, a list or a map that is written out.
func (e evaluator) composite(literal *ast.CompositeLit) string {
	switch t := literal.Type.(type) {
	case *ast.SelectorExpr:
		if e.imported(t.X)+"."+t.Sel.Name != "k8s.io/apimachinery/pkg/apis/meta/v1.Duration" || len(literal.Elts) != 1 {
			return ""
		}
		inner := literal.Elts[0]
		if pair, ok := inner.(*ast.KeyValueExpr); ok {
			inner = pair.Value
		}
		if value, _ := e.constant(inner); value.Kind() == constant.Int {
			return durationText(value)
		}
	case *ast.ArrayType:
		var items []string
		for _, element := range literal.Elts {
			item := e.json(element)
			if item == "" {
				return ""
			}
			items = append(items, item)
		}
		return "[" + strings.Join(items, ",") + "]"
	case *ast.MapType:
		var pairs []string
		for _, element := range literal.Elts {
			pair, ok := element.(*ast.KeyValueExpr)
			if !ok {
				return ""
			}
			key, value := e.json(pair.Key), e.json(pair.Value)
			if value == "" || !strings.HasPrefix(key, `"`) {
				return ""
			}
			pairs = append(pairs, key+":"+value)
		}
		return "{" + strings.Join(pairs, ",") + "}"
	}
	return ""
}

// constant is the value of a constant expression, and whether it has the type time.Duration. The value is unknown if
// the expression is not constant, or not as simple as defaults are.
func (e evaluator) constant(expression ast.Expr) (value constant.Value, duration bool) {
	unknown := constant.MakeUnknown()
	switch x := ast.Unparen(expression).(type) {
	case *ast.BasicLit:
		return constant.MakeFromLiteral(x.Value, x.Kind, 0), false
	case *ast.Ident:
		if x.Name == "true" || x.Name == "false" {
			return constant.MakeBool(x.Name == "true"), false
		}
		return e.named(e.pkg, x.Name)
	case *ast.SelectorExpr:
		return e.named(e.imported(x.X), x.Sel.Name)
	case *ast.UnaryExpr:
		if inner, duration := e.constant(x.X); x.Op == token.SUB && inner.Kind() != constant.Unknown {
			return constant.UnaryOp(token.SUB, inner, 0), duration
		}
	case *ast.BinaryExpr:
		left, isDuration := e.constant(x.X)
		right, alsoDuration := e.constant(x.Y)
		number := func(v constant.Value) bool { return v.Kind() == constant.Int || v.Kind() == constant.Float }
		if (x.Op == token.MUL || x.Op == token.ADD || x.Op == token.SUB) && number(left) && number(right) {
			return constant.BinaryOp(left, x.Op, right), isDuration || alsoDuration
		}
	case *ast.CallExpr:
		if selector, ok := x.Fun.(*ast.SelectorExpr); ok && len(x.Args) == 1 && selector.Sel.Name == "Duration" &&
			e.imported(selector.X) == "time" {
			inner, _ := e.constant(x.Args[0])
			return inner, true
		}
	}
	return unknown, false
}

// units are the constants of package time, which is not loaded for functions.
var units = map[string]time.Duration{
	"Nanosecond": time.Nanosecond, "Microsecond": time.Microsecond, "Millisecond": time.Millisecond,
	"Second": time.Second, "Minute": time.Minute, "Hour": time.Hour,
}

// named is the value of a constant of a package.
func (e evaluator) named(path, name string) (constant.Value, bool) {
	if unit, known := units[name]; known && path == "time" {
		return constant.MakeInt64(int64(unit)), true
	}
	if pkg, _, err := e.packages.Types(path); err == nil && pkg != nil {
		if c, ok := pkg.Scope().Lookup(name).(*types.Const); ok {
			return c.Val(), types.TypeString(c.Type(), nil) == "time.Duration"
		}
	}
	return constant.MakeUnknown(), false
}

// isType reports whether a package has a type of the given name.
func (e evaluator) isType(path, name string) bool {
	pkg, _, err := e.packages.Types(path)
	if err != nil || pkg == nil {
		return false
	}
	_, ok := pkg.Scope().Lookup(name).(*types.TypeName)
	return ok
}

// imported is the path of the import that a name in the file means; empty if it does not mean one.
func (e evaluator) imported(x ast.Expr) string {
	name, ok := x.(*ast.Ident)
	if !ok {
		return ""
	}
	for _, spec := range e.file.Imports {
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
