package adopt

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/gosource"
	"github.com/configgen/configgen/internal/load"
)

// learn turns findings about the planned markers into another plan, and reports whether it could.
func learn(c *component, d *decisions, w *draft) bool {
	learned := false
	for _, finding := range w.generated.Findings {
		if !diag.Failed([]diag.Diagnostic{finding}) {
			continue
		}
		if marker, path := undecided(finding); marker != "" {
			for _, root := range w.Plan.Roots {
				at := strings.TrimPrefix(root.At+"."+path, ".")
				learned = learned || d.decided[at] != marker
				d.decided[at] = marker
			}
			continue
		}
		flag := flagAt(d, w, finding)
		if flag == "" {
			continue
		}
		learned = true
		if call := delegationMarked(c, d, w, flag); call != nil {
			d.undelegated[call.Func] = true
		} else {
			d.left[flag] = plan.Skipped{Kind: plan.Refused, Why: finding.Text()}
		}
	}
	if !learned {
		w.Findings = w.generated.Findings
	}
	return learned
}

// undecided returns the marker for a field whose marker a finding demands, and the Go path of the field from its root:
// a field that looks like a path is marked as not being one, and a field that looks like a secret is masked, until the
// user decides otherwise. The marker is empty for other findings.
func undecided(finding diag.Diagnostic) (marker, path string) {
	marker = map[string]string{"path-undecided": "+path=false", "secret-undecided": "+secret"}[finding.Code]
	path = strings.ReplaceAll(finding.Field, "[*]", "")
	for _, advice := range finding.Advice {
		if rest, below := strings.CutPrefix(advice.Marker, "+subfield("); below { // the field is further inside
			inside, _, _ := strings.Cut(rest, ")=")
			return marker, path + "." + inside
		}
	}
	return marker, path
}

// delegationMarked returns the delegation that the marker of a flag names; nil if it names none.
func delegationMarked(c *component, d *decisions, w *draft, flag string) *plan.Delegation {
	for _, d := range delegationsOf(c, d) {
		if slices.Contains(d.Flags, flag) && strings.Contains(w.Plan.Marked[flag].Marker, "+flagsFrom") {
			return &d
		}
	}
	return nil
}

// lineOf returns the line of a file, in the overlay, that a finding is about.
func lineOf(w *draft, finding diag.Diagnostic) string {
	lines := bytes.Split(w.overlay[finding.Position.Filename], []byte("\n"))
	if at := finding.Position.Line - 1; at >= 0 && at < len(lines) {
		return strings.TrimSpace(string(lines[at]))
	}
	return ""
}

// flagAt returns the flag with the marker that a finding is about; empty if there is none.
func flagAt(d *decisions, w *draft, finding diag.Diagnostic) string {
	line, isMarker := strings.CutPrefix(lineOf(w, finding), "// ")
	if !isMarker && !strings.Contains(line, `json:"-"`) { // nothing else about a field comes from its markers
		return ""
	}
	at := finding.Position
	field := fieldAt(w.overlay[at.Filename], at.Line)
	for _, name := range slices.Sorted(maps.Keys(w.Plan.Marked)) {
		entry := w.Plan.Marked[name]
		switch _, left := d.left[name]; {
		case left, entry.File != at.Filename, isMarker && entry.Marker != line:
		case field != "" && strings.HasSuffix(entry.Field, "."+field), field == "" && isMarker:
			return name
		}
	}
	return ""
}

// fieldAt returns the type and the field that is declared at a line of a file, or below the comment at this line; empty
// if there is none.
func fieldAt(source []byte, line int) (found string) {
	fset := token.NewFileSet()
	file, _ := parser.ParseFile(fset, "", source, parser.ParseComments|parser.SkipObjectResolution)
	if file == nil {
		return ""
	}
	within := func(node ast.Node) bool {
		return fset.Position(node.Pos()).Line <= line && line <= fset.Position(node.End()).Line
	}
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if structure, ok := spec.Type.(*ast.StructType); ok {
			for _, field := range structure.Fields.List {
				switch {
				case !within(field) && (field.Doc == nil || !within(field.Doc)):
				case len(field.Names) > 0:
					found = spec.Name.Name + "." + field.Names[0].Name
				default:
					found = spec.Name.Name + "." + load.TypeName(field.Type)
				}
			}
		}
		return false
	})
	return found
}

