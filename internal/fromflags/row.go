package fromflags

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/fromflags/observer"
)

// Row is a flag of a component, and the field that it becomes.
type Row struct {
	observer.Flag
	// Varies is set if the default depends on the host, the user or the time, Opaque if its text does not give it to the
	// flag, and Unsettled if the flag is not registered in each environment.
	Varies, Opaque, Unsettled bool
	// Field is the JSON path of the field, as in leaderElection.leaseDuration; empty for a flag without a field.
	Field string
	// Type is the type of the field, one of those in fieldTypes. Each is set if an argument is one item of the list.
	Type string
	Each bool
	// Note is the reason why the flag has no field, or a remark about it. ByHand is set if the flag has no field because
	// of its behavior in the component.
	Note   string
	ByHand bool
	// accepted and refused are the values that the component accepts and refuses.
	accepted, refused []trial
	// required are the arguments that give a required flag a value, and with the flags that the component wants beside
	// this one.
	required []string
	with     []*Row
}

// shapes are the types of fields by the types of flags. Other types of flags have strings.
var shapes = map[string]string{
	"string": "string", "bool": "bool", "int": "int64", "int8": "int32", "int16": "int32", "int32": "int32",
	"int64": "int64", "uint": "uint64", "uint8": "int32", "uint16": "int32", "uint32": "int64", "uint64": "uint64",
	"float32": "float64", "float64": "float64", "duration": "duration", "quantity": "quantity", "ip": "ip",
	"stringSlice": "[]string", "stringArray": "[]string", "strings": "[]string", "intSlice": "[]int64",
	"int32Slice": "[]int64", "int64Slice": "[]int64", "uintSlice": "[]int64", "boolSlice": "[]string",
	"durationSlice": "[]string", "ipSlice": "[]string", "ipNetSlice": "[]string", "float64Slice": "[]string",
	"stringToString": "map[string]string", "stringToInt": "map[string]string", "stringToInt64": "map[string]string",
	"count": "int64", "mapStringString": "map[string]string", "mapStringBool": "map[string]bool",
}

// known reports whether the type of a flag is known. Values of other packages that call themselves strings accept some.
func known(f observer.Flag) bool {
	return shapes[f.Type] != "" && !strings.HasPrefix(strings.TrimPrefix(f.GoType, "*"), "main.") &&
		(f.Type != "string" || strings.HasSuffix(f.GoType, "flag.stringValue"))
}

// fieldType returns the type of the field that a flag becomes.
func fieldType(f observer.Flag) string {
	if known(f) {
		return shapes[f.Type]
	}
	return "string"
}

// own reports whether the values of the flag are of a type of its own, so that they are found by trial.
func (r *Row) own() bool { return !known(r.Flag) && (r.Type == "string" || r.Type == "[]string") }

// unfitName matches names that a flag of the loader cannot have.
var unfitName = regexp.MustCompile(`^[^A-Za-z0-9_]|[^\w.-]`)

// left are the flags that stay flags by default, by their names or by the types of their values, with the reason.
var left = []struct {
	name, goType *regexp.Regexp
	reason       string
}{
	{regexp.MustCompile(`^(help|version|kubeconfig)$`), regexp.MustCompile(`\bverflag\.`),
		"about the process, not its configuration"},
	{regexp.MustCompile(`^.$`), nil, "a single letter"},
	{regexp.MustCompile(`^test\.`), nil, "of package testing"},
	{regexp.MustCompile(`^(vmodule|(also)?logtostderr(threshold)?|stderrthreshold|log[_-](dir|file|file[_-]max[_-]size|` +
		`backtrace[_-]at|link)|logbuflevel|add[_-]dir[_-]header|skip[_-](log[_-])?headers|one[_-]output|` +
		`legacy[_-]stderr[_-]threshold[_-]behavior|log-flush-frequency|logging-format|log-(json|text)-.*|` +
		`zap-(devel|encoder|log-level|stacktrace-level|time-encoding))$`),
		regexp.MustCompile(`\b(klog|glog|zap|logs)\.`), "of a logging library"},
	{regexp.MustCompile(`^config$`), nil, "names a file of the component's own"},
	{unfitName, nil, "its name has other characters than letters, digits and dashes"},
}

// propose gives the flags fields. configFlag is the name of the flag that names configuration files.
func propose(rows []*Row, configFlag string) {
	for _, row := range rows {
		row.Type, row.Each = fieldType(row.Flag), row.Flag.Type == "stringArray"
		for _, l := range left {
			if row.Note == "" && (l.name.MatchString(row.Name) || l.goType != nil && l.goType.MatchString(row.GoType)) {
				row.Note = l.reason
			}
		}
		if row.Note == "" && row.Name == configFlag {
			row.Note = "--config-flag names it"
		}
	}
	nameFields(slices.DeleteFunc(slices.Clone(rows), func(r *Row) bool { return r.Note != "" }))
}

// verbs begin the names of flags that have nothing else in common.
var verbs = []string{"enable", "disable", "allow", "use", "no", "with", "default", "max", "min", "is", "skip"}

// nameFields gives each row the path of a field. Flags of a section, and flags that begin with the same words as two
// others, are in a struct.
func nameFields(rows []*Row) {
	structs, words := make([]string, len(rows)), make([]string, len(rows))
	beginning, sections := map[string]int{}, map[string]bool{}
	for i, row := range rows {
		words[i] = strings.Join(flagtext.Words(row.Name), "-")
		for _, prefix := range append(prefixes(words[i]), words[i]) {
			beginning[prefix]++
		}
		sections[row.Section] = true
	}
	within := map[string]int{}
	for i, row := range rows {
		if len(sections) == 1 {
			for _, prefix := range prefixes(words[i]) {
				last := prefix[strings.LastIndex(prefix, "-")+1:]
				if beginning[prefix] >= 3 && !slices.Contains(verbs, last) {
					structs[i] = prefix
				}
			}
		} else if !slices.Contains([]string{"", "global", "generic"}, row.Section) {
			structs[i] = strings.Join(flagtext.Words(row.Section), "-")
		}
		within[structs[i]]++
	}
	taken := map[string]bool{} // by flags that are not in a struct
	for i, row := range rows {
		if within[words[i]] > 0 && row.Type == "bool" {
			structs[i] = words[i]
		} else if structs[i] == "" {
			taken[words[i]] = true
		}
	}
	for i, row := range rows {
		row.Field = jsonName(words[i])
		if s := structs[i]; s != "" && !taken[s] && within[s] > 1 {
			rest := strings.TrimPrefix(strings.TrimPrefix(words[i], s), "-")
			row.Field = jsonName(s) + "." + jsonName(cmp.Or(rest, "enabled"))
		}
	}
}

// prefixes returns the words that a name with dashes begins with: of a-b-c, a and a-b.
func prefixes(name string) (all []string) {
	for i, letter := range name {
		if letter == '-' {
			all = append(all, name[:i])
		}
	}
	return all
}

// jsonName returns the name in JSON of words with dashes between them, and goName returns the name in Go of a name in
// JSON.
func jsonName(words string) string { return flagtext.JSON(flagtext.GoName(words)) }

func goName(json string) string { return flagtext.GoName(strings.Join(flagtext.Words(json), "-")) }

// refuse takes the field from a row, if there is a reason.
func (r *Row) refuse(why string) {
	if why != "" && r.Field != "" {
		r.Field, r.Note, r.ByHand = "", "by hand: "+why, true
	}
}

// withField returns the rows with a field.
func withField(rows []*Row) []*Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r *Row) bool { return r.Field == "" })
}
