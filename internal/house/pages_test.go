package house

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// notRun says why no test runs the commands of a block as they are, by the page and the beginning of the block.
var notRun = map[string]string{
	"CONTRIBUTING.md: go test ./internal/markers":                  changesSources,
	"CONTRIBUTING.md: go test ./cmd/configgen -run Golden":         changesSources,
	"CONTRIBUTING.md: go test ./cmd/configgen -run 'Findings/flag": changesSources,
	"CONTRIBUTING.md: go test ./internal/house -run API":           changesSources,
	"CONTRIBUTING.md: make record":                                 changesSources,
	"CONTRIBUTING.md: go test ./internal/explain -update":          changesSources,
	"CONTRIBUTING.md: go test ./cmd/configgen -run 'TestAdvice$'":  changesSources,

	"docs/breaking.md: configgen breaking --against git:origin/main": "testdata/script/breaking.txtar runs it",
	"docs/scaffold.md: configgen init --group":                       "the tutorial runs it, with --replace",
	"docs/how-to/linters.md: go install":                             "it installs a release",
	"docs/scaffold.md: go run -mod=readonly -modfile=tools/go.mod":   "hack/update-codegen.sh of the tutorial runs it",
}

const changesSources = "it is part of an example that changes the sources of this repository"

var (
	// ranPage matches the command that runs a page, with -after if the page continues another one.
	ranPage = regexp.MustCompile(`(?m)^page (-after )?\$REPO/(\S+)$`)
	// program matches the beginning of a block of commands that is not marked as console.
	program = regexp.MustCompile(`^\$ |^(configgen|go|make|cd|git|curl|cat|mkdir|UPDATE_SCRIPTS=\S+|hack/\S+|\.ci/run) `)
)

// changelog continues the component of a user, and names no page.
const changelog = "CHANGELOG.md"

// TestPagesAreRun expects that a script runs all commands on all pages, each from an empty directory or after another
// page, if the page names that. Commands that are not run are listed with the reason.
func TestPagesAreRun(t *testing.T) {
	ran := map[string]string{} // the page that a page continues, "" for none
	for _, script := range sources(t, func(file string) bool { return path.Ext(file) == ".txtar" }) {
		first := ""
		for _, found := range ranPage.FindAllStringSubmatch(script.text, -1) {
			if found[1] == "" {
				first, ran[found[2]] = found[2], ""
			} else {
				ran[found[2]] = first
			}
		}
	}
	excuses, excused := slices.Sorted(maps.Keys(notRun)), map[string]bool{}
	pages := sources(t, func(file string) bool { return path.Ext(file) == ".md" && !within(file, "testdata") })
	for _, page := range pages {
		for _, b := range commandBlocks(t, page) {
			key := page.path + ": " + b.first
			continued, runs := ran[page.path]
			excuse := slices.IndexFunc(excuses, func(excuse string) bool { return strings.HasPrefix(key, excuse) })
			switch {
			case excuse >= 0:
				excused[excuses[excuse]] = true
			case !b.console:
				t.Errorf("%s:%d: mark commands as console, with what they print", page.path, b.line)
			case !runs:
				t.Errorf("%s:%d: no test runs %q: add the page to a script in testdata/script", page.path, b.line, b.first)
			case page.path != changelog && continued != "" && !strings.Contains(page.text, path.Base(continued)+")"):
				t.Errorf("%s:%d: say that the page continues %s", page.path, b.line, continued)
			}
		}
	}
	for key, reason := range notRun {
		if !excused[key] {
			t.Errorf("there is no block %q, which is not run because %s", key, reason)
		}
	}
}

// commandBlock is code on a page that consists of commands.
type commandBlock struct {
	line    int
	first   string
	console bool
}

// commandBlocks returns the blocks of a page that are marked as console, and others that look like commands.
func commandBlocks(t *testing.T, page source) []commandBlock {
	t.Helper()
	var all []commandBlock
	for _, b := range page.blocks(t) {
		before := "text"
		for i, line := range strings.Split(b.Text, "\n") {
			begins := b.IsCode() && i == 0 || !b.IsCode() && strings.HasPrefix(line, "    ") && before == ""
			line = strings.TrimSpace(line)
			if console := b.Language == "console"; begins && (console || program.MatchString(line)) {
				all = append(all, commandBlock{b.Line + i, line, console})
			}
			before = line
		}
	}
	return all
}

// TestPagesAreListed expects that the contents of the documentation, which the site is made of, list all pages.
func TestPagesAreListed(t *testing.T) {
	const contents = "docs/README.md"
	listed := map[string]bool{contents: true}
	for _, page := range sources(t, func(file string) bool { return file == contents }) {
		for _, found := range link.FindAllStringSubmatch(page.text, -1) {
			listed[path.Join(path.Dir(contents), found[1])] = true
		}
	}
	for _, page := range sources(t, func(file string) bool { return within(file, "docs") && path.Ext(file) == ".md" }) {
		if strings.HasPrefix(page.path, "docs/") && !listed[page.path] {
			t.Errorf("%s does not list %s", contents, page.path)
		}
	}
}
