package house

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/markdown"
	"github.com/configgen/configgen/internal/testfiles"
)

// wayPackages is how many packages a flag passes at most, from its marker to the generated code.
const wayPackages = 8

// contributing is the page with the map.
const contributing = "CONTRIBUTING.md"

var (
	// mapRow matches a row of the map, with its first cell.
	mapRow = regexp.MustCompile("(?m)^\\| (`[^|]+`) \\| [^|]+ \\|$")
	// stop matches a package in the drawing of a flag's way.
	stop = regexp.MustCompile(`(?m)^((?:internal|generators)/\S+|group) +\S`)
)

// TestMap expects that the map has the packages below internal, and nothing that is not there.
func TestMap(t *testing.T) {
	text := section(t, "## Map\n")
	mapped := map[string]bool{}
	for _, row := range mapRow.FindAllStringSubmatch(text, -1) {
		for _, name := range code.FindAllString(row[1], -1) {
			name = strings.Trim(name, "`")
			mapped[name] = true
			expectFile(t, name)
		}
	}
	internal := map[string]bool{}
	for _, s := range sources(t, func(file string) bool {
		return strings.HasPrefix(file, "internal/") && path.Ext(file) == ".go" && !within(file, "testdata")
	}) {
		internal[strings.Join(strings.Split(s.path, "/")[:2], "/")] = true
	}
	if len(internal) == 0 {
		t.Fatal("there is nothing in internal")
	}
	for name := range internal {
		if !mapped[name] {
			t.Errorf("the map in %s has no row for %s", contributing, name)
		}
	}
}

// TestWay expects that the drawing of a flag's way has packages that exist, as few as a newcomer can read.
func TestWay(t *testing.T) {
	drawings, err := markdown.Code(section(t, "## Map\n"), "")
	if err != nil || len(drawings) != 1 {
		t.Fatalf("the map has %d drawings, %v", len(drawings), err)
	}
	stops := stop.FindAllStringSubmatch(drawings[0], -1)
	for _, found := range stops {
		expectFile(t, found[1])
	}
	if len(stops) < len(stages) || len(stops) > wayPackages {
		t.Errorf("a flag passes %d packages in the drawing, at most %d are allowed", len(stops), wayPackages)
	}
}

// section returns the text of the page below a heading, up to the next one.
func section(t *testing.T, heading string) string {
	t.Helper()
	text := testfiles.Read(t, filepath.Join(root, contributing))
	_, below, found := strings.Cut(string(text), heading)
	if !found {
		t.Fatalf("%s has no %q", contributing, heading)
	}
	below, _, _ = strings.Cut(below, "\n## ")
	return below
}

func expectFile(t *testing.T, name string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); err != nil {
		t.Errorf("%s names %s: %v", contributing, name, err)
	}
}
