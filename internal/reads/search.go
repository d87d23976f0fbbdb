package reads

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/configgen/configgen/internal/load"
)

// search finds the fields that code reads.
type search struct {
	fset *token.FileSet
	// own are the packages of the main modules, testing the packages among them with helpers of tests, and generated the
	// names of the generated files.
	own, testing map[*types.Package]bool
	generated    map[string]bool
	// declared are the fields of the structs in question, read the fields among them that code reads, and names the names
	// in code without types and in strings.
	declared, read map[*types.Var]bool
	names          map[string]bool
	// declaring are the import paths of the packages with these structs.
	declaring map[string]bool
}

func newSearch(code *load.Code, declaring map[string]bool) *search {
	s := &search{
		fset: code.Fset, own: map[*types.Package]bool{}, testing: map[*types.Package]bool{},
		generated: map[string]bool{}, declared: map[*types.Var]bool{}, read: map[*types.Var]bool{},
		names: map[string]bool{}, declaring: declaring,
	}
	for _, p := range code.Packages {
		s.own[p.Types] = true
		s.testing[p.Types] = slices.ContainsFunc(p.Types.Imports(), func(imported *types.Package) bool {
			return testLibrary.MatchString(imported.Path())
		})
		for _, file := range p.Files {
			if ast.IsGenerated(file) {
				s.generated[s.fset.Position(file.FileStart).Filename] = true
			}
		}
		if !declaring[p.Path] {
			continue
		}
		for _, object := range p.Info.Defs {
			if v, ok := object.(*types.Var); ok && v.IsField() {
				s.declared[v] = true
			}
		}
	}
	return s
}

// testLibrary matches the import paths of packages that only tests import.
var testLibrary = regexp.MustCompile(`^github\.com/(onsi/(ginkgo|gomega)(/.*)?|stretchr/testify/.*)$`)

// testParameter matches the types of parameters that only helpers of tests have.
var testParameter = regexp.MustCompile(`^\*?(testing\.(T|B|F|TB)|(sigs\.k8s\.io/randfill|.*/gofuzz)\.Continue)$`)

// tests reports whether a function is a helper of tests.
func tests(f *ssa.Function) bool {
	return slices.ContainsFunc(f.Params, func(p *ssa.Parameter) bool {
		return testParameter.MatchString(p.Type().String())
	}) || f.Parent() != nil && tests(f.Parent())
}

// fields returns the declared fields.
func (s *search) fields() *Fields {
	fields := &Fields{map[place]bool{}, map[place]bool{}}
	for v := range s.declared {
		at := placeOf(s.fset.Position(v.Pos()))
		fields.read[at] = s.read[v]
		fields.unread[at] = !s.read[v] && !s.names[v.Name()]
	}
	return fields
}

// function records the fields that a function reads. It ignores wrappers, which have no source.
func (s *search) function(f *ssa.Function) {
	declared := f.Origin()
	if declared == nil {
		declared = f
	}
	if declared.Syntax() == nil || declared.Pkg == nil || s.testing[declared.Pkg.Pkg] {
		return
	}
	if s.generated[s.fset.Position(declared.Pos()).Filename] || s.excluded(declared) {
		return
	}
	for _, block := range f.Blocks {
		for _, instruction := range block.Instrs {
			s.instruction(instruction)
		}
	}
}

// excluded reports whether the reads of a function do not count: the function, or a function around it, converts,
// validates or tests.
func (s *search) excluded(f *ssa.Function) bool {
	if tests(f) {
		return true
	}
	for f.Parent() != nil {
		f = f.Parent()
	}
	return converting.MatchString(f.Name()) || validates(f.Name(), f.Signature) && !assignsField(f)
}

// converting matches the names of functions that copy a configuration.
var converting = regexp.MustCompile(`^((auto)?Convert_.*_To_|ConvertTo$|ConvertFrom$|DeepCopy)`)

// validating and defaulting match the names of functions that check a configuration and set its defaults.
var (
	validating = regexp.MustCompile(`^[vV]alidate`)
	defaulting = regexp.MustCompile(`^([sS]et|[aA]pply)?_?(Object)?[dD]efault`)
)

// validates reports whether a function checks values and has no other purpose: it returns nothing but errors.
func validates(name string, signature *types.Signature) bool {
	if !validating.MatchString(name) || signature.Results().Len() == 0 {
		return false
	}
	for result := range signature.Results().Variables() {
		text := result.Type().String()
		if !strings.HasSuffix(text, "error") && !strings.HasSuffix(text, "/field.ErrorList") &&
			!strings.HasSuffix(text, "/field.Error") && !strings.HasSuffix(text, ".Aggregate") {
			return false
		}
	}
	return true
}

