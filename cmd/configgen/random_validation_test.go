package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

// TestRandomValidation makes groups of random types, with lists, maps and pointers to a depth of four, and random
// constraints on their elements. The generated validation of random values agrees with an oracle that walks through the
// values by reflection. The names of the groups contain their seeds. Every other group has all types but its roots in a
// shared package.
func TestRandomValidation(t *testing.T) {
	ownCache(t)
	module := newModule(t, golden)
	oracle := testfiles.Read(t, "testdata/oracle/oracle.go")
	module.write("oracle/oracle.go", string(oracle))
	var imports, checks strings.Builder
	for seed := range 2 * *seeds {
		name := fmt.Sprintf("seed%d", seed)
		n := &nesting{Rand: rand.New(rand.NewPCG(seed, seed)), types: map[string]string{}}
		n.write(module, name, seed%2 == 1)
		const both = "\t\"example.com/golden/%[1]s\"\n\t%[1]svalidation \"example.com/golden/%[1]s/validation\"\n"
		fmt.Fprintf(&imports, both, name)
		fmt.Fprintf(&checks, "\tagree(t, %[1]q, %[2]d, %[1]s.Types, %[1]svalidation.ValidateConfiguration)\n", name, seed)
		fmt.Fprintf(&checks, "\tagree(t, %[1]q, %[2]d, %[1]s.Types, %[1]s.ValidateFlags)\n", name, seed)
	}
	module.write("agree/agree_test.go", fmt.Sprintf(agree, imports.String(), checks.String()))
	if status, printed := run(t, module.dir, "generate", "--no-cache"); status != 0 {
		t.Fatalf("status %d\n%s", status, excerpt(module.dir, printed))
	}
	once, err := filepath.Glob(filepath.Join(module.dir, "seed*", "shared", "validation", "zz_generated.validation.go"))
	if err != nil || len(once) == 0 {
		t.Errorf("no shared package is validated: %v", err)
	}
	goTool(t, module.dir, "", "test", "./agree")
}

// agree is the program that compares validations; imports and calls go into it.
const agree = `package agree

import (
	"math/rand/v2"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"example.com/golden/oracle"
%s)

func agree[T any](t *testing.T, name string, seed uint64, types map[string]string, validate func(*T) field.ErrorList) {
	dice := rand.New(rand.NewPCG(seed, 1))
	valid := 0
	for range 500 {
		config := new(T)
		oracle.Fill(dice, config)
		want, got := oracle.Errors(config, types), oracle.Sorted(validate(config))
		if len(want) == 0 {
			valid++
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%%s, %%+v\ngot  %%q\nwant %%q", name, config, got, want)
		}
	}
	t.Logf("%%s: %%d of 500 values of %%T are valid", name, valid, new(T))
}

func TestAgree(t *testing.T) {
%s}
`

// nesting makes types that are nested in one another.
type nesting struct {
	*rand.Rand
	declarations strings.Builder
	// below are the declarations of all types but the roots, and names their names.
	below strings.Builder
	names []string
	// types are the constraints on named types, in the form of the oracle.
	types map[string]string
	// tagged reports that fields have JSON names.
	tagged  bool
	structs []nested
	count   int
}

// nested is a type, with the spots in it that can have constraints.
type nested struct {
	goType string
	spots  []spot
}

// spot is a value inside a type.
type spot struct {
	// sub is the Go path of +subfield to it, which leads through lists and maps; prefix are the tags of declarative
	// validation that lead into the value there. Steps are the same for the oracle.
	sub, prefix, steps string
	kind               string
}

// constraintsOf has the constraints of each kind of value. Lower limits come before the bar, upper limits after it.
var constraintsOf = map[string][]string{
	"int32":  {"minimum=0", "minimum=1", "|", "maximum=2", "maximum=1"},
	"string": {"minLength=1", "|", "maxLength=1", "maxLength=2"},
	"items":  {"minItems=1", "|", "maxItems=1", "maxItems=2"},
	"key":    {"minLength=2", "|", "maxLength=2"},
}

// write writes the packages of a group into a module.
func (n *nesting) write(m *scratch, name string, shared bool) {
	n.tagged = true
	n.structure("Configuration", "// +config\n", "\tmetav1.TypeMeta `json:\",inline\"`\n", 0)
	n.tagged, n.structs = false, nil
	n.structure("Flags", "// +flags\n", "", 0)
	types := fmt.Sprintf("%#v", n.types)
	imports, declarations := "", n.declarations.String()+n.below.String()
	if shared {
		imports, declarations = fmt.Sprintf("\n\t\"example.com/golden/%s/shared\"\n", name), n.declarations.String()
		for _, name := range n.names {
			declarations += fmt.Sprintf("\n// %[1]s is shared.\ntype %[1]s = shared.%[1]s\n", name)
		}
		m.write(name+"/shared/types.go", "// Package shared has types.\npackage shared\n"+n.below.String())
	}
	m.write(name+"/types.go", fmt.Sprintf(nestedGroup, name, types, declarations, imports))
}

