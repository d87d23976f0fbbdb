// Bench measures configgen beside the stock generators, on the same packages and in one run, and prints tables in Markdown:
// medians of the wall time and the largest memory of any process. It is what `make bench` runs, from the root of the
// repository.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// controllerGen is the release of controller-gen that is measured.
const controllerGen = "sigs.k8s.io/controller-tools/cmd/controller-gen@v0.23.0"

func main() {
	runs := flag.Int("runs", 10, "how often each command runs; the median counts")
	most := flag.Int("groups", 100, "how many groups the last rows go up to")
	flag.Parse()
	if err := bench(*runs, *most); err != nil {
		fmt.Fprintln(os.Stderr, "bench: "+err.Error())
		os.Exit(1)
	}
}

// contender is a command that is measured.
type contender struct {
	name    string
	command []string
	dir     string
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

// bench builds all, measures all in turns, so that a noisy moment hits everybody, and prints the tables.
func bench(runs, most int) error {
	work, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	bin, group := filepath.Join(work, "bin"), filepath.Join(work, "group")
	sample, err := os.MkdirTemp("examples", ".bench-") // beside the sample, so that the paths in its go.mod hold
	if err != nil {
		return err
	}
	defer os.RemoveAll(sample)
	if err := os.CopyFS(sample, os.DirFS("examples/sampleconfig")); err != nil {
		return err
	}
	if err := build(bin); err != nil {
		return err
	}
	if err := copyGroups(group, 1); err != nil {
		return err
	}
	configgen := filepath.Join(bin, "configgen")
	for _, s := range []subject{
		{"the sample: one internal and two external packages", sample, []string{"./apis/config", "./apis/config/v1alpha1", "./apis/config/v1beta1"}},
		{"the kubelet-shaped group: one internal and one external package", group, []string{"./config0", "./config0/v1beta1"}},
	} {
		if err := s.bench(bin, runs); err != nil {
			return err
		}
	}
	if err := coldCache(configgen, group, filepath.Join(work, "gocache")); err != nil {
		return err
	}
	return scale(configgen, work, runs, most)
}

// bench measures one component and prints its table.
func (s subject) bench(bin string, runs int) error {
	configgen := filepath.Join(bin, "configgen")
	ours := func(name string, arguments ...string) *contender {
		return &contender{name: "configgen " + name, dir: s.dir, command: append([]string{configgen}, arguments...)}
	}
	all := ours("generate, all of it", "generate", "--dry-run", "--no-cache")
	contenders := []*contender{all, ours("generate, nothing to do", "generate"), ours("verify, nothing to do", "verify")}
	var tools []*contender
	for _, name := range slices.Sorted(maps.Keys(stockFiles)) {
		command := append([]string{filepath.Join(bin, name), "--output-file", stockFiles[name]}, s.packages...)
		tools = append(tools, &contender{name: name, dir: s.dir, command: command})
	}
	contenders = append(contenders, tools...)
	object := &contender{name: "controller-gen object", dir: s.dir, command: []string{filepath.Join(bin, "controller-gen"), "object", "paths=" + s.packages[len(s.packages)-1]}}
	if _, err := os.Stat(object.command[0]); err == nil {
		contenders = append(contenders, object)
	}
	if err := measure(runs, contenders, func() error { return s.prepare(configgen) }); err != nil {
		return err
	}
	fmt.Printf("\n%s\n\n", s.title)
	printTools(all, contenders, tools)
	return nil
}

// prepare takes away what the stock tools wrote, which configgen would leave to them, and generates.
func (s subject) prepare(configgen string) error {
	for _, folder := range s.packages {
		for _, file := range stockFiles {
			if err := os.RemoveAll(filepath.Join(s.dir, folder, file)); err != nil {
				return err
			}
		}
	}
	return run(s.dir, configgen, "generate")
}

// printTools prints the first table.
func printTools(ours *contender, contenders, tools []*contender) {
	fmt.Print("| what | wall | memory | times ours |\n| --- | --- | --- | --- |\n")
	row := func(name string, wall time.Duration, memory int64) {
		fmt.Printf("| %s | %.3f s | %d MiB | %.1f |\n", name, wall.Seconds(), memory>>20, wall.Seconds()/ours.wall().Seconds())
	}
	for _, c := range contenders {
		row(c.name, c.wall(), c.memory())
	}
	var wall time.Duration
	var memory int64
	for _, tool := range tools {
		wall, memory = wall+tool.wall(), max(memory, tool.memory())
	}
	row("the four stock generators, one after the other", wall, memory)
}

// coldCache measures one run with an empty build cache.
func coldCache(configgen, group, cache string) error {
	cold := &contender{dir: group, command: []string{"env", "GOCACHE=" + cache, configgen, "generate", "--dry-run", "--no-cache"}}
	once, err := cold.once()
	if err != nil {
		return err
	}
	fmt.Printf("\nthe kubelet-shaped group with an empty build cache, one run: %.1f s, %d MiB\n", once.wall.Seconds(), once.memory>>20)
	return nil
}

// scale measures how cost grows with the number of groups.
func scale(configgen, work string, runs, most int) error {
	fmt.Print("\n| groups | wall | memory | wall for each further group |\n| --- | --- | --- | --- |\n")
	var first time.Duration
	for _, groups := range []int{1, 10, 25, 50, 100} {
		if groups > most {
			break
		}
		dir := filepath.Join(work, fmt.Sprintf("groups%d", groups))
		if err := copyGroups(dir, groups); err != nil {
			return err
		}
		c := &contender{dir: dir, command: []string{configgen, "generate", "--dry-run", "--no-cache"}}
		if err := measure(max(1, runs/3), []*contender{c}, nil); err != nil {
			return err
		}
		further := ""
		if groups == 1 {
			first = c.wall()
		} else {
			further = fmt.Sprintf("%.3f s", (c.wall()-first).Seconds()/float64(groups-1))
		}
		fmt.Printf("| %d | %.3f s | %d MiB | %s |\n", groups, c.wall().Seconds(), c.memory()>>20, further)
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

// wall is the median of the wall times.
func (c *contender) wall() time.Duration {
	var times []time.Duration
	for _, r := range c.results {
		times = append(times, r.wall)
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// memory is the largest resident set, in bytes.
func (c *contender) memory() int64 {
	var most int64
	for _, r := range c.results {
		most = max(most, r.memory)
	}
	return most
}
