package explain

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/terminal"
)

// changes says how to change a field safely.
func (s subject) changes(b *strings.Builder, f *field) {
	if len(f.kind.Versions) == 0 || len(f.versions) == 0 {
		return // of a struct of flags, whose flags say it
	}
	b.WriteString("\n    To change it safely:\n")
	version, jsonPath, stays := f.kind.Versions[0].Name, f.versions[0].Path, 0
	for _, root := range s.group.Roots {
		if s.group.API != nil && root.Name == f.kind.Name {
			stays = s.group.API.Stays(root)
		}
	}
	since, removal := s.releases(stays)
	advise(b, fmt.Sprintf("Rename or move it in a new version only: %s keeps its name (CB001, CB002), and "+
		"+moved(from: %q, in: %s) on the field in its new place generates the conversions.", version, jsonPath, version))
	advise(b, "Change its type, its default or the values that it accepts in a new version; files of "+version+
		" keep their meaning (CB003 to CB006).")
	if !f.versions[0].Deprecated() {
		advise(b, fmt.Sprintf("Remove it in two steps: +deprecated(since: %q, removal: %q, use: \"...\") now, and in that "+
			"release +tombstone(path: %q, removed: %q, use: \"...\") on the type in its place.", since, removal, jsonPath,
			removal))
	} else {
		advise(b, fmt.Sprintf("It is deprecated. When it is removed, leave +tombstone(path: %q, removed: %q, use: "+
			"\"...\") on the type in its place.", jsonPath, removal))
	}
	switch {
	case s.group.API == nil && s.group.Loader:
		advise(b, `Add +configgen:api(release: "1.0") to the package, so that configgen breaking knows when a deprecation `+
			`ends.`)
	case s.group.API == nil:
		advise(b, `Add +configgen:api(release: "1.0") to the package, so that configgen breaking compares releases.`)
		return
	}
	advise(b, "configgen breaking --against git:REF says what a change breaks.")
}

// flagChanges says how to change a flag safely.
func (s subject) flagChanges(b *strings.Builder, name string) {
	stays := 0
	if s.group.API != nil {
		stays = s.group.API.Flags
	}
	since, removal := s.releases(stays)
	b.WriteString("\n    To change it safely:\n")
	advise(b, fmt.Sprintf("Rename it with a second +flag for the new name, and +flag(since: %q, removal: %q, use: "+
		"\"--new-name\")=%s (CB010, CB011).", since, removal, name))
	advise(b, fmt.Sprintf("Remove it in %s or later, and leave +tombstone(flag: %q, removed: %q, use: \"...\") on the "+
		"type.", removal, name, removal))
}

// releases are the release in development, and the one a number of releases later.
func (s subject) releases(later int) (now, then string) {
	now = "1.0"
	if s.group.API != nil && s.group.API.Release != "" {
		now = s.group.API.Release
	}
	major, minor, _ := strings.Cut(now, ".")
	number := 0
	_, _ = fmt.Sscan(minor, &number) // a release has a number there
	return now, fmt.Sprintf("%s.%d", major, number+max(later, 1))
}

// advise adds one way.
func advise(b *strings.Builder, text string) {
	b.WriteString(terminal.Flow(text, "    - ", "      "))
}
