package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// contender is a command that is measured.
type contender struct {
	name            string
	command         []string
	dir             string
	prepare, before func() error // run before a round of any contender, and of this one; may be nil
	sum             []*contender // the contenders whose sum this one is, in place of a command
	groups          int          // of the module in the directory
	// wall and processor are the times of the runs, including the processes that the command started; memory is the
	// largest resident set of any process, in bytes.
	wall, processor []time.Duration
	memory          int64
}

// table measures contenders in turns, so that a noisy moment hits everybody, and prints a table. The first round does
// not count.
func (b *bench) table(title string, contenders ...*contender) error {
	for round := range b.runs + 1 {
		for _, c := range contenders {
			for _, step := range []func() error{c.prepare, c.before} {
				if step != nil {
					if err := step(); err != nil {
						return err
					}
				}
			}
			if err := c.run(); err != nil {
				return err
			}
			if round == 0 {
				c.wall, c.processor, c.memory = nil, nil, 0
			}
		}
	}
	fmt.Fprintf(b.out, "\n%s\n\n| what | wall | shortest | processor | memory | wall, times the first | processor, times "+
		"the first |\n| --- | --- | --- | --- | --- | --- | --- |\n", title)
	for _, c := range contenders {
		wall, processor := median(c.wall).Seconds(), median(c.processor).Seconds()
		fmt.Fprintf(b.out, "| %s | %.3f s | %.3f s | %.3f s | %d MiB | %.2f | %.2f |\n", c.name, wall,
			slices.Min(c.wall).Seconds(), processor, c.memory>>20, wall/median(contenders[0].wall).Seconds(),
			processor/median(contenders[0].processor).Seconds())
	}
	return nil
}

func median(times []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(times))[len(times)/2]
}

// further prints the cost of each additional group of a contender, compared with the contender before it.
func further(out io.Writer, contenders ...*contender) {
	for i, c := range contenders[1:] {
		fewer := contenders[i]
		more := float64(c.groups - fewer.groups)
		fmt.Fprintf(out, "\nEach further group up to %d: %.3f s of processor time, %.1f MiB.\n", c.groups,
			(median(c.processor)-median(fewer.processor)).Seconds()/more, float64(c.memory-fewer.memory)/more/(1<<20))
	}
}

// run runs the command once.
func (c *contender) run() error {
	if c.sum != nil {
		var wall, processor time.Duration
		for _, part := range c.sum {
			if last := len(part.wall) - 1; last >= 0 {
				wall, processor = wall+part.wall[last], processor+part.processor[last]
			}
			c.memory = max(c.memory, part.memory)
		}
		c.wall, c.processor = append(c.wall, wall), append(c.processor, processor)
		return nil
	}
	cmd := exec.Command(c.command[0], c.command[1:]...)
	cmd.Dir = c.dir
	began := time.Now()
	out, err := cmd.CombinedOutput()
	c.wall = append(c.wall, time.Since(began))
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(c.command, " "), err, out)
	}
	memory, err := maxMemory(cmd.ProcessState)
	if err != nil {
		return err
	}
	c.processor = append(c.processor, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	c.memory = max(c.memory, memory)
	return nil
}

// uncached lets a contender begin each run with an empty build cache.
func (b *bench) uncached(c *contender) *contender {
	command := c.command
	c.before = func() error {
		b.caches++
		cache := filepath.Join(b.work, fmt.Sprint("gocache", b.caches))
		c.command = append([]string{"env", "GOCACHE=" + cache}, command...)
		return nil
	}
	return c
}

// run runs a command, whose output is in the error if it fails.
func run(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// edit replaces the first occurrence of a text in a file.
func edit(dir, file, old, text string) error {
	name := filepath.Join(dir, file)
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, []byte(strings.Replace(string(content), old, text, 1)), 0o666)
}
