package upstream

import (
	"fmt"
	"go/ast"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
)

// unreached finds maps whose values hold a +default: defaulter-gen does not go into what a map holds, and says nothing.
func (r *run) unreached(inputs []string, files []generators.File) []diag.Diagnostic {
	var findings []diag.Diagnostic
	s := readSource(r.world, inputs)
	for _, path := range inputs {
		pkg, _ := r.world.Source(path)
		asked := false
		for _, file := range files {
			asked = asked || file.Dir == pkg.Dir && file.Name == "zz_generated.defaults.go"
		}
		for name, t := range s.types {
			if !asked || name != path+"."+t.spec.Name.Name {
				continue
			}
			for _, field := range t.fields {
				values := mapValues(field.expr)
				if values == nil {
					continue
				}
				if inner, found := s.defaulted(path, receiver(elements(values)), map[string]bool{}); found {
					finding := diag.At(field.span.pos, field.span.end, "unreached-default", fmt.Sprintf("no default reaches the values of a map, so the +default of %s has no effect here", inner),
						"set it in a function SetDefaults_"+t.spec.Name.Name+" instead, or make the map a list")
					finding.Severity = diag.Warning
					findings = append(findings, finding)
				}
			}
		}
	}
	return findings
}

// mapValues is the type of the values of a map, be it in lists or behind pointers; nil where there is no map.
func mapValues(expr ast.Expr) ast.Expr {
	if m, ok := elements(expr).(*ast.MapType); ok {
		return m.Value
	}
	return nil
}

// elements is what lists and pointers lead to.
func elements(expr ast.Expr) ast.Expr {
	switch e := expr.(type) {
	case *ast.ArrayType:
		return elements(e.Elt)
	case *ast.StarExpr:
		return elements(e.X)
	}
	return expr
}

// defaulted is the first field with a default, in a struct of the package or in those that it consists of.
func (s *source) defaulted(path, name string, seen map[string]bool) (field string, found bool) {
	t := s.types[path+"."+name]
	if t == nil || seen[name] {
		return "", false
	}
	seen[name] = true
	for _, f := range t.fields {
		if len(f.defaults) > 0 {
			return name + "." + f.name, true
		}
		if field, found := s.defaulted(path, receiver(elements(f.expr)), seen); found {
			return field, true
		}
	}
	return "", false
}
