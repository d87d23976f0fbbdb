package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// Fact is one thing that is known of a field. Backquotes in a text surround what is code, as in Markdown.
type Fact struct{ Name, Text string }

// row is a fact about fields, with all that is said of it: in references, in schemas and in samples.
type row struct {
	// name is the name of the fact; text returns its text for a field, empty if the field does not have the fact.
	name string
	text func(*Field) string
	// keyword is the keyword of a schema after x-configgen-, value its value: a string, true, or a list of strings;
	// without a value function it is the text. Empty values are left out of schemas.
	keyword string
	value   func(*Field) any
	// sample is how the comment in a sample says it, with %s for the text, except for the usual text; empty if the comment
	// does not say it.
	sample, usual string
	// note returns an addition to the loader's messages about a value of a field with the fact; empty for none. If the
	// flag is not empty, the value is the flag's, on an operating system.
	note func(f *Field, flag, os string) string
}

// rows are all facts about a field but its comment, in the order of the reference.
var rows = []row{
	{name: "Deprecated", text: (*Field).deprecation, sample: "deprecated %s"},
	{name: "Since", text: of(func(f *descriptor.Field) string { return f.Since })},
	{name: "Type", text: (*Field).TypeText},
	{name: "Default", text: (*Field).DefaultText},
	{name: "Default depends on", text: (*Field).dependsText},
	{name: "Zero in a file", text: (*Field).zeroText},
	{
		name: "Default on the command line alone", text: (*Field).legacyText,
		keyword: "legacy-default", value: func(f *Field) any { return f.legacyDefault() },
	},
	{
		name: "Flag", text: (*Field).flagText, note: (*Field).flagNote,
		keyword: "flag", value: func(f *Field) any { return f.FlagNames() },
	},
	{name: "Values", text: (*Field).valuesText, sample: "one of %s"},
	{name: "Constraints", text: (*Field).constraints, sample: "%s"},
	{
		name: "Feature gate", text: (*Field).gateText, sample: "needs the feature gate %s",
		keyword: "gate", value: func(f *Field) any { return f.gates() },
	},
	{
		name: "Operating systems", text: func(f *Field) string { return SystemsText(f.systems()) }, sample: "on %s",
		keyword: "os", value: func(f *Field) any { return f.systems() },
	},
	{
		name: "Change", text: (*Field).changeText, sample: "a change %s", usual: reloadTexts[descriptor.Restart],
		keyword: "reload", value: (*Field).ownReload,
	},
	{
		name: "Several files", text: (*Field).MergeText,
		keyword: "merge", value: (*Field).merge,
	},
	{name: "Flag and files", text: (*Field).PrecedenceText},
	{
		name: "File path", text: of(pathText),
		keyword: "path", value: func(f *Field) any { return f.Of != nil && f.Of.File != nil },
	},
	{name: "Checked by `--preflight`", text: (*Field).preflightText},
	{name: "Secret", text: (*Field).secretText, keyword: "secret", value: func(f *Field) any { return f.secret() }},
}

// keywords is the order of earlier schemas. Further ones follow.
var keywords = []string{"flag", "legacy-default", "reload", "gate", "os", "path", "merge", "secret"}

// of is what a field of all versions says.
func of(text func(*descriptor.Field) string) func(*Field) string {
	return func(f *Field) string {
		if f.Of == nil {
			return ""
		}
		return text(f.Of)
	}
}

// Facts are all that is known of the field but its comment, in the order of the reference.
func (f *Field) Facts() []Fact {
	var all []Fact
	for _, row := range rows {
		if text := row.text(f); text != "" {
			all = append(all, Fact{row.name, text})
		}
	}
	return all
}

// Notes are what messages about the value at a JSON path add: what is known of the field or, without that, of the
// nearest field around it. Flag is the one that gave the value, if any, os the operating system.
func (d *Document) Notes(path, flag, os string) []string {
	f := d.byPath[path]
	for f == nil && path != "" {
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
		f = d.byPath[path]
	}
	var notes []string
	for _, row := range rows {
		for of := f; of != nil && row.note != nil; of = of.Parent {
			if row.text(of) == "" {
				continue
			}
			if note := row.note(of, flag, os); note != "" {
				notes = append(notes, note)
				break
			}
		}
	}
	return notes
}

// annotations are what JSON Schema has no keywords for.
func (f *Field) annotations() object {
	var s object
	switch f.Type.Form {
	case descriptor.Duration, descriptor.Quantity, descriptor.EitherDuration, descriptor.Nanoseconds:
		s.annotate("minimum", f.limits.Minimum)
		s.annotate("maximum", f.limits.Maximum)
	}
	sorted := slices.Clone(rows)
	at := func(r row) int {
		if i := slices.Index(keywords, r.keyword); i >= 0 {
			return i
		}
		return len(keywords)
	}
	slices.SortStableFunc(sorted, func(a, b row) int { return cmp.Compare(at(a), at(b)) })
	for _, row := range sorted {
		switch {
		case row.keyword == "":
		case row.value == nil:
			s.annotate(row.keyword, row.text(f))
		default:
			s.annotate(row.keyword, row.value(f))
		}
	}
	return s
}

// annotate adds a keyword of configgen, unless its value is empty.
func (o *object) annotate(keyword string, value any) {
	list, isList := value.([]string)
	if value == nil || value == "" || value == false || isList && len(list) == 0 {
		return
	}
	o.set("x-configgen-"+keyword, value)
}

// summary is what the comment above a value in a sample says besides the comment of the field.
func (f *Field) summary() string {
	parts := []string{f.PlainType()}
	for _, row := range rows {
		if row.sample == "" {
			continue
		}
		if text := row.text(f); text != "" && text != row.usual {
			parts = append(parts, fmt.Sprintf(row.sample, text))
		}
	}
	if flags := f.FlagNames(); len(flags) > 0 {
		parts = append(parts, strings.Join(flags, ", "))
	}
	return "(" + strings.ReplaceAll(strings.Join(parts, "; "), "`", "") + ")"
}
