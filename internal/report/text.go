package report

import (
	"io"
	"strings"

	"github.com/configgen/configgen/diag"
)

// Escapes of the terminal.
const (
	bold  = "\x1b[1m"
	red   = "\x1b[31m"
	green = "\x1b[32m"
	plain = "\x1b[0m"
)

// Line returns a finding in one line: file:line:col: message (code).
func (r Reporter) Line(d diag.Diagnostic) string {
	d = r.named(d)
	d.Position.Filename = r.Path(d.Position.Filename)
	line := d.String()
	if position := d.Position.String() + ":"; r.Color {
		line = bold + position + plain + line[len(position):]
	}
	return line
}

// text prints one line a finding.
func (r Reporter) text(w io.Writer, findings []diag.Diagnostic) error {
	var b strings.Builder
	for _, d := range findings {
		b.WriteString(r.Line(d) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Diff prints a unified diff.
func (r Reporter) Diff(w io.Writer, diff []byte) error {
	if !r.Color {
		_, err := w.Write(diff)
		return err
	}
	var b strings.Builder
	for line := range strings.Lines(string(diff)) {
		b.WriteString(paint(line))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// paint colors one line of a diff.
func paint(line string) string {
	body := strings.TrimSuffix(line, "\n")
	switch {
	case strings.HasPrefix(body, "diff "), strings.HasPrefix(body, "--- "), strings.HasPrefix(body, "+++ "):
		return bold + body + plain + "\n"
	case strings.HasPrefix(body, "-"):
		return red + body + plain + "\n"
	case strings.HasPrefix(body, "+"):
		return green + body + plain + "\n"
	}
	return line
}
