package upstream

import (
	"fmt"
	"go/ast"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// unreached finds maps with a +default inside their values: defaulter-gen silently ignores the values of maps.
func (r *run) unreached(inputs []string, files []writtenFile) []diag.Diagnostic {
	var findings []diag.Diagnostic
	s := sourceOf(r.session, inputs)
	for _, path := range inputs {
		pkg := r.session.Source(path)
		asked := false
		for _, file := range files {
			asked = asked || file.Dir == pkg.Dir && file.Name == "zz_generated.defaults.go"
		}
		for name, t := range s.types {
			if !asked || name != path+"."+t.Spec.Name.Name {
				continue
			}
			for _, field := range t.Fields {
				values, ok := s.elements(path, field.Syntax.Type).(*ast.MapType)
				if !ok {
					continue
				}
				if inner, found := s.defaulted(path, values, map[ast.Node]bool{}); found {
					finding := diag.At(s.at(field.Span).pos, s.at(field.Span).end, "unreached-default", fmt.Sprintf(
						"no default reaches the values of a map, so the +default of %s has no effect here", inner),
						"set it in a function SetDefaults_"+t.Spec.Name.Name+" instead, or make the map a list")
					finding.Severity = diag.Warning
					findings = append(findings, finding)
				}
			}
		}
	}
	return findings
}

// elements is what lists, pointers and the names of types that are no structs lead to.
func (s *source) elements(path string, expr ast.Expr, passed ...*load.Type) ast.Expr {
	switch e := expr.(type) {
	case *ast.ArrayType:
		return s.elements(path, e.Elt, passed...)
	case *ast.StarExpr:
		return s.elements(path, e.X, passed...)
	case *ast.Ident:
		t := s.types[path+"."+e.Name]
		if t == nil || slices.Contains(passed, t) {
			return expr
		}
		if _, ok := t.Spec.Type.(*ast.StructType); !ok {
			return s.elements(path, t.Spec.Type, append(passed, t)...)
		}
	}
	return expr
}

// defaulted is the first field with a default in a type of the package, or in what that consists of.
func (s *source) defaulted(path string, expr ast.Expr, seen map[ast.Node]bool) (field string, found bool) {
	switch e := s.elements(path, expr).(type) {
	case *ast.MapType:
		if !seen[e] {
			seen[e] = true
			return s.defaulted(path, e.Value, seen)
		}
	case *ast.Ident:
		t := s.types[path+"."+e.Name]
		if t == nil || seen[t.Spec] {
			return "", false
		}
		seen[t.Spec] = true
		for _, f := range t.Fields {
			if len(defaultsOf(f)) > 0 {
				return e.Name + "." + f.Name, true
			}
			if field, found := s.defaulted(path, f.Syntax.Type, seen); found {
				return field, true
			}
		}
	}
	return "", false
}
