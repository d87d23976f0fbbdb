package breaking

import (
	"fmt"
	"strings"
)

// Markdown returns the changes of a group since an older release as a part of release notes.
func Markdown(group, since string, changes []Change) string {
	var out strings.Builder
	fmt.Fprintf(&out, "## Configuration of %s since %s\n", group, since)
	listed := 0
	section := func(title string, level Level) {
		first := true
		for _, change := range changes {
			if change.Level != level {
				continue
			}
			if first {
				fmt.Fprintf(&out, "\n### %s\n\n", title)
			}
			first = false
			listed++
			rule := ""
			if change.Rule != "" {
				rule = " (" + change.Rule + ")"
			}
			fmt.Fprintf(&out, "- %s%s\n", escape(change.Message), rule)
		}
	}
	section("Breaking changes", Error)
	section("Changes to look at", Warning)
	section("Exceptions", Excepted)
	section("Compatible changes", Compatible)
	if listed == 0 {
		out.WriteString("\nNo changes.\n")
	}
	return out.String()
}

// escape keeps what Markdown would take for markup.
func escape(text string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", `\<`, "`", "\\`", "\n", " ").Replace(text)
}
