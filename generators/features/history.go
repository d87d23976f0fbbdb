package features

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/util/version"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
)

// keepByDefault is the number of releases for which a feature stays after it became GA or deprecated, if nobody says
// otherwise: what Kubernetes asks of its own (KEP-4330).
const keepByDefault = 3

// entry is a feature in the committed history.
type entry struct {
	Name           string      `yaml:"name"`
	VersionedSpecs []yaml.Node `yaml:"versionedSpecs"`
	// Removed is the release that removed the feature, empty if it exists.
	Removed string `yaml:"removed"`
	line    int
	rows    []row
}

// row is a stage in the committed history.
type row struct {
	Default                 bool   `yaml:"default"`
	LockToDefault           bool   `yaml:"lockToDefault"`
	MinCompatibilityVersion string `yaml:"minCompatibilityVersion"`
	PreRelease              string `yaml:"preRelease"`
	Version                 string `yaml:"version"`
	since                   *version.Version
}

// history checks a table against the committed history: what was generated before, and what of it is released.
type history struct {
	*group.FeatureHistory
	*table
	*findings
}

// check refuses a table that takes back what was released.
func (h history) check() {
	released, keep, ok := h.policy()
	if !ok || !h.forward(released, keep) || h.Content == nil {
		return
	}
	entries, line, problem := readHistory(h.Content)
	if problem != "" {
		h.report(token.Position{Filename: h.File, Line: line, Column: 1}, token.Position{}, "feature-history",
			"the history of the features cannot be read: "+problem, "restore the file from version control")
		return
	}
	var now *version.Version
	for _, e := range entries {
		for _, r := range e.rows {
			now = newer(now, r.since)
		}
	}
	for _, f := range h.features {
		for _, s := range f.specs {
			now = newer(now, s.since)
		}
	}
	if recorded(h.Content) != nil && released != nil {
		// A first word about releases is not enough to let features go: it may be any.
		now = released
	}
	for _, e := range entries {
		all := e.rows
		e.rows = slices.DeleteFunc(e.rows, func(r row) bool { return released != nil && r.since.GreaterThan(released) })
		switch f := h.byName[e.Name]; {
		case len(e.rows) == 0:
		case f == nil && e.Removed != "":
			e.rows = all
			h.removed = append(h.removed, e)
		case f == nil && h.vanished(e, now, keep):
			e.rows, e.Removed = all, version.MajorMinor(now.Major(), now.Minor()+1).String()
			h.removed = append(h.removed, e)
		case f == nil:
		default:
			h.rewritten(f, e, released)
		}
	}
}

func newer(a, b *version.Version) *version.Version {
	if a == nil || b != nil && b.GreaterThan(a) {
		return b
	}
	return a
}

// releasedMark begins the last line of the history, with the newest release that the package has ever named.
const releasedMark = "# Newest release: "

// recorded is that release, nil if the history does not name one.
func recorded(content []byte) *version.Version {
	for line := range strings.Lines(string(content)) {
		if text, found := strings.CutPrefix(strings.TrimSpace(line), releasedMark); found && majorMinor.MatchString(text) {
			return version.MustParse(text)
		}
	}
	return nil
}

// forward refuses a newest release that goes back, or forward by more than the number of releases that features stay:
// what was released before, or is to stay, could be changed otherwise. The table keeps the highest one for the history.
func (h history) forward(released *version.Version, keep int) bool {
	before := recorded(h.Content)
	h.released = newer(before, released)
	if before == nil || released == nil {
		return true
	}
	next := released.Major() == before.Major()+1 && released.Minor() == 0 ||
		released.Major() == before.Major() && released.Minor() <= before.Minor()+uint(keep)
	what := ""
	switch {
	case released.LessThan(before):
		what = fmt.Sprintf("the newest release goes back from %s to %s", before, released)
	case !next:
		what = fmt.Sprintf("the newest release goes from %s to %s, which is more than %d releases", before, released, keep)
	default:
		return true
	}
	h.report(h.Marker.Position, h.Marker.End, "feature-history", what,
		fmt.Sprintf("name the next release after %s", before))
	return false
}

// policy reads what the package says of releases; released is nil where it says nothing.
func (h history) policy() (released *version.Version, keep int, ok bool) {
	keep = keepByDefault
	if h.Keep != "" {
		n, err := strconv.Atoi(h.Keep)
		if err != nil || n < 1 {
			h.report(h.Marker.Position, h.Marker.End, "marker-value", fmt.Sprintf("%q is not a number of releases", h.Keep),
				`use keep: "3"`, h.Marker.Argument("keep", `"3"`))
			return nil, 0, false
		}
		keep = n
	}
	if h.Released != "" {
		if !majorMinor.MatchString(h.Released) {
			h.report(h.Marker.Position, h.Marker.End, "feature-version", fmt.Sprintf("%q is not a version", h.Released),
				`specify the component's own major and minor version, as in released: "1.2"`)
			return nil, 0, false
		}
		released = version.MustParse(h.Released)
	}
	return released, keep, true
}

