package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// controllerGen is the release of controller-gen that is measured.
const controllerGen = "sigs.k8s.io/controller-tools/cmd/controller-gen@v0.23.0"

// stockFiles are the files that the stock tools write.
var stockFiles = map[string]string{
	"deepcopy-gen": "zz_generated.deepcopy.go", "defaulter-gen": "zz_generated.defaults.go",
	"conversion-gen": "zz_generated.conversion.go", "register-gen": "zz_generated.register.go",
}

func (b *bench) program(name string) string { return filepath.Join(b.work, "bin", name) }

// build builds configgen and the stock tools of the module graph, and controller-gen where it can be had.
func (b *bench) build() error {
	args := []string{"build", "-o", b.program("") + string(filepath.Separator), "./cmd/configgen"}
	for name := range stockFiles {
		args = append(args, "k8s.io/code-generator/cmd/"+name)
	}
	if err := run(".", "go", args...); err != nil {
		return err
	}
	install := exec.Command("go", "install", controllerGen)
	install.Env = append(os.Environ(), "GOBIN="+b.program(""))
	if out, err := install.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "bench: without controller-gen: %s\n", out)
	}
	return nil
}

// beside measures configgen beside the stock generators.
func (b *bench) beside() error {
	if err := b.build(); err != nil {
		return err
	}
	sample, err := copySample(".")
	if err != nil {
		return err
	}
	defer sample.remove()
	group, err := b.group("group")
	if err != nil {
		return err
	}
	var cold []*contender
	for i, s := range []*subject{sample, group} {
		title := []string{"the sample", "the kubelet-shaped group"}[i]
		if err := b.tools(fmt.Sprintf("%s: %d packages", title, len(s.packages)), s); err != nil {
			return err
		}
		cold = append(cold, b.uncached(b.configgen(s, title, "generate", "--dry-run", "--no-cache")))
	}
	for _, measure := range []func() error{b.documentation, b.changes} {
		if err := measure(); err != nil {
			return err
		}
	}
	if err := b.table("with an empty build cache, nothing compiled and `--no-cache`", cold...); err != nil {
		return err
	}
	return b.scale()
}

// group makes a module of the kubelet-shaped group.
func (b *bench) group(name string) (*subject, error) {
	dir := filepath.Join(b.work, name)
	return &subject{dir: dir, packages: []string{"./config0", "./config0/v1beta1"}}, copyGroups(".", dir, 1)
}

// configgen returns a run of configgen on a component.
func (b *bench) configgen(s *subject, name string, arguments ...string) *contender {
	return &contender{name: name, dir: s.dir, command: append([]string{b.program("configgen")}, arguments...)}
}

// tools measures one component with all tools.
func (b *bench) tools(title string, s *subject) error {
	edited := b.configgen(s, "configgen generate, after an edit", "generate", "--dry-run")
	edited.before = s.edit
	contenders := []*contender{
		b.configgen(s, "configgen generate, all of it", "generate", "--dry-run", "--no-cache"), edited,
		b.configgen(s, "configgen generate, nothing to do", "generate"),
		b.configgen(s, "configgen verify, nothing to do", "verify"),
	}
	all := &contender{name: "the four stock generators, one after the other"}
	for _, name := range slices.Sorted(maps.Keys(stockFiles)) {
		command := append([]string{b.program(name), "--output-file", stockFiles[name]}, s.packages...)
		tool := &contender{name: name, dir: s.dir, command: command}
		contenders, all.sum = append(contenders, tool), append(all.sum, tool)
	}
	object := []string{b.program("controller-gen"), "object", "paths=" + s.packages[len(s.packages)-1]}
	if _, err := os.Stat(object[0]); err == nil {
		contenders = append(contenders, &contender{name: "controller-gen object", dir: s.dir, command: object})
	}
	for _, c := range contenders {
		c.prepare = func() error { return s.prepare(b.program("configgen")) }
	}
	return b.table(title, append(contenders, all)...)
}

// documentation measures the command docs on the kubelet-shaped group.
func (b *bench) documentation() error {
	s, err := b.group("documented")
	if err != nil {
		return err
	}
	if err := edit(s.dir, "config0/doc.go", "loader: true", `loader: true, docs: "docs/config"`); err != nil {
		return err
	}
	edited := b.configgen(s, "configgen docs, after an edit", "docs", "--dry-run")
	edited.before = s.edit
	contenders := []*contender{
		b.configgen(s, "configgen docs, all of it", "docs", "--dry-run", "--no-cache"), edited,
		b.configgen(s, "configgen docs, nothing to do", "docs"),
	}
	for _, c := range contenders {
		c.prepare = func() error { return s.prepare(b.program("configgen")) }
	}
	return b.table("the documentation of the kubelet-shaped group", contenders...)
}

// changes measures the comparison of the kubelet-shaped group with its snapshot in a commit.
func (b *bench) changes() error {
	s, err := b.group("changed")
	if err != nil {
		return err
	}
	err = edit(s.dir, "config0/doc.go", "\npackage ", "\n// +configgen:api(release: \"1.36\")\npackage ")
	if err != nil {
		return err
	}
	for _, command := range [][]string{
		{b.program("configgen"), "generate"}, {"git", "init", "-q"}, {"git", "add", "."},
		{"git", "-c", "user.name=bench", "-c", "user.email=bench@example.com", "commit", "-qm", "first"},
	} {
		if err := run(s.dir, command[0], command[1:]...); err != nil {
			return err
		}
	}
	const flag, another = "+flag=enable-server\n", "+flag=enable-server\n\t// +flag=serve\n"
	compared := func(what, declared string, arguments ...string) *contender {
		arguments = append([]string{"breaking", "--against", "git:HEAD"}, arguments...)
		c := b.configgen(s, "configgen breaking, "+what, arguments...)
		c.before = func() error {
			if err := edit(s.dir, "config0/types.go", another, flag); err != nil {
				return err
			}
			return edit(s.dir, "config0/types.go", flag, declared)
		}
		return c
	}
	return b.table("the kubelet-shaped group beside its snapshot in a commit", compared("no change", flag),
		compared("a new flag", another), compared("a new flag, all of it", another, "--no-cache"))
}

// scale measures how cost grows with the number of groups.
func (b *bench) scale() error {
	var contenders []*contender
	for _, groups := range []int{1, 10, 30, 100} {
		if groups > b.most {
			break
		}
		s := &subject{dir: filepath.Join(b.work, fmt.Sprint("groups", groups))}
		if err := copyGroups(".", s.dir, groups); err != nil {
			return err
		}
		c := b.configgen(s, fmt.Sprint(groups), "generate", "--dry-run", "--no-cache")
		c.groups = groups
		contenders = append(contenders, c)
	}
	if err := b.table("the kubelet-shaped group, so many times in one module", contenders...); err != nil {
		return err
	}
	further(b.out, contenders...)
	return nil
}
