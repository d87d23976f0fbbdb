// Release makes a release of all published modules with one version: a commit in which they require each other at that
// version, and one tag for each of them. hack/release.sh runs it, from the root of the repository:
//
//	hack/release.sh v0.3.0         proves that the commit that is checked out could be released
//	hack/release.sh -tag v0.3.0    proves it, then makes the tags and prints the command that publishes them
//
// The proof takes place in a clone. A module proxy of files serves the modules at their tags. The programs are
// installed from the proxy, `configgen init` makes a component, and the component is generated, built and tested. The
// go command downloads modules that the module cache lacks. The released modules are removed from it.
//
// The commit of a release is not on a branch: on main, modules require each other at v0.0.0 and find each other by
// replace directives, which others ignore.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/configgen/configgen/internal/modproxy"
)

// own is the path of the first module, which the paths of all others begin with.
const own = "github.com/configgen/configgen"

func main() {
	tag := flag.Bool("tag", false, "make the tags")
	flag.Parse()
	err := errors.New("name a version, as in v0.3.0")
	if flag.NArg() == 1 {
		err = release(flag.Arg(0), *tag)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release: "+err.Error())
		os.Exit(1)
	}
}

// candidate is a release on its way.
type candidate struct {
	version string
	modules []modproxy.Module
	// clone is the directory with the commit and the tags, proxy the directory of the module proxy, work a directory for
	// other files.
	clone, proxy, work string
}

// release proves that a version can be released, and makes its tags.
func release(version string, tag bool) error {
	major := semver.Major(version)
	switch {
	case version != semver.Canonical(version):
		return fmt.Errorf("%q is not a semantic version such as v0.3.0", version)
	case major != "v0" && major != "v1":
		return fmt.Errorf("%s needs module paths that end in /%s", version, major)
	}
	if tag {
		if err := ready(version); err != nil {
			return err
		}
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	c := &candidate{
		version: version, clone: filepath.Join(work, "clone"), proxy: filepath.Join(work, "proxy"), work: work,
	}
	for _, step := range []func() error{c.commit, c.serve, c.prove} {
		if err := step(); err != nil {
			return err
		}
	}
	if !tag {
		fmt.Printf("%s can be released. Nothing was tagged.\n", version)
		return nil
	}
	return c.publish()
}

// ready returns an error if the repository is not ready for a release.
func ready(version string) error {
	if status, err := output(".", "git", "status", "--porcelain"); err != nil || status != "" {
		return errors.Join(errors.New("commit your changes first:\n"+status), err)
	}
	modules, err := modproxy.Published(".")
	if err != nil {
		return err
	}
	for _, m := range modules {
		if tag, err := output(".", "git", "tag", "--list", m.Tag(version)); err != nil || tag != "" {
			return errors.Join(fmt.Errorf("there is a tag %s", m.Tag(version)), err)
		}
	}
	changes, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return err
	}
	if heading := "## [" + strings.TrimPrefix(version, "v") + "]"; !bytes.Contains(changes, []byte("\n"+heading)) {
		return fmt.Errorf("CHANGELOG.md has no heading %s", heading)
	}
	return nil
}

// commit makes the commit and the tags of the release in a clone.
func (c *candidate) commit() error {
	var err error
	if c.modules, err = modproxy.Published("."); err != nil {
		return err
	}
	if _, err := output(".", "git", "clone", "--quiet", "--no-tags", ".", c.clone); err != nil {
		return err
	}
	for _, m := range c.modules {
		name := filepath.Join(c.clone, m.Dir, "go.mod")
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		released, err := modproxy.Released(content, c.modules, c.version)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name, released, 0o666); err != nil {
			return err
		}
	}
	if _, err := output(c.clone, "git", "-c", "user.name=release", "-c", "user.email=release@configgen.dev", "commit",
		"--quiet", "--all", "--allow-empty", "--message", "Release "+c.version); err != nil {
		return err
	}
	for _, tag := range c.tags() {
		if _, err := output(c.clone, "git", "tag", tag); err != nil {
			return err
		}
	}
	return nil
}

// tags returns the names of the tags of all modules.
func (c *candidate) tags() []string {
	var tags []string
	for _, m := range c.modules {
		tags = append(tags, m.Tag(c.version))
	}
	return tags
}

// publish takes the tags over from the clone.
func (c *candidate) publish() error {
	fetch := []string{"fetch", "--quiet", c.clone}
	for _, tag := range c.tags() {
		fetch = append(fetch, "refs/tags/"+tag+":refs/tags/"+tag)
	}
	if _, err := output(".", "git", fetch...); err != nil {
		return err
	}
	fmt.Printf("%s is tagged. This publishes it:\n\n  git push --atomic origin %s\n", c.version,
		strings.Join(c.tags(), " "))
	return nil
}

// output runs a command in a directory and returns its output.
func output(dir, name string, arguments ...string) (string, error) {
	cmd := exec.Command(name, arguments...)
	cmd.Dir = dir
	return outputOf(cmd)
}

func outputOf(cmd *exec.Cmd) (string, error) {
	var out, diagnostics bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &diagnostics
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s%s", strings.Join(cmd.Args, " "), err, &out, &diagnostics)
	}
	return strings.TrimSpace(out.String()), nil
}
