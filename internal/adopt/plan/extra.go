package plan

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"

	"github.com/configgen/configgen/internal/adopt/edit"
	"github.com/configgen/configgen/internal/load"
)

// Extra is a marker of a field declaration.
type Extra struct {
	File, Type, Field, Text string
}

// FieldAt finds the field that is declared at a position of a file.
func FieldAt(at token.Position, source []byte) (Extra, bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, at.Filename, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return Extra{}, false
	}
	found := Extra{File: at.Filename}
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if s, ok := spec.Type.(*ast.StructType); ok {
			for _, field := range s.Fields.List {
				if fset.Position(field.Pos()).Line != at.Line {
					continue
				}
				found.Type, found.Field = spec.Name.Name, load.TypeName(field.Type)
				for _, name := range field.Names {
					if fset.Position(name.Pos()).Offset <= at.Offset || found.Field == "" {
						found.Field = name.Name
					}
				}
			}
		}
		return false
	})
	return found, found.Type != ""
}

// addExtra writes the markers of declarations. One of a struct that other components can have, too, is an item for each
// place of the struct that has none of the name.
func addExtra(p *planner) {
	for _, extra := range p.Request.Extra {
		owner, field := sharedField(p, extra)
		if field == nil {
			p.plan.Files[extra.File] = append(p.plan.Files[extra.File],
				edit.Marker{Type: extra.Type, Field: extra.Field, Text: extra.Text})
			p.plan.Extra = append(p.plan.Extra, extra)
			p.plan.Markers++
			continue
		}
		for _, o := range p.places[owner.Obj()] {
			i := &item{root: o.root, path: append(slices.Clone(o.path), step{field, owner}), text: extra.Text, extra: true,
				anchor: len(o.path)}
			if !slices.ContainsFunc(p.items, func(other *item) bool {
				return other.root == i.root && dotted(other.path) == dotted(i.path) &&
					other.flag == nil && markerName(other.text) == markerName(i.text)
			}) {
				p.items = append(p.items, i)
			}
		}
	}
}

// sharedField is the field of an extra marker, if its struct is one that other components can have, too.
func sharedField(p *planner, extra Extra) (*types.Named, *types.Var) {
	for name := range p.shared {
		named, ok := types.Unalias(name.Type()).(*types.Named)
		if !ok || name.Name() != extra.Type || len(p.places[name]) == 0 {
			continue
		}
		s, ok := named.Underlying().(*types.Struct)
		if pkg, declared := p.model.fields(named); !ok || fileOf(p.Session, pkg, declared) != extra.File {
			continue
		}
		for field := range s.Fields() {
			if field.Name() == extra.Field {
				return named, field
			}
		}
	}
	return nil, nil
}
