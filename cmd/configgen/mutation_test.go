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

// mutations and removed are -mutations and -removals: how many mistakes TestMutations and TestRemovals make.
// mutationSeed is -mutation-seed, the seed of the first one. The number of a mistake is its seed.
var (
	mutations    = flag.Int("mutations", 12, "how many mistakes are made in sources")
	mutationSeed = flag.Int("mutation-seed", 0, "the seed of the first mistake")
	removed      = flag.Int("removals", 10, "how many things that generated code uses are taken away")
)

// subject is a module whose sources are mutated.
type subject struct {
	dir, importPath string
	parts           []string // directories that are copied and mutated one at a time; "" is the module
	mutated         []string // directories whose files are mutated; nil for all
	kinds           []kind
	again           bool // copies have the generated files of the unchanged sources
}

// sample and kubelet are groups of the usual form.
var (
	sample = subject{
		dir: "../../examples/sampleconfig", importPath: "github.com/configgen/configgen/examples/sampleconfig",
		parts:   []string{""},
		mutated: []string{"apis/config", "apis/config/v1alpha1", "apis/config/v1beta1", "internal/features"},
	}
	kubelet = subject{
		dir: "../../testdata/kubelet", importPath: "example.com/kubelet", parts: []string{""},
		mutated: []string{"config", "config/v1beta1", "options"},
	}
)

// atOnce is how many copies of a module configgen generates for in one run.
const atOnce = 50

// TestMutations makes mistakes in the sources of the sample and of the kubelet's group, one in each copy of them, and
// generates for all copies in one run. A mistake must lead to a finding at the mutated declaration, or to code that
// compiles and has lost only facts about the declaration. A mistake that only misspells or repeats something must not
// lose any fact. No mistake may be silent.
func TestMutations(t *testing.T) {
	ownCache(t)
	for name, s := range map[string]subject{"sample": sample, "kubelet": kubelet} {
		t.Run(name, func(t *testing.T) {
			s.kinds = mistakes
			s.mutateAll(t, *mutations/2)
		})
	}
}

// TestRemovals removes declarations that generated code uses: functions, types, constants, fields, markers, registered
// names, and files, which may be deleted, renamed or excluded from builds. The group keeps the files that were
// generated before. The rules of TestMutations apply, and a finding names everything that is lost.
func TestRemovals(t *testing.T) {
	ownCache(t)
	groups := subject{dir: golden, importPath: "example.com/golden"}
	entries, err := os.ReadDir(golden)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if name := entry.Name(); entry.IsDir() && name != "validation-declarative" && name != "validation-tags" {
			groups.parts = append(groups.parts, name) // the two others need validation-gen
		}
	}
	for name, s := range map[string]subject{"sample": sample, "golden": groups} {
		t.Run(name, func(t *testing.T) {
			s.kinds, s.again = removals, true
			count := *removed / 4
			if name == "golden" {
				count = *removed - count
			}
			s.mutateAll(t, count)
		})
	}
}

// mutateAll makes a number of mistakes.
func (s subject) mutateAll(t *testing.T, count int) {
	for first := *mutationSeed; first < *mutationSeed+count; first += atOnce {
		s.mutate(t, first, min(first+atOnce, *mutationSeed+count))
	}
}

