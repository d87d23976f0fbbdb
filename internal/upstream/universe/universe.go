package universe

import (
	"errors"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"k8s.io/gengo/v2"
	"k8s.io/gengo/v2/generator"
	"k8s.io/gengo/v2/namer"
	"k8s.io/gengo/v2/parser"
	gengotypes "k8s.io/gengo/v2/types"

	"github.com/configgen/configgen/internal/load"
)

// Universe is gengo's view of the loaded packages.
type Universe struct {
	context *generator.Context
	inputs  []string
	// builtin has the types of Go itself. The packages of all inputs add slices, maps and pointers of their types to the
	// package without a name; no generator asks for them, but some sort them.
	builtin *gengotypes.Package
	// Slow says why gengo had to load everything itself; nil where it had not.
	Slow error
}

// Library makes the universes of one Session. It keeps the source of other modules that it reads, because several
// universes need it. It may be used by one goroutine at a time.
type Library struct {
	session   *load.Session
	generated map[string]bool        // whether generators do not see a file, by its name
	comments  map[string][]*astGroup // of the files of other modules, by their names
}

// NewLibrary returns a Library for the packages of a Session.
func NewLibrary(session *load.Session) *Library {
	return &Library{session: session, generated: map[string]bool{}, comments: map[string][]*astGroup{}}
}

// Peer is a package of others whose declarations generators look up.
type Peer struct {
	// Path is its import path.
	Path string
	// Named reports whether generators ask for a type by its name. Of the other types, the universe has the types that the
	// inputs lead to, and of the functions those with a prefix that generators look for. With nil, it has all declarations
	// of the package.
	Named func(name string) bool
}

// Build makes a universe of the user's packages with the given import paths and of peers. Session must have been asked
// to Check all of them. What is generated depends on the comments of the types that they lead to; everybody has the
// peers in apimachinery, which lead to none with a tag. The error says which package has no types.
func (l *Library) Build(inputs []string, peers []Peer) (*Universe, error) {
	b := newBuilder(l)
	var all, parts []Peer // a part is what the others lead to, so it comes after them
	for _, path := range inputs {
		all = append(all, Peer{Path: path})
	}
	for _, peer := range peers {
		if peer.Named != nil {
			parts = append(parts, peer)
		} else {
			all = append(all, peer)
		}
	}
	for _, peer := range slices.Concat(all, parts) {
		if err := b.add(peer); err != nil {
			return nil, err
		}
	}
	b.documentDependencies()
	p := parser.NewWithOptions(parser.Options{BuildTags: []string{gengo.StdBuildTag}})
	if err := fill(p, b.known); err != nil {
		return slow(l.session, slices.Sorted(maps.Keys(b.known.packages)), inputs, err)
	}
	context, err := generator.NewContext(p, nil, "")
	if err != nil {
		return nil, fmt.Errorf("cannot read the packages' types: %w", err)
	}
	b.dropGenerated(context.Universe)
	return newUniverse(context, inputs, nil), nil
}

// slow makes the universe of all given packages with gengo's own loader, for the given reason.
func slow(session *load.Session, all, inputs []string, reason error) (*Universe, error) {
	p := parser.NewWithOptions(parser.Options{BuildTags: []string{gengo.StdBuildTag}})
	config := &packages.Config{}
	if pkg := session.Source(inputs[0]); pkg != nil {
		config.Dir = pkg.Dir
	}
	if err := p.LoadPackagesWithConfigForTesting(config, all...); err != nil {
		text, _, _ := strings.Cut(err.Error(), "\n")
		return nil, errors.New(text)
	}
	context, err := generator.NewContext(p, nil, "")
	if err != nil {
		return nil, fmt.Errorf("cannot read the packages' types: %w", err)
	}
	return newUniverse(context, inputs, reason), nil
}

func newUniverse(context *generator.Context, inputs []string, slow error) *Universe {
	u := &Universe{context: context, inputs: inputs, Slow: slow}
	if unnamed := context.Universe[""]; unnamed != nil {
		builtin := *unnamed
		builtin.Types = map[string]*gengotypes.Type{}
		for name, t := range unnamed.Types {
			if t.Kind == gengotypes.Builtin {
				builtin.Types[name] = t
			}
		}
		u.builtin = &builtin
	}
	return u
}

// Context returns the context of a generator with the given name systems: the visible inputs of the universe, and all
// other packages. The types of the inputs are in the order of the name system called order; tools that write about
// types of other packages sort these themselves. Contexts may be used one after the other, each once.
func (u *Universe) Context(
	systems namer.NameSystems, order string, inputs []string, visible map[string]bool,
) *generator.Context {
	context := *u.context
	context.Inputs = slices.Sorted(slices.Values(inputs))
	context.Namers = namer.NameSystems{}
	context.Universe = gengotypes.Universe{}
	for path, pkg := range u.context.Universe {
		if visible[path] || !slices.Contains(u.inputs, path) {
			context.Universe[path] = pkg
		}
	}
	if u.builtin != nil {
		context.Universe[""] = u.builtin
	}
	maps.Copy(context.Namers, systems)
	if system := systems[order]; system != nil { // register-gen names one that it does not have
		own := gengotypes.Universe{}
		for _, path := range inputs {
			own[path] = context.Universe[path]
		}
		orderer := namer.Orderer{Namer: system}
		context.Order = orderer.OrderUniverse(own)
	}
	return &context
}

// builder collects what a parser must know for one universe.
type builder struct {
	*Library
	known   knowledge
	types   map[string]*types.Package // every package that some type comes from, by import path
	reached map[*types.Named]bool
	files   map[string]bool // whose comments are wanted
}

func newBuilder(l *Library) *builder {
	return &builder{
		Library: l,
		known: knowledge{
			fset: l.session.Fset, packages: map[string]*packages.Package{}, requested: map[string]bool{},
			comments: map[line]*astGroup{},
		},
		types:   map[string]*types.Package{},
		reached: map[*types.Named]bool{},
		files:   map[string]bool{},
	}
}

// add adds a package with its declarations.
func (b *builder) add(peer Peer) error {
	path := peer.Path
	if b.known.packages[path] != nil {
		return nil
	}
	checked, _, err := b.session.Types(path)
	if err != nil {
		return fmt.Errorf("cannot load %s: %w", path, err)
	}
	b.collect(checked)
	pkg := &packages.Package{ID: path, PkgPath: path, Name: checked.Name(), Types: checked, Fset: b.session.Fset}
	if source := b.session.Source(path); source != nil {
		pkg.Syntax = source.Files
		for _, file := range source.Files {
			pkg.GoFiles = append(pkg.GoFiles, b.session.Fset.Position(file.FileStart).Filename)
			b.comment(file.Comments)
		}
		for _, name := range checked.Scope().Names() {
			b.reach(checked.Scope().Lookup(name).Type())
		}
	} else {
		pkg.Types = b.handwritten(checked, peer)
		for _, name := range pkg.Types.Scope().Names() {
			file := b.fileOf(pkg.Types.Scope().Lookup(name))
			b.files[file] = true
			pkg.GoFiles = append(pkg.GoFiles, file)
			if !strings.HasPrefix(path, "k8s.io/apimachinery/") {
				b.reach(pkg.Types.Scope().Lookup(name).Type())
			}
		}
	}
	b.known.packages[path], b.known.requested[path] = pkg, true
	return nil
}

// collect remembers the packages that pkg leads to.
func (b *builder) collect(pkg *types.Package) {
	if b.types[pkg.Path()] != nil {
		return
	}
	b.types[pkg.Path()] = pkg
	for _, imported := range pkg.Imports() {
		b.collect(imported)
	}
}
