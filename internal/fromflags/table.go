package fromflags

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"go/token"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/check"
)

// header are the columns of a table.
var header = []string{"flag", "field", "type", "default", "note"}

// CSV returns a table of rows, which a user can edit.
func CSV(rows []*Row) []byte {
	records := [][]string{header}
	for _, row := range rows {
		records = append(records, []string{row.Name, row.Field, row.Type, row.Text, row.Note})
	}
	var b bytes.Buffer
	_ = csv.NewWriter(&b).WriteAll(records) // to memory
	return b.Bytes()
}

// apply gives rows the fields and types of an edited table. A flag without a row has no field. The findings are at the
// lines of the file.
func apply(rows []*Row, file string, content []byte) (findings []diag.Diagnostic) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff")))) // which spreadsheets begin with
	r.FieldsPerRecord = -1
	positions := map[*Row]token.Position{}
	say := func(at token.Position, message, fix string) {
		findings = append(findings, finding(at, "map", message, fix)...)
	}
	for first := true; ; first = false {
		record, err := r.Read()
		if errors.Is(err, io.EOF) && !first {
			break
		}
		if bad := new(csv.ParseError); errors.As(err, &bad) {
			say(token.Position{Filename: file, Line: bad.Line, Column: bad.Column}, "the table is not CSV: "+bad.Err.Error(),
				"quote a value with commas or quotes, and double the quotes in it")
			return findings
		}
		at := func(i int) token.Position {
			line, column := r.FieldPos(i)
			return token.Position{Filename: file, Line: line, Column: column}
		}
		if first {
			if !slices.Equal(record, header) {
				say(token.Position{Filename: file, Line: 1, Column: 1}, "the first line is not "+strings.Join(header, ","),
					"begin with what --dry-run prints")
				return findings
			}
			continue
		}
		row := rowOf(rows, record[0])
		switch {
		case len(record) != len(header):
			say(at(0), fmt.Sprintf("the row has %d columns", len(record)), "use "+strings.Join(header, ","))
		case row == nil:
			say(at(0), fmt.Sprintf("the component does not have a flag --%s", record[0]), nearest(record[0], rows))
		case positions[row].Line > 0:
			say(at(0), fmt.Sprintf("--%s has a row already, in line %d", row.Name, positions[row].Line), "remove one of them")
		case strings.ReplaceAll(record[3], "\r", "") != strings.ReplaceAll(row.Text, "\r", ""): // editors change line ends
			say(at(3), fmt.Sprintf("the default of --%s is %q, and the table does not change it", row.Name, row.Text),
				"keep the default of the component")
		case record[1] != "" && record[2] != row.Type && !row.could(record[2]):
			say(at(2), fmt.Sprintf("the default %q of --%s is not a value of type %s", row.Text, row.Name, record[2]),
				"use the type that --dry-run proposes")
		default:
			positions[row] = at(1)
			row.Field, row.Type, row.Note = record[1], record[2], record[4]
			row.Each = row.Each && row.Type == "[]string"
		}
	}
	for _, row := range rows {
		if positions[row].Line == 0 {
			row.Field, row.Note = "", "not in the table of --map"
		}
	}
	unfitFields(rows, func(row *Row, message, fix string) { say(positions[row], message, fix) })
	return findings
}

// could reports whether a field of a type can have the default.
func (r *Row) could(of string) bool {
	if fieldTypes[of].golang == "" || r.Text == "" || strings.Contains(of, "[") {
		return true // or it is found elsewhere
	}
	_, err := fieldTypes[of].parse(r.Text)
	return err == nil
}

// rowOf returns the row of a flag; nil if there is none.
func rowOf(rows []*Row, flag string) *Row {
	for _, row := range rows {
		if row.Name == flag {
			return row
		}
	}
	return nil
}

// nearest proposes a flag.
func nearest(name string, rows []*Row) string {
	var all []string
	for _, row := range rows {
		all = append(all, row.Name)
	}
	if near, distance := diag.Nearest(name, all); distance >= 0 && distance <= 2 {
		return "did you mean --" + near + "?"
	}
	return "remove the row"
}

// methods are the names of methods and embedded structs of the generated types, which fields cannot have.
var methods = []string{"DeepCopy", "DeepCopyInto", "DeepCopyObject", "GetObjectKind", "TypeMeta"}

// fieldPath is the JSON path of a field.
var fieldPath = regexp.MustCompile(`^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)*$`)

// unfitFields finds rows that cannot be fields together.
func unfitFields(rows []*Row, say func(row *Row, message, fix string)) {
	const another = "give one of them another field by --map"
	flags := map[string]string{}
	for _, row := range withField(rows) {
		folded := strings.ToLower(row.Field)
		switch other := flags[folded]; {
		case !fieldPath.MatchString(row.Field):
			say(row, fmt.Sprintf("%q is not the path of a field", row.Field), "write words such as leaderElection.leaseDuration")
		case other != "":
			say(row, fmt.Sprintf("--%s and --%s become the same field %s", other, row.Name, row.Field), another)
		case fieldTypes[row.Type].golang == "":
			say(row, fmt.Sprintf("%q is not a type of a field", row.Type),
				"use one of "+strings.Join(slices.Sorted(maps.Keys(fieldTypes)), ", "))
		case unfitName.MatchString(row.Name):
			say(row, fmt.Sprintf("a file cannot set --%s, whose name has other characters than letters, digits and dashes",
				row.Name), "leave its field empty")
		case slices.Contains(methods, goName(row.Field[strings.LastIndex(row.Field, ".")+1:])):
			say(row, fmt.Sprintf("the field %s of --%s would have the name of a method", row.Field, row.Name),
				"give the flag another field by --map")
		case folded == "apiversion" || folded == "kind":
			say(row, row.Field+" is in the header of each file", "give the flag another field by --map")
		default:
			flags[folded] = row.Name
		}
	}
	for _, row := range withField(rows) {
		for i, letter := range row.Field {
			if other := flags[strings.ToLower(row.Field[:i])]; letter == '.' && other != "" {
				say(row, fmt.Sprintf("%s is in the field of --%s", row.Field, other), another)
			}
		}
	}
}

// pathName reports whether the field has the name of a path of a file, and path whether it is proposed as one: not if
// it is a list, or if the usage is about requests.
func (r *Row) pathName() bool { return r.named(check.IsPathName) }

func (r *Row) path() bool {
	return r.pathName() && r.Type == "string" && (ofFiles.MatchString(r.Usage) || !ofRequests.MatchString(r.Usage))
}

var (
	ofFiles    = regexp.MustCompile(`(?i)\b(files?|director|socket)`)
	ofRequests = regexp.MustCompile(`(?i)\b(https?|urls?|requests?|routes?|endpoints?)\b`)
)

// secretName reports whether the field has the name of a secret, and secret whether it is proposed as a secret: a value
// with a default is public, such as the name of the file of a key.
func (r *Row) secretName() bool { return !r.pathName() && r.named(check.IsSecretName) }

func (r *Row) secret() bool { return r.secretName() && (r.Text == "" || r.Text == "[]" || r.Varies) }

// named reports whether a field with text has such a name.
func (r *Row) named(is func(string) bool) bool {
	return (r.Type == "string" || r.Type == "[]string") && is(goName(r.Field[strings.LastIndex(r.Field, ".")+1:]))
}
