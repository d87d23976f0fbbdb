package load

import (
	"context"
	"errors"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/configgen/configgen/internal/markers"
)

// Session is all that one run has read: packages with their declarations, comments, markers and tags, and the types
// that follow from them. Load makes it and nothing changes it afterwards, so that it may be used by several goroutines.
type Session struct {
	// Fset knows the position of everything in the Session, types from export data included.
	Fset *token.FileSet
	// Packages are the packages that the patterns name, in the order of their paths.
	Packages []*Package
	// Generated are the files, in the directories that the patterns name, that a Kubernetes code generator has written,
	// sorted: Go files and others, also in directories that do not hold a package any more.
	Generated []string
	// Histories are the contents of the generated files that are histories of features, by path.
	Histories map[string][]byte

	ctx       context.Context
	request   Request
	dir       string
	ours      func(content []byte) bool
	listed    map[string]bool // import paths of all packages that the patterns match
	wanted    func(source []byte) bool
	unread    func() map[string]unreadPackage
	importers func() map[string][]string // see findImporters
	alone     []string                   // import paths of packages that ask for tools and belong to no group
	env       []string                   // in addition to this process's
	modules   modules
	sources   map[string]*Package   // by import path; nil if the directory does not hold a package
	others    map[string]*Package   // as readOthers has found them, by import path
	under     map[string][]*Package // those in sources by the import path of the directory above
	peers     map[string][]*Package // Packages and others by the import paths that they convert to
	types     map[string]*typed     // by import path
	unbuilt   map[string]*Package   // packages without a file for the reference platform, by import path
	docs      map[types.Object]string
	// The markers of other modules' declarations; types are by import path and name.
	publishedFields map[sourceLine]markers.Set
	publishedTypes  map[string]markers.Set
	// publishedDocs are doc comments there, if a group asks for documentation.
	publishedDocs map[sourceLine]string
	// publishedVersions are the versions of internal packages that roots are aliases of types of, and directories are the
	// directories of these versions in other modules, all by import path.
	publishedVersions map[string][]string
	directories       map[string]string
	// converting are functions, by import path, that return the packages of other modules that Converting has returned.
	converting sync.Map
}

// typed is the result of type-checking or importing a package.
type typed struct {
	pkg    *types.Package
	errors []TypeError
	err    error
}

// Source returns the package with the given import path if it belongs to a module that the user edits and the run has
// to do with it; otherwise nil.
func (s *Session) Source(path string) *Package { return s.sources[path] }

// Unbuilt returns the package with the given import path if a file that people wrote is in its directory, and none that
// belongs to the reference platform; otherwise nil.
func (s *Session) Unbuilt(path string) *Package { return s.unbuilt[path] }

// Types returns the types of the package with the given import path, with the type errors of its declarations. It
// returns an error if the package cannot be loaded, or if nothing in the user's source leads to it.
func (s *Session) Types(path string) (*types.Package, []TypeError, error) {
	found := s.types[path]
	if found == nil {
		return nil, nil, errors.New("not loaded")
	}
	return found.pkg, found.errors, found.err
}

// Doc returns the doc comment of a struct field of another module's to which a +subfield leads, without markers. It is
// empty if the source cannot be read.
func (s *Session) Doc(object types.Object) string { return s.docs[object] }

// Position returns the position of a span's start and of its end.
func (s *Session) Position(at Span) (start, end token.Position) {
	return s.Fset.Position(at.Pos), s.Fset.Position(at.End)
}

// Directory returns the absolute directory of the package with the given import path, whether it exists or not; ""
// outside of the modules that the user edits.
func (s *Session) Directory(path string) string { return s.modules.directory(path) }

// PathOf returns the import path of a directory, whether it holds a package or not; "" outside of the modules that the
// user edits.
func (s *Session) PathOf(dir string) string {
	best, longest := "", -1
	for _, m := range s.modules {
		below, err := filepath.Rel(m.dir, dir)
		if err != nil || !filepath.IsLocal(below) || len(m.dir) < longest {
			continue
		}
		best, longest = path.Join(m.path, filepath.ToSlash(below)), len(m.dir)
	}
	return best
}

// Dir returns the directory in which the Session was loaded.
func (s *Session) Dir() string { return s.dir }

// Command returns a command that runs in Dir and ends when the context of the run is cancelled. More may be added to
// its environment: the environment of this process and of Load.
func (s *Session) Command(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(s.ctx, name, args...)
	cmd.Dir = s.dir
	cmd.Env = append(slices.Concat(os.Environ(), s.env), "PWD="+s.dir)
	return cmd
}

// module is a module that the user may edit.
type module struct{ path, dir string }

// modules are the modules that are read from source.
type modules []module

// directory maps an import path to the directory of a module that the user edits.
func (list modules) directory(path string) string {
	best, longest := "", -1
	for _, m := range list {
		rest, ok := strings.CutPrefix(path, m.path)
		if !ok || rest != "" && rest[0] != '/' || len(m.path) < longest {
			continue
		}
		best, longest = filepath.Join(m.dir, filepath.FromSlash(rest)), len(m.path)
		for dir := best; dir != m.dir && len(dir) > len(m.dir); dir = filepath.Dir(dir) {
			_, nested := os.Stat(filepath.Join(dir, "go.mod"))
			info, err := os.Lstat(dir)
			if nested == nil || err == nil && info.Mode()&fs.ModeSymlink != 0 {
				best = "" // a module of its own, or a link, which patterns do not follow
				break
			}
		}
	}
	return best
}
