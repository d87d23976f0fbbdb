package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/parallel"
)

// GeneratedPrefix starts the name of every file that a Kubernetes code generator writes. Such files are not read.
const GeneratedPrefix = "zz_generated."

// Request is what Load is asked for.
type Request struct {
	// Dir is the directory in which the patterns are resolved.
	Dir string
	// Patterns name packages as they do for the go command.
	Patterns []string
	// Env are variables, as NAME=value, for the go command, in addition to the environment of the process.
	Env []string
	// Wanted reports whether the source of a file makes its package worth reading. Other packages are not parsed, unless
	// one that is leads to them. Nil wants all packages, with types.
	Wanted func(source []byte) bool
	// Ours reports whether configgen wrote a generated file, given its content. Packages whose generated files are all
	// left to other tools are not served. If it is nil, configgen wrote all files.
	Ours func(content []byte) bool
	// Known is what earlier runs learned from the go command, with the same go.mod, go.sum and settings. Asking it is the
	// longest part of a run.
	Known Answers
	// Keep is called with what this run learned, together with Known, if it had to ask. It may be nil.
	Keep func(Answers)
	// Overlay has the content of files that is read instead of that on the disk, by absolute path. It can add files to
	// directories that exist.
	Overlay map[string][]byte
}

// Answers are answers of the go command.
type Answers struct {
	// Exports are files of export data in the build cache, by import path.
	Exports map[string]string
	// Packages are the sums of guesses that the go command has confirmed, by Request.question.
	Packages map[string]string
	// Directories are directories of packages of other modules, by import path.
	Directories map[string]string
}

// with returns the answers of a and of more, without guesses in directories that are gone.
func (a Answers) with(more Answers) Answers {
	all := Answers{map[string]string{}, map[string]string{}, map[string]string{}}
	for _, one := range []Answers{a, more} {
		maps.Copy(all.Exports, one.Exports)
		maps.Copy(all.Packages, one.Packages)
		maps.Copy(all.Directories, one.Directories)
	}
	maps.DeleteFunc(all.Packages, func(question, _ string) bool {
		dir, _, _ := strings.Cut(question, "\n")
		_, err := os.Stat(dir)
		return dir != "" && errors.Is(err, fs.ErrNotExist)
	})
	return all
}

// readFile returns the content of a file of the user's.
func (r Request) readFile(name string) ([]byte, error) {
	if content, ok := r.Overlay[name]; ok {
		return content, nil
	}
	return os.ReadFile(name)
}

// loader is the work of Load. What it reads goes into the Session.
type loader struct {
	*Session
	parser   *markers.Parser
	cache    buildCache
	checker  *checker
	findings []diag.Diagnostic
	// learned has the answers of the go command in this run.
	learned Answers
	// asked are the questions to the go command that wait for an answer. They end with the context, which stop cancels.
	asked  parallel.Group
	asking context.Context
	stop   context.CancelFunc
}

// Load reads the packages that the request names and the packages that these lead to: the versions of groups, the
// packages of generated files, the packages that declare features, and the packages that markers name. The go command
// is asked which packages there are, and for the types of other modules; once more for types that its cache lost.
// Mistakes in the source are findings. It returns an error if the go command cannot answer: no module, a pattern that
// matches nothing, a broken go.mod.
//
// Most of a run is to wait for the go command. While it finds the first answer, Load guesses that, reads the packages,
// and asks the second question. It starts again where the guess was wrong. It does not ask where the guess is the one
// that the go command has confirmed in an earlier run.
func Load(ctx context.Context, request Request) (*Session, []diag.Diagnostic, error) {
	if variable(request.Env, "GO111MODULE") == "off" || bytes.Contains(settings(request.Env), []byte("GO111MODULE=off")) {
		return nil, nil, errors.New("GO111MODULE=off turns modules off, and configgen reads packages of modules; unset it")
	}
	question := request.question()
	first := newLoader(ctx, request)
	defer first.abandon()
	var guessed []*packages.Package
	if confirmed := request.Known.Packages[question]; confirmed != "" {
		if guessed = request.guess(); sumOf(guessed) == confirmed {
			begin(first, guessed)
			finish(first)
			return first.Session, first.findings, nil
		}
	}
	var answer parallel.Group
	defer answer.Wait()
	var listed []*packages.Package
	var err error
	answer.Go(func() { listed, err = first.list(modeNamed, request.Patterns) })
	if guessed == nil {
		guessed = request.guess()
	}
	if guessed != nil {
		begin(first, guessed)
	}
	if answer.Wait(); err == nil {
		err = refuse(listed, request.Patterns)
	}
	if err != nil {
		return nil, nil, err
	}
	if guessed != nil && sumOf(guessed) == sumOf(listed) {
		first.learned.Packages = map[string]string{question: sumOf(guessed)}
		finish(first)
		return first.Session, first.findings, nil
	}
	first.abandon()
	again := newLoader(ctx, request)
	again.cache = first.cache // as it was before the first question
	defer again.abandon()
	begin(again, listed)
	finish(again)
	return again.Session, again.findings, nil
}

