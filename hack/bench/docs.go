package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// documentation measures the command docs on the kubelet-shaped group.
func (b *bench) documentation() error {
	dir := filepath.Join(b.work, "documented")
	if err := copyGroups(".", dir, 1); err != nil {
		return err
	}
	s := subject{dir: dir, packages: []string{"./config0"}}
	name := filepath.Join(dir, "config0", "doc.go")
	source, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	asking := strings.Replace(string(source), "loader: true", `loader: true, docs: "docs/config"`, 1)
	if err := os.WriteFile(name, []byte(asking), 0o666); err != nil {
		return err
	}
	docs := func(what string, arguments ...string) *contender {
		command := append([]string{b.configgen(), "docs"}, arguments...)
		return &contender{name: "configgen docs, " + what, dir: dir, command: command}
	}
	edited := docs("after an edit", "--dry-run")
	edited.before = s.edit
	contenders := []*contender{docs("all of it", "--dry-run", "--no-cache"), edited, docs("nothing to do")}
	if err := measure(b.runs, contenders, func() error { return s.prepare(b.configgen()) }); err != nil {
		return err
	}
	fmt.Fprint(b.out, "\nthe documentation of the kubelet-shaped group\n\n"+
		"| what | wall | shortest | processor | memory |\n| --- | --- | --- | --- | --- |\n")
	for _, c := range contenders {
		fmt.Fprintf(b.out, "| %s | %.3f s | %.3f s | %.3f s | %d MiB |\n", c.name, c.wall().Seconds(),
			c.shortest().Seconds(), c.processor().Seconds(), c.memory()>>20)
	}
	return nil
}
