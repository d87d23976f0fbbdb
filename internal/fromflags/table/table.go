// Package table says which field each flag of a component becomes, as rows that a user can edit as CSV.
package table

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/check"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/fromflags/observe"
	"github.com/configgen/configgen/internal/fromflags/value"
)

// Row is a flag and its field.
type Row struct {
	Flag observe.Flag
	// Field is the JSON path of the field, as in leaderElection.leaseDuration; empty for a flag without a field.
	Field string
	// Type is the type of the field, one of those of package value.
	Type string
	// Each is set if an argument is one item of the list.
	Each bool
	// Note says why the flag has no field, or what is to be known about it.
	Note string
	// ByHand is set if the flag has no field because of what the component does with it.
	ByHand bool
}

// shapes are the types of fields by those of flags; others are strings.
var shapes = map[string]string{
	"string": "string", "bool": "bool", "int": "int64", "int8": "int32", "int16": "int32", "int32": "int32",
	"int64": "int64", "uint": "int64", "uint8": "int32", "uint16": "int32", "uint32": "int64", "uint64": "int64",
	"float32": "float64", "float64": "float64", "duration": "duration", "quantity": "quantity", "ip": "ip",
	"stringSlice": "[]string", "stringArray": "[]string", "strings": "[]string", "intSlice": "[]int64",
	"int32Slice": "[]int64", "int64Slice": "[]int64", "uintSlice": "[]int64", "boolSlice": "[]string",
	"durationSlice": "[]string", "ipSlice": "[]string", "ipNetSlice": "[]string", "float64Slice": "[]string",
	"stringToString": "map[string]string", "stringToInt": "map[string]string", "stringToInt64": "map[string]string",
	"mapStringString": "map[string]string", "mapStringBool": "map[string]bool",
}

// known reports whether the type of a flag is known. Values of other packages that call themselves strings accept some.
func known(f observe.Flag) bool {
	return shapes[f.Type] != "" && !strings.HasPrefix(f.GoType, "*main.") && !strings.HasPrefix(f.GoType, "main.") &&
		(f.Type != "string" || strings.HasSuffix(f.GoType, "flag.stringValue"))
}

// Type is the type of the field that a flag becomes.
func Type(f observe.Flag) string {
	if known(f) {
		return shapes[f.Type]
	}
	return "string"
}

// left are the flags that stay flags by default, by their names or by the types of their values, with the reason.
var left = []struct {
	name, goType *regexp.Regexp
	reason       string
}{
	{regexp.MustCompile(`^(help|version|kubeconfig)$`), nil, "about the process, not its configuration"},
	{regexp.MustCompile(`^.$`), nil, "a single letter"},
	{regexp.MustCompile(`^test\.`), nil, "of package testing"},
	{regexp.MustCompile(`^(vmodule|(also)?logtostderr(threshold)?|stderrthreshold|log[_-](dir|file|file[_-]max[_-]size|` +
		`backtrace[_-]at|link)|logbuflevel|add[_-]dir[_-]header|skip[_-](log[_-])?headers|one[_-]output|` +
		`legacy[_-]stderr[_-]threshold[_-]behavior|log-flush-frequency|logging-format|log-(json|text)-.*|` +
		`zap-(devel|encoder|log-level|stacktrace-level|time-encoding))$`),
		regexp.MustCompile(`\b(klog|glog|zap|logs)\.`), "of a logging library"},
	{nil, regexp.MustCompile(`\bverflag\.`), "about the process, not its configuration"},
}

// Propose makes a table of the flags. ConfigFlag is the name of the flag that names configuration files.
func Propose(flags []observe.Flag, configFlag string) []Row {
	var rows []Row
	for _, f := range flags {
		row := Row{Flag: f, Type: Type(f)}
		row.Each = f.Type == "stringArray"
		row.Note = leave(f)
		switch {
		case row.Note == "" && f.Name == "config":
			row.Note = "names a file of the component's own"
		case row.Note == "" && f.Name == configFlag:
			row.Note = "--config-flag names it"
		}
		rows = append(rows, row)
	}
	name(rows)
	return rows
}

func leave(f observe.Flag) string {
	for _, l := range left {
		if l.name != nil && l.name.MatchString(f.Name) || l.goType != nil && l.goType.MatchString(f.GoType) {
			return l.reason
		}
	}
	return ""
}

// Own reports whether the values of the flag are of a type of its own, so that they are found by trial.
func (r *Row) Own() bool { return !known(r.Flag) && (r.Type == "string" || r.Type == "[]string") }

// PathName reports whether the field has the name of a path of a file, and Path whether it is proposed as one: not if
// it is a list, or if the usage is about requests.
func (r *Row) PathName() bool { return r.named(check.IsPathName) }

// Path is described at PathName.
func (r *Row) Path() bool {
	return r.PathName() && r.Type == "string" &&
		(ofFiles.MatchString(r.Flag.Usage) || !ofRequests.MatchString(r.Flag.Usage))
}

var (
	ofFiles    = regexp.MustCompile(`(?i)\b(files?|director|socket)`)
	ofRequests = regexp.MustCompile(`(?i)\b(https?|urls?|requests?|routes?|endpoints?)\b`)
)

