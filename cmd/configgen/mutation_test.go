package main

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

// mutations and mutationSeed are -mutations and -mutation-seed: how many mistakes TestMutations makes, and the seed of
// the first one. The number of a mistake is its seed.
var (
	mutations    = flag.Int("mutations", 40, "how many mistakes are made in sources")
	mutationSeed = flag.Int("mutation-seed", 0, "the seed of the first mistake")
)

// subject is a module whose sources are mutated.
type subject struct {
	dir, importPath string
	mutated         []string // directories whose files are mutated
}

// TestMutations makes mistakes in the sources of the sample and of the kubelet's group, one in each copy of them, and
// generates for all copies in one run. A mistake ends in a finding at the declaration that was mutated, or in code that
// compiles and has lost nothing but what the declaration is about. One that only misspells or repeats something loses
// nothing at all. Nothing ends in silence.
func TestMutations(t *testing.T) {
	ownCache(t)
	for name, s := range map[string]subject{
		"sample": {
			"../../examples/sampleconfig", "github.com/configgen/configgen/examples/sampleconfig",
			[]string{"apis/config", "apis/config/v1alpha1", "apis/config/v1beta1", "internal/features"},
		},
		"kubelet": {
			"../../testdata/kubelet", "example.com/kubelet", []string{"config", "config/v1beta1", "options"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			const atOnce = 50
			for first := *mutationSeed; first < *mutationSeed+*mutations/2; first += atOnce {
				s.mutate(t, first, min(first+atOnce, *mutationSeed+*mutations/2))
			}
		})
	}
}

// mutate makes the mistakes with the seeds from first to last.
func (s subject) mutate(t *testing.T, first, last int) {
	t.Logf("seeds %d to %d", first, last-1)
	files := s.read(t)
	m := &mutator{t: t, files: map[string][]byte{}}
	for name, content := range files {
		written := strings.HasSuffix(name, ".go") && !strings.Contains(name, "zz_generated")
		if written && slices.Contains(s.mutated, path.Dir(name)) {
			m.files[name] = content
		}
	}
	dir := t.TempDir()
	s.module(t, dir)
	s.write(t, dir, "right", files, mutation{})
	made := map[string]mutation{}
	for seed := first; seed < last; seed++ {
		name := fmt.Sprintf("m%d", seed)
		made[name] = m.pick(rand.New(rand.NewPCG(uint64(seed), 1)))
		s.write(t, dir, name, files, made[name])
	}
	status, output := run(t, dir, "generate", "--no-cache", "./...")
	if status == 2 {
		t.Fatalf("seeds %d to %d: %s", first, last, output)
	}
	findings := map[string][]string{}
	for line := range strings.Lines(output) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), "/")
		if strings.HasSuffix(line, ")\n") && !strings.Contains(line, ": warning: ") {
			findings[name] = append(findings[name], rest)
		}
	}
	if len(findings["right"]) > 0 {
		t.Fatalf("findings without a mistake: %q", findings["right"])
	}
	right, compiler := facts(t, filepath.Join(dir, "right")), newCompiler(t, dir)
	for _, name := range slices.Sorted(maps.Keys(made)) {
		mistake := made[name]
		complain := func(what string, args ...any) {
			t.Errorf("-mutation-seed %s: %s at %s:%d: %s", name[1:], mistake.kind, mistake.file, mistake.first,
				fmt.Sprintf(what, args...))
		}
		if found := findings[name]; len(found) > 0 {
			if !slices.ContainsFunc(found, mistake.explains) {
				complain("no finding is about it:\n\t%s", strings.Join(found, "\n\t"))
			}
			continue
		}
		if err := compiler.check(filepath.Join(dir, name)); err != nil {
			if !mistake.shows(filepath.Join(dir, name), err) {
				complain("exit 0, and it does not compile: %v", err)
			}
			continue
		}
		if lost := mistake.lost(right, facts(t, filepath.Join(dir, name))); len(lost) > 0 {
			complain("exit 0, and something is lost:\n\t%s", strings.Join(lost[:min(len(lost), 5)], "\n\t"))
		}
	}
}

// explains reports whether a finding is at the mutated declaration, or names what it is about.
func (m mutation) explains(finding string) bool {
	parts := strings.SplitN(finding, ":", 4)
	if len(parts) < 4 {
		return false
	}
	line, err := strconv.Atoi(parts[1])
	if err == nil && parts[0] == m.file && (m.first <= line && line <= m.last || strings.HasSuffix(finding, "(syntax)")) {
		return true
	}
	return slices.ContainsFunc(m.telling, func(name string) bool {
		return regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).MatchString(parts[3])
	})
}

