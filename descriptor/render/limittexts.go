package render

import (
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// constraints are what a value must be, in words.
func (f *Field) constraints() string { return strings.Join(limitTexts(f.limits), "; ") }

// limitTexts say what a value must be.
func limitTexts(l *descriptor.Type) []string {
	if l == nil {
		return nil
	}
	var all []string
	add := func(text string) { all = append(all, text) }
	if l.Required {
		add("required")
	}
	if l.Forbidden {
		add("must not be set")
	}
	unit := map[descriptor.Form]string{descriptor.List: " item", descriptor.Map: " key"}[l.Form]
	if unit == "" {
		unit = " character"
	}
	for _, pair := range []struct{ least, most, unit string }{
		{l.Minimum, l.Maximum, ""}, {l.MinLength, l.MaxLength, unit}, {"", l.MaxBytes, " byte"},
	} {
		switch {
		case pair.least != "" && pair.most != "":
			add("from " + pair.least + " to " + counted(pair.most, pair.unit))
		case pair.least != "":
			add("at least " + counted(pair.least, pair.unit))
		case pair.most != "":
			add("at most " + counted(pair.most, pair.unit))
		}
	}
	for _, name := range l.Formats {
		add(formatText(name))
	}
	if l.Not != "" {
		add("not " + code(l.Not))
	}
	if l.Unique != "" {
		add("items are unique")
	}
	for _, condition := range l.Conditions {
		add(conditionText(condition, l.Form))
	}
	for _, other := range l.Others {
		add(code("+" + other))
	}
	if inner := limitTexts(l.Elem); len(inner) > 0 {
		add("each item: " + strings.Join(inner, ", "))
	}
	if inner := limitTexts(l.Key); len(inner) > 0 {
		add("each key: " + strings.Join(inner, ", "))
	}
	return all
}

// counted is a number of units.
func counted(number, unit string) string {
	if unit != "" && number != "1" {
		unit += "s"
	}
	return number + unit
}

// formatText says what a text in a format is.
func formatText(name string) string {
	if words := formatNamed(name).words; words != "" {
		return words
	}
	return "format " + code(name)
}

// conditionText returns the condition and the limit as a text.
func conditionText(c descriptor.Condition, form descriptor.Form) string {
	union, modes := "its union", ""
	if c.Union != "" {
		union, modes = "the union "+code(c.Union), " of "+code(c.Union)
	}
	switch c.Kind {
	case "unionMember":
		text := "exactly one field of " + union + " is set"
		if c.Member != "" {
			text += ", this one for " + code(c.Member)
		}
		return text
	case "zeroOrOneOfMember":
		return "at most one field of " + union + " is set"
	case "unionDiscriminator":
		return "names the field of " + union + " that is set"
	case "dependentRequired":
		return "if it is set, " + code(c.Field) + " must be set"
	case "dependentForbidden":
		return "if it is set, " + code(c.Field) + " must not be set"
	case "modeDiscriminator":
		return "selects the mode" + modes
	}
	var limits []string
	if c.Limits != nil {
		limits = limitTexts(&descriptor.Type{Form: form, Limits: *c.Limits})
		if c.Limits.Optional {
			limits = append(limits, "optional")
		}
		if c.Limits.Enum {
			limits = append(limits, "one of its values")
		}
	}
	when := map[descriptor.ConditionKind]string{
		"ifMode":     "in the mode " + code(c.Mode) + modes,
		"ifEnabled":  "with the feature gate " + c.Gate + " enabled",
		"ifDisabled": "with the feature gate " + c.Gate + " disabled",
	}[c.Kind]
	return when + ": " + strings.Join(limits, ", ")
}
