package load

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/configgen/configgen/diag"
)

// referencePlatform is the platform as which all packages are read.
var referencePlatform = []string{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0"}

// ReferencePlatform returns the variables that make the go command see packages as the Session does.
func ReferencePlatform() []string { return append([]string(nil), referencePlatform...) }

// The questions to the go command: the packages that patterns name, the export data of packages, or the files of
// packages and of all their dependencies.
const (
	modeNamed   = packages.NeedName | packages.NeedFiles | packages.NeedModule
	modeExports = packages.NeedName | packages.NeedExportFile
	modeSources = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps
)

// withoutBuild has the go command name the export data that is there, and only print how it would make the rest.
const withoutBuild = "-n"

// list asks the go command about patterns, as for the reference platform, with further flags of go list. The answer is
// in the order of the paths. Export data of a build with -trimpath, which GOFLAGS may ask for, is not used: its
// positions do not lead to the files whose comments generators read.
func (l *loader) list(mode packages.LoadMode, patterns []string, flags ...string) ([]*packages.Package, error) {
	listed, err := packages.Load(&packages.Config{
		Mode:       mode,
		Context:    l.asking,
		Dir:        l.dir,
		Env:        slices.Concat(os.Environ(), l.env, platform(mode), l.cache.environment()),
		Overlay:    l.request.Overlay,
		BuildFlags: append([]string{"-trimpath=false"}, flags...),
	}, patterns...)
	if err != nil {
		return nil, Explain(err)
	}
	sortByPath(listed)
	return listed, nil
}

// ran begins an error of package packages.
var ran = regexp.MustCompile(`^err: exit status \d+: stderr: `)

// Explain returns an error of packages.Load in one line: the message of the go command, with the command that it
// suggests.
func Explain(err error) error { return errors.New(wholeCommand(ran.ReplaceAllString(err.Error(), ""))) }

func sortByPath(listed []*packages.Package) {
	slices.SortFunc(listed, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
}

// platform returns the variables of the reference platform that a question needs. On linux/amd64, export data may be
// built with or without cgo, as the user's own builds leave it in the cache: cgo does not change the exported
// declarations.
func platform(mode packages.LoadMode) []string {
	if mode&packages.NeedExportFile != 0 && runtime.GOOS == "linux" && runtime.GOARCH == "amd64" {
		return nil
	}
	return referencePlatform
}

// AsBuilt are files of export data that a build for this machine has made, by import path, as Answers can have
// them: all, or none where packages are read as for another platform.
func AsBuilt(files map[string]string) map[string]string {
	if platform(packages.NeedExportFile) != nil {
		return nil
	}
	return files
}

// firstLine keeps an error of the go command readable: what follows its first line repeats it for every importer.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if before, _, found := strings.Cut(line, " is not in std ("); found { // the directory of the standard library
		return before + " is not in the standard library"
	}
	return strings.TrimSuffix(line, "; to add it:")
}

// wholeCommand is the first line of a message of the go command that says something, with the command on a later line
// that it advises.
func wholeCommand(text string) string {
	text = strings.TrimSpace(text)
	for _, advice := range []string{
		"; to add:\n", "; to add it:\n", "; to update it:\n", "To sync the vendor directory, run:\n",
	} {
		if head, command, found := strings.Cut(text, advice); found {
			return strings.TrimSuffix(firstLine(head), ":") + runCommand + firstLine(command)
		}
	}
	if head, rest, found := strings.Cut(text, ":\n"); found && strings.HasPrefix(head, "go: errors parsing ") {
		at, _, conflict := strings.Cut(firstLine(rest), ": unknown directive: <<<<<<<")
		if conflict {
			at += ": the file has a merge conflict; keep one of its sides"
		}
		return at
	}
	return firstLine(text)
}

// runCommand is between a message of the go command and the command that it advises.
const runCommand = "; run "

// noSum is in the go command's message about a package whose module lacks a hash.
const noSum = "missing go.sum entry"

// vendored is in the go command's message about a package that the directory vendor lacks.
const vendored = "disabled by -mod=vendor"

// moduleFailure matches the go command's message about a module that it cannot read. The message is repeated for each
// package of the module, and for the packages that import them.
var moduleFailure = regexp.MustCompile(`([^\s(@]+@v[^\s:/()]+)( \(replaced by [^)]+\))?: ([^()]+)`)

