package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"go/token"
	"io"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
)

// header are the columns of a table.
var header = []string{"flag", "field", "type", "default", "note"}

// CSV is a table in the form that Apply reads.
func CSV(rows []Row) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	write := func(record []string) { _ = w.Write(record) } // to memory
	write(header)
	for _, row := range rows {
		write([]string{row.Flag.Name, row.Field, row.Type, row.Flag.Text, row.Note})
	}
	w.Flush()
	return b.Bytes()
}

// Apply gives rows the fields and types of an edited table. A flag without a row has no field. The findings are at the
// lines of the file.
func Apply(rows []Row, name string, content []byte) ([]Row, []diag.Diagnostic) {
	var findings []diag.Diagnostic
	r := csv.NewReader(bytes.NewReader(content))
	r.FieldsPerRecord = -1
	rows = slices.Clone(rows)
	positions := make([]token.Position, len(rows))
	say := func(at token.Position, message, fix string) {
		findings = append(findings, diag.At(at, token.Position{}, "map", message, fix))
	}
	for first := true; ; first = false {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		at := func(i int) token.Position {
			line, column := r.FieldPos(min(i, len(record)-1))
			return token.Position{Filename: name, Line: line, Column: column}
		}
		var bad *csv.ParseError
		switch {
		case errors.As(err, &bad):
			say(token.Position{Filename: name, Line: bad.Line, Column: bad.Column}, "the table is not CSV: "+bad.Err.Error(),
				"quote a value with commas or quotes, and double the quotes in it")
			return nil, findings
		case first && !slices.Equal(record, header):
			say(at(0), "the first line is not "+strings.Join(header, ","), "begin with what --dry-run prints")
			return nil, findings
		case first:
			continue
		case len(record) != len(header):
			say(at(0), fmt.Sprintf("the row has %d columns", len(record)), "use "+strings.Join(header, ","))
			continue
		}
		i := slices.IndexFunc(rows, func(row Row) bool { return row.Flag.Name == record[0] })
		switch {
		case i < 0:
			say(at(0), fmt.Sprintf("the component does not have a flag --%s", record[0]), nearest(record[0], rows))
		case positions[i].IsValid():
			say(at(0), fmt.Sprintf("--%s has a row already, in line %d", record[0], positions[i].Line), "remove one of them")
		case record[3] != rows[i].Flag.Text:
			say(at(3), fmt.Sprintf("the default of --%s is %q, and the table does not change it", record[0],
				rows[i].Flag.Text), "keep the default of the component")
		default:
			positions[i] = at(1)
			rows[i].Field, rows[i].Type, rows[i].Note = record[1], record[2], record[4]
		}
	}
	for i := range rows {
		if !positions[i].IsValid() {
			rows[i].Field, rows[i].Note = "", "not in the table of --map"
		}
	}
	for _, wrong := range Check(rows) {
		say(positions[wrong.Row], wrong.Message, wrong.Fix)
	}
	return rows, findings
}

// nearest proposes a flag.
func nearest(name string, rows []Row) string {
	var all []string
	for _, row := range rows {
		all = append(all, row.Flag.Name)
	}
	if near, distance := diag.Nearest(name, all); distance >= 0 && distance <= 2 {
		return "did you mean --" + near + "?"
	}
	return "remove the row"
}
