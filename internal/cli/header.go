package cli

import (
	"bytes"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/generators"
)

// readLicense reads the file that --header-file names, seen from the working directory: comments and blank lines that
// can be above anything in a Go file. The placeholder YEAR, which the boilerplate of Kubernetes has, becomes the given
// year. An empty name gives an empty license.
func (t *tool) readLicense(name, year string) (string, error) {
	if name == "" {
		return "", nil
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(t.env.Dir, path)
	}
	content, err := os.ReadFile(path)
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return "", fmt.Errorf("cannot read the header file %s: %w", name, pathError.Err)
	}
	content = bytes.ReplaceAll(bytes.TrimPrefix(content, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	if year != "" {
		content = yearPlaceholder.ReplaceAll(content, []byte(year))
	}
	if line, problem := checkLicense(content); problem != "" {
		return "", fmt.Errorf("%s:%d: %s", filepath.ToSlash(name), line, problem)
	}
	return strings.TrimSpace(string(content)), nil
}

var (
	yearPlaceholder = regexp.MustCompile(`\bYEAR\b`)
	generatedMark   = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	directive       = regexp.MustCompile(`^(//go:|//line |/\*line |// ?\+build\b)`)
)

// checkLicense returns the line and the nature of the first thing in a header file that is not allowed above generated
// code.
func checkLicense(content []byte) (int, string) {
	file := token.NewFileSet().AddFile("", -1, len(content))
	problem, at := "", 0
	report := func(line int, text string) {
		if problem == "" {
			at, problem = line, text
		}
	}
	var s scanner.Scanner
	s.Init(
		file, content, func(pos token.Position, msg string) { report(pos.Line, msg+"; a header file holds comments only") },
		scanner.ScanComments,
	)
	for {
		pos, tok, text := s.Scan()
		line := file.PositionFor(pos, false).Line
		switch {
		case tok == token.EOF || problem != "":
			return at, problem
		case tok != token.COMMENT:
			report(line, "a header file holds comments and blank lines only; put // in front of its lines")
		case yearPlaceholder.MatchString(text):
			report(line+strings.Count(text[:yearPlaceholder.FindStringIndex(text)[0]], "\n"),
				"the placeholder YEAR needs a year, since generated files must not depend on the date; add --year")
		case directive.MatchString(text):
			report(line, "a directive to the compiler does not belong in a header file; take it out")
		case generatedMark.MatchString(text):
			report(line, "the line that marks generated code is added by configgen; take it out")
		}
	}
}

// withLicense returns the content of a file with the license above it, where it is a Go file. Build constraints stay on
// top, as Kubernetes' generators have it.
func withLicense(file generators.File, license string) []byte {
	if license == "" || filepath.Ext(file.Name) != ".go" {
		return file.Content
	}
	var constraints []byte
	rest := file.Content
	if bytes.HasPrefix(rest, []byte("//go:build ")) {
		end := bytes.Index(rest, []byte("\n\n")) + len("\n\n")
		constraints, rest = rest[:end], rest[end:]
	}
	return slices.Concat(constraints, []byte(license+"\n\n"), rest)
}
