package docs

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/format"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/markers"
)

// What is said of a field is text in which backquotes surround what is code, as in Markdown.

// fact is one thing that is known of a field.
type fact struct{ name, text string }

// code puts a text into backquotes.
func code(text string) string { return "`" + text + "`" }

// codes lists texts in backquotes.
func codes(texts []string) string {
	var list []string
	for _, text := range texts {
		list = append(list, code(text))
	}
	return strings.Join(list, ", ")
}

// typeText says what a value is.
func typeText(t *group.Type) string {
	t = t.Deref()
	switch form := formOf(t); form {
	case formInteger:
		return "integer (" + t.Kind + ")"
	case formDuration:
		return "duration, such as `30s`"
	case formEitherTime:
		return "duration, such as `30s`, or nanoseconds"
	case formNanoseconds:
		return "integer (nanoseconds)"
	case formQuantity:
		return "quantity, such as `10Mi`"
	case formTime:
		return "time, such as `2006-01-02T15:04:05Z`"
	case formList:
		return "list of " + plural(t.Elem)
	case formMap:
		return "map of " + plural(t.Elem)
	default:
		return string(form)
	}
}

// plural says what several values are.
func plural(t *group.Type) string {
	text := typeText(t)
	word, rest, found := strings.Cut(text, " ")
	word, comma := strings.CutSuffix(word, ",")
	switch {
	case word == "any" || word == "list" || word == "map":
		return strings.Replace(strings.Replace(text, "list of", "lists of", 1), "map of", "maps of", 1)
	case strings.HasSuffix(word, "y"):
		word = strings.TrimSuffix(word, "y") + "ies"
	default:
		word += "s"
	}
	if comma {
		word += ","
	}
	if found {
		word += " " + rest
	}
	return word
}

// facts are all that is known of a field but its comment, in the order of the documentation.
func (e *entry) facts() []fact {
	var all []fact
	add := func(name, text string) {
		if text != "" {
			all = append(all, fact{name, text})
		}
	}
	add("Deprecated", deprecationText(e))
	add("Since", e.since())
	add("Type", typeText(e.Type))
	add("Default", defaultText(e))
	add("Default on the command line alone", legacyText(e))
	add("Flag", flagText(e))
	add("Values", valuesText(e))
	add("Constraints", strings.Join(constraintTexts(e.rules), "; "))
	add("Feature gate", gateText(e))
	add("Operating systems", systemsText(e.systems()))
	if len(e.fields) == 0 || e.Type.Elements() != "" {
		add("Change", reloadTexts[e.reload()])
	}
	add("Several files", mergeText(e))
	add("Flag and files", precedenceTexts[e.precedence()])
	if e.of != nil && e.of.IsPath {
		add("File path", "relative to the directory of the file that sets it")
	}
	add("Checked by `--preflight`", preflightText(e))
	if e.secret() {
		add("Secret", "not shown in messages and output"+secretFileText(e))
	}
	return all
}

// preflightText says what must be true of the value on the machine; empty if nothing is checked.
func preflightText(e *entry) string {
	if e.of == nil {
		return ""
	}
	if check, ok := markers.Get[markers.Check](e.of.Markers); ok {
		networks := "TCP"
		if len(check.Networks) > 0 {
			networks = strings.ToUpper(strings.Join(check.Networks, " and "))
		}
		text := "the port is free for " + networks
		if check.Address != "" {
			text += " on " + code(besideText(e, check.Address))
		}
		return text
	}
	path, ok := markers.Get[markers.Path](e.of.Markers)
	if !ok {
		return ""
	}
	var texts []string
	if path.MustExist {
		texts = append(texts, "exists")
	}
	if kind := kindTexts[path.Kind]; kind != "" {
		texts = append(texts, kind)
	}
	if access := accessTexts[path.Access]; access != "" {
		texts = append(texts, access)
	}
	return strings.Join(texts, ", ")
}

