package scripttest

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// published are the modules that users require, by their folders in the repository.
var published = map[string]string{
	".":         "github.com/configgen/configgen",
	"bootstrap": "github.com/configgen/configgen/bootstrap",
}

// publish implements the command of that name. Source of the proxy's layout: go help goproxy.
func publish(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: publish version")
	}
	for folder, path := range published {
		version := module.Version{Path: path, Version: args[0]}
		ts.Check(release(filepath.Join(ts.Getenv("REPO"), folder), filepath.Join(ts.Getenv("WORK"), "proxy", filepath.FromSlash(path), "@v"), version))
	}
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
