package configcommand

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Severities of findings, as the formats name them.
const (
	isError   = "error"
	isWarning = "warning"
)

// finding is what a verb found.
type finding struct {
	severity string
	layers.Problem
}

// of returns the findings of an inspection.
func of(found *extension.Inspected) (out []finding) {
	for _, p := range found.Problems {
		out = append(out, finding{isError, p})
	}
	for _, p := range found.Warnings {
		out = append(out, finding{isWarning, p})
	}
	return out
}

// String returns a finding as text.
func (f finding) String() string {
	return f.shown().String()
}

// shown is the problem as texts have it.
func (f finding) shown() layers.Problem {
	if f.severity == isWarning {
		return f.Mapped(func(text string) string { return "warning: " + text })
	}
	return f.Problem
}

// reporters are the formats of findings.
var reporters = map[string]func(w io.Writer, c *extension.Component, all []finding) error{
	"text": reportText, "json": reportJSON, "github": reportGitHub, "sarif": reportSARIF,
}

// report says how findings are printed.
type report struct{ format string }

func (r *report) addFlag(cmd *cobra.Command) {
	addOutput(cmd, &r.format, "text", "json", "github", "sarif")
}

// addOutput adds --output with the formats of a verb, the default first.
func addOutput(cmd *cobra.Command, format *string, formats ...string) {
	last := len(formats) - 1
	cmd.Flags().StringVarP(format, "output", "o", formats[0],
		"Output format: "+strings.Join(formats[:last], ", ")+" or "+formats[last]+".")
	completeWith(cmd, "output", formats...)
}

// report prints findings, sorted, each once. The error is errFindings if there are errors among them.
func (a *client) report(cmd *cobra.Command, r report, all []finding) error {
	print, ok := reporters[r.format]
	if !ok {
		return fmt.Errorf("invalid --output %q: must be text, json, github or sarif", r.format)
	}
	slices.SortStableFunc(all, func(x, y finding) int { return x.Compare(y.Problem) })
	all = slices.Compact(all)
	component, err := a.Component()
	if err == nil {
		err = print(cmd.OutOrStdout(), component, all)
	}
	if err == nil && slices.ContainsFunc(all, func(f finding) bool { return f.severity == isError }) {
		err = errFindings
	}
	return err
}

// reportText prints the first findings of each kind, and how many more there are. The other formats have all.
func reportText(w io.Writer, _ *extension.Component, all []finding) error {
	var texts layers.Problems
	for _, f := range all {
		texts = append(texts, f.shown())
	}
	var b strings.Builder
	for _, p := range texts.Limited() {
		b.WriteString(p.String() + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// jsonFinding is a finding in JSON.
type jsonFinding struct {
	Severity string `json:"severity"`
	layers.Finding
}

// reportJSON prints one object: {"findings": [...]}.
func reportJSON(w io.Writer, _ *extension.Component, all []finding) error {
	document := struct {
		Findings []jsonFinding `json:"findings"`
	}{[]jsonFinding{}}
	for _, f := range all {
		document.Findings = append(document.Findings, jsonFinding{f.severity, f.Finding()})
	}
	return encode(w, document)
}

// encode prints JSON for people as well: indented, and with < and > as they are.
func encode(w io.Writer, document any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(document)
}

// reportGitHub prints workflow commands, which GitHub shows beside the lines of a pull request. Source of the form and
// of its escapes: "Workflow commands for GitHub Actions" in GitHub's documentation, and @actions/core.
func reportGitHub(w io.Writer, c *extension.Component, all []finding) error {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	var b strings.Builder
	for _, f := range all {
		properties := []string{"title=" + property.Replace(c.Name+" config")}
		if f.Pos.File != "" {
			properties = append(properties, "file="+property.Replace(filepath.ToSlash(f.Pos.File)))
		}
		if f.Pos.Line > 0 {
			properties = append(properties, fmt.Sprintf("line=%d,col=%d", f.Pos.Line, f.Pos.Column))
		}
		b.WriteString("::" + f.severity + " " + strings.Join(properties, ",") + "::" + data.Replace(f.Message) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// table aligns the cells of rows. Lines do not end in blanks.
func table(indent string, rows [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		w.Write([]byte(indent + strings.Join(row, "\t") + "\n")) //nolint:errcheck // A builder does not fail.
	}
	w.Flush() //nolint:errcheck // A builder does not fail.
	lines := strings.Split(b.String(), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}