// mutate makes the mistakes with the seeds from first to last.
func (s subject) mutate(t *testing.T, first, last int) {
	t.Logf("seeds %d to %d", first, last-1)
	dir := t.TempDir()
	s.module(t, dir)
	sources, parts := s.read(t), map[string]map[string][]byte{}
	for _, part := range s.parts {
		parts[part] = map[string][]byte{}
		for name, content := range sources {
			if part == "" || strings.HasPrefix(name, part+"/") {
				parts[part][name] = content
				s.write(t, dir, "right", name, content)
			}
		}
	}
	if s.again {
		if status, output := run(t, dir, "generate", "--no-cache", "./..."); status != 0 {
			t.Fatalf("status %d without a mistake: %s", status, output)
		}
	}
	made, of := map[string]mutation{}, map[string]string{}
	for seed := first; seed < last; seed++ {
		name, dice := fmt.Sprintf("m%d", seed), rand.New(rand.NewPCG(uint64(seed), 1))
		if len(s.parts) > 1 {
			of[name] = s.parts[dice.IntN(len(s.parts))]
		}
		m := &mutator{t: t, files: map[string][]byte{}}
		for name, content := range parts[of[name]] {
			written := strings.HasSuffix(name, ".go") && !strings.Contains(name, "zz_generated")
			if written && (s.mutated == nil || slices.Contains(s.mutated, path.Dir(name))) {
				m.files[name] = content
			}
		}
		made[name] = m.pick(dice, s.kinds)
		s.copy(t, dir, name, of[name], parts[of[name]], made[name])
	}
	findings, warnings := map[string][]string{}, map[string][]string{}
	for again := true; again; { // without the copies that have findings, which may hide findings of others
		status, output := run(t, dir, "generate", "--no-cache", "./...")
		if status == 2 {
			t.Fatalf("seeds %d to %d: %s", first, last, output)
		}
		again = false
		for line := range strings.Lines(output) {
			name, rest, _ := strings.Cut(strings.TrimSpace(line), "/")
			switch {
			case !strings.HasSuffix(line, ")\n"):
			case strings.Contains(line, ": warning: "):
				warnings[name] = append(warnings[name], rest)
			default:
				findings[name], again = append(findings[name], rest), true
			}
		}
		if len(findings["right"]) > 0 {
			t.Fatalf("findings without a mistake: %q", findings["right"])
		}
		for name := range findings {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	right, compiler := map[string]map[string]int{}, newCompiler(t, dir)
	for part := range parts {
		right[part] = facts(t, dir, "right", part)
	}
	for _, name := range slices.Sorted(maps.Keys(made)) {
		mistake := made[name]
		complain := func(what string, args ...any) {
			t.Errorf("-mutation-seed %s: %s at %s:%d: %s", name[1:], mistake.kind, mistake.file, mistake.first,
				fmt.Sprintf(what, args...))
		}
		if found := findings[name]; len(found) > 0 {
			if !slices.ContainsFunc(found, mistake.explains) && !(s.again && slices.ContainsFunc(found, mistake.beside)) {
				complain("no finding is about it:\n\t%s", strings.Join(found, "\n\t"))
			}
			continue
		}
		if err := compiler.check(filepath.Join(dir, name), mistake); err != nil {
			if !mistake.shows(filepath.Join(dir, name), err) {
				complain("exit 0, and it does not compile: %v", err)
			}
			continue
		}
		wrong := facts(t, dir, name, of[name])
		told := slices.ContainsFunc(warnings[name], func(line string) bool {
			return strings.HasSuffix(line, "(removed-code)")
		})
		if lost := mistake.lost(right[of[name]], wrong); len(lost) > 0 && (mistake.keeps || !told) {
			complain("exit 0, and something is lost:\n\t%s", strings.Join(lost[:min(len(lost), 5)], "\n\t"))
		}
	}
}

// explains reports whether a finding is at the mutated declaration, or mentions a name in m.telling.
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

// beside reports whether a finding is in the directory with the mistake, or names its package: a finding about a
// declaration that is gone is at the place that used it.
func (m mutation) beside(finding string) bool {
	file, text, _ := strings.Cut(finding, ":")
	dir := path.Dir(m.file)
	return path.Dir(file) == dir || strings.Contains(text, dir) || m.renamed != "" && strings.Contains(text, m.names[0])
}

// shows reports whether a compiler finds the mistake in hand-written code: in the file with it, or where its names are
// used. configgen does not read the bodies of functions, but the files that it generates must compile.
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
	return filepath.ToSlash(name) == m.file || m.gone || slices.ContainsFunc(m.names, func(name string) bool {
		return strings.Contains(found.Msg, name)
	})
}

// lost returns the facts that are gone, except for facts about the mutated declaration.
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

// merged reports whether a fact is in fewer files because a limit to systems has changed: it remains in one file.
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
	// ofSystems matches the functions for fields that are limited to systems, and the sections of their flags.
	ofSystems = regexp.MustCompile(`System(Flags|Defaults)\(|FlagSet\(`)
	// copied matches the line that begins the copy or the conversion of a field.
	copied = regexp.MustCompile(`: in, out := &in\.(\w+), &out\.\w+$`)
	// copies matches lines of such copies that do not name the field.
	copies = regexp.MustCompile(`: (\*\*out = |\*out = (new|make)\(|copy\(\*out, |\(\*(in|out)\)\[)`)
	// casts matches the conversion of a field as a whole.
	casts = regexp.MustCompile(`^(.*: )out\.(\w+) = \*\(\*.*unsafe\.Pointer\(`)
)

