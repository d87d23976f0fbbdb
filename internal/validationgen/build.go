package validationgen

import (
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

// programName is what the tool calls itself in its output.
const programName = "validation-gen"

// build has the go command build the tool from the component's module graph. The program stays for the next run. Where versions
// alone decide on what it is, it is taken as it is; else the go command finds that it is up to date, or builds it again.
func (w *workshop) build() error {
	name, told := w.graph()
	w.tool = filepath.Join(w.place(name), executable(programName))
	target := w.tool
	if _, err := os.Stat(w.tool); told && err == nil && released(w.tool) {
		return nil
	} else if err != nil {
		target = filepath.Join(filepath.Dir(w.tool), "new-"+filepath.Base(w.dir))
	}
	cmd := w.world.Command("go", "build", "-o", target, toolPath)
	cmd.Env = append(cmd.Env, hostPlatform()...)
	if _, err := w.run(cmd); err != nil || target == w.tool {
		return err
	}
	return os.Rename(target, w.tool) // as a whole, whoever else is at it
}

// graph is a name for the versions in the component's module graph, and reports whether that tells them all: a workspace has more
// to say, and a vendor folder has sources of its own.
func (w *workshop) graph() (name string, told bool) {
	h := sha256.New()
	told = w.goEnv.GOWORK == "" || w.goEnv.GOWORK == "off"
	for _, file := range []string{w.goEnv.GOMOD, strings.TrimSuffix(w.goEnv.GOMOD, "mod") + "sum"} {
		content, err := os.ReadFile(file)
		told = told && err == nil
		fmt.Fprintf(h, "%d %s", len(content), content)
	}
	fmt.Fprintf(h, "%s %s %s", w.goEnv.GOVERSION, w.goEnv.GOFLAGS, hostPlatform())
	if _, err := os.Stat(filepath.Join(filepath.Dir(w.goEnv.GOMOD), "vendor")); err == nil {
		told = false
	}
	for _, flag := range []string{"-modfile", "-overlay", "-mod=vendor"} {
		told = told && !strings.Contains(w.goEnv.GOFLAGS, flag)
	}
	return fmt.Sprintf("%x", h.Sum(nil))[:16], told
}

// released reports whether a program is made of released modules, and of nothing in a folder that may change.
func released(program string) bool {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(append(info.Deps, &info.Main), func(m *debug.Module) bool {
		if m.Replace != nil {
			m = m.Replace
		}
		return !semver.IsValid(m.Version)
	})
}

// buildApart has the go command build a version of the tool in a module of its own, which is gone afterwards: the component's
// go.mod and go.sum stay as they are. What a version is does not change, so a program that is there is taken.
func (w *workshop) buildApart() error {
	dir := w.place(programName + "@" + w.version + "-" + strings.ReplaceAll(w.goEnv.GOVERSION, " ", "-"))
	w.tool = filepath.Join(dir, executable(programName))
	if _, err := os.Stat(w.tool); err == nil {
		return nil
	}
	alone := filepath.Join(w.dir, "module")
	if err := os.Mkdir(alone, 0o700); err != nil {
		return err
	}
	mod := fmt.Sprintf("module validationgen\n\ngo 1.24\n\nrequire %s %s\n", toolModule, w.version)
	if err := os.WriteFile(filepath.Join(alone, "go.mod"), []byte(mod), 0o600); err != nil {
		return err
	}
	built := filepath.Join(dir, "new-"+filepath.Base(w.dir))
	cmd := w.world.Command("go", "build", "-mod=mod", "-o", built, toolPath)
	cmd.Dir = alone
	cmd.Env = append(cmd.Env, append(hostPlatform(), "PWD="+alone, "GOWORK=off", "GOFLAGS=-mod=mod")...)
	if _, err := w.run(cmd); err != nil {
		return err
	}
	return os.Rename(built, w.tool) // as a whole, whoever else is at it
}

// hostPlatform has the go command build for the machine that it runs on.
func hostPlatform() []string { return []string{"GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH} }

func executable(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// unusedFor is how long a program stays that nobody asks for.
const unusedFor = 30 * 24 * time.Hour

// place is the folder of the given name for a program in the user's cache folder or, where there is none, among temporary
// files. It stands beside the cache of outputs, which is trimmed by size.
func (w *workshop) place(name string) string {
	cache, err := os.UserCacheDir()
	if err == nil {
		all := filepath.Join(cache, "configgen-tools")
		dir := filepath.Join(all, name)
		if err = os.MkdirAll(dir, 0o700); err == nil {
			now := time.Now()
			_ = os.Chtimes(dir, now, now) // where the time cannot be set, the program is built again some day
			sweep(all, now.Add(-unusedFor))
			return dir
		}
	}
	return w.dir
}

// sweep removes programs that nobody has asked for since.
func sweep(all string, since time.Time) {
	entries, err := os.ReadDir(all)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.ModTime().Before(since) {
			_ = os.RemoveAll(filepath.Join(all, entry.Name())) // another run may be at it
		}
	}
}
