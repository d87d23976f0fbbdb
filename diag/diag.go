package diag

import (
	"cmp"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// Severity is the effect of a finding on the run.
type Severity string

const (
	// Error means that no file of the group is written and that the exit status is 1.
	Error Severity = "error"
	// Warning is printed, and has no effect on the files and on the exit status.
	Warning Severity = "warning"
)

// Diagnostic is one finding about the user's source.
type Diagnostic struct {
	// Position is where the mistake starts. Filename is absolute; Line and Column count from 1, Column in bytes.
	Position token.Position
	// End is the position after the last byte of the mistake, or the zero value if only the start is known.
	End token.Position
	// Severity of the finding. The zero value is treated as Error.
	Severity Severity
	// Code is the name of the rule in kebab case, for example unknown-marker. It is stable, so that tools can filter by
	// it.
	Code string
	// Field is the path in Go of the field that the finding is about, as in Listeners[*].TLS.CertFile. It is empty for a
	// finding about something else.
	Field string
	// Marker is the name, without the plus sign, of a marker that has no effect because its comment or its line documents
	// no declaration. It is empty for other findings.
	Marker string
	// Message says what is wrong, in one line without a full stop.
	Message string
	// Fix says what to write instead, in one line. It is empty if the message says it already.
	Fix string
	// Related are other places that the finding is about, such as the first of two flags with one name.
	Related []Related
	// Advice are the ways to correct the mistake that can be followed literally. It is empty if the user has to decide
	// something first, such as a name.
	Advice []Advice
	// Transient is set if the cause is not in the source but in a network, another program or a test, so that the next run
	// can succeed.
	Transient bool
}

// At returns a finding of severity Error for the source from pos to end.
func At(pos, end token.Position, code, message, fix string) Diagnostic {
	return Diagnostic{Position: pos, End: end, Severity: Error, Code: code, Message: message, Fix: fix}
}

// About returns the finding with the path of its field.
func (d Diagnostic) About(field string) Diagnostic {
	d.Field = field
	return d
}

// Related is a further place that a finding is about.
type Related struct {
	// Text leads from the message to the place, as in "first at".
	Text string
	// Position has an absolute Filename, like the position of the finding.
	Position token.Position
}

// See returns the finding with a further place, unless that is unknown.
func (d Diagnostic) See(text string, at token.Position) Diagnostic {
	if at.IsValid() {
		d.Related = append(slices.Clip(d.Related), Related{text, at})
	}
	return d
}

// Text returns the message, with the related places, and the fix.
func (d Diagnostic) Text() string {
	text := d.Message
	for _, r := range d.Related {
		text += fmt.Sprintf(", %s %s:%d", r.Text, filepath.ToSlash(r.Position.Filename), r.Position.Line)
	}
	if d.Fix == "" {
		return text
	}
	return text + "; " + d.Fix
}

// String returns the finding in the text format: file:line:col: message (code).
func (d Diagnostic) String() string {
	pos := d.Position.String()
	if d.Severity == Warning {
		return fmt.Sprintf("%s: warning: %s (%s)", pos, d.Text(), d.Code)
	}
	return fmt.Sprintf("%s: %s (%s)", pos, d.Text(), d.Code)
}

// Sort returns the findings in the order of file, line, column, code and text, without duplicates: of findings with one
// code about a field that several paths lead to, those about the first path stay.
func Sort(findings []Diagnostic) []Diagnostic {
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, func(a, b Diagnostic) int {
		return cmp.Or(
			strings.Compare(a.Position.Filename, b.Position.Filename),
			cmp.Compare(a.Position.Line, b.Position.Line),
			cmp.Compare(a.Position.Column, b.Position.Column),
			strings.Compare(a.Code, b.Code),
			strings.Compare(a.Text(), b.Text()),
		)
	})
	type identity struct {
		position   token.Position
		severity   Severity
		code, text string
	}
	type declared struct {
		position   token.Position
		code, name string
	}
	seen, first := map[identity]bool{}, map[declared]string{}
	return slices.DeleteFunc(sorted, func(d Diagnostic) bool {
		id := identity{d.Position, d.Severity, d.Code, d.Text()}
		known := seen[id]
		seen[id] = true
		name := declared{d.Position, d.Code, d.Field[strings.LastIndexByte(d.Field, '.')+1:]}
		if first[name] == "" {
			first[name] = d.Field
		}
		return known || first[name] != d.Field
	})
}

// Failed reports whether any finding is an error.
func Failed(findings []Diagnostic) bool {
	return slices.ContainsFunc(findings, func(d Diagnostic) bool { return d.Severity != Warning })
}
