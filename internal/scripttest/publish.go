package scripttest

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/lockedfile"
	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// published are the modules that users require, by their directories in the repository.
var published = map[string]string{
	".":                      "github.com/configgen/configgen",
	"componentconfig":        "github.com/configgen/configgen/componentconfig",
	"componentconfig/zpages": "github.com/configgen/configgen/componentconfig/zpages",
}

// publish implements the command of that name. Source of the proxy's layout: go help goproxy. The module cache outlives
// the script, because the go command compiles what is in another place again; of the published modules it has nothing,
// whoever ran before. The go command remembers what it saw in a module cache, so that other sources have to have
// another version.
func publish(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: publish version")
	}
	content := sha256.New()
	for _, directory := range slices.Sorted(maps.Keys(published)) {
		ts.Check(
			zip.CreateFromDir(
				content, module.Version{Path: published[directory], Version: args[0]}, filepath.Join(ts.Getenv("REPO"), directory),
			),
		)
	}
	version := fmt.Sprintf("%s-test%x", args[0], content.Sum(nil)[:8])
	for directory, path := range published {
		target := filepath.Join(ts.Getenv("WORK"), "proxy", filepath.FromSlash(path), "@v")
		source := tagged(ts, filepath.Join(ts.Getenv("REPO"), directory), version)
		ts.Check(release(source, target, module.Version{Path: path, Version: version}))
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

// tagged is a directory of what a tag has of a module: what it requires of the other published modules, it requires in
// the same version, and does not replace.
func tagged(ts *testscript.TestScript, source, version string) string {
	content, err := os.ReadFile(filepath.Join(source, "go.mod"))
	ts.Check(err)
	file, err := modfile.Parse("go.mod", content, nil)
	ts.Check(err)
	paths := slices.Collect(maps.Values(published))
	changed := false
	for _, r := range file.Require {
		if slices.Contains(paths, r.Mod.Path) {
			changed = true
			ts.Check(file.AddRequire(r.Mod.Path, version))
			ts.Check(file.DropReplace(r.Mod.Path, ""))
		}
	}
	if !changed {
		return source
	}
	file.Cleanup()
	content, err = file.Format()
	ts.Check(err)
	target := filepath.Join(ts.Getenv("WORK"), "tagged", filepath.Base(source))
	ts.Check(os.CopyFS(target, os.DirFS(source)))
	ts.Check(os.WriteFile(filepath.Join(target, "go.mod"), content, 0o666))
	return target
}

// lasting is a directory that stays, one for each repository; where there is no place for it, one that goes with the
// script.
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

// release writes what a module proxy has of one version of a module.
func release(source, target string, version module.Version) error {
	if err := os.MkdirAll(target, 0o777); err != nil {
		return err
	}
	requirements, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		return err
	}
	for name, content := range map[string]string{
		"list":                    version.Version + "\n",
		version.Version + ".info": fmt.Sprintf(`{"Version":%q,"Time":"2026-01-02T03:04:05Z"}`, version.Version),
		version.Version + ".mod":  string(requirements),
	} {
		if err := os.WriteFile(filepath.Join(target, name), []byte(content), 0o666); err != nil {
			return err
		}
	}
	archive, err := os.Create(filepath.Join(target, version.Version+".zip"))
	if err != nil {
		return err
	}
	if err := zip.CreateFromDir(archive, version, source); err != nil {
		_ = archive.Close() // the other error says more
		return err
	}
	return archive.Close()
}
