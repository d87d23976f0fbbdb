package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

// valueRules are about the types of values.
func valueRules() []rule.Rule {
	return []rule.Rule{
		{Code: "bool-mode", Source: lint.Conventions, NoFix: lint.ChangesFiles, Run: lint.Fields(boolMode)},
		{Code: "container-pointer", Source: lint.Versioned, NoFix: lint.ChangesCode, Run: lint.Fields(containerPointer)},
		{Code: "duration-number", Source: lint.Conventions, NoFix: lint.ChangesFiles, Run: lint.Fields(durationNumber)},
		{Code: "duration-type", Source: lint.Conventions, NoFix: lint.ChangesFiles, Run: lint.Fields(durationType)},
		{Code: "duration-unit", Source: lint.Conventions, NoFix: lint.ChangesFiles, Run: lint.Fields(durationUnit)},
		{Code: "embedded-list", Source: lint.Versioned, NoFix: lint.ChangesFiles, Run: lint.Fields(embeddedList)},
		{Code: "enum-case", Source: lint.Conventions, NoFix: lint.ChangesFiles, Run: lint.Fields(enumCase)},
		{Code: "enum-type", Source: lint.Conventions, NoFix: lint.ChangesCode, Run: lint.Fields(enumType)},
		{Code: "list-type", Source: lint.Directives, Run: lint.Fields(listType)},
		{Code: "map-of-structs", Source: lint.Conventions, NoFix: lint.ChangesFiles, Run: lint.Fields(mapOfStructs)},
		{Code: "number-float", Source: lint.Conventions, NoFix: lint.ChangesFiles, Run: lint.Fields(numberFloat)},
		{Code: "number-size", Source: lint.Conventions, NoFix: lint.ChangesCode, Run: lint.Fields(numberSize)},
		{Code: "number-unsigned", Source: lint.Conventions, NoFix: lint.ChangesCode, Run: lint.Fields(numberUnsigned)},
		{Code: "path-kind", Off: true, Source: lint.Versioned, NoFix: lint.AuthorDecides, Run: lint.Marked(pathKind)},
	}
}

func boolMode(field lint.Field) []rule.Finding {
	if field.Type.Deref().Kind != "bool" || !modeName.MatchString(field.Name) && !excludes.MatchString(field.Doc) {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is a boolean that chooses one of several ways", field.Path),
		"use a string with a constant for each way in the next version")
}

var (
	modeName = regexp.MustCompile(`(Mode|Policy|Strategy|Type)$`)
	excludes = regexp.MustCompile(`(?i)mutually exclusive|(can|must) ?not be (used|set|specified) (together )?with`)
)

func containerPointer(field lint.Field) []rule.Finding {
	t := field.Type
	if t.Kind != "pointer" || t.Leaf || t.Elem == nil || t.Elem.Leaf || t.Elem.Kind != "slice" && t.Elem.Kind != "map" {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is a pointer to a %s", field.Path, t.Elem.Kind),
		"remove the pointer, and give the empty value a name of its own if files need it")
}

func durationNumber(field lint.Field) []rule.Finding {
	if !isNumber(field, "int", "int32", "int64", "uint32", "uint64") || !spanName.MatchString(field.Name) ||
		field.Type.Base().Is("time", "Duration") {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is a number, and neither its name nor its value has a unit", field.Path),
		"use metav1.Duration")
}

// spanName matches the names of spans of time.
var spanName = regexp.MustCompile(`(Timeout|Interval|Period|Duration|Delay|Deadline|TTL)$`)

func durationType(field lint.Field) []rule.Finding {
	if !field.Type.Base().Is("time", "Duration") {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is a time.Duration, which is a number of nanoseconds in a file", field.Path),
		"use metav1.Duration")
}

func durationUnit(field lint.Field) []rule.Finding {
	unit := unitOf(field.Name)
	if unit == "" || !field.Type.Base().Is("k8s.io/apimachinery/pkg/apis/meta/v1", "Duration") {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is a duration with a unit in its value, and its name says %s", field.Path, unit),
		fmt.Sprintf("call it %s in the next version", strings.TrimSuffix(field.Name, unit)))
}

// unitOf returns the unit of time that a name ends with; empty for none.
func unitOf(name string) string {
	for _, unit := range []string{"Nanoseconds", "Milliseconds", "Microseconds", "Seconds", "Minutes", "Hours", "Days"} {
		if strings.HasSuffix(name, unit) {
			return unit
		}
	}
	return ""
}

