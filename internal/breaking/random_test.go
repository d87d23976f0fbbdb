package breaking_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// randomAPI is a group of configuration types as the author of a component writes it.
type randomAPI struct {
	*rand.Rand
	// internal reports that the markers are on an internal package, to which the versions convert.
	internal bool
	versions []string
	structs  []*randomStruct // the first one is the root
	flags    *randomStruct   // the +flags struct
	levels   []string        // the values of an enumeration, with their markers
	count    int
}

type randomStruct struct {
	name   string
	fields []*randomField
	// once reports that there is one value of the type, which flags can set.
	once bool
}

type randomField struct {
	name, goType, doc, tag string
	inner                  *randomStruct
	// bare reports that only the internal type has the comment.
	bare bool
	// marked are markers on the marked type, and versioned those on versions.
	marked, versioned []string
	// from are the names in files of the versions that have the field in another place.
	from map[string]string
}

func (f *randomField) jsonName() string { return strings.ToLower(f.name[:1]) + f.name[1:] }

// newAPI makes a group.
func newAPI(dice *rand.Rand) *randomAPI {
	a := &randomAPI{Rand: dice, internal: dice.IntN(3) > 0}
	a.versions = []string{"v1alpha1", "v1beta1"}[dice.IntN(2):]
	level := &randomField{name: "Level", goType: "Level", doc: "is a level.", tag: ",omitempty"}
	a.structs = []*randomStruct{{name: "Configuration", once: true, fields: []*randomField{level}}}
	a.flags = &randomStruct{name: "Flags", once: true}
	a.levels = []string{"High", "Low"}
	for range 4 + dice.IntN(6) {
		a.add(a.structs[dice.IntN(len(a.structs))], false)
	}
	for range 1 + dice.IntN(2) {
		a.addFlag()
	}
	return a
}

func (a *randomAPI) chance(in int) bool          { return a.IntN(in) == 0 }
func (a *randomAPI) pick(texts ...string) string { return texts[a.IntN(len(texts))] }

// flag is a marker for a flag with a name that does not depend on the field.
func (a *randomAPI) flag() string {
	a.count++
	return fmt.Sprintf("+flag(approved: %q)=flag-%d", "sig", a.count)
}

// settings are markers by the type of the field, and its default and its legacy default.
var settings = []struct {
	goType, value, legacy string
	markers               []string
}{
	{"string", `"x"`, "y", []string{
		"+k8s:maxLength=9", "+k8s:minLength=1", "+format=ip", "+path", "+path(kind: file, access: r)", "+secret",
		"+k8s:format=k8s-short-name",
	}},
	{"Level", `"High0"`, "Low1", nil},
	{"int32", "3", "4", []string{"+k8s:minimum=1", "+k8s:maximum=9", "+k8s:minimum=0", "+check=free"}},
	{"bool", "true", "false", nil},
	{"*int32", "3", "4", []string{"+k8s:minimum=1", "+k8s:maximum=9"}},
	{"*bool", "true", "false", nil},
	{"metav1.Duration", "", "6s", []string{"+k8s:minimum=1s", "+k8s:maximum=24h"}},
	{"[]string", "", "a,b", []string{
		"+listType=set", "+listType=atomic", "+k8s:maxItems=3", "+k8s:minItems=1", "+precedence=prepend", "+path",
		"+k8s:eachVal=+k8s:maxLength=9",
	}},
	{"map[string]string", "", "a=b", []string{"+precedence=merge", "+k8s:eachKey=+k8s:maxLength=9", "+path"}},
}

// add adds a field, or a struct with some, to a struct. One that is optional can be added to an API that is in use.
func (a *randomAPI) add(to *randomStruct, optional bool) {
	a.count++
	f := &randomField{name: fmt.Sprintf("Field%d", a.count), doc: a.doc(), bare: a.chance(9)}
	to.fields = append(to.fields, f)
	f.tag = a.pick("", "", ",omitempty", ",omitempty", ",omitzero")
	for range a.IntN(3) {
		f.mark(a.pick("+os=linux", "+os=!windows", "+reload=hot", "+reload=reboot", "+reload=immutable", "+since=1.4",
			"+featureGate=One", "+featureGate=Two", "+precedence=file",
			`+deprecated(since: "1.4", removal: "1.7", use: "another field")`))
	}
	if a.chance(3) {
		f.inner = &randomStruct{name: fmt.Sprintf("Kind%d", a.count)}
		form := a.pick("", "", "*", "[]", "map[string]", "embedded")
		f.inner.once = to.once && strings.Trim(form, "*embd") == ""
		if f.goType = form + f.inner.name; form == "embedded" {
			f.goType, f.name, f.tag, f.marked = f.inner.name, "", "inline", nil
		} else if optional {
			f.optional(a)
		}
		if form == "[]" {
			f.mark(a.pick("+listType=atomic", "+precedence=prepend", "+reload=hot"))
		}
		a.structs = append(a.structs, f.inner)
		for range 1 + a.IntN(3) {
			a.add(f.inner, optional)
		}
		return
	}
	a.scalar(f, to.once, optional)
}

