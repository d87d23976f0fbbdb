package upstream

import (
	"io"

	"k8s.io/gengo/v2/generator"
	"k8s.io/gengo/v2/types"
)

// where is the place at which a tool works: a package, and a type in it once it has come so far.
type where struct {
	pkg      string
	typeName types.Name
}

// watchedTarget notes which type its generators are at.
type watchedTarget struct {
	generator.Target
	at *where
}

// Generators implements gengo's Target.
func (t watchedTarget) Generators(c *generator.Context) []generator.Generator {
	list := t.Target.Generators(c)
	for i := range list {
		list[i] = watchedGenerator{list[i], t.at}
	}
	return list
}

// watchedGenerator notes which type it is at.
type watchedGenerator struct {
	generator.Generator
	at *where
}

// Filter implements gengo's Generator.
func (g watchedGenerator) Filter(c *generator.Context, t *types.Type) bool {
	g.at.typeName = t.Name
	return g.Generator.Filter(c, t)
}

// GenerateType implements gengo's Generator.
func (g watchedGenerator) GenerateType(c *generator.Context, t *types.Type, w io.Writer) error {
	g.at.typeName = t.Name
	return g.Generator.GenerateType(c, t, w)
}