// correct turns differences into another plan, and reports whether there is one.
func correct(c *component, d *decisions, w *draft) bool {
	again := false
	for _, flag := range w.Proof.Flags {
		if flag.Verdict != proof.Different {
			continue
		}
		if _, left := d.left[flag.Name]; left || isLegacy(c, d, w, flag) {
			continue
		}
		kind, why := kindOf(c, flag), flag.Unequal()[0].Why
		switch kind {
		case plan.Environment:
			why = ofEnvironment
		case plan.Adds:
			why = "it adds to what its field has"
		}
		d.left[flag.Name] = plan.Skipped{Kind: kind, Why: why}
		again = true
	}
	for _, field := range w.Proof.Fields {
		if _, known := d.legacy[field.Path]; known || field.Intended != "" || !defaulted(c, w, field.Path) {
			continue
		}
		if text, ok := literal(field.Type, field.Theirs); ok {
			d.legacy[field.Path] = text
			again = true
		}
	}
	return again
}

// kindOf returns the reason for which a flag that differs stays in the code written by hand.
func kindOf(c *component, flag proof.Flag) plan.Kind {
	if flag.Differences[0].Column == "set of annotations" && flag.Differences[0].Ours == "" {
		return plan.Annotation
	}
	if adds(c.theirs.Flag(flag.Name)) {
		return plan.Adds
	}
	kind := plan.Differs
	for _, d := range flag.Differences {
		switch {
		case d.Intended != "" || strings.HasPrefix(d.Column, "--"): // the result of a command line depends on the default
		case d.Column != "default":
			return plan.Differs
		case varies(c, flag.Name):
			kind = plan.Environment
		case setByRegistration(c, flag.Name):
			kind = plan.Default
		}
	}
	return kind
}

// varies reports whether the default of a flag depends on the host, user, or time.
func varies(c *component, name string) bool {
	return observe.Leaf(c.theirs.Fields, c.theirs.Flag(name).Field).Varies
}

// setByRegistration reports whether the registration of a flag gives its field another value than the constructor.
func setByRegistration(c *component, name string) bool {
	path := c.theirs.Flag(name).Field
	before := observe.Leaf(c.theirs.Before, path)
	return before.Path != "" && before.Value != observe.Leaf(c.theirs.Fields, path).Value
}

// isLegacy reports whether a flag differs in its default alone, which a legacy default corrects.
func isLegacy(c *component, d *decisions, w *draft, flag proof.Flag) bool {
	field := c.theirs.Flag(flag.Name).Field
	for _, differing := range w.Proof.Fields {
		if _, known := d.legacy[differing.Path]; differing.Path == field && differing.Intended == "" && !known {
			_, ok := literal(differing.Type, differing.Theirs)
			return ok && defaulted(c, w, field)
		}
	}
	return false
}

// defaulted reports whether the field at a path can have a legacy default: a generated constructor applies it.
func defaulted(c *component, w *draft, path string) bool {
	for _, root := range w.Plan.Roots {
		if root.Configures(path) {
			return declares(c, w, root.Output, "New"+root.Type.Name, false)
		}
	}
	return false
}

// unmarked returns the flags that remain by hand after a proof. Proven flags are omitted, because an existing marker
// expresses the same, unless they are kept or depend on the environment. Generated flags that differ have a marker that
// expresses something else.
func unmarked(list []plan.Unmarked, report *proof.Report) []plan.Unmarked {
	verdicts := map[string]proof.Flag{}
	for _, flag := range report.Flags {
		verdicts[flag.Name] = flag
	}
	var rest []plan.Unmarked
	for _, u := range list {
		flag := verdicts[u.Flag]
		switch {
		case (u.Kind == plan.Environment || u.Kind == plan.Kept) && flag.Proven(): // it has a marker
			u = u.WithMarker()
			u.Do = "remove its marker, by which generated code registers the flag, too"
		case u.Kind == plan.ByHand && u.Flag == "" && report.Holds(), flag.Proven():
			continue
		case flag.Verdict == proof.Different:
			u = u.WithMarker()
		}
		rest = append(rest, u)
	}
	return rest
}

// literal returns a value, in JSON, as +legacyDefault has it.
func literal(t, value string) (string, bool) {
	var text string
	if !json.Valid([]byte(value)) || strings.Contains(value, "\n") {
		return "", false
	}
	switch {
	case t == "time.Duration":
		var nanoseconds int64
		if json.Unmarshal([]byte(value), &nanoseconds) != nil {
			return "", false
		}
		return gosource.Duration(time.Duration(nanoseconds)), true
	case json.Unmarshal([]byte(value), &text) == nil && value != "null":
		if strings.HasSuffix(t, "meta/v1.Duration") {
			if d, err := time.ParseDuration(text); err == nil {
				return gosource.Duration(d), true
			}
		}
		if plain(text) {
			return text, true
		}
	}
	return strings.ReplaceAll(value, "\ufeff", `\ufeff`), true // which Go files cannot have
}

// plain reports whether a text can be written without quotes.
func plain(text string) bool {
	return text != "" && text != "null" && !strings.ContainsAny(text[:1], "\"'`+{[ ") &&
		!strings.HasPrefix(text, "ref(") && strings.TrimSpace(text) == text &&
		!strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}