// readHistory reads the committed file. A problem comes with its line.
func readHistory(content []byte) (entries []entry, line int, problem string) {
	var nodes []yaml.Node
	if err := yaml.Unmarshal(content, &nodes); err != nil {
		return nil, 1, strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\n", " "), "yaml: ")
	}
	for _, node := range nodes {
		e := entry{line: node.Line}
		if err := node.Decode(&e); err != nil || e.Name == "" || e.Removed != "" && !majorMinor.MatchString(e.Removed) {
			return nil, node.Line, "this entry is not a feature"
		}
		for _, stage := range e.VersionedSpecs {
			var r row
			if err := stage.Decode(&r); err != nil || !majorMinor.MatchString(r.Version) {
				return nil, stage.Line, "this entry is not a stage of a feature"
			}
			r.since = version.MustParse(r.Version)
			e.rows = append(e.rows, r)
		}
		entries = append(entries, e)
	}
	return entries, 0, ""
}

// rewritten refuses changes to released stages, and new ones among them.
func (h history) rewritten(f *feature, e entry, released *version.Version) {
	for i, r := range e.rows {
		if i < len(f.specs) && f.specs[i].row() == r.plain() {
			continue
		}
		pos, end := f.Position, f.End
		what, restored := "is gone", diag.Mark(f.Position, marker(r.plain()))
		if i < len(f.specs) {
			restored = f.specs[i].Marker.Write(marker(r.plain()))
			pos, end, what = f.specs[i].Position, f.specs[i].End, "is now "+marker(f.specs[i].row())
		}
		h.report(pos, end, "feature-history",
			fmt.Sprintf("the stage %s of %s was released and %s", marker(r.plain()), f.Name, what),
			"restore it, and say what changes in a line of its own below", restored)
		return
	}
	for _, s := range f.specs[len(e.rows):] {
		if released != nil && !s.since.GreaterThan(released) {
			h.report(s.Position, s.End, "feature-history",
				fmt.Sprintf("%s gets a stage since %s, and version %s was released without it", f.Name, s.since, s.since),
				fmt.Sprintf("let it begin behind %s", released))
			return
		}
	}
}

// plain is the row as the history has it, without what is made of it.
func (r row) plain() row {
	r.since = nil
	return r
}

// row is the stage as the history has it.
func (s spec) row() row {
	r := row{
		Default:       s.Default,
		LockToDefault: s.Locked,
		PreRelease:    stageNames[s.Feature.Stage],
		Version:       s.since.String(),
	}
	if s.named {
		r.MinCompatibilityVersion = s.minimum.String()
	}
	return r
}

// marker is a row as one writes it in the source.
func marker(r row) string {
	text := fmt.Sprintf("+feature(stage: %s, since: %q", strings.ToLower(r.PreRelease), r.Version)
	if r.Default {
		text += ", default: true"
	}
	if r.LockToDefault {
		text += ", locked: true"
	}
	if r.MinCompatibilityVersion != "" {
		text += fmt.Sprintf(", minCompatibility: %q", r.MinCompatibilityVersion)
	}
	return text + ")"
}

// vanished refuses to drop a feature before it was GA or deprecated for long enough. It reports whether the feature may
// go.
func (h history) vanished(e entry, now *version.Version, keep int) bool {
	at := slices.IndexFunc(e.rows, func(r row) bool { return r.PreRelease == "GA" || r.PreRelease == "Deprecated" })
	last := e.rows[len(e.rows)-1]
	if last.PreRelease == "Deprecated" {
		at = slices.IndexFunc(e.rows, func(r row) bool { return r.PreRelease == "Deprecated" }) // GA was not to last
	}
	message, fix := fmt.Sprintf(
		"the feature %s is gone, and was neither GA nor deprecated",
		e.Name,
	), "restore its constant, and deprecate it by +feature(stage: deprecated, since: ...)"
	if at >= 0 {
		r := e.rows[at]
		if gone(now, r, keep) {
			return true
		}
		until := version.MajorMinor(r.since.Major(), r.since.Minor()+uint(keep))
		message = fmt.Sprintf("the feature %s is gone: it is %s since %s, and stays until %s", e.Name, r.PreRelease, r.since,
			until)
		switch released, _, _ := h.policy(); {
		case recorded(h.Content) != nil:
			fix = fmt.Sprintf("restore its constant, or, once %s is released, use +configgen:features(released: %q)", until,
				until)
		case released != nil && gone(released, r, keep):
			fix = fmt.Sprintf("restore its constant, generate, which records the release %s, and then delete it", released)
		default:
			fix = fmt.Sprintf("restore its constant; once %s is released, use +configgen:features(released: %q), generate, "+
				"and then delete it", until, until)
		}
	}
	fix += h.wayOut()
	if importPath, moved := h.Elsewhere[e.Name]; moved {
		message = fmt.Sprintf("the feature %s is gone: %s declares it now", e.Name, importPath)
		fix = "move its entry to the " + filepath.Base(h.File) + " there, or declare it here"
	}
	h.report(token.Position{Filename: h.File, Line: e.line, Column: 1}, token.Position{}, "feature-history", message, fix)
	return false
}

// gone reports whether a feature with a stage that ends it may be removed after a release.
func gone(now *version.Version, r row, keep int) bool {
	return now.Major() > r.since.Major() || int(now.Minor())-int(r.since.Minor()) >= keep
}

// wayOut says how to remove a history without features.
func (h history) wayOut() string {
	if len(h.features) == 0 {
		return "; to give up all features of the package on purpose, delete " + filepath.Base(h.File)
	}
	return ""
}