// assignsField reports whether a function assigns to a field, as one does that keeps a parsed value.
func assignsField(f *ssa.Function) bool {
	for _, block := range f.Blocks {
		for _, instruction := range block.Instrs {
			store, ok := instruction.(*ssa.Store)
			if !ok {
				continue
			}
			if _, ok := store.Addr.(*ssa.FieldAddr); ok && !local(store.Addr) {
				return true
			}
		}
	}
	return false
}

// local reports whether an address is inside of a local variable.
func local(address ssa.Value) bool {
	for {
		switch v := address.(type) {
		case *ssa.FieldAddr:
			address = v.X
		case *ssa.IndexAddr:
			address = v.X
		case *ssa.Alloc:
			return true
		default:
			return false
		}
	}
}

// instruction records the fields that an instruction reads.
func (s *search) instruction(instruction ssa.Instruction) {
	switch i := instruction.(type) {
	case *ssa.FieldAddr:
		if v := fieldOf(i.X.Type(), i.Field); s.unknown(v) && s.used(i, v) {
			s.read[v] = true
		}
	case *ssa.Field:
		if v := fieldOf(i.X.Type(), i.Field); s.unknown(v) && s.used(i, v) {
			s.read[v] = true
		}
	case *ssa.MakeInterface:
		if !s.harmless(i, map[ssa.Value]bool{}) {
			reflected := i.Type().Underlying().(*types.Interface).Empty()
			s.escapes(i.X.Type(), reflected, map[types.Type]bool{})
		}
	case *ssa.Convert:
		if basic, ok := i.Type().Underlying().(*types.Basic); ok && basic.Kind() == types.UnsafePointer {
			s.escapes(i.X.Type(), false, map[types.Type]bool{})
		}
	case *ssa.ChangeType:
		if !sameFields(i.X.Type(), i.Type()) {
			s.escapes(i.X.Type(), false, map[types.Type]bool{})
		}
	case *ssa.BinOp:
		if _, ok := i.X.Type().Underlying().(*types.Struct); ok {
			s.escapes(i.X.Type(), false, map[types.Type]bool{})
		}
	case ssa.CallInstruction:
		callee := i.Common().StaticCallee()
		if callee == nil || s.ours(callee) || silent(callee) {
			return
		}
		for _, argument := range callee.TypeArgs() {
			s.escapes(argument, true, map[types.Type]bool{})
		}
	}
}

// unknown reports whether a field is declared in a configuration and no read of it has been found yet.
func (s *search) unknown(v *types.Var) bool { return s.declared[v] && !s.read[v] }

// fieldOf returns the field of a struct, or of a pointer to one, as it is declared.
func fieldOf(t types.Type, index int) *types.Var {
	return structOf(t).Field(index).Origin()
}

func structOf(t types.Type) *types.Struct {
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

// sameFields reports whether two structs have the same declarations of fields: one type is defined by the other.
func sameFields(from, to types.Type) bool {
	a, b := structOf(base(from)), structOf(base(to))
	return a == nil || b == nil || a.NumFields() == 0 || a.NumFields() == b.NumFields() && a.Field(0) == b.Field(0)
}

// base returns the type inside of pointers, lists, maps and channels.
func base(t types.Type) types.Type {
	for {
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		case *types.Chan:
			t = u.Elem()
		default:
			return t
		}
	}
}

// escapes records that unknown code may read a value of a type. With reflection, that code reads the exported fields of
// all structs in the value. Without, it calls methods, and reads the fields of configurations only.
func (s *search) escapes(t types.Type, reflected bool, seen map[types.Type]bool) {
	t = base(t)
	fields, ok := t.Underlying().(*types.Struct)
	if !ok || seen[t] {
		return
	}
	seen[t] = true
	named, _ := types.Unalias(t).(*types.Named)
	configuration := named != nil && named.Obj().Pkg() != nil && s.declaring[named.Obj().Pkg().Path()]
	if !reflected && !configuration {
		return
	}
	for field := range fields.Fields() {
		s.read[field.Origin()] = true
		if field.Exported() {
			s.escapes(field.Type(), reflected, seen)
		}
	}
}

// ours reports whether a main module declares a function.
func (s *search) ours(f *ssa.Function) bool {
	return f.Pkg != nil && s.own[f.Pkg.Pkg] || f.Origin() != nil && f.Origin().Pkg != nil && s.own[f.Origin().Pkg.Pkg] ||
		f.Object() != nil && s.own[f.Object().Pkg()]
}