// kindTexts and accessTexts are the arguments of +path in words.
var (
	kindTexts = map[string]string{
		"file": "is a file", "dir": "is a directory", "socket": "is a socket", "executable": "can be executed",
	}
	accessTexts = map[string]string{
		"r": "can be read", "w": "can be written or created", "rw": "can be read, and written or created",
	}
)

// secretFileText names the field that has the file of a secret; empty if there is none.
func secretFileText(e *entry) string {
	if e.of != nil {
		if secret, ok := markers.Get[markers.Secret](e.of.Markers); ok && secret.File != "" {
			return "; " + code(besideText(e, secret.File)) + " can name a file with it instead"
		}
	}
	return ""
}

// besideText is the JSON name of the field with a Go name in the struct of another one.
func besideText(e *entry, name string) string {
	var fields []*entry
	if e.parent != nil {
		fields = e.parent.fields
	}
	for _, other := range fields {
		if other.Name == name {
			return other.JSONName
		}
	}
	return flagtext.JSON(name)
}

// deprecationText says what +deprecated says, of the field or of what it is in.
func deprecationText(e *entry) string {
	if e.of == nil || e.of.Deprecation() == nil {
		return ""
	}
	known := e.of.Deprecation()
	text := known.Advice() // which is the release if there is nothing else to say
	if known.Since != "" && (known.Use != "" || known.Removal != "") {
		text = "since " + known.Since + "; " + text
	}
	return text
}

// since is the release of the component that brought the field; empty if it is not specified.
func (e *entry) since() string {
	if e.of == nil {
		return ""
	}
	since, ok := markers.Get[markers.Since](e.of.Markers)
	if !ok {
		return ""
	}
	return since.Release
}

// defaultText says what the field is without a value; empty if nothing is known to set it.
func defaultText(e *entry) string {
	_, inWords := documented(e)
	switch {
	case e.Default != nil && e.Default.Value != "":
		return code(yamlValue(e.Default.Value))
	case inWords != "":
		return inWords
	case e.Default == nil || len(e.fields) > 0 || e.listed():
		return ""
	}
	return "may be set by the component"
}

// legacyText is the default without a file, if it is another one.
func legacyText(e *entry) string {
	if e.of == nil || e.of.LegacyDefault == nil {
		return ""
	}
	legacy := e.of.LegacyDefault
	if legacy.Ref != nil {
		if value := strings.Trim(legacy.Ref.Value+legacy.Ref.Constant, `"`); value != "" {
			return code(value)
		}
	}
	return code(legacy.Text)
}

// flagText names the flags with what is special about them.
func flagText(e *entry) string {
	if e.of == nil {
		return ""
	}
	var list []string
	for _, flag := range e.of.Flags {
		list = append(list, strings.Join(append([]string{flagName(flag)}, flagNotes(flag)...), "; "))
	}
	for _, delegation := range e.of.Delegations {
		list = append(list, "those that "+code(objectText(delegation.Func))+" registers")
	}
	for _, flag := range e.of.ThirdPartyFlags {
		list = append(list, fmt.Sprintf("passed to %s of %s", code("--"+flag.Name), code(objectText(flag.From))))
	}
	return strings.Join(list, "; ")
}

// flagName is a flag with its shorthand.
func flagName(flag *group.Flag) string {
	if flag.Shorthand != "" {
		return code("-"+flag.Shorthand) + ", " + code("--"+flag.Name)
	}
	return code("--" + flag.Name)
}

// flagNotes are what the table of flags says below the help.
func flagNotes(flag *group.Flag) []string {
	var notes []string
	if flag.Deprecated != "" {
		notes = append(notes, "deprecated: "+flag.Deprecated)
	}
	if flag.ShorthandDeprecated != "" {
		notes = append(notes, fmt.Sprintf("`-%s` is deprecated: %s", flag.Shorthand, flag.ShorthandDeprecated))
	}
	if flag.Hidden {
		notes = append(notes, "hidden")
	}
	if flag.Type == "stringArray" {
		notes = append(notes, "commas do not separate items")
	}
	return notes
}

