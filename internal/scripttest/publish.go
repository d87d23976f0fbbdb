package scripttest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/lockedfile"
	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/configgen/configgen/internal/modproxy"
)

// publish implements the command publish. Source of the proxy's layout: go help goproxy. The module cache outlives the
// script, because the go command recompiles modules in another directory; the published modules of earlier runs are
// removed from it. The version has a digest of the sources, because the go command keeps the content of each version in
// the module cache.
func publish(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: publish version")
	}
	repository := ts.Getenv("REPO")
	published, err := modproxy.Published(repository)
	ts.Check(err)
	content := sha256.New()
	for _, m := range published {
		version := module.Version{Path: m.Path, Version: args[0]}
		ts.Check(zip.CreateFromDir(content, version, filepath.Join(repository, m.Dir)))
	}
	version := fmt.Sprintf("%s-test%x", args[0], content.Sum(nil)[:8])
	for _, m := range published {
		source := tagged(ts, m, published, version)
		served := module.Version{Path: m.Path, Version: version}
		ts.Check(modproxy.Serve(filepath.Join(ts.Getenv("WORK"), "proxy"), source, served))
	}
	modules := lasting(ts)
	unlock, err := lockedfile.MutexAt(filepath.Join(modules, "lock")).Lock()
	ts.Check(err)
	ts.Defer(unlock)
	for _, directory := range []string{"", "cache/download"} {
		ts.Check(os.RemoveAll(filepath.Join(modules, directory, "github.com", "configgen")))
	}
	ts.Setenv("RELEASE", version)
	ts.Setenv("MODULES", modules)
}

// offer implements the command of that name.
func offer(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: offer directory path@version")
	}
	path, version, _ := strings.Cut(args[1], "@")
	served := module.Version{Path: path, Version: version}
	ts.Check(modproxy.Serve(filepath.Join(ts.Getenv("WORK"), "proxy"), ts.MkAbs(args[0]), served))
}

// tagged returns a directory with the files of a module at its tag.
func tagged(ts *testscript.TestScript, m modproxy.Module, published []modproxy.Module, version string) string {
	source := filepath.Join(ts.Getenv("REPO"), m.Dir)
	content, err := os.ReadFile(filepath.Join(source, "go.mod"))
	ts.Check(err)
	released, err := modproxy.Released(content, published, version)
	ts.Check(err)
	if bytes.Equal(released, content) {
		return source
	}
	target := filepath.Join(ts.Getenv("WORK"), "tagged", strings.ReplaceAll(m.Path, "/", "_"))
	ts.Check(os.MkdirAll(filepath.Dir(target), 0o777))
	var packed bytes.Buffer // without the modules in directories below it
	served := module.Version{Path: m.Path, Version: version}
	ts.Check(zip.CreateFromDir(&packed, served, source))
	ts.Check(os.WriteFile(target+".zip", packed.Bytes(), 0o666))
	ts.Check(zip.Unzip(target, served, target+".zip"))
	goMod := filepath.Join(target, "go.mod")
	ts.Check(os.Remove(goMod)) // it is read-only
	ts.Check(os.WriteFile(goMod, released, 0o666))
	return target
}

// lasting returns a persistent directory for the repository, in the user's cache directory; without a cache directory,
// a directory that is removed with the script.
func lasting(ts *testscript.TestScript) string {
	modules := filepath.Join(ts.Getenv("WORK"), "modules")
	if cache, err := os.UserCacheDir(); err == nil {
		modules = filepath.Join(
			cache, "configgen-scripts", fmt.Sprintf("%x", sha256.Sum256([]byte(ts.Getenv("REPO"))))[:16], "modules",
		)
	}
	ts.Check(os.MkdirAll(modules, 0o777))
	return modules
}
