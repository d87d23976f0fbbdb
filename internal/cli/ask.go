package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
)

// ask asks on a terminal for what has no default and is not on the command line. Elsewhere, and in CI, nothing is asked.
func (t *tool) ask(asked *initRequest) error {
	if !t.interactive() {
		return nil
	}
	answers := bufio.NewReader(t.env.Stdin)
	for _, question := range []struct {
		text    string
		answer  *string
		suggest func() string
	}{
		{"API group, as in relay.config.example.io", &asked.Group, func() string { return "" }},
		{"Kind of the root type", &asked.Kind, func() string { return kindOf(asked.Group) }},
		{"Module path, as in example.com/relay", &asked.Module, func() string { return "" }},
	} {
		if *question.answer != "" {
			continue
		}
		suggestion := question.suggest()
		prompt := question.text + ": "
		if suggestion != "" {
			prompt = fmt.Sprintf("%s [%s]: ", question.text, suggestion)
		}
		fmt.Fprint(t.env.Stderr, prompt)
		line, err := answers.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("cannot read the answer: %w", err)
		}
		*question.answer = strings.TrimSpace(line)
		if *question.answer == "" {
			*question.answer = suggestion
		}
	}
	return nil
}

// kindOf is the usual kind of a group: RelayConfiguration for relay.config.example.io.
func kindOf(group string) string {
	word, _, _ := strings.Cut(group, ".")
	var kind strings.Builder
	for _, part := range strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		kind.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	if kind.Len() == 0 {
		return ""
	}
	return kind.String() + "Configuration"
}

// interactive reports whether somebody is there to answer: standard input is a terminal, and this is no CI.
func (t *tool) interactive() bool {
	file, ok := t.env.Stdin.(*os.File)
	if !ok || t.env.Getenv("CI") != "" {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