// withField reports whether a line of the copies of fields is gone with fields that are no longer copied this way:
// removed fields, and fields with another type.
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

// plainText returns a text as names in it are compared: a flag and the field of the same name are one.
func plainText(text string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(text))
}

// structure matches lines that are no facts: they change with the number of others.
var structure = regexp.MustCompile(
	`make\(\[\]\*string, 0, |^refs := |^(return|if|for|import|package) |^}|^\)|^(\w+ )?"[^"]*"$`)

// facts returns the lines of the generated files in a part of a copy, and how often each occurs: flags, defaults,
// paths, conversions, fields of the binding.
func facts(t *testing.T, dir, copied, part string) map[string]int {
	all, own := map[string]int{}, "example.com/mutants/"+copied+"/"
	for name, content := range testfiles.Tree(t, filepath.Join(dir, copied, part)) {
		if !strings.HasPrefix(path.Base(name), "zz_generated") || strings.HasSuffix(name, ".md") {
			continue
		}
		for line := range strings.Lines(content) {
			line = strings.ReplaceAll(strings.ReplaceAll(line, own, ""), copied+"v1.", "v1.") // which the path gives the name
			line = strings.Join(strings.Fields(line), " ")
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

// copy writes a copy of a part of the subject, with a mistake.
func (s subject) copy(t *testing.T, dir, to, part string, sources map[string][]byte, mistake mutation) {
	t.Helper()
	all := maps.Clone(sources)
	if s.again {
		for name, content := range testfiles.Tree(t, filepath.Join(dir, "right", part)) {
			name = path.Join(part, name)
			if strings.Contains(path.Base(name), "zz_generated") {
				all[name] = []byte(strings.ReplaceAll(content, "example.com/mutants/right/", s.importPath+"/"))
			}
		}
	}
	if all[mistake.file] = mistake.content; mistake.gone || mistake.moved != "" {
		delete(all, mistake.file)
	}
	if mistake.moved != "" {
		all[path.Join(path.Dir(mistake.file), mistake.moved)] = mistake.content
	}
	for name, content := range all {
		if mistake.renamed != "" && !strings.Contains(path.Base(name), "zz_generated") {
			word := regexp.MustCompile(`\b` + regexp.QuoteMeta(mistake.names[0]) + `\b`)
			content = word.ReplaceAll(content, []byte(mistake.renamed))
		}
		s.write(t, dir, to, name, content)
	}
}

// write writes a file of a copy of the subject.
func (s subject) write(t *testing.T, dir, to, name string, content []byte) {
	t.Helper()
	text := strings.ReplaceAll(string(content), s.importPath+"/", "example.com/mutants/"+to+"/")
	text = strings.ReplaceAll(text, `docs: "`, `docs: "`+to+`/`)
	testfiles.Write(t, filepath.Join(dir, to, filepath.FromSlash(name)), text)
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

// check checks all packages of a copy with a mistake, and returns the first error.
func (c *compiler) check(dir string, mistake mutation) error {
	copied := &copyImporter{compiler: c, context: build.Default, done: map[string]*types.Package{}}
	if err := copied.all(dir); err != nil || mistake.goos == "" {
		return err
	}
	copied = &copyImporter{compiler: c, context: build.Default, done: map[string]*types.Package{}}
	copied.context.GOOS, copied.context.GOARCH = mistake.goos, mistake.goarch
	return copied.all(dir)
}

// all checks all packages below a directory.
func (c *copyImporter) all(dir string) error {
	var failed error
	for _, name := range slices.Sorted(maps.Keys(testfiles.Tree(c.t, dir))) {
		if failed == nil && path.Ext(name) == ".go" {
			_, failed = c.Import("example.com/mutants/" + filepath.Base(dir) + "/" + path.Dir(name))
		}
	}
	if failed != nil && c.first != nil {
		return c.first // failed may only say that an import failed
	}
	return failed
}

// copyImporter imports the packages of one copy from source.
type copyImporter struct {
	*compiler
	context build.Context
	done    map[string]*types.Package
	first   error // the reason why a package was not checked
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
		if match, err := c.context.MatchFile(filepath.Split(name)); err != nil || !match {
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
