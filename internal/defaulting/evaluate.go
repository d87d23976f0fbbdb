package defaulting

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"time"

	"github.com/configgen/configgen/internal/gosource"
)

// evaluator knows what expressions in a file are.
type evaluator struct {
	gosource.Reader
	packages Packages
}

// newEvaluator knows the constants of packages by their types.
func newEvaluator(file *ast.File, pkg string, packages Packages) evaluator {
	return evaluator{packages: packages, Reader: gosource.Reader{
		File: file, Package: pkg, Named: func(path, name string) (constant.Value, bool) {
			if pkg, _, err := packages.Types(path); err == nil && pkg != nil {
				if c, ok := pkg.Scope().Lookup(name).(*types.Const); ok {
					return c.Val(), types.TypeString(c.Type(), nil) == "time.Duration"
				}
			}
			return constant.MakeUnknown(), false
		},
	}}
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
	value, duration := e.Constant(expression)
	if duration {
		return durationText(value)
	}
	return gosource.JSON(value)
}

// durationText is a duration as people write it, in JSON: 1h and not 1h0m0s.
func durationText(value constant.Value) string {
	nanoseconds, exact := constant.Int64Val(constant.ToInt(value))
	if !exact {
		return ""
	}
	return strconv.Quote(gosource.Duration(time.Duration(nanoseconds)))
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
		if e.isType(e.Package, f.Name) || types.Universe.Lookup(f.Name) != nil {
			return e.json(call.Args[0])
		}
	case *ast.SelectorExpr:
		path := e.Imported(f.X)
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
		if e.Imported(t.X)+"."+t.Sel.Name != "k8s.io/apimachinery/pkg/apis/meta/v1.Duration" || len(literal.Elts) != 1 {
			return ""
		}
		inner := literal.Elts[0]
		if pair, ok := inner.(*ast.KeyValueExpr); ok {
			inner = pair.Value
		}
		if value, _ := e.Constant(inner); value.Kind() == constant.Int {
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

// isType reports whether a package has a type of the given name.
func (e evaluator) isType(path, name string) bool {
	pkg, _, err := e.packages.Types(path)
	if err != nil || pkg == nil {
		return false
	}
	_, ok := pkg.Scope().Lookup(name).(*types.TypeName)
	return ok
}
