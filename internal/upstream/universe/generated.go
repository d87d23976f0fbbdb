package universe

import (
	"bytes"
	"go/build/constraint"
	"go/types"
	"os"
	"strings"

	"k8s.io/gengo/v2"
	gengotypes "k8s.io/gengo/v2/types"
)

// handwritten is the package of a peer without what generated files declare, and without what nobody looks for.
func (b *builder) handwritten(pkg *types.Package, peer Peer) *types.Package {
	filtered := types.NewPackage(pkg.Path(), pkg.Name())
	for _, name := range pkg.Scope().Names() {
		if object := pkg.Scope().Lookup(name); b.wanted(object, peer) && !b.isGenerated(b.fileOf(object)) {
			filtered.Scope().Insert(object)
		}
	}
	return filtered
}

// wanted reports whether generators look for a declaration of a peer.
func (b *builder) wanted(object types.Object, peer Peer) bool {
	if peer.Named == nil {
		return true
	}
	switch object := object.(type) {
	case *types.Func:
		name := object.Name() // the last one is what register-gen calls
		return strings.HasPrefix(name, "Convert_") || strings.HasPrefix(name, "Set") || name == "AddToGroupVersion"
	case *types.TypeName:
		named, ok := types.Unalias(object.Type()).(*types.Named)
		return ok && b.reached[named] || peer.Named(object.Name())
	}
	return false
}

// dropGenerated takes the methods that generated files declare from the types of other modules.
func (b *builder) dropGenerated(universe gengotypes.Universe) {
	for path, pkg := range universe {
		declared := b.types[path]
		if declared == nil {
			continue
		}
		for name, t := range pkg.Types {
			object, ok := declared.Scope().Lookup(name).(*types.TypeName)
			if !ok || len(t.Methods) == 0 {
				continue
			}
			named, ok := types.Unalias(object.Type()).(*types.Named)
			if !ok {
				continue
			}
			for method := range named.Methods() {
				if t.Methods[method.Name()] != nil && b.isGenerated(b.fileOf(method)) {
					delete(t.Methods, method.Name())
				}
			}
		}
	}
}

// isGenerated reports whether a file is left out under the tag that generators build with.
func (l *Library) isGenerated(name string) bool {
	generated, known := l.generated[name]
	if !known {
		source, err := os.ReadFile(name)
		generated = err == nil && excluded(source)
		l.generated[name] = generated
	}
	return generated
}

// excluded reports whether the build constraint of a file fails because of the tag, and of no other.
func excluded(source []byte) bool {
	for text := range bytes.Lines(source) {
		text = bytes.TrimSpace(text)
		if len(text) > 0 && !bytes.HasPrefix(text, []byte("//")) {
			return false // constraints are above the package clause
		}
		if !constraint.IsGoBuild(string(text)) {
			continue
		}
		expression, err := constraint.Parse(string(text))
		return err == nil && !expression.Eval(func(string) bool { return true }) &&
			expression.Eval(func(tag string) bool { return tag != gengo.StdBuildTag })
	}
	return false
}
