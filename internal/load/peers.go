package load

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	conversionargs "k8s.io/code-generator/cmd/conversion-gen/args"
	gengotypes "k8s.io/gengo/v2/types"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/markers"
)

// askingTags are the tags by which a package asks for one of Kubernetes' generators, with the file that it writes.
var askingTags = map[string]string{
	"k8s:deepcopy-gen":   GeneratedPrefix + "deepcopy.go",
	"k8s:defaulter-gen":  GeneratedPrefix + "defaults.go",
	"k8s:conversion-gen": GeneratedPrefix + "conversion.go",
	"k8s:register-gen":   GeneratedPrefix + "register.go",
}

// AsksTools reports whether a package of a group may ask for one of Kubernetes' generators. The generators have the
// last word.
func (p *Package) AsksTools() bool {
	return slices.ContainsFunc(p.Tags(), func(t Tag) bool { return askingTags[t.Name] != "" || t.Name == "groupName" })
}

// AsksAlone reports whether a package asks for one of Kubernetes' generators, whether it belongs to a group or not, and
// the file of one of them is not left to another tool. Ours reports whether configgen wrote a file. The name of a group
// alone asks for nothing: clients and CustomResourceDefinitions have one, too.
func (p *Package) AsksAlone(ours func(source []byte) bool) bool {
	return p != nil && len(p.foreign(ours)) < len(p.asked())
}