// SecretName reports whether the field has the name of a secret, and Secret whether it is proposed as one: what has a
// default is known to everybody, such as the name of the file of a key.
func (r *Row) SecretName() bool { return !r.PathName() && r.named(check.IsSecretName) }

// Secret is described at SecretName.
func (r *Row) Secret() bool {
	return r.SecretName() && (r.Flag.Text == "" || r.Flag.Text == "[]" || r.Flag.Varies)
}

// named reports whether a field with text has such a name.
func (r *Row) named(is func(string) bool) bool {
	name := r.Field[strings.LastIndex(r.Field, ".")+1:]
	return (r.Type == "string" || r.Type == "[]string") && is(flagtext.GoName(strings.Join(flagtext.Words(name), "-")))
}

// Refuse takes the field from a row, if there is a reason.
func (r *Row) Refuse(why string) {
	if why != "" && r.Field != "" {
		r.Field, r.Note, r.ByHand = "", "by hand: "+why, true
	}
}

// Kept are the rows with a field.
func Kept(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Field == "" })
}

// verbs begin the names of flags that have nothing else in common.
var verbs = []string{"enable", "disable", "allow", "use", "no", "with", "default", "max", "min", "is", "skip"}

// name gives each row without a note the path of a field. Flags of a section, and those that begin with the same words
// as two others, are in a struct.
func name(rows []Row) {
	paths := make([][]string, len(rows))
	count := map[string]int{}
	sections := map[string]bool{}
	for i, row := range rows {
		if row.Note != "" {
			continue
		}
		sections[row.Flag.Section] = true
		paths[i] = flagtext.Words(row.Flag.Name)
		for n := 1; n <= len(paths[i]); n++ {
			count[strings.Join(paths[i][:n], "-")]++
		}
	}
	structs := make([]string, len(rows))
	for i, row := range rows {
		if row.Note != "" {
			continue
		}
		if section := row.Flag.Section; len(sections) > 1 {
			if section != "" && section != "global" && section != "generic" {
				structs[i] = strings.Join(flagtext.Words(section), "-")
			}
			continue
		}
		for n := 1; n < len(paths[i]); n++ {
			if prefix := strings.Join(paths[i][:n], "-"); count[prefix] >= 3 && !slices.Contains(verbs, paths[i][n-1]) {
				structs[i] = prefix
			}
		}
	}
	prefixes := count
	clear(prefixes)
	for _, prefix := range structs {
		prefixes[prefix]++
	}
	taken := map[string]bool{} // by flags that are not in a struct
	for i, row := range rows {
		whole := strings.Join(paths[i], "-")
		if row.Note == "" && prefixes[whole] > 0 && row.Type == "bool" {
			structs[i] = whole
		} else if structs[i] == "" {
			taken[whole] = true
		}
	}
	for i := range rows {
		if rows[i].Note != "" {
			continue
		}
		words := strings.Join(paths[i], "-")
		rows[i].Field = flagtext.JSON(flagtext.GoName(words))
		if prefix := structs[i]; prefix != "" && !taken[prefix] && prefixes[prefix] > 1 {
			rest := strings.TrimPrefix(strings.TrimPrefix(words, prefix), "-")
			if rest == "" {
				rest = "enabled"
			}
			rows[i].Field = flagtext.JSON(flagtext.GoName(prefix)) + "." + flagtext.JSON(flagtext.GoName(rest))
		}
	}
}

// Wrong is what is wrong with a table: rows that cannot be fields together.
type Wrong struct {
	// Row is the number of the row.
	Row          int
	Message, Fix string
}

// fieldPath is the JSON path of a field.
var fieldPath = regexp.MustCompile(`^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)*$`)

// Check finds rows that cannot be fields together.
func Check(rows []Row) []Wrong {
	var wrong []Wrong
	flags := map[string]string{}
	for i, row := range rows {
		if row.Field == "" {
			continue
		}
		say := func(message, fix string) { wrong = append(wrong, Wrong{i, message, fix}) }
		folded := strings.ToLower(row.Field)
		switch other := flags[folded]; {
		case !fieldPath.MatchString(row.Field):
			say(fmt.Sprintf("%q is not the path of a field", row.Field), "write words such as leaderElection.leaseDuration")
			continue
		case other != "":
			say(fmt.Sprintf("--%s and --%s become the same field %s", other, row.Flag.Name, row.Field),
				"give one of them another field by --map")
			continue
		case value.GoType(row.Type) == "":
			say(fmt.Sprintf("%q is not a type of a field", row.Type), "use one of "+strings.Join(value.Types(), ", "))
		case row.Field == "apiVersion" || row.Field == "kind":
			say(row.Field+" is in the header of each file", "give the flag another field by --map")
		}
		flags[folded] = row.Flag.Name
	}
	for i, row := range rows {
		for above := strings.ToLower(row.Field); strings.Contains(above, "."); {
			above = above[:strings.LastIndex(above, ".")]
			if other := flags[above]; other != "" {
				wrong = append(wrong, Wrong{i, fmt.Sprintf("%s is in the field of --%s", row.Field, other),
					"give one of them another field by --map"})
			}
		}
	}
	return wrong
}
