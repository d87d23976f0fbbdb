package scripttest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"go.yaml.in/yaml/v3"
)

// status implements the command of that name.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status number command [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// tool implements the command of that name. The go command builds a tool once, and keeps it in its build cache.
func tool(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 {
		ts.Fatalf("usage: [!] tool name [args...]")
	}
	tools := filepath.Join(ts.Getenv("REPO"), "tools")
	if own := filepath.Join(tools, args[0]); isDir(own) {
		tools = own
	}
	find := exec.Command("go", "tool", "-n", args[0])
	find.Dir, find.Env = tools, append(os.Environ(), "GOWORK=off", "PWD="+tools)
	var complaints bytes.Buffer
	find.Stderr = &complaints
	program, err := find.Output()
	if err != nil {
		ts.Fatalf("there is no tool %s: %v\n%s", args[0], err, complaints.Bytes())
	}
	expect(ts, neg, ts.Exec(strings.TrimSpace(string(program)), args[1:]...))
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// expect ends a script unless a command failed exactly where it should.
func expect(ts *testscript.TestScript, neg bool, err error) {
	switch {
	case err == nil && neg:
		ts.Fatalf("unexpected success")
	case err != nil && !neg:
		ts.Fatalf("%v", err)
	}
}

// workflow implements the command of that name. What a workflow uses, it does not run: a checkout and a Go are there.
func workflow(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: [!] workflow file")
	}
	var file struct {
		Jobs map[string]struct {
			Steps []struct{ Uses, Run string }
		}
	}
	ts.Check(yaml.Unmarshal([]byte(ts.ReadFile(args[0])), &file))
	ran, failed := 0, error(nil)
	for name, job := range file.Jobs {
		for i, step := range job.Steps {
			if (step.Uses == "") == (step.Run == "") {
				ts.Fatalf("step %d of job %s has to use something or to run something", i+1, name)
			}
			if step.Run != "" && failed == nil {
				ran, failed = ran+1, ts.Exec("bash", "-e", "-c", step.Run)
			}
		}
	}
	if ran == 0 {
		ts.Fatalf("%s runs nothing", args[0])
	}
	expect(ts, neg, failed)
}

// hooks implements the command of that name. pre-commit splits an entry into words, and runs it at the root of the
// repository.
func hooks(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: [!] hooks file")
	}
	var file struct {
		Repos []struct {
			Repo  string
			Hooks []struct {
				ID, Entry, Language string
				PassFilenames       *bool `yaml:"pass_filenames"`
			}
		}
	}
	ts.Check(yaml.Unmarshal([]byte(ts.ReadFile(args[0])), &file))
	ran, failed := 0, error(nil)
	for _, repo := range file.Repos {
		for _, hook := range repo.Hooks {
			if repo.Repo != "local" || hook.Language != "system" || hook.PassFilenames == nil || *hook.PassFilenames {
				ts.Fatalf("hook %s is of another sort than this command runs", hook.ID)
			}
			words := strings.Fields(hook.Entry)
			if failed == nil {
				ran, failed = ran+1, ts.Exec(ts.MkAbs(words[0]), words[1:]...)
			}
		}
	}
	if ran == 0 {
		ts.Fatalf("%s runs nothing", args[0])
	}
	expect(ts, neg, failed)
}
