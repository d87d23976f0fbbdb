package status

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"sigs.k8s.io/yaml"

	"github.com/configgen/configgen/fleet/internal/rollout"
)

// printers are the formats of the output, by the value of --output.
var printers = map[string]func(*Summary) ([]byte, error){
	"": func(s *Summary) ([]byte, error) { return tables(s), nil },
	"json": func(s *Summary) ([]byte, error) {
		text, err := json.MarshalIndent(s, "", "  ")
		return append(text, '\n'), err
	},
	"yaml": func(s *Summary) ([]byte, error) { return yaml.Marshal(s) },
}

// order is the order of the rows by state, the worst first. Instances in other states only wait for their wave, and
// share a line.
var order = []rollout.State{rollout.Bad, rollout.Unavailable, rollout.Skipped, rollout.Trial}

// tables are the pool, what there is to say about it, and the instances that differ.
func tables(s *Summary) []byte {
	var out bytes.Buffer
	st := s.Status
	table(&out, "NAMESPACE\tPOOL\tREASON\tREVISION\tWAVE\tUPDATED\tBAD\tUNAVAILABLE\tINSTANCES",
		fmt.Sprintf("%s\t%s\t%s\t%.12s\t%d\t%d\t%d\t%d\t%d", s.Namespace, s.Pool, s.Reason, cmp.Or(st.Revision, "none"),
			st.Wave, st.Updated, st.Bad, st.Unavailable, st.Instances))
	for _, message := range s.Messages {
		out.WriteString("\n" + wrapped(message) + "\n")
	}
	rows := []string{"INSTANCE\tSTATE\tREASON\tMESSAGE"}
	for _, state := range order {
		for _, i := range s.Differing {
			if i.State == state {
				rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%s", i.Name, i.State, i.Reason,
					strings.Join(words(i.Message), " ")))
			}
		}
	}
	if len(rows) > 1 {
		out.WriteString("\n")
		table(&out, rows...)
	}
	var waiting []string
	for _, i := range s.Differing {
		if i.State == rollout.Waiting {
			waiting = append(waiting, i.Name)
		}
	}
	if n := len(waiting); n > 0 {
		shown := waiting[:min(n, 3)]
		fmt.Fprintf(&out, "\nWaiting for their wave: %s", strings.Join(shown, ", "))
		if more := n - len(shown); more > 0 {
			fmt.Fprintf(&out, " and %d more", more)
		}
		out.WriteString("\n")
	}
	return out.Bytes()
}

// table writes rows with aligned columns.
func table(out io.Writer, rows ...string) {
	columns := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(columns, row) //nolint:errcheck // A buffer takes everything.
	}
	columns.Flush() //nolint:errcheck // A buffer takes everything.
}

// words returns the words of a message, without the control characters that an instance may have written into it.
func words(message string) []string {
	return strings.FieldsFunc(message, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
}

// width is the number of characters of a line of a message.
const width = 100

// wrapped breaks a message into lines.
func wrapped(message string) string {
	var out strings.Builder
	room := width
	for i, word := range words(message) {
		room -= utf8.RuneCountInString(word) + 1
		switch {
		case i == 0:
		case room < 0:
			out.WriteString("\n")
			room = width - utf8.RuneCountInString(word)
		default:
			out.WriteString(" ")
		}
		out.WriteString(word)
	}
	return out.String()
}
