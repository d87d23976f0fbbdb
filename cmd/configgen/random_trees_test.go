package main

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

// TestRandomTrees makes modules of several groups with packages anywhere around them: shared types, tags without a
// group, defaults and versions in other directories, links, files that are not built. The generated files of a part of
// a module, which patterns name, are the same as when the whole module is generated, and generating a part again
// changes nothing. The name of a subtest is its seed.
func TestRandomTrees(t *testing.T) {
	ownCache(t)
	for seed := range *seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			all := plant(t, seed)
			directories := all.directories()
			printed := all.generate("./...")
			compiles(t, all.dir)
			whole := all.written()
			dice := rand.New(rand.NewPCG(seed, 1))
			for range 3 {
				patterns := []string{all.pattern(dice, directories)}
				if dice.IntN(3) == 0 {
					patterns = append(patterns, all.pattern(dice, directories))
				}
				part := plant(t, seed)
				for line := range strings.Lines(part.generate(patterns...)) {
					if !strings.Contains(printed, line) {
						t.Errorf("generate %q, but not all: %s", patterns, line)
					}
				}
				for name, content := range part.written() {
					if content != whole[name] {
						t.Errorf("generate %q: %s\n%s\nwith all of the module:\n%s", patterns, name, content, whole[name])
					}
				}
				all.generate(patterns...)
				if !maps.Equal(all.written(), whole) {
					t.Errorf("generate %q after all has changed files", patterns)
				}
				verify := append([]string{"verify", "--allow-empty", "--no-cache"}, patterns...)
				if status, printed := run(t, all.dir, verify...); status != 0 {
					t.Errorf("verify %q: status %d\n%s", patterns, status, printed)
				}
			}
		})
	}
}

// tree is a module with random packages.
type tree struct {
	*scratch
	*rand.Rand
	// shared are the packages with types that groups may have fields of, as paths in the module.
	shared []sharedTypes
}

// sharedTypes is a package with a type, and what a package says that has a field of it.
type sharedTypes struct{ path, peer string }

// plant makes the tree of a seed.
func plant(t *testing.T, seed uint64) *tree {
	t.Helper()
	tree := &tree{scratch: newModule(t, golden), Rand: rand.New(rand.NewPCG(seed, seed))}
	for number := range 1 + tree.IntN(3) {
		tree.share(number)
	}
	for number := range 2 + tree.IntN(3) {
		tree.group(number)
	}
	if tree.chance(2) {
		tree.link("examples", "g0")
	}
	return tree
}

func (m *tree) chance(in int) bool { return m.IntN(in) == 0 }

func (m *tree) pick(texts ...string) string { return texts[m.IntN(len(texts))] }

// link makes a link to a directory beside it.
func (m *tree) link(name, target string) {
	m.Helper()
	if err := os.Symlink(target, filepath.Join(m.dir, name)); err != nil {
		m.Fatal(err)
	}
}

// generate generates for patterns, and returns the findings. Mistakes are not expected.
func (m *tree) generate(patterns ...string) string {
	m.Helper()
	status, printed := run(m.T, m.dir, append([]string{"generate", "--no-cache"}, patterns...)...)
	if status != 0 {
		m.Fatalf("generate %q: status %d\n%s", patterns, status, excerpt(m.dir, printed))
	}
	var findings strings.Builder
	for line := range strings.Lines(printed) {
		if strings.Contains(line, "warning: ") {
			findings.WriteString(line)
		}
	}
	return findings.String()
}

// written returns the generated files, by name.
func (m *tree) written() map[string]string {
	m.Helper()
	files := map[string]string{}
	for name, content := range testfiles.Tree(m, m.dir) {
		if strings.HasPrefix(path.Base(name), "zz_generated.") {
			files[name] = content
		}
	}
	return files
}

