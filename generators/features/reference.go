package features

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/emit"
)

// mark is the line that says who wrote a file, in files in which # begins a comment or is inside one.
var mark = "#" + strings.TrimPrefix(emit.Header, "//")

// stageNames are the stages as people and Kubernetes' lists write them.
var stageNames = map[string]string{"alpha": "Alpha", "beta": "Beta", "ga": "GA", "deprecated": "Deprecated"}

// reference is the table for users, in Markdown.
func (t *table) reference() []byte {
	var out strings.Builder
	fmt.Fprintf(&out, "<!--\n%s\n-->\n\n# Feature gates\n\n", mark)
	out.WriteString("| Feature | Default | Stage | Since | Until |\n| --- | --- | --- | --- | --- |\n")
	for _, f := range t.sorted() {
		for i, s := range f.specs {
			until := ""
			if i+1 < len(f.specs) {
				until = f.specs[i+1].since.String()
			}
			fmt.Fprintf(&out, "| `%s` | %s | %s | %s | %s |\n", f.Name, s.value(), stageNames[s.Feature.Stage], s.since, until)
		}
	}
	out.WriteString(
		"\nA stage holds until the version in the last column, without it. What is locked cannot be set to another value.\n",
	)
	for _, f := range t.sorted() {
		fmt.Fprintf(&out, "\n## %s\n", f.Name)
		if f.Doc != "" {
			fmt.Fprintf(&out, "\n%s\n", f.Doc)
		}
		if len(f.Requires) > 0 {
			fmt.Fprintf(&out, "\nNeeds `%s`.\n", strings.Join(f.Requires, "`, `"))
		}
	}
	if len(t.removed) > 0 {
		out.WriteString("\n## Removed features\n\n| Feature | Removed in |\n| --- | --- |\n")
	}
	for _, e := range t.removed {
		fmt.Fprintf(&out, "| `%s` | %s |\n", e.Name, e.Removed)
	}
	return []byte(out.String())
}

// value is the default of a stage, and what restricts it.
func (s spec) value() string {
	text := fmt.Sprint(s.Default)
	if s.Locked {
		text += ", locked"
	}
	if s.named {
		text += fmt.Sprintf(", from compatibility with %s on", s.minimum)
	}
	return text
}

// yaml is the history, in the form of Kubernetes' list of versioned features.
func (t *table) yaml() []byte {
	var out strings.Builder
	out.WriteString(mark + "\n\n")
	if len(t.features) == 0 {
		out.WriteString("[]\n")
	}
	for _, f := range t.sorted() {
		fmt.Fprintf(&out, "- name: %s\n  versionedSpecs:\n", scalar(f.Name))
		for _, s := range f.specs {
			out.WriteString(s.row().yaml())
		}
	}
	for _, e := range t.removed {
		fmt.Fprintf(&out, "- name: %s\n  removed: %q\n  versionedSpecs:\n", scalar(e.Name), e.Removed)
		for _, r := range e.rows {
			out.WriteString(r.yaml())
		}
	}
	if t.released != nil {
		fmt.Fprintf(&out, "%s%s\n", releasedMark, t.released)
	}
	return []byte(out.String())
}

// yaml is a stage in the history.
func (r row) yaml() string {
	text := fmt.Sprintf("  - default: %t\n    lockToDefault: %t\n", r.Default, r.LockToDefault)
	if r.MinCompatibilityVersion != "" {
		text += fmt.Sprintf("    minCompatibilityVersion: %q\n", r.MinCompatibilityVersion)
	}
	return text + fmt.Sprintf("    preRelease: %s\n    version: %q\n", r.PreRelease, r.Version)
}

// scalar writes a name so that YAML reads it as a text.
func scalar(name string) string {
	for _, r := range name {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') {
			return fmt.Sprintf("%q", name)
		}
	}
	switch strings.ToLower(name) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return fmt.Sprintf("%q", name)
	}
	if name[0] >= '0' && name[0] <= '9' {
		return fmt.Sprintf("%q", name)
	}
	return name
}
