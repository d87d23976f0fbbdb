package flagvalue

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// listValue is a flag over a list.
type listValue[T any] struct {
	target  *[]T
	codec   Codec[T]
	quoted  bool // print elements in quotes
	changed bool
}

// NewList returns a flag over a list, whose elements are separated by commas. An empty text clears it.
func NewList[T any](target *[]T, codec Codec[T]) pflag.Value {
	if codec.bare {
		parse := codec.parse
		codec.parse = func(text string) (T, error) { return parse(strings.Trim(text, "[] ")) }
	}
	return &listValue[T]{target: target, codec: codec, quoted: !codec.bare}
}

func (v *listValue[T]) Set(text string) error {
	texts, err := splitList(text)
	if err != nil {
		return err
	}
	list := []T{}
	if v.changed && text != "" {
		list = *v.target
	}
	for _, text := range texts {
		element, err := v.codec.parse(text)
		if err != nil {
			return fmt.Errorf("element %q %w", text, err)
		}
		list = append(list, element)
	}
	*v.target, v.changed = list, true
	return nil
}

// String prints the list in brackets, as pflag's accessors expect it. Texts are quoted, so that Set can tell a list
// from a single element in brackets.
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

// ListVar registers a flag over a list. Help shows its default without quotes, and none if the list is empty: pflag
// hides [] for its own types only.
func ListVar[T any](fs *pflag.FlagSet, target *[]T, codec Codec[T], name, shorthand, usage string) {
	plain := listValue[T]{target: target, codec: codec}
	flag := fs.VarPF(NewList(target, codec), name, shorthand, usage)
	if flag.DefValue = plain.String(); len(*target) == 0 {
		flag.DefValue = ""
	}
}

// NewArray returns a flag over a list that gets one element each time the flag is given: commas do not separate
// elements. It is the stringArray of pflag.
func NewArray(target *[]string) pflag.Value {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.StringArrayVar(target, "array", *target, "")
	return fs.Lookup("array").Value
}

// badList says what the text of a list must be.
const badList = "must be elements separated by commas; put elements that contain commas or quotes in double quotes"

// splitList reads what String prints, or elements separated by commas. An element that contains a comma is in quotes.
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
		return nil, errors.New(badList)
	}
	if _, err := reader.Read(); err != io.EOF {
		return nil, errors.New("must be elements separated by commas, on one line")
	}
	return texts, nil
}

// unquoteList reads the inside of a printed list. It reports false for anything else.
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