// unavailable finds the imports among the given packages that cannot be had. What one module, the directory vendor or
// one command is the cause of is one finding.
func (c *checker) unavailable(external []string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	reported := map[string]bool{}
	for _, path := range external {
		if c.failures[path] == "" {
			continue
		}
		what, reason, fix, cause, command := explainFailure(path, c.failures[path])
		if cause != "" && reported[cause] {
			continue
		}
		reported[cause] = true
		for _, at := range c.asked[path] {
			fset := c.loader.Fset
			found := diag.At(fset.Position(at.pos), fset.Position(at.end), "import",
				fmt.Sprintf("cannot load %s: %s", what, reason), fix).With(diag.Run(strings.Fields(command)...))
			found.Transient = true // it may be the network, or a cache of the go command
			if findings = append(findings, found); cause != "" {
				break
			}
		}
	}
	return findings
}

// explainFailure takes apart the go command's message about a package: the subject that cannot be loaded, the reason,
// and the fix. Packages that fail for the same reason have the same cause; it is empty if the reason concerns this
// package alone. The command is part of the fix; it is empty if there is none, or if it needs a shell.
func explainFailure(path, failure string) (what, reason, fix, cause, command string) {
	reason, command, _ = strings.Cut(failure, runCommand)
	command = cmp.Or(command, "go mod tidy")
	modules := moduleFailure.FindAllStringSubmatch(reason, -1)
	switch {
	case strings.Contains(reason, noSum):
		return path, reason, "run " + command, command, command
	case strings.Contains(reason, vendored):
		const both = "go mod tidy && go mod vendor"
		return path, reason, "fix the import, or run " + both, both, ""
	case len(modules) > 0:
		last := modules[len(modules)-1]
		module, replaced := last[1], last[2] != "" || strings.Contains(last[3], "replacement directory")
		command = "go mod download " + module
		fix = "correct its version in go.mod, or run " + command + " once it can be reached"
		if replaced {
			name, _, _ := strings.Cut(module, "@")
			fix, command = "correct the replace directive of "+name+" in go.mod", ""
		}
		return module + last[2], last[3], fix, module, command
	}
	return path, reason, "fix the import, or run " + command, "", command
}

// buildCache has the known facts about the build cache of the go command.
type buildCache struct {
	// empty reports that nothing had been built or listed when the run began.
	empty bool
	// debug and garbage are the values of GODEBUG and GOGC.
	debug, garbage string
}

// newBuildCache looks at the build cache, in which the go command leaves a README when it uses it for the first time.
// Env are variables, as NAME=value, in addition to the environment of the process.
func newBuildCache(env []string) buildCache {
	c := buildCache{debug: variable(env, "GODEBUG"), garbage: variable(env, "GOGC")}
	dir := variable(env, "GOCACHE")
	if dir == "" {
		caches, err := os.UserCacheDir()
		if err != nil || bytes.Contains(settings(env), []byte("GOCACHE")) {
			return c
		}
		dir = filepath.Join(caches, "go-build")
	}
	_, err := os.Stat(filepath.Join(dir, "README"))
	c.empty = errors.Is(err, fs.ErrNotExist) && variable(env, "GOCACHEPROG") == ""
	return c
}

// settings are what go env -w has written.
func settings(env []string) []byte {
	name := variable(env, "GOENV")
	if configs, err := os.UserConfigDir(); name == "" && err == nil {
		name = filepath.Join(configs, "go", "env")
	}
	content, _ := os.ReadFile(name) // most often there is no such file
	return content
}

// environment keeps the go command from indexing the standard library and all dependencies in an empty build cache,
// which takes longer than to look into the packages that a run asks about. It also has the go command collect garbage
// less often, which is a fifth of its work otherwise, unless GOGC is set.
func (c buildCache) environment() []string {
	var variables []string
	if c.garbage == "" {
		variables = append(variables, "GOGC=800")
	}
	if c.empty {
		variables = append(variables, "GODEBUG="+strings.TrimPrefix(c.debug+",goindex=0", ","))
	}
	return variables
}

// variable is the value of a variable in the environment of the go command.
func variable(env []string, name string) string {
	value := os.Getenv(name)
	for _, setting := range env {
		if set, ok := strings.CutPrefix(setting, name+"="); ok {
			value = set
		}
	}
	return value
}
