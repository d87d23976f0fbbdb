package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

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
func typeText(t *descriptor.Type) string {
	switch t.Form {
	case descriptor.Any:
		if t.Reads != "" {
			return "value of a form that is unknown, because " + code(t.Reads) + " reads itself"
		}
		return "any value"
	case descriptor.String:
		if t.Reads != "" {
			return "string of a form that is unknown, because " + code(t.Reads) + " reads itself"
		}
	case descriptor.Integer:
		return "integer (" + t.Number + ")"
	case descriptor.Duration:
		return "duration, such as `30s`"
	case descriptor.EitherDuration:
		return "duration, such as `30s`, or nanoseconds"
	case descriptor.Nanoseconds:
		return "integer (nanoseconds)"
	case descriptor.Quantity:
		return "quantity, such as `10Mi`"
	case descriptor.Time:
		return "time, such as `2006-01-02T15:04:05Z`"
	case descriptor.List:
		return "list of " + plural(inside(t.Elem))
	case descriptor.Map:
		return "map of " + plural(inside(t.Elem))
	}
	return string(t.Form)
}

// plural says what several values are.
func plural(t *descriptor.Type) string {
	text := typeText(t)
	switch t.Form {
	case descriptor.Any:
		if t.Reads == "" {
			return text
		}
	case descriptor.List, descriptor.Map:
		return strings.Replace(text, " of ", "s of ", 1)
	case descriptor.Quantity:
		return strings.Replace(text, "quantity", "quantities", 1)
	}
	end := strings.IndexAny(text+" ", " ,")
	return text[:end] + "s" + text[end:]
}

// TypeText says what a value is.
func (f *Field) TypeText() string { return typeText(&f.Type) }

// PlainType is the type without backquotes and examples.
func (f *Field) PlainType() string {
	name, _, _ := strings.Cut(typeText(&f.Type), ",")
	return strings.ReplaceAll(name, "`", "")
}

// preflightText says what must be true of the value on the machine; empty if nothing is checked.
func (f *Field) preflightText() string {
	if f.Of == nil {
		return ""
	}
	if port := f.Of.Port; port != nil {
		networks := "TCP"
		if len(port.Networks) > 0 {
			networks = strings.ToUpper(strings.Join(port.Networks, " and "))
		}
		text := "the port is free for " + networks
		if port.Address != "" {
			text += " on " + code(f.beside(port.Address))
		}
		return text
	}
	file := f.Of.File
	if file == nil {
		return ""
	}
	var texts []string
	if file.MustExist {
		texts = append(texts, "exists")
	}
	if kind := kindTexts[file.Kind]; kind != "" {
		texts = append(texts, kind)
	}
	if access := accessTexts[file.Access]; access != "" {
		texts = append(texts, access)
	}
	return strings.Join(texts, ", ")
}

// kindTexts and accessTexts are the arguments of +path in words.
var (
	kindTexts = map[descriptor.FileKind]string{
		descriptor.RegularFile: "is a file", descriptor.Directory: "is a directory", descriptor.Socket: "is a socket",
		descriptor.Executable: "can be executed",
	}
	accessTexts = map[descriptor.Access]string{
		descriptor.Read: "can be read", descriptor.Write: "can be written or created",
		descriptor.ReadWrite: "can be read, and written or created",
	}
)

func pathText(f *descriptor.Field) string {
	if f.File == nil {
		return ""
	}
	text := "relative to the directory of the file that sets it"
	if f.File.Watch {
		text += "; the file is watched, and another content is a change of the configuration"
	}
	return text
}

func (f *Field) secretText() string {
	switch {
	case !f.secret():
		return ""
	case f.Of == nil || f.Of.SecretFile == "":
		return "not shown in messages and output"
	}
	name := f.Of.SecretFile[strings.LastIndexByte(f.Of.SecretFile, '.')+1:]
	return "not shown in messages and output; " + code(f.beside(name)) + " can name a file with it instead"
}

