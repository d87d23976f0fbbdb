package house

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// markerReaders are the directories whose packages read markers, with the reason. What others need of a marker is a
// fact of the model: of descriptor.Field, of group.Marked, or the Marker of a flag.
var markerReaders = map[string]string{
	"internal/markers":      "they are declared here",
	"markers":               "it prints their manual",
	"internal/load":         "it parses them",
	"internal/model":        "it makes facts of them",
	"internal/group":        "markers about merging, and tags that validation-gen serves, are read by other packages",
	"internal/check":        "its rules are about markers: those without effect, with their places",
	"internal/lint":         "edits of a comment need the markers of the comment",
	"internal/adopt":        "it writes markers into packages that belong to no group yet",
	"internal/upstream":     "it reads the tags of packages without a group",
	"generators/flags":      "its advice removes a marker",
	"generators/validation": "a constraint is a marker, with its text and its place",
}

// readsMarker matches the code that reads a marker.
var readsMarker = regexp.MustCompile(
	`\bmarkers\.(Get|All)\[|\.Markers\.(Has|Named|At)\(|range [\w.]+\.Markers\b|\([\w.]+\.Markers[,)]`)

// TestMarkersBecomeFacts refuses code that reads markers in other packages than the listed ones.
func TestMarkersBecomeFacts(t *testing.T) {
	found := map[string]bool{}
	for _, s := range sources(t, publicOrInternal) {
		for number, line := range strings.Split(s.text, "\n") {
			if !readsMarker.MatchString(line) {
				continue
			}
			reader := ""
			for directory := range markerReaders {
				if within := path.Dir(s.path) + "/"; strings.HasPrefix(within, directory+"/") {
					reader = directory
				}
			}
			if found[reader] = true; reader == "" {
				t.Errorf("%s:%d: take the fact from the model in place of the marker", s.path, number+1)
			}
		}
	}
	for directory := range markerReaders {
		if !found[directory] && directory != "markers" && directory != "internal/markers" {
			t.Errorf("%s reads no marker; remove it from the list", directory)
		}
	}
}
