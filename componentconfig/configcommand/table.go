package configcommand

import (
	"strings"
	"text/tabwriter"
)

// table aligns the cells of rows. Lines do not end in blanks.
func table(indent string, rows [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		w.Write([]byte(indent + strings.Join(row, "\t") + "\n")) //nolint:errcheck // A builder does not fail.
	}
	w.Flush() //nolint:errcheck // A builder does not fail.
	lines := strings.Split(b.String(), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}
