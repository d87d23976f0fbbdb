package cli

import (
	"fmt"
	"go/doc/comment"
	"os"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/terminal"
	"github.com/configgen/configgen/internal/testfiles"
	"github.com/configgen/configgen/markers"
)

// TestMarkersPage holds the page of the markers to their manual.
func TestMarkersPage(t *testing.T) {
	const name = "../../docs/markers.md"
	manual, err := markers.Manual()
	if err != nil {
		t.Fatal(err)
	}
	want := markersPage(manual)
	if os.Getenv("UPDATE_SCRIPTS") != "" {
		testfiles.Write(t, name, want)
	}
	content := testfiles.Read(t, name)
	if string(content) != want {
		t.Errorf("%s is not the manual; record it with UPDATE_SCRIPTS=1 go test ./internal/cli -run MarkersPage", name)
	}
}

// markersPage returns the manual of the markers in Markdown, each under the first place that it applies to.
func markersPage(manual []markers.Help) string {
	var b strings.Builder
	b.WriteString("# Markers\n\n" +
		"A marker is a line of a doc comment that begins with a plus sign. `configgen markers NAME` prints the manual\n" +
		"of one, and `configgen markers --format=json` prints all of them for other programs.\n")
	written, first := map[string]bool{}, map[string]string{}
	for _, place := range []string{"package", "type", "field", "constant"} {
		fmt.Fprintf(&b, "\n## On a %s\n", place)
		for _, help := range manual {
			if help.Places[0] == place && !written[help.Name] {
				written[help.Name] = true
				b.WriteString(markerSection(help, first))
			}
		}
	}
	return b.String()
}

// markerSection returns the section about a marker. First has the first marker with each manual, which others refer to.
func markerSection(help markers.Help, first map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s\n\n", help.Name)
	b.WriteString(terminal.Flow(help.Synopsis, "    ", "        "))
	fmt.Fprintf(&b, "\nOn %s%s.\n\n", places(help), attributes(help))
	manual := fmt.Sprint(help.Doc, help.Arguments)
	if same := first[manual]; same != "" {
		fmt.Fprintf(&b, "See [%s](#%s).\n", same, strings.ToLower(strings.ReplaceAll(same, ":", "")))
		return b.String()
	}
	first[manual] = help.Name
	for line := range strings.Lines(markdown(help.Doc)) {
		if example, ok := strings.CutPrefix(line, "\t"); ok {
			b.WriteString("    " + example)
		} else if line == "\n" {
			b.WriteString(line)
		} else {
			b.WriteString(terminal.Flow(line, "", ""))
		}
	}
	if len(help.Arguments) > 0 {
		b.WriteString("\n| argument | meaning |\n| --- | --- |\n")
	}
	for _, argument := range help.Arguments {
		label := argument.Name
		switch label {
		case "=":
			label = "=value"
		case "0":
			label = "(value)"
		}
		text := strings.Join(strings.Fields(markdown(argument.Doc)), " ")
		fmt.Fprintf(&b, "| `%s` | %s |\n", label, strings.ReplaceAll(text, "|", `\|`))
	}
	return b.String()
}

// markdown renders a doc comment. What is between backquotes there is code.
func markdown(doc string) string {
	printer := comment.Printer{HeadingLevel: 4}
	return strings.ReplaceAll(string(printer.Markdown(new(comment.Parser).Parse(doc))), "\\`", "`")
}