func embeddedList(field lint.Field) []rule.Finding {
	if field.Type.Deref().Kind != "string" || field.Type.Deref().Leaf || !separated.MatchString(field.Doc) {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is a string with a list in it", field.Path),
		"use a list or a map in the next version; a flag can still take one string")
}

var separated = regexp.MustCompile(
	`(?i)\b(comma|colon|semicolon|space)[- ](separated|delimited)|separated by (commas?|colons?|semicolons?|spaces)`)

func enumCase(field lint.Field) []rule.Finding {
	var other []string
	for _, constant := range field.Type.Base().Constants {
		if lowerCase(constant.Value) {
			other = append(other, strconv.Quote(constant.Value))
		}
	}
	if len(other) == 0 || !field.Type.Base().Own {
		return nil
	}
	return field.Found(
		fmt.Sprintf("%s can be %s, which is not in camel case with a capital at the beginning", field.Path,
			strings.Join(other, ", ")), "accept a value in camel case, too, and prefer it")
}

// lowerCase reports whether a value of an enumeration has words that are not in camel case.
func lowerCase(value string) bool {
	words := []string{"none", "auto", "always", "never", "enabled", "disabled", "static", "strict", "restricted"}
	return strings.ContainsAny(value, "-_ ") || slices.Contains(words, value)
}

func enumType(field lint.Field) []rule.Finding {
	t := field.Type.Deref()
	if t.Kind != "string" || t.Name != "string" || !field.Marked.Enum && !listed(field) {
		return nil
	}
	return field.Found(fmt.Sprintf("%s has a list of values and the type string", field.Path),
		"declare a type with a constant for each value, and mark it +enum")
}

// listed reports whether the comment of a field lists its values, other than API versions.
func listed(field lint.Field) bool {
	return listsValues.MatchString(field.Doc) && !strings.HasSuffix(field.Name, "Version")
}

// listsValues matches comments that list the values of a string.
var listsValues = regexp.MustCompile(
	`(?i)\b((valid|possible|allowed|supported|acceptable) )?(values|options)( \w+){0,4}( are| is| include)?:|` +
		"\\bone of ['\"`]?\\w+['\"`]?(,| or )")

func listType(field lint.Field) []rule.Finding {
	t := field.Type.Deref()
	if t.Kind != "slice" || t.Leaf || t.Elem == nil || t.Elem.Deref().Kind != "struct" || t.Elem.Deref().Leaf {
		return nil
	}
	if field.Marked.ListType || field.Setting != nil && field.Setting.Marked.ListType {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is a list of structs that does not say how it is merged", field.Path),
		"add +listType=map with a +listMapKey, or +listType=atomic", field.AddMarker("+listType=atomic")...)
}

func mapOfStructs(field lint.Field) []rule.Finding {
	t := field.Type.Deref()
	if t.Kind != "map" || t.Leaf || t.Elem == nil || t.Elem.Deref().Kind != "struct" || t.Elem.Deref().Leaf {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is a map of structs", field.Path),
		fmt.Sprintf("make it a list with +listType=map, and give %s a field for the key", t.Elem.Deref()))
}

func numberFloat(field lint.Field) []rule.Finding {
	if !isNumber(field, "float32", "float64") {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is a %s, which does not keep its value in every encoding", field.Path,
		field.Type.Base().Kind), "use an integer with a unit in its name, or resource.Quantity")
}

// isNumber reports whether a field has one of the given kinds, itself or inside of a pointer, list or map. A type that
// is written in another form is not a number.
func isNumber(field lint.Field, kinds ...string) bool {
	base := field.Type.Base()
	return !base.Leaf && slices.Contains(kinds, base.Kind)
}

func numberSize(field lint.Field) []rule.Finding {
	if !isNumber(field, "int", "int8", "int16") {
		return nil
	}
	return field.Found(fmt.Sprintf("%s is an %s", field.Path, field.Type.Base().Kind), "use int32 or int64")
}

func numberUnsigned(field lint.Field) []rule.Finding {
	if !isNumber(field, "uint", "uint8", "uint16", "uint32", "uint64") || field.Type.Base().Kind == "uint8" &&
		field.Type.Kind == "slice" { // bytes
		return nil
	}
	return field.Found(fmt.Sprintf("%s is a %s", field.Path, field.Type.Base().Kind),
		"use int32 or int64 with +k8s:minimum=0")
}

func pathKind(g *group.Group, root *group.Root, field *group.Field) []rule.Finding {
	if file := field.Facts.File; file == nil || file.Kind != "" {
		return nil
	}
	return lint.Found(field.Position, field.End, root, field,
		fmt.Sprintf("%s is a path, and does not say to what", field.Path),
		"add kind: file, dir, socket or executable to +path")
}