// shows reports whether a compiler finds the mistake in hand-written code: in the file with it, or where its names are
// used. configgen does not read the bodies of functions; what it writes has to compile.
func (m mutation) shows(dir string, err error) bool {
	var found types.Error
	if !m.code || !errors.As(err, &found) {
		return false
	}
	at := found.Fset.Position(found.Pos)
	name, relErr := filepath.Rel(dir, at.Filename)
	if relErr != nil || strings.HasPrefix(path.Base(filepath.ToSlash(name)), "zz_generated") {
		return false
	}
	return filepath.ToSlash(name) == m.file || slices.ContainsFunc(m.names, func(name string) bool {
		return strings.Contains(found.Msg, name)
	})
}

// lost are the facts that are gone, but for those that the mutated declaration is about.
func (m mutation) lost(right, wrong map[string]int) []string {
	var lost []string
	for fact, count := range right {
		_, line, _ := strings.Cut(fact, ": ")
		about := func(name string) bool { return strings.Contains(plainText(line), plainText(name)) }
		if wrong[fact] >= count || !m.keeps && slices.ContainsFunc(m.subject, about) {
			continue
		}
		elsewhere := m.merged(fact, wrong) || m.undefaulted(fact, wrong) || otherwise(fact, right, wrong) ||
			broken(fact, wrong)
		if !elsewhere && !m.withField(fact, right, wrong) {
			lost = append(lost, fact)
		}
	}
	slices.Sort(lost)
	return lost
}

// merged reports whether a fact is in fewer files because what is limited to systems has changed: it is in one of them.
func (m mutation) merged(fact string, wrong map[string]int) bool {
	return m.systems && (wrong[fact] > 0 || ofSystems.MatchString(fact))
}

// undefaulted reports whether a line of the snapshot has changed with a function that sets defaults: the field is there
// without its default.
func (m mutation) undefaulted(fact string, wrong map[string]int) bool {
	field, _, ok := strings.Cut(fact, `"default": `)
	if !ok || !strings.HasPrefix(m.kind, "delete function SetDefaults_") {
		return false
	}
	for other := range wrong {
		if strings.HasPrefix(other, field) && !strings.Contains(other, `"default": `) {
			return true
		}
	}
	return false
}

var (
	// ofSystems matches the functions for what is limited to systems, and the sections of their flags.
	ofSystems = regexp.MustCompile(`System(Flags|Defaults)\(|FlagSet\(`)
	// copied matches the line that begins the copy or the conversion of a field.
	copied = regexp.MustCompile(`: in, out := &in\.(\w+), &out\.\w+$`)
	// copies matches lines of such copies that do not name the field.
	copies = regexp.MustCompile(`: (\*\*out = |\*out = (new|make)\(|copy\(\*out, |\(\*(in|out)\)\[)`)
	// casts matches the conversion of a field as a whole.
	casts = regexp.MustCompile(`^(.*: )out\.(\w+) = \*\(\*.*unsafe\.Pointer\(`)
)

// withField reports whether a line of the copies of fields is gone with fields that are no longer copied so: those that
// are gone, and those that have another type.
func (m mutation) withField(fact string, right, wrong map[string]int) bool {
	if m.keeps || !copies.MatchString(fact) {
		return false
	}
	gone, where := 0, fact[:strings.Index(fact, ": ")]
	for other, count := range right {
		of := copied.FindStringSubmatch(other)
		if of != nil && strings.HasPrefix(other, where+": ") && slices.Contains(m.subject, of[1]) {
			if gone += count; !strings.HasPrefix(m.kind, "change type") {
				gone -= wrong[other]
			}
		}
	}
	return right[fact]-wrong[fact] <= gone
}

// otherwise reports whether a field that was converted as a whole is converted piece by piece.
func otherwise(fact string, right, wrong map[string]int) bool {
	of := casts.FindStringSubmatch(fact)
	if of == nil {
		return false
	}
	pieces := of[1] + "in, out := &in." + of[2] + ", &out." + of[2]
	return wrong[pieces]-right[pieces] >= right[fact]-wrong[fact]
}

// broken reports whether a fact is only a line of a list that now is on another line.
func broken(fact string, facts map[string]int) bool {
	where, text, _ := strings.Cut(fact, ": ")
	for other := range facts {
		if strings.HasPrefix(other, where+": ") && strings.Contains(other, strings.TrimSuffix(text, ",")) {
			return strings.HasSuffix(text, ",")
		}
	}
	return false
}

// plainText is a text as names in it are compared: a flag and the field of the same name are one.
func plainText(text string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(text))
}

// structure matches lines that are no facts: they change with the number of others.
var structure = regexp.MustCompile(
	`make\(\[\]\*string, 0, |^refs := |^(return|if|for|import|package) |^}|^\)|^(\w+ )?"[^"]*"$`)

