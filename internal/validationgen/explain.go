package validationgen

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/configgen/configgen/diag"
)

// rule replaces a message of the tool by our own message and fix. In both, $1 and so on are replaced by the submatches
// of the pattern.
type rule struct{ pattern, message, fix string }

// rules returns the rules that are tried in order on a message, without the place at its beginning.
func rules() []rule {
	return []rule{
		{`type \*?(\S+) is in a non-included package; .*or add (\S+) to the field`,
			"validation-gen does not look into the package of $1",
			"add $2 to the field, which is then passed over, or +k8s:validation-gen to that package if it is yours"},
		{`field with validation must have \+k8s:optional, \+k8s:required or \+k8s:forbidden`,
			"a field with a constraint must be marked as required or optional",
			"add +k8s:optional or +k8s:required"},
		{`tag "(\S+)" with stability level "(\S+)" cannot be used in Stable validation`,
			"+$1 is not stable but $2",
			`remove it, or use +k8s:alpha(since: "1.37")=+$1..., which is not enforced`},
		{
			`unknown value for package tag "(.*?)": "(.*)"`, "+$1 of a package cannot be $2",
			"use +$1=TypesWithField=TypeMeta or +$1=* or, for Kubernetes v0.33, +$1=TypeMeta",
		},
		{
			`found package tag "(\S+)" with no value`, "+$1 of a package has no value",
			"use +$1=TypesWithField=TypeMeta or +$1=*",
		},
		{
			`found package tag "(.*)" with empty value`, "+$1 of a package names nothing",
			"use +k8s:validation-gen=TypesWithField=TypeMeta",
		},
		{
			`missing field name in type (\S+) \(field-type (\S+)\)`, "a field of $1 has no name in JSON",
			`give every field with constraints a tag, as in json:"port"`,
		},
		{`expected hand-written function (\S+) was not found`, "function $1 does not exist", "write it, or remove the tag"},
		{
			`non-pointer structs cannot use the "(\S+)" tag`, "+$1 is on a struct, which is always set",
			"make the field a pointer, or remove the tag",
		},
		{
			`^tag "(?:\S+)": (?:tag "\S+": )*tag "(\S+)": (.*)`, "+$1 inside this tag $2",
			"change the tag or the type of the field",
		},
		{`^tag "(\S+)": (.*)`, "+$1 $2", "change the tag or the type of the field"},
		{
			`^failed to parse tags: (.*): \[(.*)\]$`, "+$2 cannot be read: $1",
			"use the tag as in +k8s:minimum=1, with texts in quotes",
		},
		{`(.* (?:is|are) not supported)`, "$1 by validation-gen", "use another type, or add +k8s:opaqueType to the field"},
	}
}

var (
	// entry matches the beginning of klog's message about a fatal mistake.
	entry = regexp.MustCompile(`(?m)^[EF]\d{4} [^\]\n]*\] `)
	// aboutField is the place in front of a complaint, repeated by each level that it passed.
	aboutField = regexp.MustCompile(
		`^(?:failed to generate validations: |field |constant |[\w./-]+/[\w.-]+(?:\.\w+)*` +
			`(?:\[[^\]]*\])*(?:\.\w+)*(?: \([^)]*\))?: )`,
	)
	// unseen names a type that is not the place of the complaint.
	unseen    = regexp.MustCompile(`(?:value |key )?type \S+ is in a non-included package.*`)
	lintType  = regexp.MustCompile(`^  type (\S+):$`)
	lintField = regexp.MustCompile(`^    (?:field (\S+): )?(.*)$`)
	tagInText = regexp.MustCompile(`k8s:[\w-]+`)
	longPath  = regexp.MustCompile(`[\w.\-]+(?:/[\w.\-]+)*/([\w\-]+\.\w)`)
)

// lintFailed begins a complaint about types and fields; each has a line.
const lintFailed = "lint failed:\n"

// explain converts a message of the tool to findings.
func (j *job) explain(version, text string) []diag.Diagnostic {
	if listed, lint := strings.CutPrefix(text, lintFailed); lint {
		var findings []diag.Diagnostic
		typeName := ""
		for line := range strings.Lines(listed) {
			line = strings.TrimRight(line, "\n")
			if found := lintType.FindStringSubmatch(line); found != nil {
				typeName = found[1]
			} else if found := lintField.FindStringSubmatch(line); found != nil {
				findings = append(findings, j.finding(version, typeName, found[1], found[2]))
			}
		}
		return diag.Sort(findings)
	}
	text = firstLine(text)
	return []diag.Diagnostic{j.finding(version, unseen.ReplaceAllString(text, ""), "", withoutPlace(text))}
}

// fatal returns the last entry of klog, or the message of a panic, or else the first line.
func fatal(printed string) string {
	printed, _, _ = strings.Cut(printed, "\ngoroutine ")
	if entries := entry.FindAllStringIndex(printed, -1); len(entries) > 0 {
		return strings.TrimSpace(printed[entries[len(entries)-1][1]:])
	}
	if _, cause, panicked := strings.Cut(printed, "panic: "); panicked {
		return strings.TrimSpace(cause)
	}
	return firstLine(printed)
}

// withoutPlace returns a complaint without the place that it begins with, which the finding has for a position.
func withoutPlace(text string) string {
	for {
		shorter := aboutField.ReplaceAllString(text, "")
		if shorter == text {
			return text
		}
		text = shorter
	}
}

// finding puts a complaint at its place: a field or a type, where need be that which the text itself names, or the tag
// that asks for the tool.
func (j *job) finding(version, where, field, text string) diag.Diagnostic {
	at := &span{j.asked.Pos, j.asked.End}
	if better := j.source.locate(where, field, tagInText.FindString(text)); better != nil {
		at = better
	}
	for _, rule := range rules() {
		pattern := regexp.MustCompile(rule.pattern)
		if captured := pattern.FindStringSubmatchIndex(text); captured != nil {
			expand := func(template string) string {
				return longPath.ReplaceAllString(string(pattern.ExpandString(nil, template, text, captured)), "$1")
			}
			return diag.At(at.pos, at.end, "validation-gen", expand(rule.message), expand(rule.fix))
		}
	}
	return diag.At(at.pos, at.end, "validation-gen", fmt.Sprintf("validation-gen %s cannot generate: %s", version, text),
		"")
}
