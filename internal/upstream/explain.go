package upstream

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
)

// rule turns the complaint of a tool into a finding. In message and fix, $1 and so on are the captures of the pattern.
type rule struct {
	pattern            string
	code, message, fix string
	// at finds the place if source.locate does not. It gets the captures of the pattern.
	at func(s *source, c complaint, captured []string) (span, bool)
	// instead are the texts that the fix asks for, one of them, in the place.
	instead []string
}

// rulesOfTags are those about packages and tags.
func rulesOfTags() []rule {
	return []rule{
		{
			`can't find import for (\S+)$`, "directory-name",
			"package $1, which is needed here, has the name of this package's directory, and the tool finds no other for it",
			"give the directory another name", nil, nil,
		},
		{
			`unable to format zz_generated\.register\.go`, "tag-value", "the name of the group cannot be part of a Go string",
			"write a DNS name, as in +groupName=relay.config.example.com", groupName,
			[]string{"+groupName=relay.config.example.com"},
		},
		{
			`has occurred while checking if (\S+) exists$`, "register-file", "$1 exists and cannot be read", "fix or remove it",
			clause, nil,
		},
		{
			`^cannot find zero value for type (\S+) in`, "default-value", "defaulter-gen cannot set a field of type $1",
			"set it in a function SetDefaults_ of the struct", defaultedField, nil,
		},
		{
			`^FIXME: out\.(\w+) is of (?:not yet supported|unsupported) type`, "no-conversion",
			"a query parameter cannot be converted to field $1",
			"write the conversion of the type by hand, or leave the field out by +k8s:conversion-gen=false", namedField, nil,
		},
		{
			`^FIXME: Converting unassignable keys unsupported`, "no-conversion",
			"conversion-gen cannot convert the keys of a map", "write the conversion of the struct by hand", mapField, nil,
		},
		{`^Found \d+ (\S+) tags`, "repeated-tag", "+$1 is specified more than once", "keep one", nil, []string{""}},
		{
			`\+?(\S+): expected at most one value`, "repeated-tag", "+$1 is specified more than once", "keep one", nil,
			[]string{""},
		},
		{
			`^Found more than one default tag`, "repeated-tag", "+default is specified more than once on this field", "keep one",
			repeatedDefault, []string{""},
		},
		{`^contradicting (\S+) value`, "repeated-tag", "+$1 is specified with two values", "keep one", nil, []string{""}},
		{
			`\+(\S+): cannot mix "false" with other values`, "tag-value", "+$1=false contradicts other values of +$1",
			"keep the one or the others", nil, []string{""},
		},
		{
			`^Unsupported (\S+) param: "(.*)"`, "tag-value", "+$1 has no parameter $2",
			"use +$1=package, or +$1=package,register", nil, []string{"+$1=package", "+$1=package,register"},
		},
		{
			`^Package \S+: unsupported (\S+) value: "(.*)"`, "tag-value", "+$1 of a package cannot be $2",
			"use +$1=package", nil, []string{"+$1=package"},
		},
		{
			`^Type \S+: unsupported (k8s:deepcopy-gen) value: "(.*)"`, "tag-value", "+$1 of a type cannot be $2",
			"use +$1=true or +$1=false", nil, []string{"+$1=true", "+$1=false"},
		},
		{
			`^Type \S+: unsupported (k8s:conversion-gen) value: "(.*)"`, "tag-value", "+$1 of a type cannot be $2",
			"use +$1=false, or remove it", nil, []string{"+$1=false", ""},
		},
		{
			`(?:Not supported|Unexpected) (\S+) tag: (.*)`, "tag-value", "+$1 cannot be $2",
			"use +$1=net/url.Values, the one that conversion-gen knows", nil, []string{"+$1=net/url.Values"},
		},
		{
			`\+(\S+): relative path "(.*)" is not supported`, "tag-value", "+$1 names a directory, $2",
			"name a package by its import path", nil, nil,
		},
		{
			`^Failed to unmarshal default: `, "default-value", "this +default is neither JSON nor ref(...)",
			`put a string into quotes, as in +default="5m"`, brokenDefault, []string{`+default="5m"`},
		},
	}
}

