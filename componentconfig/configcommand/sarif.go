package configcommand

import (
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/extension"
)

// The part of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format) that findings need.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string       `json:"id"`
		ShortDescription sarifMessage `json:"shortDescription"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical struct {
			Artifact sarifArtifact `json:"artifactLocation"`
			Region   *sarifRegion  `json:"region,omitempty"`
		} `json:"physicalLocation"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
)

// Rules of SARIF.
const (
	refusedRule = "refused"
	warnedRule  = "warned"
)

// reportSARIF prints one log with one run. The columns of the loader are code points.
func reportSARIF(w io.Writer, c *extension.Component, all []finding) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: c.Name + " config", Version: c.Version, Rules: []sarifRule{
		{refusedRule, sarifMessage{"The start refuses this configuration."}},
		{warnedRule, sarifMessage{"The start warns of this configuration."}},
	}}
	for _, f := range all {
		result := sarifResult{RuleID: refusedRule, Level: f.severity, Message: sarifMessage{f.Message}}
		if f.severity == isWarning {
			result.RuleID = warnedRule
		}
		if f.Pos.File != "" {
			var at sarifLocation
			at.Physical.Artifact = artifact(f.Pos.File)
			if f.Pos.Line > 0 {
				at.Physical.Region = &sarifRegion{f.Pos.Line, f.Pos.Column}
			}
			result.Locations = []sarifLocation{at}
		}
		run.Results = append(run.Results, result)
	}
	return encode(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// artifact is a relative reference for a relative name, otherwise a file URI. %SRCROOT% is what code scanners call the
// root of the repository.
func artifact(file string) sarifArtifact {
	path := filepath.ToSlash(file)
	if !filepath.IsAbs(file) {
		return sarifArtifact{(&url.URL{Path: path}).String(), "%SRCROOT%"}
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: path}).String()}
}
