package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/explain"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/terminal"
	"github.com/configgen/configgen/markers"
)

// markersCommand prints the manual of the markers.
func markersCommand(t *tool) *cobra.Command {
	var format string
	formats := []report.Format{report.Text, report.JSON}
	cmd := &cobra.Command{
		Use:   "markers [name]",
		Short: "Print the markers that configgen reads, or the manual of one",
		Example: `  configgen markers
  configgen markers +legacyDefault
  configgen markers --format json`,
		Args:              atMostOne,
		ValidArgsFunction: completeMarker,
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains(formats, report.Format(format)) {
				return report.UnknownFormat(format, formats)
			}
			manual, err := markers.Manual()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return printMarker(t.env.Stdout, t.env.Stderr, manual, args[0], report.Format(format))
			}
			if format == string(report.JSON) {
				return report.EncodeJSON(t.env.Stdout, manual)
			}
			return listMarkers(t.env.Stdout, manual)
		},
	}
	cmd.Flags().StringVar(&format, "format", string(report.Text), "format of the manual: text or json")
	complete(cmd, "format", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// explainCommand returns the command explain.
func explainCommand(t *tool) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain CODE|+MARKER|--FLAG|PATH [packages]",
		Short: "Explain a finding, a rule, a marker, a flag or a field",
		Long: `Explain prints what a code of a finding means, the manual of a marker, or all that is known of a flag or a
field of the groups in the packages (by default ./...): where it is declared, its type and default in each version,
its constraints, and how to change it safely. A field is named by its path in files or in Go, as in
forwarding.timeout or RelayConfiguration.Forwarding.Timeout.`,
		Example: `  configgen explain CB005
  configgen explain list-type
  configgen explain +reload
  configgen explain forwarding.timeout
  configgen explain --bind-address ./apis/config`,
		DisableFlagParsing: true, // the flags that it explains are not its own
		RunE: func(cmd *cobra.Command, args []string) error {
			args = slices.DeleteFunc(args, func(arg string) bool { return arg == "--" })
			switch {
			case len(args) == 0 || strings.TrimSpace(args[0]) == "":
				return errors.New("explain what? Name a code, a marker, a flag or the path of a field")
			case args[0] == "-h" || args[0] == "--help":
				return cmd.Help()
			}
			return explainSubject(cmd.Context(), t, args[0], args[1:])
		},
		ValidArgsFunction: t.completeSubject,
	}
	return cmd
}

// completeSubject offers codes and markers, and then directories.
func (t *tool) completeSubject(
	cmd *cobra.Command, args []string, toComplete string,
) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return completeDirectories(cmd, args, toComplete)
	}
	if strings.HasPrefix(toComplete, "+") {
		return completeMarker(cmd, args, toComplete)
	}
	return t.allCodes(), cobra.ShellCompDirectiveNoFileComp
}

// explainSubject prints the facts about a code, a marker, a flag or a field.
func explainSubject(ctx context.Context, t *tool, name string, packages []string) error {
	manual, err := markers.Manual()
	if err != nil {
		return err
	}
	text, isCode := t.explainCode(name)
	isMarker := strings.HasPrefix(name, "+")
	if len(packages) > 0 && (isCode || isMarker) {
		return fmt.Errorf("%s is the same in all packages; leave out %s", name, strings.Join(packages, " "))
	}
	if isCode {
		_, err := io.WriteString(t.env.Stdout, text)
		return err
	}
	if isMarker {
		return printMarker(t.env.Stdout, t.env.Stderr, manual, name, report.Text)
	}
	if near := t.nearCode(name); near != "" && strings.Contains(name, "-") && !strings.HasPrefix(name, "-") {
		return fmt.Errorf("no code %s; did you mean %s?", name, near)
	}
	patterns := patternsOf(packages)
	marker := slices.IndexFunc(manual, func(help markers.Help) bool { return help.Name == name })
	session, findings, err := t.load(ctx, patterns, nil)
	switch {
	case err != nil && marker >= 0:
		return describeMarker(t.env.Stdout, manual[marker])
	case err != nil:
		return err
	}
	groups, found := model.Groups(session)
	text, ok, near := explain.Subject(name, groups, func(at token.Position) string {
		return fmt.Sprintf("%s:%d", t.reporter(report.Text).Path(at.Filename), at.Line)
	})
	if ok {
		_, err := io.WriteString(t.env.Stdout, text)
		return err
	}
	if marker >= 0 { // a field of that name goes before it
		return describeMarker(t.env.Stdout, manual[marker])
	}
	if findings = slices.Concat(findings, found); diag.Failed(findings) { // after which not all is known
		if err := t.print(t.reporter(report.Text), findings); err != nil {
			return err
		}
	}
	if near = cmp.Or(near, t.nearCode(name)); near != "" {
		return fmt.Errorf("nothing is known of %s; did you mean %s?", name, near)
	}
	return fmt.Errorf("nothing is known of %s in %s; name a code, a marker, a flag such as --config, or the path of a "+
		"field", name, strings.Join(patterns, " "))
}

// nearCode returns the code that a name is most likely a misspelling of; empty for none.
func (t *tool) nearCode(name string) string {
	lower := map[string]string{}
	for _, code := range t.allCodes() {
		lower[strings.ToLower(code)] = code
	}
	plain := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	near, distance := diag.Nearest(plain, slices.Sorted(maps.Keys(lower)))
	if distance < 0 || distance > 2 || distance >= len(name)/2 {
		return ""
	}
	return lower[near]
}

// completeMarker offers the names of all markers with the first sentence of their documentation, and with a plus sign
// if the argument begins with one.
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
			names = append(names, cobra.CompletionWithDesc(plus+help.Name, terminal.FirstSentence(help.Doc)))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// printMarker prints the manual of a marker; if no marker has the name, the manual of the marker with the most similar
// name.
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
		return report.EncodeJSON(w, manual[at])
	}
	return describeMarker(w, manual[at])
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

// wholeText returns all that the manual says of a marker, in lower case.
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

// describeMarker prints all that the manual says of a marker.
func describeMarker(w io.Writer, help markers.Help) error {
	var b strings.Builder
	synopsis := help.Synopsis
	if !strings.Contains(synopsis, " ") && len(synopsis) > terminal.Columns {
		synopsis = strings.ReplaceAll(synopsis, "|", "| ") // a long choice, which has no other place to break
	}
	b.WriteString(terminal.Flow(synopsis, "", "    "))
	b.WriteString(terminal.Flow("on "+places(help)+attributes(help), "    ", "    "))
	b.WriteString("\n" + terminal.Indent(help.Doc, "    "))
	for _, argument := range help.Arguments {
		name := argument.Name
		switch name {
		case "=":
			name = "=value"
		case "0":
			name = "(argument)"
		}
		fmt.Fprintf(&b, "\n    %s\n%s", name, terminal.Indent(argument.Doc, "        "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// places lists where a marker is allowed.
func places(help markers.Help) string {
	var words []string
	for _, place := range help.Places {
		words = append(words, "a "+place)
	}
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// attributes returns other properties of a marker, in a few words.
func attributes(help markers.Help) string {
	text := ""
	if help.Repeats && !help.Foreign { // the other tool refuses its own markers
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
	for _, place := range []string{"package", "type", "field", "constant"} {
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
				b.WriteString(terminal.Flow(names, "  ", "  "))
				first = margin
			}
			b.WriteString(terminal.Flow(terminal.FirstSentence(doc), first, margin))
		}
		b.WriteString("\n")
	}
	b.WriteString("configgen markers NAME prints the whole manual of one.\n")
	_, err := io.WriteString(w, b.String())
	return err
}