// beside is the JSON name of the field with a Go name in the struct of another one.
func (f *Field) beside(name string) string {
	if f.Parent != nil {
		for _, other := range f.Parent.Fields {
			if other.goName() == name {
				return other.Name
			}
		}
	}
	return name
}

// deprecation returns the text of the deprecation of the field, or of a field around it.
func (f *Field) deprecation() string {
	for _, of := range f.ofAbove() {
		if of.Deprecated != nil {
			return DeprecationText(of.Deprecated)
		}
	}
	return ""
}

// DeprecationText says what to do about a deprecation, and since when.
func DeprecationText(d *descriptor.Deprecation) string {
	var parts []string
	if d.Since != "" {
		parts = append(parts, "since "+d.Since)
	}
	parts = append(parts, instead(d.Use)...)
	switch {
	case d.Removal != "":
		parts = append(parts, "it will be removed in "+d.Removal)
	case len(parts) == 0:
		parts = append(parts, "it will be removed")
	}
	return strings.Join(parts, "; ")
}

// AnnouncementText is a deprecation as the end of a sentence: deprecated since 1.4; use --port.
func AnnouncementText(d *descriptor.Deprecation) string {
	if d.Since == "" {
		return "deprecated; " + DeprecationText(d)
	}
	return "deprecated " + DeprecationText(d)
}

// RemovalText is a removal as the end of a sentence: removed in 1.6; use --port.
func RemovalText(t *descriptor.Tombstone) string {
	text := "removed in " + t.Removed
	if isName := t.Of.Value != "" || t.Of.Gate != "" || t.Of.Version != "" && t.Of.Path == ""; isName && t.Use != "" &&
		!strings.Contains(t.Use, " ") {
		return text + "; use " + t.Use
	}
	return strings.Join(append([]string{text}, instead(t.Use)...), "; ")
}

// instead says what users set in place of something; nothing if that is not known.
func instead(use string) []string {
	switch {
	case use == "":
		return nil
	case strings.Contains(use, " "):
		return []string{strings.TrimSuffix(use, ".")}
	case strings.HasPrefix(use, "-"):
		return []string{"use " + use}
	}
	return []string{"set " + use + " in the configuration file"}
}

// DefaultText says what the field is without a value; empty if nothing is known to set it.
func (f *Field) DefaultText() string {
	_, inWords := f.Documented()
	switch {
	case f.Default != nil:
		return code(yamlValue(string(f.Default)))
	case inWords != "":
		return inWords
	case !f.Computed || len(f.Fields) > 0 || f.listed():
		return ""
	}
	return "may be set by the component"
}

// dependsText names the fields that the default depends on, and the flags that set them too late for it.
func (f *Field) dependsText() string {
	var paths, flags []string
	for _, other := range f.Depends {
		paths, flags = append(paths, other.Path), append(flags, other.LateFlags()...)
	}
	if len(flags) == 0 {
		return codes(paths)
	}
	return codes(paths) + " as set in the file, not by " + codes(flags)
}

