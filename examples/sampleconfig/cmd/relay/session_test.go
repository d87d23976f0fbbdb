//go:build linux

package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "record what the sessions of the documentation print")

// dynamicPage is the page about dynamic configuration.
const dynamicPage = "../../../../docs/dynamic-configuration.md"

// TestSessions runs the commands that the documentation shows and holds it to what they print.
func TestSessions(t *testing.T) {
	t.Parallel()
	tools := builtRelay(t)
	for _, s := range []session{
		{"../../README.md", "A session", copyOfModule(t), tools},
		{dynamicPage, "For the operator: a bad push, the fallback, the repair", t.TempDir(), tools},
		{"../../../../docs/operating.md", "Checks before the start", t.TempDir(), tools},
		{"../../../../docs/config-command.md", "One session with all commands", t.TempDir(), tools},
	} {
		t.Run(filepath.Base(s.page), func(t *testing.T) {
			if !*update {
				t.Parallel()
			}
			holdSession(t, s)
		})
	}
}

// session is a section of a page, with the directory that it takes place in, and that of its programs.
type session struct{ page, heading, dir, tools string }

func holdSession(t *testing.T, in session) {
	t.Helper()
	section := in.section(t)
	steps := readSteps(section)
	if len(steps) == 0 {
		t.Fatal("the page has no session")
	}
	s := newShell(t, in)
	for i := range steps {
		s.hold(t, &steps[i])
	}
	if *update {
		page, err := os.ReadFile(in.page)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(page), section, writeSteps(section, steps), 1)
		if err := os.WriteFile(in.page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// section is the text below the heading, up to the next one of its kind.
func (in session) section(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(in.page)
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## "+in.heading+"\n")
	if !found {
		t.Fatalf("%s has no section %q", in.page, in.heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

// bin is the directory for the program relay, which buildRelay builds for the first test that needs it.
var bin string

var buildRelay = sync.OnceValue(func() error {
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "relay"), ".").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
})

func TestMain(m *testing.M) {
	var err error
	if bin, err = os.MkdirTemp("", "relay"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(bin) //nolint:errcheck // It is a temporary directory.
	os.Exit(status)
}

// builtRelay is the directory with the program relay.
func builtRelay(t *testing.T) string {
	t.Helper()
	if err := buildRelay(); err != nil {
		t.Fatal(err)
	}
	return bin
}

// copyOfModule is a directory with this module, which finds the library where it was.
func copyOfModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	from, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	library := filepath.Join(from, "..", "..", "componentconfig")
	if err := os.WriteFile(filepath.Join(dir, "go.mod"),
		[]byte(strings.ReplaceAll(string(mod), "../../componentconfig", library)), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// step is a command of a console session, and what it prints.
type step struct{ command, want string }

// readSteps takes the steps out of the blocks of a page that are marked as console. A command goes on over lines that
// end in a backslash, and to the end of its here-document.
func readSteps(page string) []step {
	var steps []step
	inside, more := false, ""
	for line := range strings.Lines(page) {
		switch {
		case !inside:
			inside = line == "```console\n"
		case more != "":
			now := &steps[len(steps)-1]
			now.command += line
			if line == more+"\n" || more == `\` && !strings.HasSuffix(line, "\\\n") {
				more = ""
			}
		case line == "```\n":
			inside = false
		case strings.HasPrefix(line, "$ "):
			steps = append(steps, step{command: line[2:]})
			if strings.Contains(line, "<<'EOF'") {
				more = "EOF"
			} else if strings.HasSuffix(line, "\\\n") {
				more = `\`
			}
		default:
			steps[len(steps)-1].want += line
		}
	}
	return steps
}

// writeSteps puts other outputs into a page.
func writeSteps(page string, steps []step) string {
	var out strings.Builder
	for i, old := range readSteps(page) {
		before, after, _ := strings.Cut(page, "$ "+old.command+old.want)
		out.WriteString(before + "$ " + steps[i].command + steps[i].want)
		page = after
	}
	return out.String() + page
}

// shell is one that runs all the steps of a session.
type shell struct {
	in   io.Writer
	out  *bufio.Reader
	dir  string
	host string
	// wanted and got are the digests of the page and those of this run, in the order in which they appear.
	wanted, got digests
}

// patience is how long a process in the background may need to do what the page shows.
const patience = time.Minute

// pause is how long to wait before looking again.
const pause = 30 * time.Millisecond

// mark ends what a command prints.
const mark = "-- end of step --"

func newShell(t *testing.T, in session) *shell {
	t.Helper()
	sh := exec.Command("sh")
	sh.Dir = in.dir
	sh.Env = append(os.Environ(), "PATH="+in.tools+string(filepath.ListSeparator)+os.Getenv("PATH"))
	input, err := sh.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := sh.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := sh.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		fmt.Fprintln(input, `test -z "$!" || kill $! 2>/dev/null; exit 0`)
		input.Close()
		if err := sh.Wait(); err != nil {
			t.Logf("the shell: %v", err)
		}
	})
	// Shells differ in what they say about the end of a process.
	fmt.Fprintln(input, `wait() { command wait "$@" 2>/dev/null; }`)
	s := &shell{in: input, out: bufio.NewReader(out), dir: in.dir, host: "127.0.0.1", wanted: digests{}, got: digests{}}
	if !*update {
		// Every address that begins with 127 is this machine, so that the ports of two runs do not collide.
		s.host = fmt.Sprintf("127.%d.%d.%d", 53+len(in.heading), os.Getpid()>>8&0xff, 1+os.Getpid()&0x7f)
	}
	return s
}

// run returns what a command prints.
func (s *shell) run(t *testing.T, command string) string {
	t.Helper()
	command = strings.ReplaceAll(command, "127.0.0.1", s.host)
	fmt.Fprintf(s.in, "{\n%s} </dev/null 2>&1\necho '%s'\n", command, mark)
	var out strings.Builder
	for {
		line, err := s.out.ReadString('\n')
		if err != nil {
			t.Fatalf("$ %s%s: %v", command, out.String(), err)
		}
		if line == mark+"\n" {
			return strings.NewReplacer(s.dir, "/srv", s.host, "127.0.0.1").Replace(out.String())
		}
		out.WriteString(line)
	}
}

// hold runs a step. A command that looks at what another one does in the background is repeated until it has done it.
func (s *shell) hold(t *testing.T, step *step) {
	t.Helper()
	if *update {
		step.want = s.kept(step.want, s.recorded(t, s.wanted.translate(step.command, s.got)))
		return
	}
	want := s.wanted.hide(step.want)
	for begin := time.Now(); ; {
		trial := maps.Clone(s.got)
		got := trial.hide(s.run(t, s.wanted.translate(step.command, s.got)))
		if got == want {
			s.got = trial
			return
		}
		if !looks(step.command) || time.Since(begin) > patience {
			t.Fatalf("$ %sgot\n%s\nwant\n%s", step.command, got, want)
		}
		<-time.After(pause)
	}
}

// looks reports whether a command looks at what another one does in the background.
func looks(command string) bool {
	looking := []string{"relay dynamic-config status", "curl", "sh status", "grep"}
	return slices.ContainsFunc(looking, func(prefix string) bool { return strings.HasPrefix(command, prefix) })
}

// recorded leaves what runs in the background the time that a reader would.
func (s *shell) recorded(t *testing.T, command string) string {
	t.Helper()
	out := s.run(t, command)
	for begin := time.Now(); out == "" && looks(command) && time.Since(begin) < patience; <-time.After(pause) {
		out = s.run(t, command)
	}
	if strings.HasSuffix(command, "&\n") {
		<-time.After(3 * time.Second)
	}
	return out
}

// kept is what a command prints, with the lines of the page for those that differ from it in times, processes and
// digests only. A digest is shown as on the page, by its first twelve characters; a new one as it is.
func (s *shell) kept(page, printed string) string {
	old, oldHidden := strings.SplitAfter(page, "\n"), strings.SplitAfter(s.wanted.hide(page), "\n")
	lines, hidden := strings.SplitAfter(printed, "\n"), strings.SplitAfter(s.got.hide(printed), "\n")
	for i := range lines {
		if same := slices.Index(oldHidden, hidden[i]); same >= 0 {
			lines[i] = old[same]
			old, oldHidden = old[same+1:], oldHidden[same+1:]
			continue
		}
		lines[i] = hexadecimal.ReplaceAllStringFunc(lines[i], func(digest string) string {
			short, rest := digest[:12], digest[12:]
			for shown, number := range s.wanted {
				if number == s.got[short] {
					return shown + rest
				}
			}
			s.wanted[short] = s.got[short]
			return digest
		})
	}
	return strings.Join(lines, "")
}

// TestKept: a recording changes the lines that say something else, and shows one digest in one way.
func TestKept(t *testing.T) {
	s := &shell{wanted: digests{}, got: digests{}}
	for _, step := range []struct{ page, printed, want string }{
		{
			"at 2026-01-01T00:00:00Z by process 1\nsource aaaaaaaaaaaa\nold\nlast\n",
			"at 2026-02-02T00:00:00Z by process 2\nsource bbbbbbbbbbbb\nnew\nlast\n",
			"at 2026-01-01T00:00:00Z by process 1\nsource aaaaaaaaaaaa\nnew\nlast\n",
		},
		{"is aaaaaaaaaaaa\n", "was bbbbbbbbbbbb\nis cccccccccccc\n", "was aaaaaaaaaaaa\nis cccccccccccc\n"},
		{"", "again cccccccccccc at 2026-02-02T00:00:00Z\n", "again cccccccccccc at 2026-02-02T00:00:00Z\n"},
	} {
		if got := s.kept(step.page, step.printed); got != step.want {
			t.Errorf("got %q, want %q", got, step.want)
		}
	}
}

// digests numbers the digests that it meets: they hang on the binary.
type digests map[string]int

var (
	hexadecimal = regexp.MustCompile(`\b([0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{12})\b`)
	moment      = regexp.MustCompile(`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`)
	processID   = regexp.MustCompile(`\bprocess \d+`)
)

// beginning matches the beginning of a digest, as a command takes it.
var beginning = regexp.MustCompile(`\b[0-9a-f]{8}\b`)

// translate replaces the beginnings of digests that the page shows by those of this run, which have the same numbers.
func (d digests) translate(command string, run digests) string {
	return beginning.ReplaceAllStringFunc(command, func(shown string) string {
		for digest, number := range d {
			for other, same := range run {
				if strings.HasPrefix(digest, shown) && number == same {
					return other[:len(shown)]
				}
			}
		}
		return shown
	})
}

// hide takes out of a text what differs from run to run.
func (d digests) hide(text string) string {
	text = hexadecimal.ReplaceAllStringFunc(text, func(digest string) string {
		short := digest[:12]
		if d[short] == 0 {
			d[short] = len(d) + 1
		}
		return fmt.Sprintf("<digest %d, %d characters>", d[short], len(digest))
	})
	return processID.ReplaceAllString(moment.ReplaceAllString(text, "<time>"), "process <id>")
}