// rulesOfTypes are those about types, fields and functions.
func rulesOfTypes() []rule {
	return []rule{
		{`^type (\S+): invalid (?:DeepCopy|DeepCopyInto) signature, (.*)`, "deepcopy-method",
			"the method that copies this type has the wrong form: $2",
			"write func (in *T) DeepCopyInto(out *T) and func (in *T) DeepCopy() *T, or remove it and let it be generated",
			copyMethod, nil},
		{
			`^type "(\S+)" in \S+ tag of type \S+ is not an interface`, "deepcopy-interface", "interface $1 does not exist",
			"name an interface by its import path and name, as in k8s.io/apimachinery/pkg/runtime.Object", nil,
			[]string{"+k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object"},
		},
		{
			`^DeepCopy of "interface`, "deepcopy-type", "a field of type interface{} cannot be copied",
			"use a type that says what it holds, runtime.RawExtension, or an interface with a method DeepCopy and its name",
			emptyInterface, nil,
		},
		{
			`^Hit an unsupported type (.*) for: (.*)$`, "deepcopy-type", "the keys of $2 cannot be copied",
			"use keys of a basic type", uncopyable, nil,
		},
		{
			`^Hit an endless type (\S+)$`, "recursive-type",
			"$1 consists of a list, map or pointer whose elements are of the very same type",
			"put a struct in between", nil, nil,
		},
		{
			`^Hit an unsupported type (\S+)\.$`, "deepcopy-type", "$1 cannot be copied",
			"leave it out by +k8s:deepcopy-gen=false", nil, nil,
		},
		{
			`unable to format`, "directory-name", "the directory name, which is not a Go identifier, becomes part of names",
			"give the directory the name of its package", nil, nil,
		},
		{
			`^Hit an unsupported type '?(.*?)'? for:? '?(.*?)'?(?:, from \S+)?$`, "deepcopy-type", "$1 cannot be copied",
			"use another type, or write the DeepCopyInto of the struct by hand", uncopyable, nil,
		},
		{
			`duplicate static defaulter defined: .*?Name:types\.Name\{Package:"(.*?)", Name:"(.*?)"`, "duplicate-function",
			"SetDefaults_$2 is declared twice for $1.$2", "keep the one beside the type", duplicateDefaulter, nil,
		},
		{
			`^duplicate static conversion defined: (\S+) -> (\S+) from:\s+(\S+)\s+(\S+)`, "duplicate-function",
			"two functions convert $1 to $2: $3 and $4", "keep one", duplicateConversion, nil,
		},
		{`^no function converts (\S+) to (\S+), of package (\S+)`, "no-conversion", "no function converts $1 to $2",
			"write one, or name the package that has it by one more tag in doc.go, such as +k8s:conversion-gen=$3",
			convertedField, nil},
		{`^no function converts (\S+) to (\S+)`, "no-conversion", "no function converts $1 to $2",
			"write one, or name the package that has it by one more tag in doc.go, as in +k8s:conversion-gen=import/path",
			convertedField, nil},
		{
			`^FIXME: (.*)`, "no-conversion", "conversion-gen leaves a gap in the conversion of this type: $1",
			"write the conversion of the type by hand", nil, nil,
		},
		{
			`^the path of the package must contain`, "register-package",
			"the package has no path that tells group and version apart",
			"move it into a directory that bears the version's name, such as v1alpha1", nil, nil,
		},
	}
}

