package configcommand

import (
	"cmp"
	"io"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
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

// rules say what is wrong, by the codes of the loader. Those of validation functions are in the words of Kubernetes.
var rules = map[layers.Code]string{
	layers.BadSyntax:    "The file is not YAML or JSON, or is nested too deep.",
	layers.BadHeader:    "The apiVersion or the kind is wrong.",
	layers.BadFile:      "A file or directory is missing, empty, too large, or not to be trusted.",
	layers.BadFlag:      "A flag or argument is wrong.",
	layers.BadComponent: "The component itself refuses the configuration.",
	layers.UnknownField: "The field does not exist.",
	layers.DuplicateKey: "The field is specified more than once.",
	layers.WrongType:    "The value has another type than the field.",
	layers.Immutable:    "The field must not change.",
	layers.Removed:      "The field, flag or value was removed.",
	layers.Deprecated:   "The field, flag or value will be removed.",
	layers.Conversion:   "Another version cannot express the value.",
	layers.FeatureGate:  "The feature gate is wrong, or that of the field is off.",
	layers.NoEffect:     "The value is ignored.",
	layers.NoValue:      "The key has no value, and resets values of lower files.",
	layers.TwoOwners:    "Several drop-in files set the field.",
	layers.Machine:      "The machine does not have what the value names.",
	layers.Dynamic:      "Dynamic configuration cannot be used as it is.",
}

const refusedValue = "Validation refuses the value."

// reportSARIF prints one log with one run. The columns of the loader are code points.
func reportSARIF(w io.Writer, c *extension.Component, all []finding) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: c.Name + " config", Version: c.Version, Rules: []sarifRule{}}
	used := map[layers.Code]bool{}
	for _, f := range all {
		used[f.Code] = true
	}
	for _, code := range slices.Sorted(maps.Keys(used)) {
		text := cmp.Or(rules[code], refusedValue)
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{string(code), sarifMessage{text}})
	}
	for _, f := range all {
		result := sarifResult{RuleID: string(f.Code), Level: f.severity, Message: sarifMessage{f.Message}}
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
