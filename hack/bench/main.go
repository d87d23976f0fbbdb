// Bench measures configgen beside the stock generators, on the same packages and in one run, and prints tables in
// Markdown: wall times, each the median of several runs with the shortest beside it, processor times, which a busy
// machine changes less, and the largest memory of any process. `make bench` runs it, from the root of the repository;
// with -into it also puts the tables into a document. It takes about ten minutes on two cores.
//
// With -against it measures this checkout beside another one instead, in turns, each on the component and the groups of
// its own checkout: markers may have changed in between.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// controllerGen is the release of controller-gen that is measured.
const controllerGen = "sigs.k8s.io/controller-tools/cmd/controller-gen@v0.23.0"

func main() {
	b := bench{}
	flag.IntVar(&b.runs, "runs", 7, "how often each command runs; the median counts")
	flag.IntVar(&b.most, "groups", 100, "how many groups the last rows go up to")
	into := flag.String("into", "", "a Markdown `file` that takes the tables between the lines "+begin+" and "+end)
	against := flag.String(
		"against", "",
		"a `commit`, or the directory of a checkout, to compare the time and memory of this checkout with instead",
	)
	flag.Parse()
	var err error
	if *against != "" {
		err = b.against(*against, os.Stdout)
	} else {
		err = b.run(os.Stdout)
	}
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
	// bin holds the commands, work whatever else is made.
	bin, work string
	out       io.Writer
	printed   bytes.Buffer
}

// contender is a command that is measured.
type contender struct {
	name    string
	command []string
	dir     string
	before  func() error // what is done before each run; nil where nothing is
	results []result
}

// subject is a component whose generation is measured: its module, and the packages that the stock tools are given.
type subject struct {
	title, dir string
	packages   []string
}

// stockFiles are what the stock tools write.
var stockFiles = map[string]string{
	"deepcopy-gen": "zz_generated.deepcopy.go", "defaulter-gen": "zz_generated.defaults.go",
	"conversion-gen": "zz_generated.conversion.go", "register-gen": "zz_generated.register.go",
}

// run builds all, measures all in turns, so that a noisy moment hits everybody, and prints the tables.
func (b *bench) run(out io.Writer) error {
	b.out = io.MultiWriter(out, &b.printed)
	work, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	b.work, b.bin = work, filepath.Join(work, "bin")
	sample, err := os.MkdirTemp("examples", ".bench-") // beside the sample, so that the paths in its go.mod hold
	if err != nil {
		return err
	}
	defer os.RemoveAll(sample)
	if err := os.CopyFS(sample, os.DirFS("examples/sampleconfig")); err != nil {
		return err
	}
	group := filepath.Join(work, "group")
	if err := copyGroups(".", group, 1); err != nil {
		return err
	}
	if err := build(b.bin); err != nil {
		return err
	}
	subjects := []subject{
		{
			"the sample: one internal and two external packages", sample,
			[]string{"./apis/config", "./apis/config/v1alpha1", "./apis/config/v1beta1"},
		},
		{
			"the kubelet-shaped group: one internal and one external package", group, []string{"./config0", "./config0/v1beta1"},
		},
	}
	for _, s := range subjects { // a build as users do it, so that the build cache is as theirs
		if err := s.prepare(b.configgen()); err != nil {
			return err
		}
		if err := run(s.dir, "go", "build", "./..."); err != nil {
			return err
		}
	}
	version, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		return err
	}
	fmt.Fprintf(
		b.out, "%s/%s, %d processors%s, %s\nMedian and shortest of %d runs, after one that does not count\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), load(), bytes.TrimSpace(version), b.runs,
	)
	for _, s := range subjects {
		if err := b.compare(s); err != nil {
			return err
		}
	}
	if err := b.documentation(); err != nil {
		return err
	}
	if err := b.changes(); err != nil {
		return err
	}
	fmt.Fprint(
		b.out,
		"\nwith an empty build cache, nothing compiled and `--no-cache`, one run each\n\n| what | wall | memory |\n| "+
			"--- | --- | --- |\n",
	)
	for i, s := range subjects {
		if err := b.cold(s, filepath.Join(work, fmt.Sprintf("gocache%d", i))); err != nil {
			return err
		}
	}
	return b.scale()
}

func (b *bench) configgen() string { return filepath.Join(b.bin, "configgen") }

// compare measures one component and prints its table.
func (b *bench) compare(s subject) error {
	ours := func(name string, arguments ...string) *contender {
		return &contender{name: "configgen " + name, dir: s.dir, command: append([]string{b.configgen()}, arguments...)}
	}
	all := ours("generate, all of it", "generate", "--dry-run", "--no-cache")
	edited := ours("generate, after an edit", "generate", "--dry-run")
	edited.before = s.edit
	contenders := []*contender{
		all, edited, ours("generate, nothing to do", "generate"), ours("verify, nothing to do", "verify"),
	}
	var tools []*contender
	for _, name := range slices.Sorted(maps.Keys(stockFiles)) {
		command := append([]string{filepath.Join(b.bin, name), "--output-file", stockFiles[name]}, s.packages...)
		tools = append(tools, &contender{name: name, dir: s.dir, command: command})
	}
	contenders = append(contenders, tools...)
	object := &contender{
		name: "controller-gen object", dir: s.dir,
		command: []string{filepath.Join(b.bin, "controller-gen"), "object", "paths=" + s.packages[len(s.packages)-1]},
	}
	if _, err := os.Stat(object.command[0]); err == nil {
		contenders = append(contenders, object)
	}
	if err := measure(b.runs, contenders, func() error { return s.prepare(b.configgen()) }); err != nil {
		return err
	}
	fmt.Fprintf(b.out, "\n%s\n\n", s.title)
	b.printTools(all, contenders, tools)
	return nil
}

