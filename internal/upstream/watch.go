package upstream

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
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
	klogCapture *klogCapture
	check       func(t *types.Type, code []byte) []string
}

// Generators implements gengo's Target.
func (t watchedTarget) Generators(c *generator.Context) []generator.Generator {
	list := t.Target.Generators(c)
	for i := range list {
		list[i] = watchedGenerator{list[i], t.klogCapture, t.check, &bytes.Buffer{}}
	}
	return list
}

// watchedGenerator records its current type, and goes on after a type that it fails on, to find the mistakes in the
// next types, too.
type watchedGenerator struct {
	generator.Generator
	klogCapture *klogCapture
	check       func(t *types.Type, code []byte) []string
	code        *bytes.Buffer // of the type that it is at
}

// Filter implements gengo's Generator.
func (g watchedGenerator) Filter(c *generator.Context, t *types.Type) (wanted bool) {
	g.klogCapture.at.typeName = t.Name
	g.klogCapture.survive(func() error { wanted = g.Generator.Filter(c, t); return nil })
	return wanted
}

// GenerateType implements gengo's Generator.
func (g watchedGenerator) GenerateType(c *generator.Context, t *types.Type, w io.Writer) error {
	g.klogCapture.at.typeName = t.Name
	if endless(t) {
		g.klogCapture.complain("Hit an endless type " + t.Name.String())
		return nil
	}
	g.code.Reset()
	finished := g.klogCapture.survive(func() error { return g.Generator.GenerateType(c, t, g.code) })
	if finished && g.check != nil {
		for _, problem := range g.check(t, g.code.Bytes()) {
			g.klogCapture.complain(problem)
		}
	}
	_, err := w.Write(g.code.Bytes())
	return err
}

// endless reports whether a list, map or pointer that a type consists of has itself for its element, with no struct in
// between: deepcopy-gen would follow it until the stack overflows, and nothing outlives that.
func endless(t *types.Type) bool {
	parts := []*types.Type{t}
	if bare := underlying(t); bare.Kind == types.Struct {
		parts = nil
		for _, member := range bare.Members {
			parts = append(parts, member.Type)
		}
	}
	return slices.ContainsFunc(parts, func(part *types.Type) bool {
		seen := map[*types.Type]bool{}
		for part = underlying(part); part != nil && !seen[part]; {
			switch seen[part] = true; part.Kind {
			case types.Map, types.Slice, types.Pointer:
				part = underlying(part.Elem)
			default:
				return false
			}
		}
		return true
	})
}

// checkCopy finds what deepcopy-gen writes without a word although it is not a copy.
func checkCopy(t *types.Type, code []byte) []string {
	if bytes.Contains(code, []byte(".DeepCopyany()")) {
		return []string{`DeepCopy of "interface{}" is unsupported`} // deepcopy-gen knows this only by its older name
	}
	var problems []string
	for _, member := range t.Members {
		kind := underlying(member.Type)
		anonymous := kind.Kind == types.Struct && kind.Name.Package == "" // called by methods that it has not
		if anonymous && !kind.IsAssignable() || kind.Kind == types.Array && !assigned(kind) {
			problems = append(
				problems,
				fmt.Sprintf("Hit an unsupported type %s for %s, from %s.%s", kind.Name.Name, t.Name.Name, t.Name, member.Name),
			)
		}
	}
	return problems
}

// assigned reports whether an assignment is a deep copy of a value; for arrays, gengo does not know it.
func assigned(t *types.Type) bool {
	switch t = underlying(t); t.Kind {
	case types.Array:
		return assigned(t.Elem)
	case types.Struct:
		return !slices.ContainsFunc(t.Members, func(member types.Member) bool { return !assigned(member.Type) })
	}
	return t.IsAssignable()
}

func underlying(t *types.Type) *types.Type {
	for t.Kind == types.Alias {
		t = t.Underlying
	}
	return t
}

// missingConversion is what conversion-gen writes in the place of a call that it has no function for.
var missingConversion = regexp.MustCompile(`FIXME: Provide conversion function to convert (\S+) to (\S+)`)

// homeOf returns the package, other than the package of t, with the type of a field of t that a conversion starts from
// or ends at; empty if there is none.
func homeOf(t *types.Type, from, to string) string {
	for _, member := range t.Members {
		kind := member.Type
		for kind.Elem != nil && kind.Name.Package == "" {
			kind = kind.Elem
		}
		home, name := kind.Name.Package, "."+kind.Name.Name
		general := home == "" || strings.HasPrefix(home, "k8s.io/apimachinery/") // whose conversions are known without a tag
		if home != t.Name.Package && !general && (strings.HasSuffix(from, name) || strings.HasSuffix(to, name)) {
			return home
		}
	}
	return ""
}

// checkConversion finds where conversion-gen writes code that is meant not to compile, or leaves a gap.
func checkConversion(t *types.Type, code []byte) []string {
	var problems []string
	for line := range bytes.Lines(code) {
		_, gap, found := bytes.Cut(bytes.TrimSpace(line), []byte("// FIXME: "))
		if !found {
			continue
		}
		problem := "FIXME: " + string(gap)
		if missing := missingConversion.FindStringSubmatch(problem); missing != nil {
			problem = fmt.Sprintf("no function converts %s to %s", missing[1], missing[2])
			if home := homeOf(t, missing[1], missing[2]); home != "" {
				problem += ", of package " + home
			}
		}
		if !slices.Contains(problems, problem) {
			problems = append(problems, problem)
		}
	}
	return problems
}