// explain turns complaints into findings.
func (r *run) explain(tool tool, inputs []string, complaints []complaint) []diag.Diagnostic {
	if len(complaints) == 0 {
		return nil
	}
	s := sourceOf(r.session, inputs)
	for _, path := range inputs {
		s.addTypes(r.session.Source(path).TypesPath())
	}
	var findings []diag.Diagnostic
	for _, c := range complaints {
		if found, ok := s.conversionFindings(c); ok {
			findings = append(findings, found...)
			continue
		}
		if types, ok := strings.CutPrefix(
			c.text, "Types requested deepcopy generation but are not copyable: ",
		); ok {
			for name := range strings.SplitSeq(types, ", ") {
				at := s.locate(complaint{text: "k8s:deepcopy-gen", at: whereIs(name)}, inputs)
				findings = append(findings, diag.At(at.pos, at.end, "deepcopy-type",
					name[strings.LastIndexByte(name, '/')+1:]+" cannot be copied by a generated function",
					"remove +k8s:deepcopy-gen: only structs, lists and maps with exported names need it").
					With(diag.Replace(at.pos, at.end, "")))
			}
			continue
		}
		findings = append(findings, s.explain(tool, inputs, c))
	}
	return findings
}

// unreadable is how gengo refuses a tag.
var unreadable = regexp.MustCompile(`unexpected (?:character|end of input|named argument|argument type)|` +
	`expected (?:one argument|no arguments)|can't mix named|arguments must use|` +
	`(?:invalid|unterminated) \w+|unhandled escaped`)

// explain applies the first rule that matches, or passes on the tool's own sentence.
func (s *source) explain(tool tool, inputs []string, c complaint) diag.Diagnostic {
	if t, found := s.malformed(c); found && unreadable.MatchString(c.text) {
		return unreadableTag(t)
	}
	for _, rule := range slices.Concat(rulesOfTags(), rulesOfTypes()) { // in this order
		pattern := regexp.MustCompile(rule.pattern)
		captured := pattern.FindStringSubmatchIndex(c.text)
		if captured == nil {
			continue
		}
		at := s.locate(c, inputs)
		if rule.at != nil {
			if better, ok := rule.at(s, c, pattern.FindStringSubmatch(c.text)); ok {
				at = better
			}
		}
		fix := rule.fix
		if holder := s.converting(pattern.FindStringSubmatch(c.text)); holder != "" {
			fix = "name the package that has it in doc.go: +configgen:peers(conversions: \"" + holder + "\")"
		} else if function, home := s.generating(pattern.FindStringSubmatch(c.text)); home != "" {
			fix = fmt.Sprintf("write func Convert_%s in %s, which calls autoConvert_%[1]s: conversion-gen calls functions of "+
				"other packages only if they are written by hand", function, home)
		}
		expand := func(template string) string {
			return shorten(string(pattern.ExpandString(nil, template, c.text, captured)))
		}
		found := diag.At(at.pos, at.end, rule.code, expand(rule.message), expand(fix))
		for _, text := range rule.instead {
			found = found.With(diag.Replace(at.pos, at.end, string(pattern.ExpandString(nil, text, c.text, captured))))
		}
		return found
	}
	at := s.locate(c, inputs)
	first, _, _ := strings.Cut(strings.TrimSpace(templateError.ReplaceAllString(c.text, "")), "\n")
	return diag.At(at.pos, at.end, tool.name, fmt.Sprintf("%s cannot generate: %s", tool.name, first), "")
}