// scalar makes a field one of a simple type.
func (a *randomAPI) scalar(f *randomField, flags, optional bool) {
	s := settings[a.IntN(len(settings))]
	f.goType = s.goType
	for range a.IntN(3) {
		if len(s.markers) > 0 {
			f.mark(a.pick(s.markers...))
		}
	}
	if s.value != "" && a.chance(3) {
		f.versioned = append(f.versioned, "+default="+s.value)
	}
	if optional {
		f.optional(a)
	} else {
		presence := a.pick("", "", "+optional", "+required", "+k8s:optional", "+k8s:required")
		f.versioned = append(f.versioned, presence)
		f.marked = append(f.marked, a.pick("", presence))
	}
	if flags && a.chance(2) {
		f.marked = append(f.marked, a.flag())
		if a.chance(2) && (a.internal || !strings.Contains(strings.Join(f.versioned, " "), "+default")) {
			f.marked = append(f.marked, "+legacyDefault="+s.legacy)
		}
	}
}

// optional marks a field in all packages.
func (f *randomField) optional(a *randomAPI) {
	f.versioned = append(f.versioned, a.pick("+optional", "+k8s:optional"))
	f.marked = append(f.marked, a.pick("+optional", "+k8s:optional"))
}

// mark adds a marker unless the field has one of its name.
func (f *randomField) mark(marker string) {
	name := func(text string) string { return (text + "=")[:strings.IndexAny(text+"=", "=(")] }
	same := func(other string) bool { return name(other) == name(marker) }
	if !slices.ContainsFunc(f.marked, same) {
		f.marked = append(f.marked, marker)
	}
}

// doc is a comment, which may be missing.
func (a *randomAPI) doc() string {
	return a.pick("", "is a field.", "is another one.", "says how.\n\n\tcode")
}

// addFlag adds a field to the +flags struct.
func (a *randomAPI) addFlag() {
	a.count++
	f := &randomField{name: fmt.Sprintf("Field%d", a.count), doc: "is a flag."}
	a.scalar(f, false, true)
	f.versioned = nil
	f.marked = append(slices.DeleteFunc(f.marked, func(m string) bool { return strings.HasPrefix(m, "+precedence") }),
		a.flag())
	a.flags.fields = append(a.flags.fields, f)
}

// grow changes a group in ways that no file and no command line can notice, and says how.
func (a *randomAPI) grow() string {
	switch a.IntN(7) {
	case 0:
		a.levels = append(a.levels, a.pick("Mid", "+featureGate=One\n\tMid"))
		return "a value is added"
	case 1, 6:
		to := a.structs[a.IntN(len(a.structs))]
		a.add(to, true)
		return "a field is added to " + to.name
	case 2:
		a.addFlag()
		return "a flag is added"
	case 3:
		for _, s := range a.structs {
			for _, f := range s.fields {
				if s.once && f.inner == nil && !slices.ContainsFunc(f.marked, func(m string) bool {
					return strings.HasPrefix(m, "+flag")
				}) {
					f.marked = append(f.marked, a.flag())
					return f.name + " gets a flag"
				}
			}
		}
		return ""
	case 4:
		s := a.structs[a.IntN(len(a.structs))]
		for _, f := range s.fields {
			f.doc = a.doc()
		}
		return "the comments of " + s.name + " change"
	}
	return a.addVersion()
}

// drop removes a marker that says something, and returns it.
func (a *randomAPI) drop() string {
	for {
		s := append(slices.Clone(a.structs), a.flags)[a.IntN(len(a.structs)+1)]
		f := s.fields[a.IntN(len(s.fields))]
		list := &f.marked
		if s != a.flags && a.chance(3) {
			list = &f.versioned
		}
		if len(*list) == 0 {
			continue
		}
		at := a.IntN(len(*list))
		marker := (*list)[at]
		says := func(other string) bool {
			return strings.TrimPrefix(other[1:], "k8s:") == strings.TrimPrefix(marker[1:], "k8s:")
		}
		others := 0
		for _, other := range slices.Concat(f.marked, f.versioned) {
			if other != "" && marker != "" && says(other) {
				others++
			}
		}
		within := s != a.flags && s != a.structs[0] // it may have the systems of the struct around it anyway
		same := within && strings.HasPrefix(marker, "+os") || strings.HasSuffix(marker, "listType=atomic")
		if others == 1 && !same {
			*list = slices.Delete(*list, at, at+1)
			return marker
		}
	}
}

