package validationgen

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// workshop is what all jobs of a call share: the tool, and a folder for what it writes. Nothing in it changes once it is open.
type workshop struct {
	world *load.World
	dir   string
	// tool is the path of the program, version that of its module as far as it is known.
	tool, version string
	tags          map[string]bool // that the tool knows
	readOnly      []string        // packages that it may look into for everybody
	goEnv         goEnv
	environment   []string // in which the tool runs
}

// goEnv are settings of the go command where the World was loaded, by their own names.
type goEnv struct{ GOFLAGS, GOMOD, GOVERSION, GOWORK string }

// problem is why the tool cannot be had.
type problem struct{ code, message, fix string }

// finding is the problem at the tag that asks for the tool. It has to do with the network, the go command and its caches, not
// with the source alone, so it is not remembered.
func (p *problem) finding(asked tag) diag.Diagnostic {
	found := diag.At(asked.pos, asked.end, p.code, p.message, p.fix)
	found.Passing = true
	return found
}

// newWorkshop finds the tool, builds it where need be, and asks it what it knows. Close is to be called where it is not nil.
func newWorkshop(world *load.World, jobs []*job) (*workshop, *problem) {
	dir, err := os.MkdirTemp("", "configgen-")
	if err != nil {
		return nil, unavailable("there is no folder for temporary files", err)
	}
	w := &workshop{world: world, dir: dir}
	printed, err := w.run(world.Command("go", "env", "-json", "GOFLAGS", "GOMOD", "GOVERSION", "GOWORK"))
	if err == nil {
		err = json.Unmarshal([]byte(printed), &w.goEnv)
	}
	if err != nil {
		return w, unavailable("the go command does not tell its settings", err)
	}
	if p := w.obtain(); p != nil {
		return w, p
	}
	if p := w.askTags(); p != nil {
		return w, p
	}
	return w, w.environ(jobs)
}

func (w *workshop) close() { _ = os.RemoveAll(w.dir) } // what stays is in the system's folder for such things

// unavailable is the problem that something around the tool fails, with the first line of why.
func unavailable(what string, why error) *problem {
	return &problem{"validation-gen-missing", "cannot run validation-gen: " + what + ": " + firstLine(why.Error()), ""}
}

// askTags reads the tool's own list of the tags that it knows.
func (w *workshop) askTags() *problem {
	printed, err := w.world.Command(w.tool, "--docs").Output()
	var docs []struct{ Tag string }
	if err == nil {
		err = json.Unmarshal(printed, &docs)
	}
	if err != nil {
		return unavailable("it does not say which tags it knows", err)
	}
	w.tags = map[string]bool{}
	for _, doc := range docs {
		w.tags[doc.Tag] = true
	}
	return nil
}

// environ makes the environment in which the tool loads packages: as the World has loaded them, for the reference platform and
// without the generated files of the user's packages, so that what is on the disk of those has no part in the output.
func (w *workshop) environ(jobs []*job) *problem {
	flags := w.goEnv.GOFLAGS
	if !strings.Contains(flags, "-overlay") { // else the user knows better
		name := filepath.Join(w.dir, "overlay.json")
		content, err := json.Marshal(map[string]map[string]string{"Replace": w.hidden(jobs)})
		if err == nil {
			err = os.WriteFile(name, content, 0o600)
		}
		if err != nil {
			return unavailable("there is no folder for temporary files", err)
		}
		flags += " '-overlay=" + name + "'" // in quotes, since folders have blanks on some systems
	}
	w.environment = append(load.ReferencePlatform(), "GOFLAGS="+strings.TrimSpace(flags))
	return nil
}

// hidden maps the generated files in all packages of the user's that jobs lead to to nothing. A package of generated files
// alone is left as it is: it would be none without them.
func (w *workshop) hidden(jobs []*job) map[string]string {
	files := map[string]string{}
	for _, j := range jobs {
		for _, pkg := range reachable(w.world, j.pkg) {
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

// globQuote makes a path a pattern that matches only itself.
func globQuote(path string) string {
	if filepath.Separator == '\\' {
		return path // there is no quoting on Windows
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// firstLine keeps messages of commands readable.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