// load says how many processes have been waiting for a processor in the last minutes, where the system tells it.
func load() string {
	content, err := os.ReadFile("/proc/loadavg")
	averages := strings.Fields(string(content))
	if err != nil || len(averages) < 2 {
		return ""
	}
	return " with a load of " + averages[1]
}

// prepare takes away what the stock tools wrote, which configgen would leave to them, and generates.
func (s subject) prepare(configgen string) error {
	for _, directory := range s.packages {
		for _, file := range stockFiles {
			if err := os.RemoveAll(filepath.Join(s.dir, directory, file)); err != nil {
				return err
			}
		}
	}
	return run(s.dir, configgen, "generate")
}

// edit adds a comment to a source.
func (s subject) edit() error {
	name := filepath.Join(s.dir, s.packages[0], "doc.go")
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(content, "\n// An edit.\n"...), 0o666)
}

// printTools prints the table of a component.
func (b *bench) printTools(ours *contender, contenders, tools []*contender) {
	fmt.Fprint(
		b.out, "| what | wall | shortest | processor | memory | wall, times ours |\n| --- | --- | --- | --- | --- | --- |\n",
	)
	row := func(name string, wall, shortest, processor time.Duration, memory int64) {
		fmt.Fprintf(
			b.out, "| %s | %.3f s | %.3f s | %.3f s | %d MiB | %.2f |\n", name, wall.Seconds(), shortest.Seconds(),
			processor.Seconds(), memory>>20, wall.Seconds()/ours.wall().Seconds(),
		)
	}
	for _, c := range contenders {
		row(c.name, c.wall(), c.shortest(), c.processor(), c.memory())
	}
	var wall, shortest, processor time.Duration
	var memory int64
	for _, tool := range tools {
		wall, shortest, processor, memory = wall+tool.wall(), shortest+tool.shortest(), processor+tool.processor(), max(
			memory, tool.memory(),
		)
	}
	row("the four stock generators, one after the other", wall, shortest, processor, memory)
}

// cold measures one run with an empty build cache.
func (b *bench) cold(s subject, cache string) error {
	title, _, _ := strings.Cut(s.title, ":")
	cold := &contender{
		dir: s.dir, command: []string{"env", "GOCACHE=" + cache, b.configgen(), "generate", "--dry-run", "--no-cache"},
	}
	once, err := cold.once()
	if err != nil {
		return err
	}
	fmt.Fprintf(b.out, "| %s | %.1f s | %d MiB |\n", title, once.wall.Seconds(), once.memory>>20)
	return nil
}

// scale measures how cost grows with the number of groups.
func (b *bench) scale() error {
	fmt.Fprint(b.out, "\nthe kubelet-shaped group, so many times in one module, with the cost of each further group\n\n"+
		"| groups | wall | processor | memory | processor, each further group | memory of it |\n"+
		"| --- | --- | --- | --- | --- | --- |\n")
	var before *contender
	last := 0
	for _, groups := range []int{1, 10, 30, 100} {
		if groups > b.most {
			break
		}
		dir := filepath.Join(b.work, fmt.Sprintf("groups%d", groups))
		if err := copyGroups(".", dir, groups); err != nil {
			return err
		}
		c := &contender{dir: dir, command: []string{b.configgen(), "generate", "--dry-run", "--no-cache"}}
		if err := measure(max(1, b.runs/2), []*contender{c}, nil); err != nil {
			return err
		}
		processor, memory := "", ""
		if before != nil {
			processor = fmt.Sprintf("%.3f s", (c.processor()-before.processor()).Seconds()/float64(groups-last))
			memory = fmt.Sprintf("%.1f MiB", float64(c.memory()-before.memory())/float64(groups-last)/(1<<20))
		}
		fmt.Fprintf(
			b.out, "| %d | %.3f s | %.3f s | %d MiB | %s | %s |\n", groups, c.wall().Seconds(), c.processor().Seconds(),
			c.memory()>>20, processor, memory,
		)
		before, last = c, groups
	}
	return nil
}

// measure runs the contenders in turns, after one round that does not count.
func measure(runs int, contenders []*contender, prepare func() error) error {
	for round := range runs + 1 {
		for _, c := range contenders {
			if prepare != nil {
				if err := prepare(); err != nil {
					return err
				}
			}
			if c.before != nil {
				if err := c.before(); err != nil {
					return err
				}
			}
			result, err := c.once()
			if err != nil {
				return fmt.Errorf("%s: %w", strings.Join(c.command, " "), err)
			}
			if round > 0 {
				c.results = append(c.results, result)
			}
		}
	}
	return nil
}

// wall is the median of the wall times, processor that of the processor times.
func (c *contender) wall() time.Duration {
	return c.median(func(r result) time.Duration { return r.wall })
}

func (c *contender) processor() time.Duration {
	return c.median(func(r result) time.Duration { return r.processor })
}

func (c *contender) median(of func(result) time.Duration) time.Duration {
	var times []time.Duration
	for _, r := range c.results {
		times = append(times, of(r))
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// shortest is the least of the wall times: what a machine with nothing else to do comes closest to.
func (c *contender) shortest() time.Duration {
	least := c.results[0].wall
	for _, r := range c.results {
		least = min(least, r.wall)
	}
	return least
}

// memory is the largest resident set, in bytes.
func (c *contender) memory() int64 {
	var most int64
	for _, r := range c.results {
		most = max(most, r.memory)
	}
	return most
}
