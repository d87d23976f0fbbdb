package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

// side is one of two checkouts that are compared.
type side struct {
	name, root, program string
	sample, groups      string // modules
}

// against measures this checkout beside another one.
func (b *bench) against(other string, out io.Writer) error {
	work, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	b.out = io.MultiWriter(out, &b.printed)
	root := other
	if info, err := os.Stat(other); err != nil || !info.IsDir() {
		root = filepath.Join(work, "checkout")
		if err := run(".", "git", "worktree", "add", "--detach", root, other); err != nil {
			return err
		}
		defer func() {
			_ = run(".", "git", "worktree", "remove", "--force", root)
		}() // what is left shows in git worktree list
	}
	sides := []*side{{name: other, root: root}, {name: "this checkout", root: "."}}
	for i, s := range sides {
		sample, err := os.MkdirTemp(
			filepath.Join(s.root, "examples"), ".bench-",
		) // beside the sample, so that the paths in its go.mod hold
		if err != nil {
			return err
		}
		defer os.RemoveAll(sample)
		s.sample, s.groups = sample, filepath.Join(work, fmt.Sprintf("groups%d", i))
		s.program = filepath.Join(work, fmt.Sprintf("configgen%d", i))
		if err := s.prepare(b.most); err != nil {
			return err
		}
	}
	fmt.Fprintf(b.out, "%s/%s, %d processors%s; median of %d runs in turns, and one before that does not count\n\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), load(), b.runs)
	fmt.Fprint(
		b.out,
		"| what | which | wall | processor | memory | wall, times | processor, times |\n| --- | --- | --- | --- | --- "+
			"| --- | --- |\n",
	)
	return b.compareSides(sides, work)
}

// prepare builds the program and makes its modules.
func (s *side) prepare(groups int) error {
	build := exec.Command("go", "build", "-o", s.program, "./cmd/configgen")
	build.Dir = s.root
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("cannot build %s: %w\n%s", s.name, err, out)
	}
	if err := os.CopyFS(s.sample, os.DirFS(filepath.Join(s.root, "examples/sampleconfig"))); err != nil {
		return err
	}
	if err := run(s.sample, "go", "build", "./..."); err != nil { // fills the build cache as users do
		return err
	}
	return copyGroups(s.root, s.groups, groups)
}

// compareSides measures the rows of the table.
func (b *bench) compareSides(sides []*side, work string) error {
	all := []string{"generate", "--dry-run", "--no-cache"}
	caches := 0
	for _, row := range []struct {
		what string
		make func(*side) *contender
	}{
		{"the sample, all of it", func(s *side) *contender {
			return &contender{dir: s.sample, command: append([]string{s.program}, all...)}
		}},
		{fmt.Sprintf("%d groups, all of them", b.most), func(s *side) *contender {
			return &contender{dir: s.groups, command: append([]string{s.program}, all...)}
		}},
		{"the sample, with an empty build cache", func(s *side) *contender {
			c := &contender{dir: s.sample}
			c.before = func() error {
				caches++
				cache := filepath.Join(work, fmt.Sprintf("gocache%d", caches))
				c.command = append([]string{"env", "GOCACHE=" + cache, s.program}, all...)
				return nil
			}
			return c
		}},
	} {
		var contenders []*contender
		for _, s := range sides {
			contenders = append(contenders, row.make(s))
		}
		if err := measure(b.runs, contenders, nil); err != nil {
			return err
		}
		for i, c := range contenders {
			fmt.Fprintf(b.out, "| %s | %s | %.3f s | %.3f s | %d MiB | %.2f | %.2f |\n", row.what, sides[i].name,
				c.wall().Seconds(), c.processor().Seconds(), c.memory()>>20,
				quotient(c.wall(), contenders[0].wall()), quotient(c.processor(), contenders[0].processor()))
		}
	}
	return nil
}

func quotient(a, b time.Duration) float64 { return a.Seconds() / b.Seconds() }
