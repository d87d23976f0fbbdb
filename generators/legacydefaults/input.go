package legacydefaults

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
)

// input is a value as the user gives it: a text as a flag would take it, or a part of a JSON literal.
type input struct {
	text string
	json *node // nil for a text
}

// node is a JSON value with the order and the spelling of its source.
type node struct {
	// kind is one of n (null), b (boolean), s (string), 0 (number), [ (array) and { (object).
	kind byte
	// text of a boolean, a number, or a string without its quotes.
	text string
	// keys of an object; items are its values, or the items of an array.
	keys  []string
	items []*node
}

func (in input) isNull() bool {
	return in.json == nil && in.text == "null" || in.json != nil && in.json.kind == 'n'
}

func (in input) isObject() bool {
	return in.json == nil && strings.HasPrefix(in.text, "{") || in.json != nil && in.json.kind == '{'
}

// String is the input as it is named in a message.
func (in input) String() string {
	switch {
	case in.json == nil:
		return in.text
	case in.json.kind == 's':
		return fmt.Sprintf("%q", in.json.text)
	case in.json.kind == '[':
		return "an array"
	case in.json.kind == '{':
		return "an object"
	case in.json.kind == 'n':
		return "null"
	}
	return in.json.text
}

// quoted is the JSON string that the input is, and whether it is one.
func (in input) quoted() (string, bool) {
	if in.json != nil {
		return in.json.text, in.json.kind == 's'
	}
	var text string
	if !strings.HasPrefix(in.text, `"`) || json.Unmarshal([]byte(in.text), &text) != nil {
		return "", false
	}
	return text, true
}

// plain is the text for a type that is written as a string in JSON.
func (in input) plain(t *group.Type) (string, *misfit) {
	if text, ok := in.quoted(); ok {
		return text, nil
	}
	if in.json != nil {
		return "", unfit(fmt.Sprintf("%s does not fit the type %s", in, t), "put it in double quotes")
	}
	return in.text, nil
}

// bare is the text for a type that is a number or a boolean in JSON.
func (in input) bare(t *group.Type, kind byte, what string) (string, *misfit) {
	if text, ok := in.quoted(); ok {
		return "", unfit(fmt.Sprintf("%q is a string, but the type is %s", text, t), "use "+what+" without quotes")
	}
	if in.json != nil && in.json.kind != kind {
		return "", unfit(fmt.Sprintf("%s does not fit the type %s", in, t), "use "+what)
	}
	if in.json != nil {
		return in.json.text, nil
	}
	return in.text, nil
}

// tree reads the input as a JSON value of the given kind, [ or {.
func (in input) tree(t *group.Type, kind byte, what string) (*node, *misfit) {
	if in.json == nil {
		if !strings.HasPrefix(in.text, string(kind)) {
			return nil, unfit(fmt.Sprintf("%s does not fit the type %s", in, t), "use a JSON "+what)
		}
		root, err := parseJSON(in.text)
		if err != nil {
			return nil, unfit(fmt.Sprintf("%s is not JSON%s", in, reason(err)), "use a JSON "+what)
		}
		in.json = root
	}
	if in.json.kind != kind {
		return nil, unfit(fmt.Sprintf("%s does not fit the type %s", in, t), "use a JSON "+what)
	}
	return in.json, nil
}

// reason is what parseJSON has to say, without the words of Go's decoder.
func reason(err error) string {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return ": it ends too early"
	case errors.As(err, &syntax):
		return ": mind the quotes around texts"
	}
	return ": " + err.Error()
}

// parseJSON reads one JSON value and refuses a key that stands twice in an object.
func parseJSON(text string) (*node, error) {
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	root, err := readNode(decoder)
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("something follows the value")
	}
	return root, nil
}

func readNode(decoder *json.Decoder) (*node, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch value := token.(type) {
	case nil:
		return &node{kind: 'n'}, nil
	case bool:
		return &node{kind: 'b', text: fmt.Sprint(value)}, nil
	case string:
		return &node{kind: 's', text: value}, nil
	case json.Number:
		return &node{kind: '0', text: value.String()}, nil
	}
	inner := &node{kind: byte(token.(json.Delim))}
	for decoder.More() {
		if inner.kind == '{' {
			key, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			if slices.Contains(inner.keys, key.(string)) {
				return nil, fmt.Errorf("the key %q stands twice", key)
			}
			inner.keys = append(inner.keys, key.(string))
		}
		item, err := readNode(decoder)
		if err != nil {
			return nil, err
		}
		inner.items = append(inner.items, item)
	}
	_, err = decoder.Token() // the closing bracket
	return inner, err
}
