package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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
				return printMarker(t.env.Stdout, manual, args[0], report.Format(format))
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

// printMarker prints the manual of one marker.
func printMarker(w io.Writer, manual []markers.Help, name string, format report.Format) error {
	name = strings.TrimPrefix(name, "+")
	var names []string
	for _, help := range manual {
		names = append(names, help.Name)
	}
	at := slices.Index(names, name)
	if at < 0 {
		if near, ok := meant(name, names); ok {
			return fmt.Errorf("no marker +%s; did you mean +%s?", name, near)
		}
		return fmt.Errorf("no marker +%s; configgen markers lists them all", name)
	}
	if format == report.JSON {
		return printJSON(w, manual[at])
	}
	return describe(w, manual[at])
}

// describe prints all that the manual says of a marker.
func describe(w io.Writer, help markers.Help) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n    on %s%s\n\n%s", help.Synopsis, places(help), attributes(help), indent(help.Doc, "    "))
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
			fmt.Fprintf(&b, "  %-20s", names[1:])
			if len(names) > 21 {
				fmt.Fprintf(&b, "\n  %-20s", "")
			}
			fmt.Fprintf(&b, "  %s\n", firstSentence(doc))
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

// indent puts prefix in front of every line that is not empty.
func indent(text, prefix string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		if strings.TrimSpace(line) != "" {
			b.WriteString(prefix)
		}
		b.WriteString(line)
	}
	return b.String()
}

// printJSON prints a part of the manual for other programs.
func printJSON(w io.Writer, document any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(document)
}