// directories returns the directories with packages.
func (m *tree) directories() []string {
	m.Helper()
	var found []string
	if err := filepath.WalkDir(m.dir, func(name string, entry fs.DirEntry, err error) error {
		if entry.Name() == "testdata" {
			return fs.SkipDir
		}
		if filepath.Ext(name) == ".go" {
			below, _ := filepath.Rel(m.dir, filepath.Dir(name))
			found = append(found, filepath.ToSlash(below))
		}
		return err
	}); err != nil {
		m.Fatal(err)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// pattern names one of the directories, or all below it or below one above it.
func (m *tree) pattern(dice *rand.Rand, directories []string) string {
	dir := directories[dice.IntN(len(directories))]
	if dice.IntN(2) == 0 {
		return "./" + dir
	}
	for dice.IntN(3) == 0 && strings.Contains(dir, "/") {
		dir = filepath.Dir(dir)
	}
	return "./" + dir + "/..."
}

const module = "example.com/golden/"

// share makes a package of shared types. Its defaults may be in another package.
func (m *tree) share(number int) {
	name, kind := fmt.Sprintf("s%d", number), fmt.Sprintf("Shared%d", number)
	dir := m.pick("lib/"+name, "g0/"+name, "g0/v1/"+name, name+"/v1")
	of := sharedTypes{path: dir}
	base := filepath.Base(dir)
	tags, defaulted := "", m.chance(2)
	object := ""
	if m.chance(2) {
		tags = "//\n// +k8s:deepcopy-gen=package\n"
	} else {
		tags, object = "//\n", "// +k8s:deepcopy-gen=true\n"
	}
	const function = "\n// SetDefaults_%[2]s sets a default.\nfunc SetDefaults_%[2]s(in *%[1]s%[2]s) {\n" +
		"\tif in.Name == \"\" {\n\t\tin.Name = \"default\"\n\t}\n}\n"
	const builder = "\nvar localSchemeBuilder = &runtime.SchemeBuilder{}\n\nfunc init() { localSchemeBuilder.Register(" +
		"RegisterDefaults) }\n"
	imports, body := "", ""
	switch {
	case defaulted && m.chance(2):
		imports, body = "import \"k8s.io/apimachinery/pkg/runtime\"\n", builder+fmt.Sprintf(function, "", kind)
		tags += "// +k8s:defaulter-gen=TypeMeta\n"
		of.peer = module + dir
		if m.chance(3) {
			body = strings.Replace(body, builder, "", 1)
			imports, tags = "", strings.TrimSuffix(tags, "// +k8s:defaulter-gen=TypeMeta\n")
		}
	case defaulted:
		elsewhere := m.pick("defaults/"+name, dir+"/defaults")
		of.peer = module + elsewhere
		m.write(elsewhere+"/defaults.go", "package "+filepath.Base(elsewhere)+"\n\nimport "+base+" \""+module+dir+"\"\n"+
			fmt.Sprintf(function, base+".", kind))
	}
	m.write(dir+"/doc.go", "// Package "+base+" has shared types.\n"+tags+"package "+base+"\n")
	m.write(dir+"/types.go", fmt.Sprintf("package %s\n\n%s\n// %s is a struct.\n%stype %[3]s struct {\n\t// Name of it.\n"+
		"\tName string `json:\"name,omitempty\"`\n\t// List of it.\n\tList []string `json:\"list,omitempty\"`\n}\n%[5]s",
		base, imports, kind, object, body))
	m.shared = append(m.shared, of)
}

// group makes a group: of one package, of an internal one with versions below it, or with versions somewhere else.
func (m *tree) group(number int) {
	name := fmt.Sprintf("g%d", number)
	internal, versions := name, []string{name + "/v1", name + "/v1beta1"}[:1+m.IntN(2)]
	switch m.IntN(3) {
	case 0:
		internal, versions = name+"/v1", nil
	case 1:
		internal = "internal/" + name
		for i := range versions {
			versions[i] = "apis/" + versions[i]
		}
	}
	output := ""
	if m.chance(2) {
		output = fmt.Sprintf("// +configgen:output(flags: %q)\n", module+"cmd/"+name+"/options")
		if m.chance(2) {
			m.write("cmd/"+name+"/options/options.go", "// Package options has flags.\npackage options\n\n// Flags are flags.\n"+
				"// +flags\ntype Flags struct {\n\t// File of the configuration.\n\t// +flag\n\tConfigFile string\n}\n")
		}
	}
	fields, imports, peers := "", "", ""
	for i, shared := range m.shared {
		if m.chance(2) {
			continue
		}
		fields += fmt.Sprintf("\t// Field%d is shared.\n\tField%[1]d shared%[1]d.Shared%[1]d `json:\"field%[1]d\"`\n", i)
		imports += fmt.Sprintf("\tshared%d %q\n", i, module+shared.path)
		if shared.peer != "" && m.chance(2) {
			peers += fmt.Sprintf("// +configgen:peers(defaults: %q)\n", shared.peer)
		}
	}
	m.version(internal, name, fields, imports, output+m.pick("", peers), versions == nil, true)
	for _, version := range versions {
		m.version(version, name, fields, imports, peers+"// +k8s:conversion-gen="+module+internal+"\n", true, false)
	}
	m.around(internal, name)
}

// version writes a package of a group.
func (m *tree) version(dir, group, fields, imports, tags string, defaults, root bool) {
	base := filepath.Base(dir)
	if defaults {
		tags += "// +k8s:defaulter-gen=TypeMeta\n"
	}
	marker, flag := "", ""
	if root {
		marker, flag = "// +config\n", "\t// +flag\n"
	}
	m.write(dir+"/doc.go", fmt.Sprintf("// Package %s belongs to a group.\n//\n// +k8s:deepcopy-gen=package\n"+
		"// +groupName=%s.config.example.com\n%spackage %[1]s\n", base, group, tags))
	m.write(dir+"/types.go", fmt.Sprintf("package %s\n\nimport (\n"+
		"\tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n%s)\n\n"+
		"// Configuration is a root.\n%s// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object\n"+
		"type Configuration struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n"+
		"\t// Port of it.\n%s\tPort int32 `json:\"port\"`\n%s}\n",
		base, imports, marker, flag, fields))
	if defaults {
		body := "package " + base + "\n\nfunc init() { localSchemeBuilder.Register(RegisterDefaults) }\n"
		if m.chance(2) {
			body += "\n// SetDefaults_Configuration sets a default.\nfunc SetDefaults_Configuration(in *Configuration) {\n" +
				"\tif in.Port == 0 {\n\t\tin.Port = 1\n\t}\n}\n"
		}
		m.write(dir+"/defaults.go", body)
	}
}

// around writes packages and files around the internal package of a group that do not belong to it.
func (m *tree) around(dir, name string) {
	base := filepath.Base(dir)
	if m.chance(2) {
		m.write(dir+"/extra/extra.go", "package extra\n\n// Extra is a struct.\n// +k8s:deepcopy-gen=true\n"+
			"type Extra struct {\n\tNames []string\n}\n")
	}
	if m.chance(2) {
		m.write(dir+"/features/limits/limits.go", "package limits\n\n// Limits are flags.\n// +flags\n"+
			"type Limits struct {\n\t// Most of all.\n\t// +flag\n\tMost int32\n}\n")
	}
	if m.chance(2) {
		m.write(dir+"/service_windows.go", "package "+base+"\n\nconst service = \"windows\"\n")
		m.write(dir+"/tool.go", "//go:build ignore\n\npackage main\n\nfunc main() {}\n")
		m.write(dir+"/types_test.go", "package "+base+"\n\nimport \"testing\"\n\nfunc TestNothing(*testing.T) {}\n")
	}
	if m.chance(3) {
		m.write("testdata/"+name+"/types.go", "package "+name+"\n\n// Types are read by nobody.\n"+
			"// +config\ntype Types struct{}\n")
		m.link(filepath.Join(dir, "examples"), filepath.Join(m.dir, "testdata", name))
	}
}
