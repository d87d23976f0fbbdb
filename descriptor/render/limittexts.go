package render

import (
	"strconv"
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
		add(code("+k8s:" + conditionMarker(condition, l.Form)))
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

// conditionMarker is the marker of a condition, without +k8s:.
func conditionMarker(c descriptor.Condition, form descriptor.Form) string {
	var arguments []string
	add := func(name, value string) {
		if value != "" {
			arguments = append(arguments, name+strconv.Quote(value))
		}
	}
	switch c.Kind {
	case "modeDiscriminator":
		add("modality: ", c.Union)
	case "ifMode":
		if c.Union == "" {
			add("", c.Mode)
			break
		}
		add("mode: ", c.Mode)
		add("modality: ", c.Union)
	case "unionMember", "zeroOrOneOfMember", "unionDiscriminator":
		add("union: ", c.Union)
		add("memberName: ", c.Member)
	default:
		add("", c.Field+c.Gate)
	}
	text := string(c.Kind)
	if len(arguments) > 0 {
		text += "(" + strings.Join(arguments, ", ") + ")"
	}
	if c.Limits != nil {
		text += "=+" + limitMarker(c.Limits, form)
	}
	return text
}

// limitMarker is the marker of a limit, without its plus sign.
func limitMarker(l *descriptor.Limits, form descriptor.Form) string {
	length := map[descriptor.Form]string{descriptor.List: "Items", descriptor.Map: "Properties"}[form]
	if length == "" {
		length = "Length"
	}
	for _, limit := range []struct {
		name string
		set  bool
	}{{"required", l.Required}, {"optional", l.Optional}, {"forbidden", l.Forbidden}, {"enum", l.Enum}} {
		if limit.set {
			return "k8s:" + limit.name
		}
	}
	for _, limit := range []struct{ name, value string }{
		{"minimum", l.Minimum}, {"maximum", l.Maximum}, {"neq", l.Not}, {"format", strings.Join(l.Formats, "")},
		{"min" + length, l.MinLength}, {"max" + length, l.MaxLength}, {"maxBytes", l.MaxBytes},
		{"unique", string(l.Unique)},
	} {
		if limit.value != "" {
			return "k8s:" + limit.name + "=" + limit.value
		}
	}
	return strings.Join(l.Others, " ")
}
