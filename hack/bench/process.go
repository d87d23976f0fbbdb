package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// result is one run of a command: its wall time, and of it and the processes it started the processor time, and the
// largest resident set in bytes.
type result struct {
	wall, processor time.Duration
	memory          int64
}

// once runs the command.
func (c *contender) once() (result, error) {
	cmd := exec.Command(c.command[0], c.command[1:]...)
	cmd.Dir = c.dir
	begin := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(begin)
	if err != nil {
		return result{}, fmt.Errorf("%w\n%s", err, out)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return result{}, fmt.Errorf("this system does not tell the memory of a process")
	}
	return result{
		wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), usage.Maxrss << 10,
	}, nil // Linux counts in KiB
}

// run runs a command and shows what it says when it fails.
func run(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// build builds configgen and the stock tools of the module graph, and controller-gen where it can be had.
func build(bin string) error {
	args := []string{"build", "-o", bin + string(filepath.Separator), "./cmd/configgen"}
	for _, name := range []string{"deepcopy-gen", "defaulter-gen", "conversion-gen", "register-gen"} {
		args = append(args, "k8s.io/code-generator/cmd/"+name)
	}
	if err := run(".", "go", args...); err != nil {
		return err
	}
	install := exec.Command("go", "install", controllerGen)
	install.Env = append(os.Environ(), "GOBIN="+bin)
	if out, err := install.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "bench: without controller-gen: %s\n", out)
	}
	return nil
}

// copyGroups makes a module of the kubelet-shaped group in the testdata of a checkout, so many times, without its
// generated files.
func copyGroups(checkout, dir string, groups int) error {
	from := filepath.Join(checkout, "testdata/kubelet")
	root, err := filepath.Abs(checkout)
	if err != nil {
		return err
	}
	replace := strings.NewReplacer("=> ../../", "=> "+root+string(filepath.Separator))
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := copyFile(filepath.Join(from, name), filepath.Join(dir, name), replace); err != nil {
			return err
		}
	}
	if err := copyDirectory(
		filepath.Join(from, "flagusage"), filepath.Join(dir, "flagusage"), strings.NewReplacer(),
	); err != nil {
		return err
	}
	for i := range groups {
		number := fmt.Sprint(i)
		names := []string{`, docs: "docs/config"`, ""} // a hundred groups cannot share the directory
		for _, name := range []string{"config", "options", "flagvalues"} {
			names = append(names, "example.com/kubelet/"+name, "example.com/kubelet/"+name+number)
		}
		for source, target := range map[string]string{
			"config": "config" + number, "config/v1beta1": "config" + number + "/v1beta1",
			"options": "options" + number, "flagvalues": "flagvalues" + number,
		} {
			if err := copyDirectory(
				filepath.Join(from, source), filepath.Join(dir, target), strings.NewReplacer(names...),
			); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyDirectory copies the hand-written files of one directory, if it exists.
func copyDirectory(from, to string, edit *strings.Replacer) error {
	entries, err := os.ReadDir(from)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		if name := entry.Name(); !entry.Type().IsRegular() || strings.HasPrefix(
			name, "zz_generated.",
		) || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if err := copyFile(filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name()), edit); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string, edit *strings.Replacer) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, []byte(edit.Replace(string(content))), 0o644)
}
