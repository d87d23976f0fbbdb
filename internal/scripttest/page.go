package scripttest

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/configgen/configgen/internal/markdown"
)

// page implements the command of that name. It runs the consoles of a page and writes the files that it shows, see
// package markdown; in the output of a command, a line of three dots matches any number of lines. All commands run in
// one shell, in the order of the page, and once: a page must wait for its background processes, and end them. The page
// begins in an empty directory with its name; with -after, it continues in the working directory.
func page(update bool) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		continues := len(args) == 2 && args[0] == "-after"
		if neg || len(args) != 1 && !continues {
			ts.Fatalf("usage: page [-after] file")
		}
		file, directory := args[len(args)-1], ts.MkAbs(".")
		if !continues {
			directory = filepath.Join(directory, strings.ToLower(strings.TrimSuffix(filepath.Base(file), ".md")))
			ts.Check(os.Mkdir(directory, 0o777))
		}
		text := ts.ReadFile(file)
		blocks, err := markdown.Blocks(text)
		if err != nil {
			ts.Fatalf("%s: %v", file, err)
		}
		shell := startShell(ts, directory, update)
		defer shell.stop()
		var out strings.Builder
		for _, b := range blocks {
			if b.Language == "console" {
				b.Text = shell.session(ts, b, update)
			} else if b.File != "" {
				shell.write(ts, b)
			}
			out.WriteString(b.String())
		}
		if left := shell.run(ts, "while read job; do kill -0 $job 2>/dev/null && echo $job; done <<EOF\n"+
			shell.run(ts, "jobs -p\n")+"EOF\n"); left != "" {
			ts.Fatalf("%s does not end the processes that it starts in the background: %s", file, left)
		}
		if update && out.String() != text {
			ts.Check(os.WriteFile(ts.MkAbs(file), []byte(out.String()), 0o666))
		}
	}
}

// loopback is how the addresses that pages show begin. A test has a network of its own, so that the ports of two do not
// collide.
const loopback = "127.0.0."

// shell is a process that runs the commands of a page.
type shell struct {
	work, network string
	process       *exec.Cmd
	in            io.WriteCloser
	lines         chan string
	kill          func() // ends it, and all that it runs
	// shown and got are the digests on the page and in this run, numbered in the order of their appearance.
	shown, got digests
}

func startShell(ts *testscript.TestScript, directory string, update bool) *shell {
	s := &shell{
		work: ts.Getenv("WORK"), network: loopback, process: exec.Command("sh"), lines: make(chan string),
		shown: digests{}, got: digests{},
	}
	if !update { // Recorded pages have the digests that a reader gets.
		id := fnv.New32a()
		_, _ = id.Write([]byte(s.work)) // never fails
		n := id.Sum32()
		s.network = fmt.Sprintf("127.%d.%d.", 10+n>>8&0x7f, n&0xff)
	}
	s.kill = inGroup(s.process)
	s.process.Dir = directory
	s.process.Env = append(os.Environ(), "CI=", "NO_COLOR=1", "PWD="+directory)
	for _, name := range []string{"PATH", "GOFLAGS", "GOCACHE", "GOMODCACHE", "GOPROXY", "HOME", "KUBECONFIG", "TMPDIR",
		"REPO"} {
		s.process.Env = append(s.process.Env, name+"="+ts.Getenv(name))
	}
	var err error
	s.in, err = s.process.StdinPipe()
	ts.Check(err)
	out, err := s.process.StdoutPipe()
	ts.Check(err)
	ts.Check(s.process.Start())
	// Shells print different messages about the end of a process.
	_, err = fmt.Fprintln(s.in, `wait() { command wait "$@" 2>/dev/null; }`)
	ts.Check(err)
	go func() {
		defer close(s.lines)
		for reader := bufio.NewReader(out); ; {
			line, err := reader.ReadString('\n')
			if err != nil {
				return
			}
			s.lines <- line
		}
	}()
	return s
}

// stop ends the shell and its processes.
func (s *shell) stop() {
	s.kill()
	go func() {
		for range s.lines {
			continue // Later output is ignored.
		}
	}()
	_ = s.process.Wait()
}

// end is printed by the shell after each command.
const end = "-- end of step --"

// patience is the time after which a command fails. It allows the first compilation of an operator on a busy machine.
const patience = 10 * time.Minute