// converting returns the user's package with a function that has the name of a missing conversion; empty if there is
// none. It gets the captures of the rule about missing conversions.
func (s *source) converting(captured []string) string {
	if len(captured) != 4 || !strings.HasPrefix(captured[0], "no function converts ") {
		return ""
	}
	base := func(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
	for _, pkg := range s.session.Known() {
		for name, declared := range pkg.Declared {
			from, to, is := strings.Cut(strings.TrimPrefix(name, "Convert_"), "_To_")
			if is && declared.Kind == "func" && len(declared.Params) == 3 &&
				strings.HasSuffix(from, "_"+base(captured[1])) && strings.HasSuffix(to, "_"+base(captured[2])) &&
				(strings.HasPrefix(declared.Params[0], "*"+captured[3]+".") ||
					strings.HasPrefix(declared.Params[1], "*"+captured[3]+".")) {
				return pkg.Path
			}
		}
	}
	return ""
}

// generating returns the rest of the name of a missing conversion that is generated for a version of the user's, and
// the package of the version; empty if there is none. It gets the captures of the rule about missing conversions.
func (s *source) generating(captured []string) (function, home string) {
	if len(captured) != 4 || !strings.HasPrefix(captured[0], "no function converts ") {
		return "", ""
	}
	last := func(name, separator string) string { return name[strings.LastIndex(name, separator)+1:] }
	for _, pkg := range s.session.Known() {
		internal := pkg.VersionOf()
		if internal == "" || pkg.TypesPath() != captured[3] {
			continue
		}
		part := func(name string) string {
			if strings.HasPrefix(last(name, "/"), last(internal, "/")+".") {
				return last(internal, "/") + "_" + last(name, ".")
			}
			return last(captured[3], "/") + "_" + last(name, ".")
		}
		return part(captured[1]) + "_To_" + part(captured[2]), pkg.Path
	}
	return "", ""
}

// templateError is what text/template puts before the error of a function that a template calls.
var templateError = regexp.MustCompile(`^template: .* error calling \w+: `)

// longPath is an import path in front of a name.
var longPath = regexp.MustCompile(`[\w.\-]+(?:/[\w.\-]+)*/([\w\-]+\.\w)`)

// shorten leaves of import paths in front of names what Go code has there.
func shorten(text string) string {
	if strings.Contains(text, "import path") || strings.Contains(text, "net/url.") {
		return text
	}
	return longPath.ReplaceAllString(text, "$1")
}

var (
	noConversion = regexp.MustCompile(`could not find nor generate a final Conversion function for (\S+) -> (\S+)`)
	misnamed     = regexp.MustCompile(`^Rename function (\S+) (\S+) -> (\S+) to match expected conversion signature`)
)

// conversionFindings explains what conversion-gen prints and goes on: code that does not build is worthless.
func (s *source) conversionFindings(c complaint) ([]diag.Diagnostic, bool) {
	if m := misnamed.FindStringSubmatch(c.text); m != nil {
		at, ours := s.function(m[2])
		if !ours {
			at, ours = s.function(m[1] + "." + m[2])
		}
		if !ours {
			return nil, true // a dependency's
		}
		return []diag.Diagnostic{conversionName(at, m[3])}, true
	}
	m := noConversion.FindStringSubmatch(c.text)
	if m == nil {
		return nil, false
	}
	in, out := whereIs(m[1]), whereIs(m[2])
	if s.misnamed("Convert_" + publicName(in) + "_To_" + publicName(out)) {
		return nil, true
	}
	fix := fmt.Sprintf("write func Convert_%s_To_%s(in *%s, out *%s, s conversion.Scope) error in package %s",
		publicName(in), publicName(out), shorten(m[1]), shorten(m[2]), c.at.pkg)
	var findings []diag.Diagnostic
	for _, name := range []string{m[1], m[2]} {
		t := s.types[name]
		if t == nil {
			continue
		}
		for _, field := range t.Fields {
			if slices.Contains(c.details, "- "+field.Name) && (name == m[1] || s.types[m[1]] == nil) {
				other := m[2]
				if name == m[2] {
					other = m[1]
				}
				findings = append(findings, s.withoutCounterpart(field, name, other, fix))
			}
		}
	}
	if len(findings) == 0 {
		at := s.locate(complaint{at: c.at}, []string{c.at.pkg})
		findings = append(
			findings,
			diag.At(at.pos, at.end, "no-conversion", fmt.Sprintf("%s cannot be converted to %s", shorten(m[1]), shorten(m[2])),
				fix),
		)
	}
	return findings, true
}