// asked are the files of Kubernetes' generators that the tags of a package ask for.
func (p *Package) asked() []string {
	var files []string
	for _, t := range p.Tags() {
		if askingTags[t.Name] != "" && t.Value != "false" {
			files = append(files, filepath.Join(p.Dir, askingTags[t.Name]))
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// foreign returns the requested files that another tool has written.
func (p *Package) foreign(ours func(source []byte) bool) []string {
	return slices.DeleteFunc(p.asked(), func(file string) bool {
		content, err := os.ReadFile(file)
		return err != nil || ours == nil || ours(content)
	})
}

// Foreign are the files that tags of the packages that the patterns name ask for, and that are left to another tool,
// which has written them.
func (s *Session) Foreign() []string {
	var files []string
	for _, pkg := range s.Packages {
		files = append(files, pkg.foreign(s.ours)...)
	}
	return files
}

// Registered reports whether register-gen is asked to write what registers the package with a scheme: by its tag, or by
// the name of the group where nobody has written that by hand.
func (p *Package) Registered() bool {
	for _, tag := range p.TagsInDoc() {
		if tag.Name == "k8s:register-gen" {
			return tag.Value != "false" && !slices.Contains(p.Names, "register.go")
		}
	}
	byHand := slices.Contains(p.Names, "register.go") || slices.ContainsFunc(
		[]string{"SchemeBuilder", "AddToScheme", "Install"}, func(name string) bool { return p.Declared[name].Kind != "" },
	)
	return p.Markers.Has("groupName") && !byHand
}

// registered lists the types whose values a declaration passes to a registration with a scheme: AddKnownTypes and
// AddKnownTypeWithName of apimachinery, or Register of controller-runtime's builder. It notes whether the package makes
// a builder of its own functions, and whether these may register types. A function that nothing uses does not.
func (x *indexer) registered(decl ast.Decl) []string {
	if x.pkg.unused(decl) {
		return nil
	}
	var names []string
	ast.Inspect(decl, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		switch method.Sel.Name {
		case "NewSchemeBuilder":
			x.builder = true
			x.registers = x.registers || slices.ContainsFunc(call.Args, func(argument ast.Expr) bool {
				_, elsewhere := argument.(*ast.SelectorExpr)
				return elsewhere
			})
			return true
		case addKnownTypes, addKnownTypeWithName:
			x.registers = true
		case register:
		default:
			return true
		}
		x.pkg.registrations = append(x.pkg.registrations, registration{
			x.file, locals(decl), method.Sel.Name, method.X, call.Args,
		})
		for _, argument := range call.Args {
			if name := TypeOfObject(argument); name != "" {
				names = append(names, name)
			}
		}
		return true
	})
	return names
}

// LocalBuilder is the advice to declare localSchemeBuilder in a package, by which generated code registers itself: what
// that variable points to depends on how the package registers its types.
func (s *Session) LocalBuilder(path string) (fix string, advice diag.Advice) {
	builder := ""
	if checked, _, err := s.Types(path); err == nil && checked.Scope().Lookup("SchemeBuilder") != nil {
		builder = types.TypeString(checked.Scope().Lookup("SchemeBuilder").Type(), nil)
	}
	switch builder {
	case "k8s.io/apimachinery/pkg/runtime.SchemeBuilder":
		const declaration = "var localSchemeBuilder = &SchemeBuilder"
		return "add " + declaration + " to register.go", s.besideBuilder(path, declaration)
	case "*sigs.k8s.io/controller-runtime/pkg/scheme.Builder":
		const declaration = "var localSchemeBuilder = &SchemeBuilder.SchemeBuilder"
		return "add " + declaration + " beside SchemeBuilder", s.besideBuilder(path, declaration)
	}
	return "add var localSchemeBuilder = &runtime.SchemeBuilder{} to register.go, and call " +
		"localSchemeBuilder.AddToScheme where AddToScheme registers the types", advice
}

// besideBuilder is the advice to add a declaration to the file of a package that declares SchemeBuilder.
func (s *Session) besideBuilder(path, declaration string) diag.Advice {
	pkg := s.Source(path)
	for _, file := range pkg.Files {
		if end := s.Fset.Position(file.FileEnd); end.Filename == pkg.Declared["SchemeBuilder"].Position.Filename {
			return diag.Replace(end, end, "\n"+declaration+"\n")
		}
	}
	return diag.Advice{}
}

// Peer is a package that Kubernetes' generators look into for another one.
type Peer struct {
	Path string
	// Tag names the peer; it is empty if conversion-gen takes the peer into account for every package.
	Tag Tag
	// Interface is the type that the tag names; empty if it names the package.
	Interface string
	// Defaults reports that functions SetDefaults_ of the peer are called for the package's types. Conversions reports
	// that its functions Convert_ are, although no tag of conversion-gen says so.
	Defaults, Conversions bool
}

// Peers returns the packages whose declarations Kubernetes' generators look up for this one.
func (p *Package) Peers() []Peer { return p.peers() }

// findPeers is what Peers returns.
func (p *Package) findPeers() []Peer {
	var peers []Peer
	for _, tag := range p.Tags() {
		global := InDoc(tag.Pos)
		switch {
		case tag.Name == "k8s:deepcopy-gen:interfaces":
			for _, name := range strings.Split(tag.Value, ",") {
				named := gengotypes.ParseFullyQualifiedName(strings.TrimSpace(name))
				peers = append(peers, Peer{Path: named.Package, Tag: tag, Interface: named.Name})
			}
		case global && namesPackage(tag.Name) && tag.Value != "false" && !strings.HasPrefix(tag.Value, "."):
			// the generators refuse directories themselves
			peers = append(peers, Peer{Path: tag.Value, Tag: tag, Defaults: tag.Name != "k8s:conversion-gen-external-types"})
		}
		if tag.Name == "k8s:conversion-gen" { // wherever the tag is, the tool asks for them
			for _, path := range conversionargs.DefaultBasePeerDirs {
				peers = append(peers, Peer{Path: path})
			}
		}
	}
	for _, m := range p.Markers.Named("configgen:peers") {
		named, ok := m.Value.(*markers.Peers)
		if !ok {
			continue
		}
		tag := Tag{Name: m.Name, Pos: m.Position, End: m.End}
		for _, path := range named.Defaults {
			peers = append(peers, Peer{Path: path, Tag: tag, Defaults: true})
		}
		for _, path := range named.Conversions {
			peers = append(peers, Peer{Path: path, Tag: tag, Conversions: true})
		}
	}
	return slices.DeleteFunc(peers, func(peer Peer) bool { return peer.Path == "" })
}

// namesPackage reports whether the value of a tag is an import path.
func namesPackage(name string) bool {
	return name == "k8s:conversion-gen" || name == "k8s:conversion-gen-external-types" || name == "k8s:defaulter-gen-input"
}
