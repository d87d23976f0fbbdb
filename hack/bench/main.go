// Bench measures configgen beside the stock generators, on one package each and in one run, and prints a table in Markdown:
// medians of the wall time and the largest memory of any process. It is what `make bench` runs, from the root of the
// repository.
package main

import (
	"flag"
	"fmt"
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

// bench builds all, measures all in turns, so that a noisy moment hits everybody, and prints the tables.
func bench(runs, most int) error {
	work, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	bin, group := filepath.Join(work, "bin"), filepath.Join(work, "group")
	if err := build(bin); err != nil {
		return err
	}
	if err := copyGroups(group, 1); err != nil {
		return err
	}
	configgen := filepath.Join(bin, "configgen")
	packages := []string{"./config0", "./config0/v1beta1"}
	stock := func(name, file string) *contender {
		return &contender{name: name, dir: group, command: append([]string{filepath.Join(bin, name), "--output-file", file}, packages...)}
	}
	all := &contender{name: "configgen generate, all of it", dir: group, command: []string{configgen, "generate", "--dry-run", "--no-cache"}}
	none := &contender{name: "configgen generate, nothing to do", dir: group, command: []string{configgen, "generate"}}
	tools := []*contender{
		stock("deepcopy-gen", "zz_generated.deepcopy.go"), stock("defaulter-gen", "zz_generated.defaults.go"),
		stock("conversion-gen", "zz_generated.conversion.go"), stock("register-gen", "zz_generated.register.go"),
	}
	contenders := append([]*contender{all, none}, tools...)
	object := &contender{name: "controller-gen object", dir: group, command: []string{filepath.Join(bin, "controller-gen"), "object", "paths=./config0/v1beta1"}}
	if _, err := os.Stat(object.command[0]); err == nil {
		contenders = append(contenders, object)
	}
	if err := measure(runs, contenders, func() error { return run(group, configgen, "generate") }); err != nil {
		return err
	}
	printTools(all, contenders, tools)
	if err := coldCache(configgen, group, filepath.Join(work, "gocache")); err != nil {
		return err
	}
	return scale(configgen, work, runs, most)
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
	fmt.Printf("| configgen generate, all of it, empty build cache (one run) | %.3f s | %d MiB | |\n", once.wall.Seconds(), once.memory>>20)
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