// refuse returns an error if the packages that the patterns name cannot be loaded.
func refuse(listed []*packages.Package, patterns []string) error {
	if len(listed) == 0 {
		return fmt.Errorf("no package matches %s; ./... matches all packages below this directory",
			strings.Join(patterns, " "))
	}
	for _, p := range listed {
		if len(p.GoFiles) == 0 && len(p.Errors) > 0 && strings.Contains(p.Errors[0].Msg, "go.work") {
			return fmt.Errorf("go: %s; run go work use in the module, or set GOWORK=off", firstLine(p.Errors[0].Msg))
		}
		if p.PkgPath == "command-line-arguments" {
			return fmt.Errorf("%s names a file; packages are named by their directories, such as ./%s",
				strings.Join(patterns, " "), path.Dir(filepath.ToSlash(patterns[0])))
		}
		if len(p.GoFiles)+len(p.IgnoredFiles) == 0 && len(p.Errors) > 0 {
			return fmt.Errorf("cannot load %s: %s", p.PkgPath, firstLine(p.Errors[0].Msg))
		}
	}
	return nil
}

// begin reads the given packages and the packages that they lead to, and starts the question about the types of other
// modules.
func begin(l *loader, listed []*packages.Package) {
	l.named(listed)
	want := l.discover()
	l.alone(&want)
	l.follow(want.imported)
	l.checker = reach(l, want)
}

// finish makes the types, and passes the answers of the go command to Request.Keep.
func finish(l *loader) {
	l.checker.check()
	learned := len(l.learned.Exports) + len(l.learned.Packages) + len(l.learned.Directories)
	if keep := l.request.Keep; keep != nil && learned > 0 {
		keep(l.request.Known.with(l.learned))
	}
	l.document()
	l.readPublished()
	l.validation()
	l.excludedFiles()
}

// abandon ends the questions that wait for an answer.
func (l *loader) abandon() {
	l.stop()
	l.asked.Wait()
}

// parseAll parses the listed packages that Request.Wanted selects, concurrently; the others are nil.
func parseAll(l *loader, listed []*packages.Package) []*Package {
	parsed := make([]*Package, len(listed))
	workers := parallel.Limited(runtime.GOMAXPROCS(0))
	for i, p := range listed {
		workers.Go(func() {
			if l.request.anyFile(slices.Concat(p.GoFiles, p.IgnoredFiles)) {
				parsed[i] = l.parse(p.PkgPath, p.GoFiles, p.IgnoredFiles)
			}
		})
	}
	workers.Wait()
	return parsed
}

// keep adds a package that has been read.
func keep(s *Session, pkg *Package) {
	s.sources[pkg.Path] = pkg
	above := path.Dir(pkg.Path)
	s.under[above] = append(s.under[above], pkg)
}

// validation reads the packages validation below the packages that were read: hooks for shared types can be there.
func (l *loader) validation() {
	for _, path := range slices.Sorted(maps.Keys(l.sources)) {
		if l.sources[path] != nil {
			l.read(path + "/validation")
		}
	}
}

func newLoader(ctx context.Context, request Request) *loader {
	s := &Session{
		Fset: token.NewFileSet(), ctx: ctx, request: request, dir: request.Dir, env: request.Env, ours: request.Ours,
		listed:    map[string]bool{},
		Histories: map[string][]byte{}, sources: map[string]*Package{}, others: map[string]*Package{},
		unbuilt: map[string]*Package{}, under: map[string][]*Package{}, peers: map[string][]*Package{},
		types: map[string]*typed{},
		docs:  map[types.Object]string{}, publishedFields: map[sourceLine]markers.Set{},
		publishedTypes: map[string]markers.Set{}, publishedDocs: map[sourceLine]string{},
		publishedVersions: map[string][]string{}, directories: map[string]string{},
	}
	s.wanted, s.unread, s.importers = request.Wanted, sync.OnceValue(s.findUnread), sync.OnceValue(s.findImporters)
	l := &loader{
		Session: s, parser: markers.NewParser(s.Fset), cache: newBuildCache(request.Env),
	}
	l.asking, l.stop = context.WithCancel(ctx)
	return l
}

// named reads the packages that the patterns name.
func (l *loader) named(listed []*packages.Package) {
	parsed := parseAll(l, listed)
	for i, p := range listed {
		l.listed[p.PkgPath] = true
		if p.Dir != "" {
			l.Generated = append(l.Generated, GeneratedIn(p.Dir)...)
			l.findings = append(l.findings, askingTests(l.Fset, p.Dir)...)
		}
		if len(p.GoFiles)+len(p.IgnoredFiles) == 0 {
			continue
		}
		if m := p.Module; m != nil && m.Main && !slices.Contains(l.modules, module{m.Path, m.Dir}) {
			l.modules = append(l.modules, module{m.Path, m.Dir})
		}
		pkg := parsed[i]
		if pkg == nil {
			continue
		}
		l.findings = append(l.findings, pkg.syntax...)
		keep(l.Session, pkg)
		l.Packages = append(l.Packages, pkg)
	}
	l.readOthers()
	for _, pkg := range l.Known() {
		for _, peer := range markers.All[markers.ConversionGen](pkg.Markers) {
			l.peers[peer.Package] = append(l.peers[peer.Package], pkg)
		}
	}
	slices.SortFunc(l.Packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	for _, pattern := range l.request.Patterns {
		l.Generated = append(l.Generated, generatedBelow(l.dir, pattern)...)
	}
	slices.Sort(l.Generated)
	l.Generated = slices.Compact(l.Generated)
	for _, name := range l.Generated {
		if filepath.Base(name) != group.FeatureHistoryFile {
			continue
		}
		if content, err := l.request.readFile(name); err == nil {
			l.Histories[name] = content
		}
	}
}
