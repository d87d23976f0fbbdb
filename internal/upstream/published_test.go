package upstream_test

import (
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/testfiles"
)

var all = flag.Bool("all", false, "compare all published modules, with the newest and the oldest generators")

// The go.mod files of configgen with the generators of the newest and of the oldest minor. A component has the minor
// that its own module of tools requires.
const newest, oldest = "go.newest.mod", "go.mod"

// publishedModule is a module with the generated files that its project has checked in.
type publishedModule struct {
	path, version string
	// modfile has the generators of the minor that wrote the files, or one whose output is the same.
	modfile string
	// peers are, by the directory of a package, the packages that the project's script names on the command line.
	peers map[string][]string
	// extra are files that the project does not have, although tags ask for them, with the reason.
	extra map[string]string
	// prepare changes the copy of the module; it may be nil.
	prepare func(t *testing.T, dir string)
	// tests are packages whose tests about defaults must pass.
	tests []string
	// quick modules are compared without -all.
	quick bool
}

func publishedModules() []publishedModule {
	list := []publishedModule{certManager()}
	for _, minor := range []struct{ version, modfile string }{{"v0.37.2", newest}, {"v0.33.0", oldest}} {
		for _, name := range []string{
			"apiserver", "cloud-provider", "controller-manager", "kube-controller-manager", "kube-proxy", "kube-scheduler",
			"kubectl", "kubelet", "pod-security-admission", "sample-apiserver",
		} {
			m := publishedModule{path: "k8s.io/" + name, version: minor.version, modfile: minor.modfile}
			quick := []string{"controller-manager", "kubelet", "sample-apiserver"}
			m.quick = minor.modfile == newest && slices.Contains(quick, name)
			switch name { // Kubernetes generates all its modules by one command, in which each package is a peer
			case "cloud-provider":
				below := m.path + "/controllers/"
				m.peers = map[string][]string{
					"config/v1alpha1": {below + "node/config/v1alpha1", below + "service/config/v1alpha1"},
				}
				if minor.modfile == newest { // which has one controller more
					const added = "config/v1alpha1"
					m.peers[added] = append(m.peers[added], below+"nodelifecycle/config/v1alpha1")
				}
			case "controller-manager":
				shared := []string{"k8s.io/component-base/config/v1alpha1"}
				m.peers = map[string][]string{"config/v1alpha1": shared, "config/v1beta1": shared}
			}
			list = append(list, m)
		}
	}
	return list
}

// certManager has a layout in which defaults were once lost: types are published, and their defaults and conversions,
// also of shared types, are elsewhere. Its script is hack/k8s-codegen.sh.
func certManager() publishedModule {
	const module = "github.com/cert-manager/cert-manager"
	peers := []string{
		module + "/internal/apis/meta", module + "/internal/apis/meta/v1", module + "/internal/apis/config/shared",
		module + "/internal/apis/config/shared/v1alpha1", module + "/pkg/apis/meta/v1",
		module + "/pkg/apis/config/shared/v1alpha1", module + "/internal/apis/acme/v1",
	}
	m := publishedModule{
		path: module, version: "v1.21.2", modfile: oldest, peers: map[string][]string{}, prepare: withoutControllers,
		extra: map[string]string{
			"pkg/acme/webhook/apis/acme/v1alpha1/zz_generated.defaults.go": "the script does not run defaulter-gen there",
		},
	}
	for _, directory := range []string{
		"acme/v1", "certmanager/v1", "meta/v1", "config/cainjector/v1alpha1", "config/controller/v1alpha1",
		"config/shared/v1alpha1", "config/webhook/v1alpha1",
	} {
		m.peers["internal/apis/"+directory] = peers
		m.tests = append(m.tests, "./internal/apis/"+directory)
	}
	return m
}

