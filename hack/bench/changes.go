package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// changes measures the comparison of the kubelet-shaped group with its snapshot in a commit.
func (b *bench) changes() error {
	dir := filepath.Join(b.work, "changed")
	if err := copyGroups(".", dir, 1); err != nil {
		return err
	}
	replace := func(file, old, new string) error {
		name := filepath.Join(dir, "config0", file)
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(name, []byte(strings.Replace(string(source), old, new, 1)), 0o666)
	}
	if err := replace("doc.go", "\npackage ", "\n// +configgen:api(release: \"1.36\")\npackage "); err != nil {
		return err
	}
	git := []string{"-c", "user.name=bench", "-c", "user.email=bench@example.com"}
	for _, command := range [][]string{
		{b.configgen(), "generate"}, {"git", "init", "-q"}, {"git", "add", "."},
		append(append([]string{"git"}, git...), "commit", "-qm", "first"),
	} {
		if err := run(dir, command[0], command[1:]...); err != nil {
			return err
		}
	}
	const flag, another = "+flag=enable-server\n", "+flag=enable-server\n\t// +flag=serve\n"
	compared := func(what, declared string, arguments ...string) *contender {
		command := append([]string{b.configgen(), "breaking", "--against", "git:HEAD"}, arguments...)
		before := func() error {
			if err := replace("types.go", another, flag); err != nil {
				return err
			}
			return replace("types.go", flag, declared)
		}
		return &contender{name: "configgen breaking, " + what, dir: dir, command: command, before: before}
	}
	contenders := []*contender{
		compared("no change", flag), compared("a new flag", another),
		compared("a new flag, all of it", another, "--no-cache"),
	}
	if err := measure(b.runs, contenders, nil); err != nil {
		return err
	}
	fmt.Fprint(b.out, "\nthe kubelet-shaped group beside its snapshot in a commit\n\n"+
		"| what | wall | shortest | processor | memory |\n| --- | --- | --- | --- | --- |\n")
	for _, c := range contenders {
		fmt.Fprintf(b.out, "| %s | %.3f s | %.3f s | %.3f s | %d MiB |\n", c.name, c.wall().Seconds(),
			c.shortest().Seconds(), c.processor().Seconds(), c.memory()>>20)
	}
	return nil
}
