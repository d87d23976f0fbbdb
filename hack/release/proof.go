package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/module"

	"github.com/configgen/configgen/internal/modproxy"
)

// serve makes a module proxy of files.
func (c *candidate) serve() error {
	for _, m := range c.modules {
		served := module.Version{Path: m.Path, Version: c.version}
		if err := modproxy.Serve(c.proxy, filepath.Join(c.clone, m.Dir), served); err != nil {
			return err
		}
	}
	return nil
}

// prove runs the steps of a user who has only the proxy.
func (c *candidate) prove() (err error) {
	settings, err := output(".", "go", "env", "GOPROXY", "GOMODCACHE")
	if err != nil {
		return err
	}
	others, modules, _ := strings.Cut(settings, "\n")
	if err := c.forget(modules); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.forget(modules)) }()
	bin := filepath.Join(c.work, "bin")
	environment := append(os.Environ(),
		"GOPROXY=file://"+filepath.ToSlash(c.proxy)+","+others, "GONOSUMDB="+own+","+own+"/*", "GONOPROXY=none",
		"GOPRIVATE=", "GOFLAGS=-modcacherw -trimpath", "GOWORK=off", "GOBIN="+bin,
		// The build cache keeps an index of each module in the module cache by its path and version alone. The index of an
		// earlier proof would have imports that no longer exist.
		"GODEBUG=goindex=0",
		"PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	run := func(dir, name string, arguments ...string) (string, error) {
		fmt.Println("$", name, strings.Join(arguments, " "))
		if name != "go" {
			name = filepath.Join(bin, name)
		}
		cmd := exec.Command(name, arguments...)
		cmd.Dir, cmd.Env = filepath.Join(c.work, dir), environment
		return outputOf(cmd)
	}
	if err := os.Mkdir(filepath.Join(c.work, "relay"), 0o777); err != nil {
		return err
	}
	for _, command := range [][]string{
		// With GONOPROXY, the go command looks for a package only in the modules that it already has, if it has any that can
		// contain the package.
		{"go", "install", own + "/fleet/cmd/config-fleet@" + c.version},
		{"go", "install", own + "/cmd/configgen@" + c.version},
		{"configgen", "init", "--group", "relay.config.example.com", "--kind", "RelayConfiguration",
			"--module", "example.com/relay", "--dynamic", "relay"},
		{"go", "-C", "relay", "generate", "./..."},
		{"go", "-C", "relay", "build", "./..."},
		{"go", "-C", "relay", "test", "./..."},
		{"go", "-C", "relay", "mod", "edit", "-require=" + own + "/componentconfig/dynamic/kube@" + c.version,
			"-require=" + own + "/componentconfig/dynamic/crashtest@" + c.version,
			"-require=" + own + "/componentconfig/manager@" + c.version, "-require=" + own + "/fleet@" + c.version,
			// The module manager requires an older version, and the component has the newest libraries of Kubernetes.
			"-require=sigs.k8s.io/controller-runtime@v0.25.2"},
		{"go", "-C", "relay", "build", "-mod=mod", own + "/componentconfig/dynamic/kube",
			own + "/componentconfig/dynamic/crashtest", own + "/componentconfig/manager", own + "/fleet/v1alpha1"},
		{"go", "-C", "relay", "mod", "verify"},
	} {
		if _, err := run("", command[0], command[1:]...); err != nil {
			return err
		}
	}
	for _, command := range [][]string{{"configgen", "version"}, {"config-fleet", "--version"}} {
		version, err := run("", command[0], command[1:]...)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(version+" ", command[0]+" "+c.version+" ") {
			return fmt.Errorf("the installed program says that it is %s", version)
		}
	}
	return c.required()
}

// required checks that the component requires this release, and nothing by a directory.
func (c *candidate) required() error {
	for _, name := range []string{"go.mod", "tools/go.mod"} {
		content, err := os.ReadFile(filepath.Join(c.work, "relay", name))
		if err != nil {
			return err
		}
		if !strings.Contains(string(content), " "+c.version) || strings.Contains(string(content), "replace") {
			return fmt.Errorf("%s of the component does not require %s as it is published:\n%s", name, c.version, content)
		}
	}
	return nil
}

// forget removes the modules of the release from the module cache, where they would hide other ones of the version.
func (c *candidate) forget(cache string) error {
	for _, m := range c.modules {
		path := filepath.FromSlash(m.Path)
		if err := os.RemoveAll(filepath.Join(cache, path+"@"+c.version)); err != nil {
			return err
		}
		files, err := filepath.Glob(filepath.Join(cache, "cache", "download", path, "@v", c.version+".*"))
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	return nil
}
