// Bench measures configgen beside the stock generators, on the same packages and in one run, and prints tables in
// Markdown: wall times, each the median of several runs with the shortest beside it, processor times, which a busy
// machine changes less, and the largest memory of any process. `make bench` runs it, from the root of the repository;
// with -into it also puts the tables into a document. It takes about ten minutes on two cores.
//
// With -against, or make bench AGAINST=COMMIT, it measures this checkout beside another one instead, in turns, each on
// the component and the groups of its own checkout: markers may have changed in between.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

func main() {
	b := bench{}
	flag.IntVar(&b.runs, "runs", 7, "how often each command runs; the median counts")
	flag.IntVar(&b.most, "groups", 100, "how many groups the last rows go up to")
	into := flag.String("into", "", "a Markdown `file` that takes the tables between the lines "+begin+" and "+end)
	against := flag.String("against", "",
		"a `commit`, or the directory of a checkout, to compare the time and memory of this checkout with instead")
	flag.Parse()
	err := b.run(*against)
	if err == nil && *into != "" {
		err = insert(*into, b.printed.Bytes())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench: "+err.Error())
		os.Exit(1)
	}
}

// Lines of a document that the tables are between.
const (
	begin = "<!-- bench -->"
	end   = "<!-- end of bench -->"
)

// insert puts text between the lines of a document.
func insert(name string, text []byte) error {
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	before, rest, found := bytes.Cut(content, []byte(begin+"\n"))
	_, after, closed := bytes.Cut(rest, []byte(end+"\n"))
	if !found || !closed {
		return fmt.Errorf("%s lacks the line %s or %s", name, begin, end)
	}
	return os.WriteFile(name, slices.Concat(before, []byte(begin+"\n"), text, []byte("\n"+end+"\n"), after), 0o666)
}

// bench is one run of everything.
type bench struct {
	runs, most int
	work       string // a directory that is removed at the end
	out        io.Writer
	printed    bytes.Buffer
	caches     int // how many empty build caches were used
}

// run measures this checkout, beside another one if that is not empty.
func (b *bench) run(against string) (err error) {
	b.out = io.MultiWriter(os.Stdout, &b.printed)
	if b.work, err = os.MkdirTemp("", "bench"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.work)) }()
	fmt.Fprintf(b.out, "%s/%s, %d processors%s, %s\nMedian and shortest of %d runs, after one that does not count\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), load(), runtime.Version(), b.runs)
	if against != "" {
		return b.against(against)
	}
	return b.beside()
}

// load returns a text with the load average of the last minutes, on systems that have one.
func load() string {
	content, err := os.ReadFile("/proc/loadavg")
	averages := strings.Fields(string(content))
	if err != nil || len(averages) < 2 {
		return ""
	}
	return " with a load of " + averages[1]
}

// against measures this checkout beside another one.
func (b *bench) against(other string) (err error) {
	root := other
	if info, err := os.Stat(other); err != nil || !info.IsDir() {
		root = filepath.Join(b.work, "checkout")
		if err := run(".", "git", "worktree", "add", "--detach", root, other); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, run(".", "git", "worktree", "remove", "--force", root)) }()
	}
	titles := []string{"the sample", "the sample, after an edit", "the sample, with an empty build cache", "1 group",
		"10 groups", "30 groups", fmt.Sprintf("%d groups", b.most)}
	rows := make([][]*contender, len(titles))
	for i, root := range []string{root, "."} {
		name, dir := []string{other, "this checkout"}[i], filepath.Join(b.work, fmt.Sprint(i))
		program := filepath.Join(dir, "configgen")
		if err := run(root, "go", "build", "-o", program, "./cmd/configgen"); err != nil {
			return err
		}
		sample, err := copySample(root)
		if err != nil {
			return err
		}
		defer sample.remove()
		all := []string{program, "generate", "--dry-run", "--no-cache"}
		contenders := []*contender{
			{dir: sample.dir, command: all}, {dir: sample.dir, command: all[:3], before: sample.edit},
			b.uncached(&contender{dir: sample.dir, command: all}),
		}
		for _, groups := range []int{1, 10, 30, b.most} {
			to := filepath.Join(dir, fmt.Sprint("groups", groups))
			if err := copyGroups(root, to, groups); err != nil {
				return err
			}
			contenders = append(contenders, &contender{dir: to, command: all, groups: groups})
		}
		for i, c := range contenders {
			c.name = name
			rows[i] = append(rows[i], c)
		}
	}
	for i, row := range rows {
		if err := b.table(titles[i], row...); err != nil {
			return err
		}
	}
	for i, c := range rows[0] {
		fmt.Fprintf(b.out, "\n%s:\n", c.name)
		further(b.out, rows[3][i], rows[4][i], rows[5][i], rows[6][i])
	}
	return nil
}
