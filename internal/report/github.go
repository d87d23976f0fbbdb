package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/configgen/configgen/diag"
)

// github prints workflow commands, which GitHub shows beside the lines of a pull request. Source of the form and of its
// escapes: "Workflow commands for GitHub Actions" in GitHub's documentation, and @actions/core.
func (r Reporter) github(w io.Writer, findings []diag.Diagnostic) error {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	var b strings.Builder
	for _, d := range findings {
		fmt.Fprintf(&b, "::%s file=%s", severity(d), property.Replace(r.inRepository(d.Position.Filename)))
		if d.Position.Line > 0 {
			fmt.Fprintf(&b, ",line=%d", d.Position.Line)
		}
		if d.End.Line > 0 {
			fmt.Fprintf(&b, ",endLine=%d", d.End.Line)
		}
		// GitHub takes columns only within one line.
		if d.Position.Column > 0 && (d.End.Line == 0 || d.End.Line == d.Position.Line) {
			fmt.Fprintf(&b, ",col=%d", d.Position.Column)
			if d.End.Column > 0 {
				fmt.Fprintf(&b, ",endColumn=%d", d.End.Column)
			}
		}
		fmt.Fprintf(&b, ",title=%s::%s\n", property.Replace("configgen: "+d.Code), data.Replace(r.named(d).Text()))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