// objectText is a declaration with its import path.
func objectText(object *group.Object) string {
	if object == nil {
		return ""
	}
	return strings.TrimPrefix(object.Package+"."+object.Name, ".")
}

// valuesText lists the values of an enumeration, with the gates that guard one.
func valuesText(e *entry) string {
	if !e.rules.has("enum") && !e.rules.elements().has("enum") || e.of == nil {
		return ""
	}
	var list []string
	for _, c := range e.of.Type.Base().Constants {
		text := code(c.Value)
		if needs := group.Needs(c.Gates); needs != "" {
			text += " (" + needs + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// gateText names the gates that must be on, with their stages.
func gateText(e *entry) string {
	if e.of == nil {
		return ""
	}
	var list []string
	for _, gate := range e.of.AllGates() {
		list = append(list, gate.String())
	}
	return strings.Join(list, ", ")
}

// systems are those that have the field of an entry; nil for all.
func (e *entry) systems() group.Systems {
	if e.of == nil {
		return nil
	}
	return e.of.OS
}

// systemsText names the systems that have the field; empty for all.
func systemsText(systems group.Systems) string {
	names := strings.Join(systems.Names(), ", ")
	if len(systems) > 0 && strings.HasPrefix(systems[0], "!") {
		return "all but " + names
	}
	return names
}

// reloadTexts say when a change of a file has an effect.
var reloadTexts = map[string]string{
	"hot": "takes effect while the component runs", "restart": "takes effect after a restart",
	"reboot": "takes effect after the machine was rebooted", "immutable": "is refused",
}

// precedenceTexts say how a flag and files are combined, if the flag does not just win.
var precedenceTexts = map[string]string{
	"merge":   "the keys of the flag are added to those of the files, and win",
	"file":    "the files win",
	"prepend": "the items of the flag come before those of the files",
}

// mergeText says how the values of several files are combined, for what is not a single value.
func mergeText(e *entry) string {
	switch kind := e.mergedAs(); {
	case kind == "map":
		return "items are merged by " + codes(e.mapKeys())
	case kind == "set":
		return "items are added to those of earlier files"
	case kind == "atomic":
		return "the last file replaces the list"
	case kind == "merge" && e.Type.Deref().Kind == "map":
		return "keys are merged"
	}
	return ""
}

// constraintTexts say what a value must be.
func constraintTexts(r *rules) []string {
	if r == nil {
		return nil
	}
	var all []string
	add := func(text string) { all = append(all, text) }
	if r.has("required") {
		add("required")
	}
	if r.has("forbidden") {
		add("must not be set")
	}
	for _, pair := range []struct{ least, most, unit string }{
		{"minimum", "maximum", ""}, {"minLength", "maxLength", " character"}, {"minItems", "maxItems", " item"},
		{"minProperties", "maxProperties", " key"}, {"", "maxBytes", " byte"},
	} {
		least, hasLeast := r.limit(pair.least)
		most, hasMost := r.limit(pair.most)
		switch {
		case hasLeast && hasMost:
			add("from " + least + " to " + counted(most, pair.unit))
		case hasLeast:
			add("at least " + counted(least, pair.unit))
		case hasMost:
			add("at most " + counted(most, pair.unit))
		}
	}
	for _, known := range r.own {
		switch known.name {
		case "format":
			add(formatText(known.limit))
		case "neq":
			add("not " + code(known.limit))
		case "unique":
			add("items are unique")
		}
	}
	for _, m := range r.others {
		add(code(m.Text))
	}
	if inner := constraintTexts(r.each); len(inner) > 0 {
		add("each item: " + strings.Join(inner, ", "))
	}
	if inner := constraintTexts(r.keys); len(inner) > 0 {
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
	if known, ok := format.Named(name); ok {
		return strings.TrimPrefix(known.Must, "must be ")
	}
	return "format " + code(name)
}
