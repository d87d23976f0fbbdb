package diag

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// Severity says what a finding means for the run.
type Severity string

const (
	// Error stops the run: nothing is written and the exit status is 1.
	Error Severity = "error"
	// Warning is reported and changes neither what is written nor the exit status.
	Warning Severity = "warning"
)

// Diagnostic is one finding about the user's source.
type Diagnostic struct {
	// Position is where the mistake starts. Filename is absolute; Line and Column count from 1, Column in bytes.
	Position token.Position
	// End is the position behind the mistake's last byte; the zero value where only the start is known.
	End token.Position
	// Severity of the finding; the zero value counts as Error.
	Severity Severity
	// Code names the rule in kebab case, for example unknown-marker. It is stable, so that tools may filter by it.
	Code string
	// Message says what is wrong, in one line without a full stop.
	Message string
	// Fix says what to write instead, in one line; empty where the message already does.
	Fix string
	// Passing says that the cause lies outside the source, in a network or another program: the next run may go well.
	Passing bool
}

// At returns an error finding of rule code that spans from pos to end.
func At(pos, end token.Position, code, message, fix string) Diagnostic {
	return Diagnostic{Position: pos, End: end, Severity: Error, Code: code, Message: message, Fix: fix}
}

// Text is the message with its fix: what a person reads behind the position.
func (d Diagnostic) Text() string {
	if d.Fix == "" {
		return d.Message
	}
	return d.Message + "; " + d.Fix
}

// String is the finding in the text format: file:line:col: message (code).
func (d Diagnostic) String() string {
	pos := d.Position.String()
	if d.Severity == Warning {
		return fmt.Sprintf("%s: warning: %s (%s)", pos, d.Text(), d.Code)
	}
	return fmt.Sprintf("%s: %s (%s)", pos, d.Text(), d.Code)
}

// Sort orders findings by file, line, column, code and text, and drops exact repetitions.
func Sort(findings []Diagnostic) []Diagnostic {
	sorted := slices.Clone(findings)
	slices.SortFunc(sorted, func(a, b Diagnostic) int {
		return cmp.Or(
			strings.Compare(a.Position.Filename, b.Position.Filename),
			cmp.Compare(a.Position.Line, b.Position.Line),
			cmp.Compare(a.Position.Column, b.Position.Column),
			strings.Compare(a.Code, b.Code),
			strings.Compare(a.Text(), b.Text()),
		)
	})
	return slices.Compact(sorted)
}

// Failed reports whether any finding is an error.
func Failed(findings []Diagnostic) bool {
	return slices.ContainsFunc(findings, func(d Diagnostic) bool { return d.Severity != Warning })
}
