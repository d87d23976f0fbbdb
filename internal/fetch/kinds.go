package fetch

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/load"
)

// Mark puts the marker +config on each configuration kind of the package that does not have it. A kind is a struct that
// embeds TypeMeta and is not an object that an API server keeps, and that is a runtime.Object by the tag of
// deepcopy-gen, or registered with a scheme. It returns an error, with advice, if there is none.
func (p *Package) Mark() error {
	names, err := filepath.Glob(filepath.Join(p.Dir, "*.go"))
	if err != nil {
		return err
	}
	fset := token.NewFileSet()
	files, known, listed := map[string]*ast.File{}, map[string]bool{}, map[string]bool{}
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("cannot read %s@%s: %w", p.Path, p.Version, err)
		}
		files[name] = file
		registered(file, known)
		lists(file, listed)
	}
	found := false
	for name, file := range files {
		offsets := unmarked(fset, file, known, listed)
		found = found || offsets != nil
		source, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(name, insert(source, offsets), 0o666)
		}
		if err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("%s@%s has no configuration kind: no struct with metav1.TypeMeta that is a runtime.Object; "+
			"name the package of a version, such as k8s.io/kubelet/config/v1beta1@latest", p.Path, p.Version)
	}
	return nil
}

// configMarker marks a kind.
const configMarker = "// +config\n"

// insert puts the marker at offsets, which ascend. Tags of conversion-gen lose their plus sign: the package is read for
// itself, not as a version of another one.
func insert(source []byte, offsets []int) []byte {
	var out bytes.Buffer
	before := 0
	source = bytes.ReplaceAll(source, []byte("+k8s:conversion-gen"), []byte(" k8s:conversion-gen"))
	for _, offset := range offsets {
		if offset >= 0 {
			out.Write(source[before:offset])
			out.WriteString(configMarker)
			before = offset
		}
	}
	out.Write(source[before:])
	return out.Bytes()
}

// unmarked are the offsets of the kinds that a file declares; -1 for one that has the marker already. It is nil if the
// file does not declare any.
func unmarked(fset *token.FileSet, file *ast.File, known, listed map[string]bool) []int {
	var offsets []int
	begin := file.Name.End()
	for _, decl := range file.Decls {
		general, ok := decl.(*ast.GenDecl)
		above := comments(file, begin, decl.End())
		begin = decl.End()
		if !ok || general.Tok != token.TYPE || len(general.Specs) != 1 {
			continue
		}
		spec := general.Specs[0].(*ast.TypeSpec)
		if !isKind(spec, above, listed) || !known[spec.Name.Name] && !slices.ContainsFunc(above, isObject) {
			continue
		}
		offset := fset.Position(general.TokPos).Offset
		if slices.Contains(above, strings.TrimSpace(configMarker)) {
			offset = -1
		}
		offsets = append(offsets, offset)
	}
	return offsets
}

// comments are the lines of the comments between two positions.
func comments(file *ast.File, from, to token.Pos) []string {
	var lines []string
	for _, group := range file.Comments {
		if from <= group.Pos() && group.End() <= to {
			for _, comment := range group.List {
				lines = append(lines, strings.TrimSpace(comment.Text))
			}
		}
	}
	return lines
}

// isObject reports whether a line of a comment makes a type a runtime.Object.
func isObject(line string) bool {
	return strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(line, "//")), "+k8s:deepcopy-gen:interfaces=") &&
		strings.Contains(line, "k8s.io/apimachinery/pkg/runtime.Object")
}

// isKind reports whether a type is a struct that embeds TypeMeta, and not one that an API server keeps or lists: that
// has ListMeta, or ObjectMeta with a specification, a status or a client, or is an item of a list in the package.
// The audit policy of Kubernetes has ObjectMeta and a list for the sake of form.
func isKind(spec *ast.TypeSpec, above []string, listed map[string]bool) bool {
	declared, ok := spec.Type.(*ast.StructType)
	if !ok {
		return false
	}
	has := map[string]bool{}
	for _, field := range declared.Fields.List {
		if embedded, ok := field.Type.(*ast.SelectorExpr); ok && len(field.Names) == 0 {
			has[embedded.Sel.Name] = true
		}
		for _, name := range field.Names {
			has[name.Name] = true
		}
	}
	kept := has["Spec"] || has["Status"] || slices.ContainsFunc(above, isServed)
	if has["ObjectMeta"] {
		return has["TypeMeta"] && !has["ListMeta"] && !kept
	}
	return has["TypeMeta"] && !has["ListMeta"] && !listed[spec.Name.Name]
}

// isServed reports whether a line of a comment makes a type one that an API server keeps.
func isServed(line string) bool {
	tag := strings.TrimSpace(strings.TrimPrefix(line, "//"))
	return tag == "+genclient" || strings.HasPrefix(tag, "+kubebuilder:resource") ||
		strings.HasPrefix(tag, "+kubebuilder:subresource") || strings.HasPrefix(tag, "+kubebuilder:object:root")
}

// lists notes the types of the items of the lists that a file declares.
func lists(file *ast.File, listed map[string]bool) {
	for _, decl := range file.Decls {
		general, ok := decl.(*ast.GenDecl)
		if !ok || general.Tok != token.TYPE {
			continue
		}
		for _, spec := range general.Specs {
			if declared, ok := spec.(*ast.TypeSpec).Type.(*ast.StructType); ok {
				for _, field := range declared.Fields.List {
					items, ok := field.Type.(*ast.ArrayType)
					if ok && len(field.Names) == 1 && field.Names[0].Name == "Items" {
						listed[load.TypeName(items.Elt)] = true
					}
				}
			}
		}
	}
}

// registered notes the types whose addresses a file passes to a registration with a scheme.
func registered(file *ast.File, known map[string]bool) {
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if ok && load.Registers(method.Sel.Name) {
			for _, argument := range call.Args {
				known[load.TypeOfObject(argument)] = true
			}
		}
		return true
	})
}

// SetsDefaults reports whether the package has functions by hand that set defaults. Those of many components are not
// published with their types.
func (p *Package) SetsDefaults() bool {
	names, _ := filepath.Glob(filepath.Join(p.Dir, "*.go"))
	return slices.ContainsFunc(names, func(name string) bool {
		source, err := os.ReadFile(name)
		return err == nil && bytes.Contains(source, []byte("\nfunc SetDefaults_"))
	})
}
