package report

import (
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/rule"
)

// The part of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format) that findings need. A SARIF
// fix is made of edits; advice in words is in the message.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string        `json:"id"`
		ShortDescription sarifMessage  `json:"shortDescription"`
		Help             *sarifMessage `json:"help,omitempty"`
		HelpURI          string        `json:"helpUri,omitempty"`
	}
	sarifResult struct {
		RuleID     string            `json:"ruleId"`
		RuleIndex  int               `json:"ruleIndex"`
		Level      diag.Severity     `json:"level"`
		Message    sarifMessage      `json:"message"`
		Locations  []sarifLocation   `json:"locations"`
		Related    []sarifLocation   `json:"relatedLocations,omitempty"`
		Fixes      []sarifFix        `json:"fixes,omitempty"`
		Properties map[string]string `json:"properties,omitempty"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifMessage `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	// sarifFix is one way to correct a mistake.
	sarifFix struct {
		Changes []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifBytes    `json:"deletedRegion"`
		Inserted *sarifMessage `json:"insertedContent,omitempty"`
	}
	sarifBytes struct {
		Offset int `json:"byteOffset"`
		Length int `json:"byteLength"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
)

// sarif prints one log with one run.
func (r Reporter) sarif(w io.Writer, findings []diag.Diagnostic) error {
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: "configgen", Version: r.Version, InformationURI: "https://github.com/configgen/configgen",
			Rules: []sarifRule{},
		}},
		ColumnKind: "unicodeCodePoints",
		Results:    []sarifResult{},
	}
	var codes []string
	for _, d := range findings {
		codes = append(codes, d.Code)
	}
	slices.Sort(codes)
	codes = slices.Compact(codes)
	for _, code := range codes {
		help := sarifRule{ID: code, ShortDescription: sarifMessage{strings.ReplaceAll(code, "-", " ")}}
		if r, ok := rule.Named(code); ok {
			help.Help, help.HelpURI = &sarifMessage{r.Text()}, r.Address()
		}
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, help)
	}
	files := sources{}
	for _, d := range findings {
		index, _ := slices.BinarySearch(codes, d.Code)
		result := sarifResult{
			RuleID: d.Code, RuleIndex: index, Level: severity(d), Message: sarifMessage{r.named(d).Text()},
			Locations: []sarifLocation{{Physical: sarifPhysical{r.artifact(d.Position.Filename), files.region(d)}}},
		}
		for _, o := range d.Related {
			at := diag.Diagnostic{Position: o.Position}
			result.Related = append(result.Related, sarifLocation{
				sarifPhysical{r.artifact(o.Position.Filename), files.region(at)}, &sarifMessage{o.Text},
			})
		}
		if d.Fix != "" {
			result.Properties = map[string]string{"fix": d.Fix}
		}
		for _, a := range d.Advice {
			var fix sarifFix
			for _, e := range a.Edits {
				fix.Changes = append(fix.Changes, sarifChange{r.artifact(e.Filename), []sarifReplacement{
					{sarifBytes{e.Start, e.End - e.Start}, &sarifMessage{e.New}},
				}})
			}
			if len(fix.Changes) > 0 {
				result.Fixes = append(result.Fixes, fix)
			}
		}
		run.Results = append(run.Results, result)
	}
	return EncodeJSON(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// artifact returns a relative reference inside the reporter's directory, a file URI outside. %SRCROOT% is the name of
// the repository's root in code scanners.
func (r Reporter) artifact(file string) sarifArtifact {
	path := r.inRepository(file)
	if !filepath.IsAbs(filepath.FromSlash(path)) {
		return sarifArtifact{(&url.URL{Path: path}).String(), "%SRCROOT%"}
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: path}).String()}
}

// sources holds the lines of files that findings point into.
type sources map[string][]string

// region spans a finding, its columns counted in code points as SARIF wants it; nil where no line is known.
func (s sources) region(d diag.Diagnostic) *sarifRegion {
	if d.Position.Line == 0 {
		return nil
	}
	return &sarifRegion{
		StartLine: d.Position.Line, StartColumn: s.column(d.Position.Filename, d.Position.Line, d.Position.Column),
		EndLine: d.End.Line, EndColumn: s.column(d.Position.Filename, d.End.Line, d.End.Column),
	}
}

// column turns a column in bytes into one in code points.
func (s sources) column(file string, line, column int) int {
	if column == 0 {
		return 0
	}
	lines, read := s[file]
	if !read {
		content, _ := os.ReadFile(file) // a finding may be about a file that is missing
		lines = strings.Split(string(content), "\n")
		s[file] = lines
	}
	if line > len(lines) || column-1 > len(lines[line-1]) {
		return column
	}
	return utf8.RuneCountInString(lines[line-1][:column-1]) + 1
}
