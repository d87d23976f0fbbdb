package values

import (
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// listValue is a flag over a list, whose elements are separated by commas.
type listValue[T any] struct {
	target  *[]T
	codec   codec[T]
	quoted  bool // print elements in quotes
	changed bool
}

func newListValue[T any](target *[]T, codec codec[T]) *listValue[T] {
	return &listValue[T]{target: target, codec: codec, quoted: true}
}

// newNumbersValue is a flag over a list of numbers, booleans or durations, which need no quotes.
func newNumbersValue[T any](target *[]T, codec codec[T]) *listValue[T] {
	parse := codec.parse
	codec.parse = func(text string) (T, error) { return parse(strings.Trim(text, "[] ")) }
	return &listValue[T]{target: target, codec: codec}
}

func (v *listValue[T]) Set(text string) error {
	texts, err := splitList(text)
	if err != nil {
		return err
	}
	var list []T
	if v.changed {
		list = append(list, *v.target...)
	}
	for _, text := range texts {
		element, err := v.codec.parse(text)
		if err != nil {
			return err
		}
		list = append(list, element)
	}
	*v.target, v.changed = list, true
	return nil
}

// String prints the list in brackets, as pflag's accessors expect it. Texts are quoted, so that Set knows them for a list and
// not for one element that happens to stand in brackets.
func (v *listValue[T]) String() string {
	texts := make([]string, len(*v.target))
	for i, element := range *v.target {
		texts[i] = v.codec.format(element)
		if v.quoted {
			texts[i] = strconv.Quote(texts[i])
		}
	}
	return "[" + strings.Join(texts, ",") + "]"
}

func (v *listValue[T]) Type() string { return v.codec.kind + "Slice" }

// listVar registers a flag over a list. Help shows its default without quotes.
func listVar[T any](fs *pflag.FlagSet, value *listValue[T], name, shorthand, usage string) {
	plain := *value
	plain.quoted = false
	fs.VarPF(value, name, shorthand, usage).DefValue = plain.String()
}

// splitList reads what String prints, or elements separated by commas, each of them in quotes where it holds a comma.
func splitList(text string) ([]string, error) {
	if inner, bracketed := strings.CutPrefix(text, "["); bracketed && strings.HasSuffix(inner, "]") {
		if texts, ok := unquoteList(inner[:len(inner)-1]); ok {
			return texts, nil
		}
	}
	if text == "" {
		return nil, nil
	}
	reader := csv.NewReader(strings.NewReader(text))
	texts, err := reader.Read()
	if err != nil {
		return nil, errors.New("expected elements separated by commas, in double quotes where they hold commas or quotes")
	}
	if _, err := reader.Read(); err != io.EOF {
		return nil, errors.New("expected one line of elements separated by commas")
	}
	return texts, nil
}

// unquoteList reads the inside of a printed list; it answers false where that is something else.
func unquoteList(text string) ([]string, bool) {
	texts := []string{}
	for text != "" {
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil || quoted[0] != '"' {
			return nil, false
		}
		element, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, false
		}
		texts = append(texts, element)
		text = text[len(quoted):]
		if rest, more := strings.CutPrefix(text, ","); more && rest != "" {
			text = rest
		} else if text != "" {
			return nil, false
		}
	}
	return texts, true
}
