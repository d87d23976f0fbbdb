package upstream

import (
	"encoding/json"
	"go/ast"
	"go/types"
	"path"
	"strings"

	gengotypes "k8s.io/gengo/v2/types"

	"github.com/configgen/configgen/internal/load"
)

// whereIs is the place of a type given as an import path, a dot and a name.
func whereIs(qualified string) where {
	name := gengotypes.ParseFullyQualifiedName(qualified)
	return where{name.Package, name}
}

// publicName is a type's name as it is part of the names of conversions: v1_Relay.
func publicName(w where) string { return path.Base(w.pkg) + "_" + w.typeName.Name }

// defaults calls visit for the +default tags of every field, until it returns true.
func (s *source) defaults(visit func(field *load.Field, tags []load.Tag) bool) {
	for _, t := range s.types {
		for _, field := range t.Fields {
			if len(defaultsOf(field)) > 0 && visit(field, defaultsOf(field)) {
				return
			}
		}
	}
}

// repeatedDefault is the second +default of the first field that has two.
func repeatedDefault(s *source, _ complaint, _ []string) (found span, ok bool) {
	s.defaults(func(_ *load.Field, tags []load.Tag) bool {
		if second := len(tags) > 1; second && (!ok || before(tags[1].Pos, found.pos)) {
			found, ok = span{tags[1].Pos, tags[1].End}, true
		}
		return false
	})
	return found, ok
}

// brokenDefault is the first +default that is not JSON.
func brokenDefault(s *source, _ complaint, _ []string) (found span, ok bool) {
	s.defaults(func(_ *load.Field, tags []load.Tag) bool {
		for _, t := range tags {
			broken := !json.Valid([]byte(t.Value)) && !strings.HasPrefix(t.Value, "ref(")
			if broken && (!ok || before(t.Pos, found.pos)) {
				found, ok = span{t.Pos, t.End}, true
			}
		}
		return false
	})
	return found, ok
}

// copyMethod is the method that a complaint about signatures is about. Of the two, only DeepCopyInto takes something.
func copyMethod(s *source, _ complaint, captured []string) (span, bool) {
	method := "DeepCopy"
	for _, into := range []string{"one parameter", "no result type", "parameter of type", "receiver of type"} {
		if strings.Contains(captured[2], into) {
			method = "DeepCopyInto"
		}
	}
	return s.function(captured[1] + "." + method)
}

// emptyInterface is the first field of the type at hand that holds an interface without methods.
func emptyInterface(s *source, c complaint, _ []string) (span, bool) {
	return s.fieldWith(c, func(expr ast.Expr) bool {
		switch e := expr.(type) {
		case *ast.InterfaceType:
			return e.Methods.NumFields() == 0
		case *ast.Ident:
			return e.Name == "any"
		}
		return false
	})
}

// uncopyable is the field of the type at hand that holds the type which a complaint names.
func uncopyable(s *source, c complaint, captured []string) (span, bool) {
	wanted := []string{shorten(captured[1]), shorten(captured[2])}
	return s.fieldWith(c, func(expr ast.Expr) bool {
		text := types.ExprString(expr)
		return text == wanted[0] || text == wanted[1] || strings.HasSuffix(wanted[0], "."+text)
	})
}

// convertedField is the field of the type at hand whose type a conversion starts from or ends at.
func convertedField(s *source, c complaint, captured []string) (span, bool) {
	return s.fieldWith(c, func(expr ast.Expr) bool {
		text := "." + types.ExprString(expr)
		return strings.HasSuffix("."+captured[1], text) || strings.HasSuffix("."+captured[2], text)
	})
}

// fieldWith is the first field of the type at hand in whose type an expression is wanted.
func (s *source) fieldWith(c complaint, wanted func(ast.Expr) bool) (found span, ok bool) {
	t := s.types[c.at.typeName.String()]
	if t == nil {
		return span{}, false
	}
	for _, field := range t.Fields {
		ast.Inspect(field.Syntax.Type, func(node ast.Node) bool {
			if expr, is := node.(ast.Expr); is && !ok && wanted(expr) {
				found, ok = s.at(field.Span), true
			}
			return !ok
		})
	}
	return found, ok
}

// duplicateDefaulter is the function that does not stand beside its type.
func duplicateDefaulter(s *source, _ complaint, captured []string) (found span, ok bool) {
	for _, pkg := range s.packages {
		if at, declared := s.function(pkg.Path + ".SetDefaults_" + captured[2]); declared && pkg.Path != captured[1] {
			found, ok = at, true
		}
	}
	return found, ok
}

// duplicateConversion is the second of two functions.
func duplicateConversion(s *source, _ complaint, captured []string) (span, bool) {
	for _, name := range []string{captured[4], captured[3]} {
		if found, ok := s.function(name); ok {
			return found, true
		}
	}
	return span{}, false
}

// groupName is the tag that names the group.
func groupName(s *source, _ complaint, _ []string) (span, bool) {
	return mentioned("groupName", s.tags)
}

// clause is the package clause of the package at hand.
func clause(s *source, c complaint, _ []string) (span, bool) {
	found := s.clauseOf(c.at.pkg)
	return found, found != span{}
}

// namedField is the field of the type at hand that a complaint names.
func namedField(s *source, c complaint, captured []string) (span, bool) {
	if t := s.types[c.at.typeName.String()]; t != nil {
		if field := t.Field(captured[1]); field != nil {
			return s.at(field.Span), true
		}
	}
	return span{}, false
}

// mapField is the first field of the type at hand that is a map.
func mapField(s *source, c complaint, _ []string) (span, bool) {
	return s.fieldWith(c, func(expr ast.Expr) bool { _, is := expr.(*ast.MapType); return is })
}

// defaultedField is the first field of the type at hand, with a default, that is of the type which a complaint names.
func defaultedField(s *source, c complaint, captured []string) (span, bool) {
	t := s.types[c.at.typeName.String()]
	if t == nil {
		return span{}, false
	}
	for _, field := range t.Fields {
		if len(defaultsOf(field)) > 0 && types.ExprString(field.Syntax.Type) == captured[1] {
			return tagSpan(defaultsOf(field)[0]), true
		}
	}
	return span{}, false
}