// withoutControllers leaves of the controllers, from which defaults take names, only the constants: clients of many
// clouds are not needed to compare defaults.
func withoutControllers(t *testing.T, dir string) {
	constant := regexp.MustCompile(`(?m)^\s*(?:const\s+)?(\w+)\s*=\s*("[^"\n]*")`)
	clause := regexp.MustCompile(`(?m)^package \w+`)
	imports := regexp.MustCompile(`"github\.com/cert-manager/cert-manager/(pkg/(?:controller|issuer)/[^"]*)"`)
	defaults := testfiles.Read(t, filepath.Join(dir, "internal/apis/config/controller/v1alpha1/defaults.go"))
	for _, found := range imports.FindAllStringSubmatch(string(defaults), -1) {
		files, _ := filepath.Glob(filepath.Join(dir, found[1], "*.go"))
		text := ""
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil || os.Remove(file) != nil {
				t.Fatal("cannot replace", file)
			}
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			if text == "" {
				text = clause.FindString(string(content)) + "\n"
			}
			for _, c := range constant.FindAllStringSubmatch(string(content), -1) {
				if !strings.Contains(text, "const "+c[1]+" ") {
					text += "\nconst " + c[1] + " = " + c[2] + "\n"
				}
			}
		}
		testfiles.Write(t, filepath.Join(dir, found[1], "names.go"), text)
	}
}

// TestEqualsPublished generates the code of published modules anew, with the options that their projects use, and
// expects the files that the projects have checked in: every package with tags is served, with or without a root, and
// peers are the packages that tags name. The whole list has 57 directories of Kubernetes' newest minor, 51 of the
// oldest, and 22 of cert-manager, whose own tests of defaults run on our output.
func TestEqualsPublished(t *testing.T) {
	programs := map[string]string{}
	for _, m := range publishedModules() {
		if !*all && !m.quick {
			continue
		}
		if programs[m.modfile] == "" {
			programs[m.modfile] = filepath.Join(t.TempDir(), "configgen")
			run(t, "../..", "go", "build", "-modfile", m.modfile, "-o", programs[m.modfile], "./cmd/configgen")
		}
		t.Run(path.Base(m.path)+"@"+m.version, func(t *testing.T) { comparePublished(t, m, programs[m.modfile]) })
	}
}

func comparePublished(t *testing.T, m publishedModule, program string) {
	var found struct{ Dir, Error string }
	answer := run(t, t.TempDir(), "go", "mod", "download", "-json", m.path+"@"+m.version)
	if err := json.Unmarshal([]byte(answer), &found); err != nil || found.Dir == "" {
		t.Fatal(err, answer)
	}
	dir := t.TempDir()
	copyTree(t, found.Dir, dir)
	for directory, peers := range m.peers {
		doc := filepath.Join(dir, directory, "doc.go")
		content := testfiles.Read(t, doc)
		tag := "// +k8s:conversion-gen="
		list := strings.Join(peers, ",")
		named := strings.Replace(string(content), tag, `// +configgen:peers(defaults: "`+list+`", conversions: "`+list+`")`+
			"\n"+tag, 1)
		testfiles.Write(t, doc, named)
	}
	if m.prepare != nil {
		m.prepare(t, dir)
	}
	want := takePublished(t, dir)
	cmd := exec.Command(program, "generate", "--no-cache", "./...")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got := takePublished(t, dir)
	for name, content := range want {
		if diff := cmp.Diff(content, got[name]); diff != "" {
			t.Errorf("%s (-published +ours):\n%s", name, diff)
		}
	}
	for name := range got {
		if want[name] == "" && m.extra[name] == "" {
			t.Errorf("the project does not have %s", name)
		}
	}
	for name, content := range got {
		testfiles.Write(t, filepath.Join(dir, name), content)
	}
	if len(m.tests) > 0 {
		run(t, dir, "go", append([]string{"test", "-run", "Default"}, m.tests...)...)
	}
}

// takePublished removes the files of the four generators below a directory and returns their contents, without a
// license and with our name in the header.
func takePublished(t *testing.T, dir string) map[string]string {
	t.Helper()
	license := regexp.MustCompile(`(?s)/\*\nCopyright.*?\*/\n\n`)
	author := regexp.MustCompile(`// Code generated by [\w-]+\.`)
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		tool := slices.ContainsFunc([]string{"deepcopy", "defaults", "conversion", "register"}, func(kind string) bool {
			return entry != nil && entry.Name() == "zz_generated."+kind+".go"
		})
		if err != nil || !tool {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text := author.ReplaceAllString(license.ReplaceAllString(string(content), ""), "// Code generated by configgen.")
		below, _ := filepath.Rel(dir, name)
		files[filepath.ToSlash(below)] = text
		return os.Remove(name)
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
