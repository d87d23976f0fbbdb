package validationgen

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// The module and the import path of the tool, and a package whose module tells the version that the tool must have.
const (
	toolModule = "k8s.io/code-generator"
	toolPath   = "k8s.io/code-generator/cmd/validation-gen"
	apiPath    = "k8s.io/apimachinery/pkg/runtime"
)

// programName is the name of the tool in its output.
const programName = "validation-gen"

// toolchain is shared by all jobs of a call: the tool, and a directory for its output. It does not change once it is
// open.
type toolchain struct {
	session *load.Session
	dir     string
	// tool is the path of the program in the build cache of the go command, version the version of its module.
	tool, version string
	tags          map[string]bool // that the tool knows
	readOnly      []string        // packages that it may look into for every job
	environment   []string        // in which the tool runs
}

// problem is the reason why the tool cannot be run.
type problem struct{ code, message, fix string }

// finding reports the problem at the tag that asks for the tool. The network, the go command and its caches may be the
// cause, not the source alone, so the finding is not kept in the cache.
func (p *problem) finding(asked load.Tag) diag.Diagnostic {
	found := diag.At(asked.Pos, asked.End, p.code, p.message, p.fix)
	found.Transient = true
	return found
}

// newToolchain finds the tool and asks it for the tags that it knows. The caller must close a toolchain that is not
// nil.
func newToolchain(session *load.Session, jobs []*job) (*toolchain, *problem) {
	dir, err := os.MkdirTemp("", "configgen-")
	if err != nil {
		return nil, unavailable("cannot create a temporary directory", err)
	}
	t := &toolchain{session: session, dir: dir}
	if p := t.find(); p != nil {
		return t, p
	}
	if p := t.askTags(); p != nil {
		return t, p
	}
	return t, t.environ(jobs)
}

func (t *toolchain) close() { _ = os.RemoveAll(t.dir) } // the system removes remaining temporary files

// unavailable returns the problem that something that the tool needs fails, with the first line of the reason.
func unavailable(what string, why error) *problem {
	return &problem{"validation-gen-missing", "cannot run validation-gen: " + what + ": " + firstLine(why.Error()), ""}
}

// find has the go command build the tool that go.mod names. The program stays in the build cache.
func (t *toolchain) find() *problem {
	tool, api, err := t.modules()
	if err != nil {
		return unavailable("go list fails", err)
	}
	if p := check(tool, api); p != nil {
		return p
	}
	t.version = tool.released()
	build := t.session.Command("go", "tool", "-n", toolPath)
	build.Env = append(build.Env, "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH) // regardless of the target of the module
	printed, err := run(build)
	if err != nil {
		return &problem{
			"validation-gen-missing",
			fmt.Sprintf("cannot build %s: %s", toolPath, firstLine(err.Error())),
			"run " + install(api),
		}
	}
	t.tool = strings.TrimRight(printed, "\r\n")
	return nil
}

// modules returns the module of the tool, nil if go.mod does not name the tool, and the module of the API machinery,
// nil if the module graph does not have it. It also adds the common packages that exist to t.readOnly: a vendor
// directory has only imported packages.
func (t *toolchain) modules() (tool, api *module, err error) {
	query := append([]string{"list", "-find", "-e", "-json=ImportPath,Dir,Module", "tool", apiPath}, common()...)
	printed, err := run(t.session.Command("go", query...))
	if err != nil {
		return nil, nil, err
	}
	found := map[string]*module{}
	for decoder := json.NewDecoder(strings.NewReader(printed)); ; {
		var listed struct {
			ImportPath, Dir string
			Module          *module
		}
		if err := decoder.Decode(&listed); errors.Is(err, io.EOF) {
			return found[toolPath], found[apiPath], nil
		} else if err != nil {
			return nil, nil, err
		}
		found[listed.ImportPath] = listed.Module
		if listed.ImportPath == toolPath && listed.Module == nil {
			found[toolPath] = &module{Path: toolModule} // named, but not downloaded: go tool reports the reason
		}
		if listed.Dir != "" && slices.Contains(common(), listed.ImportPath) {
			t.readOnly = append(t.readOnly, listed.ImportPath)
		}
	}
}

// askTags reads the tool's own list of the tags that it knows.
func (t *toolchain) askTags() *problem {
	printed, err := t.session.Command(t.tool, "--docs").Output()
	var docs []struct{ Tag string }
	if err == nil {
		err = json.Unmarshal(printed, &docs)
	}
	if err != nil {
		return unavailable("it does not list the tags that it knows", err)
	}
	t.tags = map[string]bool{}
	for _, doc := range docs {
		t.tags[doc.Tag] = true
	}
	return nil
}

// environ makes the environment in which the tool loads packages: like the Session for the reference platform and
// without the generated files of the source packages, so that the output does not depend on them.
func (t *toolchain) environ(jobs []*job) *problem {
	printed, err := run(t.session.Command("go", "env", "GOFLAGS"))
	if err != nil {
		return unavailable("go env fails", err)
	}
	flags := strings.TrimSpace(printed)
	if !strings.Contains(flags, "-overlay") { // the user's own overlay takes precedence
		name := filepath.Join(t.dir, "overlay.json")
		content, err := json.Marshal(map[string]map[string]string{"Replace": t.hidden(jobs)})
		if err == nil {
			err = os.WriteFile(name, content, 0o600)
		}
		if err != nil {
			return unavailable("cannot create a temporary file", err)
		}
		flags += " '-overlay=" + name + "'" // in quotes, since the path may contain blanks
	}
	t.environment = append(load.ReferencePlatform(), "GOFLAGS="+strings.TrimSpace(flags))
	return nil
}

// hidden returns an overlay without the generated files of all source packages that jobs import: it maps their names to
// empty strings. A package of generated files alone keeps its files: without them it would not be a package.
func (t *toolchain) hidden(jobs []*job) map[string]string {
	files := map[string]string{}
	for _, j := range jobs {
		for _, pkg := range reachable(t.session, j.pkg) {
			if len(pkg.Files) == 0 {
				continue
			}
			found, _ := filepath.Glob(filepath.Join(globQuote(pkg.Dir), load.GeneratedPrefix+"*.go"))
			for _, name := range found {
				files[name] = ""
			}
		}
	}
	return files
}

// globQuote turns a path into a pattern that matches only that path.
func globQuote(path string) string {
	if filepath.Separator == '\\' {
		return path // patterns cannot be quoted on Windows
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// run runs the go command and returns its output. It returns an error with the message of the command if the command
// fails.
func run(cmd *exec.Cmd) (string, error) {
	printed, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return "", errors.New(complaint(string(exit.Stderr)))
	}
	return string(printed), err
}

// complaint returns the line of the go command's messages that tells why it failed.
func complaint(text string) string {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "go: downloading") && !strings.HasPrefix(line, "#") {
			return strings.TrimPrefix(strings.TrimSuffix(strings.TrimSpace(line), ":"), "go: ")
		}
	}
	return firstLine(text)
}

// firstLine keeps messages of commands readable.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
