package report

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
)

// Format is a way to print findings.
type Format string

// The formats.
const (
	Text   Format = "text"
	JSON   Format = "json"
	GitHub Format = "github"
	SARIF  Format = "sarif"
)

// Formats lists all formats, the default first.
func Formats() []Format { return []Format{Text, JSON, GitHub, SARIF} }

// Reporter prints findings as seen from one directory.
type Reporter struct {
	// Dir is the absolute directory to which paths are relative where they lie in it.
	Dir string
	// Repository is the absolute root of the repository, to which the paths for GitHub and for code scanners are relative;
	// Dir if it is empty.
	Repository string
	// Format of findings; the zero value is Text.
	Format Format
	// Color marks up text with terminal escapes.
	Color bool
	// Version of the tool that found them, for the formats that include it.
	Version string
}

// Findings prints all findings, which the caller has sorted. The error is the writer's.
func (r Reporter) Findings(w io.Writer, findings []diag.Diagnostic) error {
	switch r.Format {
	case JSON:
		return r.json(w, findings)
	case GitHub:
		return r.github(w, findings)
	case SARIF:
		return r.sarif(w, findings)
	}
	return r.text(w, findings)
}

// named returns a finding with the names of files in related places in the form of the format.
func (r Reporter) named(d diag.Diagnostic) diag.Diagnostic {
	name := r.Path
	if r.Format == GitHub || r.Format == SARIF {
		name = r.inRepository
	}
	d.Related = slices.Clone(d.Related)
	for i := range d.Related {
		d.Related[i].Position.Filename = name(d.Related[i].Position.Filename)
	}
	return d
}

// inRepository returns the name of a file relative to the root of the repository, or as Path returns it if the root is
// unknown.
func (r Reporter) inRepository(file string) string {
	if r.Repository != "" {
		r.Dir = r.Repository
	}
	return r.Path(file)
}

// Path returns the name of a file for users, with slashes: relative to the reporter's directory if the file is in it.
func (r Reporter) Path(file string) string {
	if relative, ok := inside(r.Dir, file); ok {
		return relative
	}
	dir, err := filepath.EvalSymlinks(r.Dir)
	if err != nil {
		return filepath.ToSlash(file)
	}
	if relative, ok := inside(dir, file); ok {
		return relative
	}
	return filepath.ToSlash(file)
}

// inside returns the path of file below dir.
func inside(dir, file string) (string, bool) {
	relative, err := filepath.Rel(dir, file)
	if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(relative), true
}

// ParseFormat returns the format of the given name. The error lists others, too, which are formats of a command for
// something else than findings.
func ParseFormat(name string, others ...Format) (Format, error) {
	if format := Format(name); slices.Contains(Formats(), format) {
		return format, nil
	}
	return "", UnknownFormat(name, append(Formats(), others...))
}

// UnknownFormat returns the error of a command that supports the given formats, at least two, but not the named format.
func UnknownFormat(name string, formats []Format) error {
	last := len(formats) - 1
	var names []string
	for _, format := range formats[:last] {
		names = append(names, string(format))
	}
	return fmt.Errorf("unknown format %q; choose %s or %s", name, strings.Join(names, ", "), formats[last])
}