// run returns the output of a command, with /home/me in place of the directory of the test.
func (s *shell) run(ts *testscript.TestScript, command string) string {
	command = strings.ReplaceAll(command, loopback, s.network)
	_, err := fmt.Fprintf(s.in, "{\n%s} </dev/null 2>&1\necho '%s'\n", command, end)
	ts.Check(err)
	var out strings.Builder
	late := time.After(patience)
	for {
		line, open := "", false
		select {
		case line, open = <-s.lines:
		case <-late:
		}
		if !open {
			ts.Fatalf("$ %s%s: the command does not end, or ends the shell", command, out.String())
		}
		before, found := strings.CutSuffix(line, end+"\n")
		out.WriteString(before)
		if found {
			return strings.NewReplacer(s.work, "/home/me", s.network, loopback).Replace(out.String())
		}
	}
}

// clone is the command that makes a checkout. A test links its own checkout instead.
const clone = "git clone https://github.com/configgen/configgen\n"

// elsewhere are commands that a reader needs and a test does not: the program is in PATH, and
// testdata/script/tools/demo.txtar runs the demo.
var elsewhere = regexp.MustCompile(`^make -C configgen demo\n|go install `)

// session runs the steps of a block, and returns the block with their output.
func (s *shell) session(ts *testscript.TestScript, block markdown.Block, update bool) string {
	var out strings.Builder
	if !strings.HasPrefix(block.Text, "$ ") {
		ts.Fatalf("a console does not begin with a command:\n%s", block.Text)
	}
	for _, step := range block.Steps() {
		out.WriteString("$ " + step.Command)
		if elsewhere.MatchString(step.Command) {
			out.WriteString(step.Output)
			continue
		}
		want := s.shown.hide(step.Output)
		command := s.shown.translate(step.Command, s.got)
		if command == clone {
			command = `ln -s "$REPO" configgen` + "\n"
		}
		printed := s.run(ts, command)
		got := s.got.hide(printed)
		switch {
		case matches(want, got):
			printed = step.Output
		case !update:
			ts.Fatalf("$ %sgot\n%s\nwant\n%s", step.Command, printed, step.Output)
		default:
			printed = s.kept(step.Output, printed)
		}
		out.WriteString(printed)
	}
	return out.String()
}

// changing matches text that differs between runs: the duration of a test, the time of day, the number of a process,
// and the first instances of a roll-out.
var changing = regexp.MustCompile(
	`\t(\d+\.\d+s|\(cached\))$|\bprocess \d+|\bnode-\d\b|` +
		`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z|\b[IWE]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ `,
)

// matches reports whether the output of a command matches the page.
func matches(want, got string) bool {
	lines := func(text string) []string {
		all := strings.SplitAfter(text, "\n")
		for i, line := range all {
			all[i] = changing.ReplaceAllString(strings.TrimSuffix(line, "\n"), "<changing>")
		}
		return all
	}
	return matchLines(lines(want), lines(got))
}

func matchLines(want, got []string) bool {
	for i, line := range want {
		if line == "..." {
			return slices.ContainsFunc(append(suffixes(got[min(i, len(got)):]), nil), func(rest []string) bool {
				return matchLines(want[i+1:], rest)
			})
		}
		if i >= len(got) || got[i] != line {
			return false
		}
	}
	return len(want) == len(got)
}

// suffixes returns all ends of a list.
func suffixes(lines []string) [][]string {
	var all [][]string
	for i := range lines {
		all = append(all, lines[i:])
	}
	return all
}

// write puts a block into its file, in the directory that the shell is in.
func (s *shell) write(ts *testscript.TestScript, b markdown.Block) {
	directory := strings.Replace(strings.TrimSpace(s.run(ts, "pwd\n")), "/home/me", s.work, 1)
	name, text := filepath.Join(directory, filepath.FromSlash(b.File)), b.Code()
	if b.Language != "go" { // which has defaults, and tests of them
		text = strings.ReplaceAll(text, loopback, s.network)
	}
	if b.How == "" {
		ts.Check(os.MkdirAll(filepath.Dir(name), 0o777))
		ts.Check(os.WriteFile(name, []byte(text), 0o666))
		return
	}
	content, err := os.ReadFile(name)
	ts.Check(err)
	edited, found := insert(string(content), text, b.How, b.Where)
	if found != 1 {
		ts.Fatalf("%s has %d lines with %q", b.File, found, b.Where)
	}
	ts.Check(os.WriteFile(name, []byte(edited), 0o666))
}

// insert puts a text into a file where a line has another text, and returns how many of these lines there are.
func insert(content, text, how, where string) (edited string, found int) {
	var out []string
	for line := range strings.Lines(content) {
		if !strings.Contains(line, where) {
			out = append(out, line)
			continue
		}
		found++
		if how == "after" {
			out = append(out, line)
		}
		for how == "field" && len(out) > 0 && strings.HasPrefix(strings.TrimSpace(out[len(out)-1]), "//") {
			out = out[:len(out)-1]
		}
		out = append(out, text)
	}
	return strings.Join(out, ""), found
}
