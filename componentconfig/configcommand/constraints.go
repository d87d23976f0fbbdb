package configcommand

import (
	"encoding/json"
	"fmt"
	"strings"
)

// constraints are what a value must be, in words.
func (n *node) constraints() []string {
	if n == nil {
		return nil
	}
	var all []string
	add := func(text string) {
		if text != "" {
			all = append(all, text)
		}
	}
	if n.required {
		add("required")
	}
	add(between(n.Minimum, n.Maximum, ""))
	add(between(json.Number(n.LeastText), json.Number(n.MostText), ""))
	add(between(n.MinLength, n.MaxLength, " character"))
	add(between(n.MinItems, n.MaxItems, " item"))
	add(between(n.MinProperties, n.MaxProperties, " key"))
	for _, other := range append(n.AllOf, n.AnyOf...) {
		definition := other.resolved(n.whole)
		if definition == nil {
			continue
		}
		if text, ok := strings.CutPrefix(definition.Description, "Must be "); ok && definition != other {
			add(strings.TrimSuffix(text, "."))
			continue
		}
		for _, text := range definition.constraints() {
			add(text)
		}
	}
	add(each("item", n.Items, n.whole))
	add(each("value", n.AdditionalProperties, n.whole))
	add(each("key", n.PropertyNames, n.whole))
	return all
}

// each are the constraints of what is in a list or map. Those of objects are those of their fields.
func each(what string, n, whole *node) string {
	if n == nil || len(n.Properties) > 0 {
		return ""
	}
	n.whole = whole
	inner := n.constraints()
	if len(inner) == 0 {
		return ""
	}
	return "each " + what + ": " + strings.Join(inner, ", ")
}

// widest are the limits of the integer types, which say no more than the type.
var widest = map[json.Number]bool{
	"-9223372036854775808": true, "9223372036854775807": true, "18446744073709551615": true, "-2147483648": true,
	"2147483647": true, "4294967295": true, "-32768": true, "32767": true,
}

// between are two limits, and either may be missing.
func between(least, most json.Number, unit string) string {
	if widest[least] {
		least = ""
	}
	if widest[most] {
		most = ""
	}
	if unit != "" && most != "1" && (most != "" || least != "1") {
		unit += "s"
	}
	switch {
	case least != "" && most != "":
		return fmt.Sprintf("from %s to %s%s", least, most, unit)
	case least != "":
		return fmt.Sprintf("at least %s%s", least, unit)
	case most != "":
		return fmt.Sprintf("at most %s%s", most, unit)
	}
	return ""
}

// values are those of an enumeration, without the null and the zero that stand for the default.
func (n *node) values() (all []string) {
	if n == nil {
		return nil
	}
	for _, value := range n.Enum {
		if text, ok := value.(string); ok && text != "" {
			all = append(all, text)
		}
	}
	return all
}