// nestedGroup is a package without an internal type.
const nestedGroup = `// Package %s is a group.
package %[1]s

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
%[4]s)

// AddToScheme registers no defaults.
var AddToScheme = func(*runtime.Scheme) error { return nil }

// DeepCopyObject implements runtime.Object.
func (c *Configuration) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}

// Types are the constraints on types.
var Types = %[2]s
%[3]s`

// structure declares a struct.
func (n *nesting) structure(name, marker, embedded string, depth int) nested {
	made := nested{goType: name}
	var fields strings.Builder
	for range 2 + n.IntN(3) {
		n.count++
		field := fmt.Sprintf("Field%d", n.count)
		inner := n.value(depth)
		markers, rules := n.constrain(inner)
		tag := fmt.Sprintf("oracle:%q", rules)
		if n.tagged {
			tag = fmt.Sprintf("json:\"field%d\" %s", n.count, tag)
		}
		fmt.Fprintf(&fields, "\t// %s is a field.\n%s\t%s %s `%s`\n", field, markers, field, inner.goType, tag)
		for _, s := range inner.spots {
			s.sub, s.steps = strings.TrimSuffix(field+"."+s.sub, "."), "sub:"+field+"."+s.steps
			made.spots = append(made.spots, s)
		}
	}
	into := &n.declarations
	if depth > 0 {
		into, n.names = &n.below, append(n.names, name)
	}
	fmt.Fprintf(into, "\n// %[1]s is a struct.\n%[2]stype %[1]s struct {\n%[3]s%[4]s}\n",
		name, marker, embedded, fields.String())
	return made
}

// value makes a type of at most four levels.
func (n *nesting) value(depth int) nested {
	kind := n.IntN(10)
	if depth == 4 {
		kind = n.IntN(2)
	}
	switch {
	case kind < 2:
		return n.scalar()
	case kind < 5:
		element := n.value(depth + 1)
		made := nested{"[]" + element.goType, []spot{{kind: "items"}}}
		return made.with(element, "+k8s:eachVal=", "val.")
	case kind < 7:
		element := n.value(depth + 1)
		made := nested{"map[string]" + element.goType, []spot{
			{kind: "items"}, {prefix: "+k8s:eachKey=", steps: "key.", kind: "key"},
		}}
		return made.with(element, "+k8s:eachVal=", "val.")
	case kind < 8:
		element := n.value(depth + 1)
		if strings.HasPrefix(element.goType, "*") { // constraints do not look behind two pointers
			return element
		}
		return nested{"*" + element.goType, element.spots}
	case len(n.structs) > 0 && n.IntN(3) == 0:
		return n.structs[n.IntN(len(n.structs))]
	}
	n.count++
	made := n.structure(fmt.Sprintf("Struct%d", n.count), "", "", depth+1)
	n.structs = append(n.structs, made)
	return made
}

// with adds the spots in the elements of a list or map.
func (n nested) with(element nested, prefix, step string) nested {
	for _, s := range element.spots {
		if s.sub == "" { // +subfield leads through lists and maps by itself
			s.prefix = prefix + s.prefix
		}
		s.steps = step + s.steps
		n.spots = append(n.spots, s)
	}
	return n
}

// scalar makes a number or a text, sometimes one of a named type that has constraints itself.
func (n *nesting) scalar() nested {
	kind := []string{"int32", "string"}[n.IntN(2)]
	if n.IntN(4) > 0 {
		return nested{kind, []spot{{kind: kind}}}
	}
	n.count++
	name := fmt.Sprintf("Named%d", n.count)
	constraint := n.constraint(kind)
	n.types[name], n.names = constraint, append(n.names, name)
	fmt.Fprintf(&n.below, "\n// %s is a type.\n// +k8s:%s\ntype %[1]s %[3]s\n", name, constraint, kind)
	return nested{name, []spot{{kind: kind}}}
}

func (n *nesting) constraint(kind string) string {
	all := slices.DeleteFunc(slices.Clone(constraintsOf[kind]), func(text string) bool { return text == "|" })
	return all[n.IntN(len(all))]
}

// constrain chooses constraints for a field, as markers and for the oracle.
func (n *nesting) constrain(field nested) (markers, rules string) {
	seen := map[string]bool{}
	for range n.IntN(3) {
		if len(field.spots) == 0 {
			break
		}
		s := field.spots[n.IntN(len(field.spots))]
		constraint := n.constraint(s.kind)
		name, _, _ := strings.Cut(constraint, "=")
		if seen[s.steps+name] {
			continue
		}
		seen[s.steps+name] = true
		marker := s.prefix + "+k8s:" + constraint
		if s.sub != "" {
			marker = "+subfield(" + s.sub + ")=" + marker
		}
		markers, rules = markers+"\t// "+marker+"\n", rules+" "+s.steps+constraint
	}
	presence := []string{"required", "optional", "", ""}[n.IntN(4)]
	if presence != "" && !strings.HasPrefix(field.goType, "Struct") {
		markers, rules = markers+"\t// +"+presence+"\n", rules+" "+presence
	}
	return markers, strings.TrimSpace(rules)
}