// LateFlags are the flags that set the field or a part of it, with their dashes: they are applied after defaults.
func (f *Field) LateFlags() []string {
	names := f.FlagNames()
	if f.Of != nil {
		for _, registration := range f.kind.registrations {
			for _, r := range registration {
				for _, flag := range r.Flags {
					sets := strings.TrimSuffix(r.Field+"."+flag.Field, ".")
					if flag.Field != "" && (sets == f.Of.Path || strings.HasPrefix(f.Of.Path, sets+".")) {
						names = append(names, "--"+r.Prefix+flag.Name)
					}
				}
			}
		}
	}
	for _, inner := range f.Fields {
		names = append(names, inner.LateFlags()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// zeroText says what a zero in a file means, if that is not the zero.
func (f *Field) zeroText() string {
	if zero := f.ReplacedZero(); zero != "" {
		return code(zero) + " means the default"
	}
	return ""
}

// ReplacedZero is the zero that a default replaces in a file, although no limit refuses it; empty for none, and if the
// limits are not known. A field that is a pointer keeps its zero.
func (f *Field) ReplacedZero() string {
	zero := ""
	switch f.Type.Form {
	case descriptor.Bool:
		zero = "false"
	case descriptor.Integer, descriptor.Nanoseconds, descriptor.Number:
		zero = "0"
	case descriptor.String:
		zero = `""`
	case descriptor.Duration, descriptor.EitherDuration:
		zero = "0s"
	case descriptor.Quantity:
		zero = `"0"`
	}
	l, zeros := f.limits, []string{"0", "false", `""`, `"0"`, `"0s"`}
	refused := l.Required || l.Enum || l.Not == "0" || isPositive(l.MinLength) || isPositive(l.Minimum) ||
		strings.HasPrefix(l.Maximum, "-")
	known := f.Of != nil && l == &f.Of.Type
	if !known || refused || f.Pointer || f.kind.zerosKept || f.Default == nil ||
		slices.Contains(zeros, string(f.Default)) {
		return ""
	}
	return zero
}

// isPositive reports whether a limit, in any unit, is greater than zero.
func isPositive(limit string) bool { return strings.ContainsAny(limit, "123456789") && limit[0] != '-' }

// legacyText is the default without a file, if it is another one.
func (f *Field) legacyText() string {
	if value := f.legacyDefault(); value != "" {
		return code(value)
	}
	return ""
}

// legacyDefault is empty for a field that is elsewhere in other versions, and may have another type there.
func (f *Field) legacyDefault() string {
	if f.Of == nil || f.VersionField.Of != "" {
		return ""
	}
	return strings.Trim(f.Of.LegacyDefault, `"`)
}

// flagText names the flags with what is special about them.
func (f *Field) flagText() string {
	if f.Of == nil {
		return ""
	}
	var list []string
	for _, flag := range f.flags() {
		list = append(list, strings.Join(append([]string{FlagName(flag)}, FlagNotes(flag)...), "; "))
	}
	for _, registration := range f.kind.registrations[f.Of.Path] {
		list = append(list, "those that "+code(registration.Func)+" registers")
	}
	for _, flag := range f.Of.Libraries {
		list = append(list, fmt.Sprintf("passed to %s of %s", code("--"+flag.Name), code(flag.From)))
	}
	return strings.Join(list, "; ")
}

// flagNote names the flags that set the field on an operating system, unless one has. Deprecated and hidden ones are
// named if there are no others.
func (f *Field) flagNote(given, os string) string {
	if given != "" {
		return ""
	}
	var shown, all []string
	for _, flag := range f.flags() {
		if !onSystem(flag.OS, os) {
			continue
		}
		all = append(all, "--"+flag.Name)
		if flag.Warning == "" && !flag.Hidden {
			shown = append(shown, "--"+flag.Name)
		}
	}
	if len(shown) == 0 {
		shown = all
	}
	if len(shown) == 0 {
		return ""
	}
	return "flag " + strings.Join(shown, " or ")
}

// onSystem reports whether a list of systems has one: nil has all, and !windows all others.
func onSystem(systems []string, os string) bool {
	excludes := func(name string) bool { return strings.HasPrefix(name, "!") }
	if slices.ContainsFunc(systems, excludes) {
		return !slices.Contains(systems, "!"+os)
	}
	return len(systems) == 0 || slices.Contains(systems, os)
}

// FlagName is a flag with its shorthand.
func FlagName(flag *descriptor.Flag) string {
	if flag.Shorthand != "" {
		return code("-"+flag.Shorthand) + ", " + code("--"+flag.Name)
	}
	return code("--" + flag.Name)
}

// FlagNotes are what is special about a flag.
func FlagNotes(flag *descriptor.Flag) []string {
	var notes []string
	if flag.Warning != "" {
		notes = append(notes, "deprecated: "+flag.Warning)
	}
	if flag.ShorthandDeprecated != "" {
		notes = append(notes, fmt.Sprintf("`-%s` is deprecated: %s", flag.Shorthand, flag.ShorthandDeprecated))
	}
	if flag.Hidden {
		notes = append(notes, "hidden")
	}
	if flag.Syntax == "stringArray" && flag.Sets != "" {
		notes = append(notes, "commas do not separate items")
	}
	return notes
}

// valuesText lists the values of an enumeration, with the gates that guard one.
func (f *Field) valuesText() string {
	if !f.limits.Enum && !inside(f.limits.Elem).Enum || f.Of == nil {
		return ""
	}
	var list []string
	for _, value := range base(&f.Of.Type).Values {
		text := code(value.Value)
		var gates []string
		for _, gate := range value.Gates {
			gates = append(gates, f.kind.gateText(gate))
		}
		switch len(gates) {
		case 0:
		case 1:
			text += " (needs the feature gate " + gates[0] + ")"
		default:
			text += " (needs the feature gates " + strings.Join(gates, " and ") + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// gateText names the gates that must be enabled, with their stages.
func (f *Field) gateText() string {
	var list []string
	for _, name := range f.gates() {
		list = append(list, f.kind.gateText(name))
	}
	return strings.Join(list, ", ")
}

// gateText returns a gate, with its stage if that is known, as in DNSOverTLS (ALPHA - default=false).
func (k *index) gateText(name string) string {
	stages := k.gates[name].Stages
	if len(stages) == 0 {
		return name
	}
	latest := stages[len(stages)-1]
	return fmt.Sprintf("%s (%s - default=%t)", name, strings.ToUpper(latest.Stage), latest.Default)
}

// SystemsText names systems; empty for all.
func SystemsText(systems []string) string {
	names := strings.Join(slices.Sorted(slices.Values(systems)), ", ")
	if strings.HasPrefix(names, "!") {
		return "all but " + strings.ReplaceAll(names, "!", "")
	}
	return names
}

// changeText says when a change of a file has an effect.
func (f *Field) changeText() string {
	if len(f.Fields) > 0 && !f.elements() {
		return ""
	}
	return reloadTexts[f.reload()]
}

var reloadTexts = map[descriptor.Reload]string{
	descriptor.Hot: "takes effect while the component runs", descriptor.Restart: "takes effect after a restart",
	descriptor.Reboot: "takes effect after the machine was rebooted", descriptor.Immutable: "is refused",
}

// ownReload returns the reload class of the field, if it differs from the class of the field around it.
func (f *Field) ownReload() any {
	outer := f.kind.unmarkedReload()
	if f.Parent != nil {
		outer = f.Parent.reload()
	}
	if f.reload() == outer {
		return nil
	}
	return string(f.reload())
}

// PrecedenceText says how a flag and files are combined; empty if the flag just wins.
func (f *Field) PrecedenceText() string {
	if f.Of == nil {
		return ""
	}
	return precedenceTexts[f.Of.Precedence]
}

var precedenceTexts = map[descriptor.Precedence]string{
	descriptor.Merge:   "the keys of the flag are added to those of the files, and win",
	descriptor.Files:   "the files win",
	descriptor.Prepend: "the items of the flag come before those of the files",
}

// MergeText says how the values of several files are combined, for what is not a single value; empty if that is not
// known.
func (f *Field) MergeText() string {
	switch {
	case !f.kind.loader: // others read +listType as they like: the kubelet replaces sets
		return ""
	case f.listType() == descriptor.MapList:
		return "items are merged by " + codes(f.mapKeys())
	case f.listType() == descriptor.Set:
		return "items are added to those of earlier files"
	case f.Type.Form == descriptor.List:
		return "the last file replaces the list"
	case f.Type.Form == descriptor.Map:
		return "keys are merged"
	}
	return ""
}

// merge is how the loader combines the lists of several files, if it does not replace them.
func (f *Field) merge() any {
	if !f.kind.loader {
		return nil
	}
	return string(f.listType())
}

// Merged reports whether the lists of several files are merged.
func (f *Field) Merged() bool { return f.listType() != "" }