// addVersion adds the next version, and moves a field in it.
func (a *randomAPI) addVersion() string {
	last := a.versions[len(a.versions)-1]
	next := map[string]string{"v1alpha1": "v1beta1", "v1beta1": "v1"}[last]
	if next == "" {
		return ""
	}
	edited := next + " is added"
	if !a.internal {
		a.split()
	}
	for _, f := range a.structs[0].fields {
		if f.inner == nil && f.from == nil && a.chance(2) {
			f.from = map[string]string{}
			for _, version := range a.versions {
				f.from[version] = f.name
			}
			f.name = "Moved" + f.name
			edited += ", where " + f.name + " has this name"
			break
		}
	}
	a.versions = append(a.versions, next)
	return edited
}

// split makes an internal package of the version. The author leaves defaults there, and the rest where it applies.
func (a *randomAPI) split() {
	a.internal = true
	for _, s := range a.structs {
		for _, f := range s.fields {
			for _, marker := range f.versioned {
				if !strings.HasPrefix(marker, "+default") && !slices.Contains(f.marked, marker) {
					f.marked = append(f.marked, marker)
				}
			}
		}
	}
}

// write returns the files of a group in a directory of module example.com/golden.
func (a *randomAPI) write(dir string) map[string]string {
	files := map[string]string{}
	const api = "// +configgen:api(release: \"1.4\")\n"
	group := fmt.Sprintf("// +groupName=%s.config.example.com\n", dir)
	if a.internal {
		files[dir+"/doc.go"] = "// Package config is a group.\n" + api + group + "package config\n"
		files[dir+"/types.go"] = "package config\n" + a.declarations("", true)
		converts := "// +k8s:conversion-gen=example.com/golden/" + dir + "\n"
		for _, version := range a.versions {
			files[dir+"/"+version+"/doc.go"] = "// Package is a version.\n" + converts + group + "package " + version + "\n"
			files[dir+"/"+version+"/types.go"] = "package " + version + "\n" + a.declarations(version, false)
		}
		return files
	}
	version := a.versions[0]
	a.versions = a.versions[:1]
	files[dir+"/"+version+"/doc.go"] = "// Package is a version.\n" + api + group + "package " + version + "\n"
	files[dir+"/"+version+"/types.go"] = "package " + version + "\n" + a.declarations(version, true)
	return files
}

// declarations are the types in a version, or in the internal package.
func (a *randomAPI) declarations(version string, marked bool) string {
	var b strings.Builder
	b.WriteString("\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n// Level is one of some.\n// +enum\n" +
		"type Level string\n\n// The levels.\nconst (\n")
	for i, level := range a.levels {
		marker, name, guarded := strings.Cut(level, "\n\t")
		if !guarded {
			marker, name = "A level.", level
		}
		fmt.Fprintf(&b, "\t// %s\n\t%s%d Level = \"%[2]s%[3]d\"\n", marker, name, i)
	}
	b.WriteString(")\n")
	list := a.structs
	if marked {
		list = append(slices.Clone(list), a.flags)
	}
	for i, s := range list {
		fmt.Fprintf(&b, "\n// %s is a struct.\n", s.name)
		switch {
		case marked && s == a.flags:
			b.WriteString("// +flags\n")
		case marked && i == 0:
			b.WriteString("// +config\n")
		}
		fmt.Fprintf(&b, "type %s struct {\n", s.name)
		if i == 0 {
			b.WriteString("\tmetav1.TypeMeta `json:\",inline\"`\n")
		}
		for _, f := range s.fields {
			b.WriteString(f.declaration(version, marked, !marked || !a.internal))
		}
		b.WriteString("}\n")
	}
	b.WriteString("\nvar _ metav1.Duration\n")
	return b.String()
}

// declaration is a field with its markers: on the internal type, on the type of a version, or on both.
func (f *randomField) declaration(version string, marked, versioned bool) string {
	was := *f
	was.name = cmp.Or(f.from[version], f.name)
	var lines []string
	if f.doc != "" && !(f.bare && !marked) {
		lines = strings.Split(was.name+" "+f.doc, "\n")
	}
	if versioned {
		lines = append(lines, f.versioned...)
	}
	if marked {
		lines = append(lines, f.marked...)
		for _, version := range slices.Sorted(maps.Keys(f.from)) {
			other := randomField{name: f.from[version]}
			lines = append(lines, fmt.Sprintf("+moved(from: %q, in: %s)", other.jsonName(), version))
		}
	}
	tag := ",inline"
	if f.tag != "inline" {
		tag = was.jsonName() + f.tag
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight("\t// "+line, " ") + "\n")
	}
	fmt.Fprintf(&b, "\t%s %s `json:%q`\n", was.name, f.goType, tag)
	return b.String()
}
