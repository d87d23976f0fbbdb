package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/configgen/configgen/diag"
)

// question is a question about a value without a default. The flag gives the same answer on the command line.
type question struct {
	text, flag string
	answer     *string
	suggest    func() string
}

// ask asks on a terminal for values that have no default and are not on the command line, and repeats a question after
// an invalid answer. Elsewhere, and in CI, it asks nothing. It returns an error as soon as the input ends or the user
// interrupts.
func (t initializer) ask(ctx context.Context, asked *initRequest) error {
	if !t.env.interactive() {
		return nil
	}
	nothing := func() string { return "" }
	answers := bufio.NewReader(t.env.Stdin)
	for _, q := range []question{
		{"API group, as in relay.config.example.io", "--group", &asked.Group, nothing},
		{"Kind of the root type", "--kind", &asked.Kind, func() string { return kindOf(asked.Group) }},
		{"Module path, as in example.com/relay", "--module", &asked.Module, nothing},
	} {
		for given := *q.answer != ""; !given; {
			if err := t.put(ctx, q, answers); err != nil {
				return err
			}
			found := asked.WithDefaults().Check()
			wrong := slices.IndexFunc(found, func(d diag.Diagnostic) bool { return d.Position.Filename == q.flag })
			if given = wrong < 0; !given {
				fmt.Fprintf(t.env.Stderr, "%s; %s\n", found[wrong].Message, found[wrong].Fix)
			}
		}
	}
	return nil
}

// put puts a question once. The answer is read beside the wait for an interrupt, which does not end a read of a
// terminal.
func (t initializer) put(ctx context.Context, q question, answers *bufio.Reader) error {
	suggestion, prompt := q.suggest(), q.text+": "
	if suggestion != "" {
		prompt = fmt.Sprintf("%s [%s]: ", q.text, suggestion)
	}
	fmt.Fprint(t.env.Stderr, prompt)
	var line string
	read := make(chan error, 1)
	go func() {
		var err error
		line, err = answers.ReadString('\n')
		read <- err
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(t.env.Stderr)
		return ctx.Err()
	case err := <-read:
		if errors.Is(err, io.EOF) {
			fmt.Fprintln(t.env.Stderr)
			return fmt.Errorf("the input ended; nothing was changed; answer the question, or write %s", q.flag)
		}
		if err != nil {
			return fmt.Errorf("cannot read the answer: %w", err)
		}
	}
	*q.answer = cmp.Or(strings.TrimSpace(line), suggestion)
	return nil
}

// kindOf returns the usual kind of a group: RelayConfiguration for relay.config.example.io.
func kindOf(group string) string {
	word, _, _ := strings.Cut(group, ".")
	var kind strings.Builder
	for _, part := range strings.FieldsFunc(
		word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) },
	) {
		first, size := utf8.DecodeRuneInString(part)
		kind.WriteString(string(unicode.ToUpper(first)) + part[size:])
	}
	if kind.Len() == 0 {
		return ""
	}
	return kind.String() + "Configuration"
}

// interactive reports whether a user can answer: standard input is a terminal, and the process does not run in CI.
func (env Environment) interactive() bool {
	file, ok := env.Stdin.(*os.File)
	if !ok || env.Getenv("CI") != "" {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
