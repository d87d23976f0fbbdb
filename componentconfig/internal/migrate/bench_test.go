package migrate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// BenchmarkOneLine shows that the cost of a file is linear, also if all of it is in one line.
func BenchmarkOneLine(b *testing.B) {
	for _, n := range []int{1000, 4000} {
		text := `{"a": [` + strings.Repeat(`{"x": {"y": 1}}, `, n) + `{}]}`
		doc, problems := layers.Parse(layers.File{Name: "f", Data: []byte(text), Header: layers.NoHeader})
		if len(problems) > 0 {
			b.Fatal(problems)
		}
		plan := planOf(parseChanges(&testing.T{}, "move a[].x.y a[].z\n"))
		b.Run(fmt.Sprintf("items=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, problems := Text("f", text, doc.Root, plan, nil); len(problems) > 0 {
					b.Fatal(problems)
				}
			}
		})
	}
}

// TestColumns: the characters of a line are counted once, whatever their sizes, and the end of the file has a place.
func TestColumns(t *testing.T) {
	s := newSource("f", "aé: \xff€\nb:\n")
	for _, c := range []struct{ line, column, want int }{
		{1, 1, 0}, {1, 2, 1}, {1, 3, 3}, {1, 5, 5}, {1, 6, 6}, {1, 7, 9}, {2, 1, 10}, {2, 3, 12}, {2, 9, 13}, {3, 1, 13},
	} {
		if got := s.offset(c.line, c.column); got != c.want {
			t.Errorf("line %d, column %d: got %d, want %d", c.line, c.column, got, c.want)
		}
	}
	columns := s.columns[1]
	if s.offset(1, 2); &s.columns[1][0] != &columns[0] {
		t.Error("a line is counted twice")
	}
}
