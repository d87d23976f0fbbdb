package upstream

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"k8s.io/gengo/v2/generator"
	"k8s.io/gengo/v2/types"
)

// where is the place at which a tool works: a package, and a type in it once it has come so far.
type where struct {
	pkg      string
	typeName types.Name
}

// watchedTarget has its generators watched.
type watchedTarget struct {
	generator.Target
	listener *listener
	check    func(t *types.Type, code []byte) string
}

// Generators implements gengo's Target.
func (t watchedTarget) Generators(c *generator.Context) []generator.Generator {
	list := t.Target.Generators(c)
	for i := range list {
		list[i] = watchedGenerator{list[i], t.listener, t.check}
	}
	return list
}

// watchedGenerator notes which type it is at, and goes on behind a type that it fails on: what is wrong with the others shall
// be said, too.
type watchedGenerator struct {
	generator.Generator
	listener *listener
	check    func(t *types.Type, code []byte) string
}

// Filter implements gengo's Generator.
func (g watchedGenerator) Filter(c *generator.Context, t *types.Type) (wanted bool) {
	g.listener.at.typeName = t.Name
	g.listener.survive(func() error { wanted = g.Generator.Filter(c, t); return nil })
	return wanted
}

// GenerateType implements gengo's Generator.
func (g watchedGenerator) GenerateType(c *generator.Context, t *types.Type, w io.Writer) error {
	g.listener.at.typeName = t.Name
	var code bytes.Buffer
	finished := g.listener.survive(func() error { return g.Generator.GenerateType(c, t, &code) })
	if finished && g.check != nil {
		if problem := g.check(t, code.Bytes()); problem != "" {
			g.listener.complain(problem)
		}
	}
	_, err := w.Write(code.Bytes())
	return err
}

// checkCopy finds what deepcopy-gen writes without a word and the compiler refuses.
func checkCopy(t *types.Type, code []byte) string {
	if bytes.Contains(code, []byte(".DeepCopyany()")) {
		return `DeepCopy of "interface{}" is unsupported` // deepcopy-gen knows this only by its older name
	}
	for _, member := range t.Members {
		if strings.HasPrefix(member.Type.Name.Name, "struct{") && !member.Type.IsAssignable() {
			return fmt.Sprintf("Hit an unsupported type %s for %s, from %s.%s", member.Type.Name.Name, t.Name.Name, t.Name, member.Name)
		}
	}
	return ""
}

// missingConversion is what conversion-gen writes in the place of a call that it has no function for.
var missingConversion = regexp.MustCompile(`FIXME: Provide conversion function to convert (\S+) to (\S+)`)

// checkConversion finds where conversion-gen writes code that is meant not to compile, or leaves a gap.
func checkConversion(_ *types.Type, code []byte) string {
	if found := missingConversion.FindSubmatch(code); found != nil {
		return fmt.Sprintf("no function converts %s to %s", found[1], found[2])
	}
	if _, gap, found := bytes.Cut(code, []byte("// FIXME: ")); found {
		gap, _, _ = bytes.Cut(gap, []byte("\n"))
		return "FIXME: " + string(gap)
	}
	return ""
}
