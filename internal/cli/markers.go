package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/markers"
)

// markersCommand prints the manual of the markers.
func markersCommand(t *tool) *cobra.Command {
	var format string
	formats := []string{string(report.Text), string(report.JSON)}
	cmd := &cobra.Command{
		Use:   "markers [name]",
		Short: "Print the markers that configgen reads, or the manual of one",
		Example: `  configgen markers
  configgen markers +legacyDefault
  configgen markers --format json`,
		Args:              atMostOne,
		ValidArgsFunction: completeMarker,
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains(formats, format) {
				return fmt.Errorf("no format %q for the markers: choose one of %s", format, strings.Join(formats, ", "))
			}
			manual, err := markers.Manual()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return printMarker(t.env.Stdout, t.env.Stderr, manual, args[0], report.Format(format))
			}
			if format == string(report.JSON) {
				return printJSON(t.env.Stdout, manual)
			}
			return listMarkers(t.env.Stdout, manual)
		},
	}
	cmd.Flags().StringVar(&format, "format", string(report.Text), "how they are printed: text or json")
	if err := cmd.RegisterFlagCompletionFunc(
		"format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp),
	); err != nil {
		panic(err) // cannot happen: the flag is defined above
	}
	return cmd
}

// completeMarker offers the names of all markers with what they are for, and with a plus sign where one was begun.
func completeMarker(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	manual, err := markers.Manual()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	plus := ""
	if strings.HasPrefix(toComplete, "+") {
		plus = "+"
	}
	var names []string
	for _, help := range manual {
		if strings.HasPrefix(plus+help.Name, toComplete) {
			names = append(names, cobra.CompletionWithDesc(plus+help.Name, firstSentence(help.Doc)))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// printMarker prints the manual of one marker: of the one that a name means, if no marker has the name.
func printMarker(w, notes io.Writer, manual []markers.Help, name string, format report.Format) error {
	name = strings.TrimPrefix(name, "+")
	var names []string
	for _, help := range manual {
		names = append(names, help.Name)
	}
	at := slices.Index(names, name)
	if at < 0 {
		near, ok := meant(name, names)
		if !ok {
			near, ok = about(name, manual)
		}
		if !ok {
			near, ok = misspelled(name, manual)
		}
		if !ok {
			return fmt.Errorf("no marker +%s; configgen markers lists them all", name)
		}
		fmt.Fprintf(notes, "configgen: no marker +%s; this is +%s\n", name, near)
		at = slices.Index(names, near)
	}
	if format == report.JSON {
		return printJSON(w, manual[at])
	}
	return describe(w, manual[at])
}

// about returns the marker whose manual has a word the most often, the first of several.
func about(word string, manual []markers.Help) (string, bool) {
	best, most := "", 0
	for _, help := range manual {
		text := wholeText(help)
		if count := strings.Count(text, strings.ToLower(word)); count > most && len(word) >= 3 {
			best, most = help.Name, count
		}
	}
	return best, most > 0
}

// wholeText is all that the manual says of a marker, in lower case.
func wholeText(help markers.Help) string {
	text := help.Doc
	for _, argument := range help.Arguments {
		text += " " + argument.Name + " " + argument.Doc
	}
	return strings.ToLower(text)
}

// misspelled returns the marker whose manual has a word that differs in a letter.
func misspelled(word string, manual []markers.Help) (string, bool) {
	var words []string
	for _, help := range manual {
		words = append(words, strings.FieldsFunc(wholeText(help), func(r rune) bool { return !unicode.IsLetter(r) })...)
	}
	const shortest = 5
	near, distance := diag.Nearest(strings.ToLower(word), words)
	if len(word) < shortest || distance != 1 {
		return "", false
	}
	return about(near, manual)
}

// describe prints all that the manual says of a marker.
func describe(w io.Writer, help markers.Help) error {
	var b strings.Builder
	synopsis := help.Synopsis
	if !strings.Contains(synopsis, " ") && len(synopsis) > columns {
		synopsis = strings.ReplaceAll(synopsis, "|", "| ") // a long choice, which has no other place to break
	}
	b.WriteString(flow(synopsis, "", "    "))
	b.WriteString(flow("on "+places(help)+attributes(help), "    ", "    "))
	b.WriteString("\n" + indent(help.Doc, "    "))
	for _, argument := range help.Arguments {
		name := argument.Name
		switch name {
		case "=":
			name = "=value"
		case "0":
			name = "(argument)"
		}
		fmt.Fprintf(&b, "\n    %s\n%s", name, indent(argument.Doc, "        "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// places lists where a marker is allowed.
func places(help markers.Help) string {
	var words []string
	for _, place := range help.Places {
		words = append(words, "a "+string(place))
	}
	return strings.Join(words, " or ")
}

// attributes says what else there is to know about a marker in a word or two.
func attributes(help markers.Help) string {
	text := ""
	if help.Repeats {
		text += "; may be repeated"
	}
	if help.Foreign {
		text += "; belongs to another tool, read here as well"
	}
	return text
}

// listMarkers prints the markers of each place, one line for all markers with the same manual.
func listMarkers(w io.Writer, manual []markers.Help) error {
	var b strings.Builder
	for _, place := range []markers.Place{markers.OnPackage, markers.OnType, markers.OnField, markers.OnConstant} {
		fmt.Fprintf(&b, "On a %s:\n", place)
		var rest []markers.Help
		for _, help := range manual {
			if slices.Contains(help.Places, place) {
				rest = append(rest, help)
			}
		}
		for len(rest) > 0 {
			names := ""
			doc := rest[0].Doc
			for ; len(rest) > 0 && rest[0].Doc == doc; rest = rest[1:] {
				names += " +" + rest[0].Name
			}
			const margin = "                        "
			first := fmt.Sprintf("  %-20s  ", names[1:])
			if len(names) > 21 {
				b.WriteString(flow(names, "  ", "  "))
				first = margin
			}
			b.WriteString(flow(firstSentence(doc), first, margin))
		}
		b.WriteString("\n")
	}
	b.WriteString("configgen markers NAME prints the whole manual of one.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// firstSentence is the first sentence of a doc comment, on one line.
func firstSentence(doc string) string {
	text := strings.Join(strings.Fields(doc), " ")
	if end := strings.Index(text, ". "); end >= 0 {
		return text[:end]
	}
	return strings.TrimSuffix(text, ".")
}

// columns is the width of a terminal that manuals fit into.
const columns = 80

// indent flows text into lines of the width of a terminal, with a prefix of white space in front of each that is not
// empty. Paragraphs stay apart, and lines that begin with a tab, which are examples, stay as they are.
func indent(text, prefix string) string {
	var b strings.Builder
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			b.WriteString(flow(strings.Join(paragraph, " "), prefix, prefix))
		}
		paragraph = nil
	}
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		line = strings.TrimRight(line, "\n")
		example, ok := strings.CutPrefix(line, "\t")
		switch {
		case ok:
			flush()
			b.WriteString(prefix + "  " + example + "\n")
		case strings.TrimSpace(line) == "":
			flush()
			b.WriteString("\n")
		default:
			paragraph = append(paragraph, strings.TrimSpace(line))
		}
	}
	flush()
	return b.String()
}

// flow breaks text between its words. The first line begins with one prefix, the others with another.
func flow(text, first, rest string) string {
	var b strings.Builder
	line, empty := first, true
	for word := range strings.FieldsSeq(text) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > columns {
			b.WriteString(line + "\n")
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	b.WriteString(line + "\n")
	return b.String()
}

// printJSON prints a part of the manual for other programs.
func printJSON(w io.Writer, document any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(document)
}
