package report

import (
	"encoding/json"
	"io"
	"slices"

	"github.com/configgen/configgen/diag"
)

// finding is a Diagnostic in JSON. Lines and columns count from 1, columns in bytes; 0 and absent mean unknown.
type finding struct {
	File      string        `json:"file"`
	Line      int           `json:"line,omitempty"`
	Column    int           `json:"column,omitempty"`
	EndLine   int           `json:"endLine,omitempty"`
	EndColumn int           `json:"endColumn,omitempty"`
	Severity  diag.Severity `json:"severity"`
	Code      string        `json:"code"`
	Message   string        `json:"message"`
	Fix       string        `json:"fix,omitempty"`
	Related   []related     `json:"related,omitempty"`
	Advice    []diag.Advice `json:"advice,omitempty"`
}

// related is a further place of a finding.
type related struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"`
	Text   string `json:"text"`
}

// json prints one object: {"findings": [...]}, with an empty list if nothing was found.
func (r Reporter) json(w io.Writer, findings []diag.Diagnostic) error {
	document := struct {
		Findings []finding `json:"findings"`
	}{[]finding{}}
	for _, d := range findings {
		var others []related
		for _, o := range d.Related {
			others = append(others, related{r.Path(o.Position.Filename), o.Position.Line, o.Position.Column, o.Text})
		}
		document.Findings = append(document.Findings, finding{
			File: r.Path(d.Position.Filename), Line: d.Position.Line, Column: d.Position.Column,
			EndLine: d.End.Line, EndColumn: d.End.Column,
			Severity: severity(d), Code: d.Code, Message: d.Message, Fix: d.Fix, Related: others, Advice: r.advice(d),
		})
	}
	return EncodeJSON(w, document)
}

// advice returns the advice of a finding, with the names of files as Path returns them.
func (r Reporter) advice(d diag.Diagnostic) []diag.Advice {
	all := slices.Clone(d.Advice)
	for i := range all {
		all[i].Edits = slices.Clone(all[i].Edits)
		for j, e := range all[i].Edits {
			all[i].Edits[j].Filename = r.Path(e.Filename)
		}
	}
	return all
}

// severity of a finding, with the zero value spelt out.
func severity(d diag.Diagnostic) diag.Severity {
	if d.Severity == diag.Warning {
		return diag.Warning
	}
	return diag.Error
}

// EncodeJSON prints JSON for people as well: indented, and with < and > as they are.
func EncodeJSON(w io.Writer, document any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(document)
}