// facts are the lines of the generated files below a directory, and how often each occurs: flags, defaults, paths,
// conversions, fields of the binding.
func facts(t *testing.T, dir string) map[string]int {
	all, own := map[string]int{}, "example.com/mutants/"+filepath.Base(dir)+"/"
	for name, content := range testfiles.Tree(t, dir) {
		if !strings.HasPrefix(path.Base(name), "zz_generated") || strings.HasSuffix(name, ".md") {
			continue
		}
		for line := range strings.Lines(content) {
			line = strings.Join(strings.Fields(strings.ReplaceAll(line, own, "")), " ")
			if line != "" && !strings.HasPrefix(line, "//") && !structure.MatchString(line) {
				all[path.Base(path.Dir(name))+": "+line]++
			}
		}
	}
	return all
}

// read reads the sources of the subject: no programs, no tests.
func (s subject) read(t *testing.T) map[string][]byte {
	files := map[string][]byte{}
	for name, content := range testfiles.Tree(t, s.dir) {
		source := path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go")
		history := path.Base(name) == "zz_generated.features.yaml"
		if (source || history) && !strings.HasPrefix(name, "cmd/") && !strings.HasPrefix(name, "facts/") {
			if strings.HasPrefix(path.Base(path.Dir(name)), "v1") {
				content = strings.ReplaceAll(content, ` datapolicy:"token"`, "") // in one place, so that it can be lost
			}
			files[name] = []byte(content)
		}
	}
	return files
}

// module writes a go.mod with the requirements of the subject.
func (s subject) module(t *testing.T, dir string) {
	t.Helper()
	root := absolute(t, s.dir)
	for _, name := range []string{"go.mod", "go.sum"} {
		content := testfiles.Read(t, filepath.Join(root, name))
		text := regexp.MustCompile(`(?m)^module .*$`).ReplaceAllString(string(content), "module example.com/mutants")
		text = regexp.MustCompile(`=> (\.\S*)`).ReplaceAllStringFunc(text, func(to string) string {
			return "=> " + filepath.Join(root, filepath.FromSlash(strings.TrimPrefix(to, "=> ")))
		})
		testfiles.Write(t, filepath.Join(dir, name), text)
	}
}

// write writes a copy of the subject, with a mistake.
func (s subject) write(t *testing.T, dir, name string, files map[string][]byte, mistake mutation) {
	t.Helper()
	for file, content := range files {
		if file == mistake.file {
			content = mistake.content
		}
		target := filepath.Join(dir, name, filepath.FromSlash(file))
		text := strings.ReplaceAll(string(content), s.importPath+"/", "example.com/mutants/"+name+"/")
		text = strings.ReplaceAll(text, `docs: "docs/`, `docs: "`+name+`/docs/`)
		testfiles.Write(t, target, text)
	}
}

// compiler checks packages with the types of compiled dependencies.
type compiler struct {
	t       *testing.T
	root    string
	set     *token.FileSet
	foreign types.Importer
}

// newCompiler makes a compiler for the packages of a module, in dir, where right has all that it imports.
func newCompiler(t *testing.T, dir string) *compiler {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", "./right/...")
	list.Dir, list.Env = dir, append(os.Environ(), "PWD="+dir)
	list.Stderr = os.Stderr
	printed, err := list.Output()
	if err != nil {
		t.Fatalf("the group without a mistake does not compile: %v", err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(printed)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		exports[name] = file
	}
	set := token.NewFileSet()
	return &compiler{t, dir, set, importer.ForCompiler(set, "gc", func(name string) (io.ReadCloser, error) {
		return os.Open(exports[name])
	})}
}

// check checks all packages below a directory, and returns the first error.
func (c *compiler) check(dir string) error {
	copied := &copyImporter{compiler: c, done: map[string]*types.Package{}}
	var failed error
	for _, name := range slices.Sorted(maps.Keys(testfiles.Tree(c.t, dir))) {
		if failed == nil && path.Ext(name) == ".go" {
			_, failed = copied.Import("example.com/mutants/" + filepath.Base(dir) + "/" + path.Dir(name))
		}
	}
	if failed != nil && copied.first != nil {
		return copied.first // failed may only say that an import failed
	}
	return failed
}

// copyImporter imports the packages of one copy from source.
type copyImporter struct {
	*compiler
	done  map[string]*types.Package
	first error // what kept a package from being checked
}

// Import implements types.Importer.
func (c *copyImporter) Import(importPath string) (*types.Package, error) {
	below, own := strings.CutPrefix(importPath, "example.com/mutants/")
	if !own {
		return c.foreign.Import(importPath)
	}
	if made := c.done[importPath]; made != nil {
		return made, nil
	}
	names, err := filepath.Glob(filepath.Join(c.root, filepath.FromSlash(below), "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		if match, err := build.Default.MatchFile(filepath.Split(name)); err != nil || !match {
			continue
		}
		file, err := parser.ParseFile(c.set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	configuration := types.Config{Importer: c, Sizes: types.SizesFor("gc", runtime.GOARCH)}
	if c.done[importPath], err = configuration.Check(importPath, c.set, files, nil); c.first == nil {
		c.first = err
	}
	return c.done[importPath], err
}
