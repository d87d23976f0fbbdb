package layers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// object reads a JSON object. JSON is valid YAML, except that the library does not know surrogate pairs and the escape
// \/. It returns false if the data is not JSON, which includes bytes that are not UTF-8: package json replaces them.
func (p *parser) object(data []byte) (*Node, bool) {
	if !bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) || !utf8.Valid(data) || !json.Valid(data) {
		return nil, false
	}
	r := jsonReader{parser: p, data: data, dec: json.NewDecoder(bytes.NewReader(data)), line: 1}
	r.dec.UseNumber()
	return r.value(r.next(), 0), true
}

// jsonComment reports a comment in JSON, and whether there is one: the reader of YAML finds other mistakes behind it.
func (p *parser) jsonComment(data []byte) bool {
	var syntax *json.SyntaxError
	start := bytes.TrimLeft(data, " \t\r\n")
	first := bytes.HasPrefix(start, []byte("//")) || bytes.HasPrefix(start, []byte("/*"))
	if !bytes.HasPrefix(start, []byte("{")) && !(first && bytes.Contains(start, []byte("{"))) ||
		!errors.As(json.Unmarshal(data, new(any)), &syntax) || syntax.Offset < 1 {
		return false
	}
	before, rest := data[:syntax.Offset-1], data[syntax.Offset-1:]
	isComment := bytes.HasPrefix(rest, []byte("//")) || bytes.HasPrefix(rest, []byte("/*"))
	if !isComment || bytes.HasSuffix(bytes.TrimRight(before, " \t\r\n"), []byte(":")) { // A value of YAML.
		return false
	}
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	p.problems = append(p.problems, Problem{Pos: Pos{p.file, line, column}, Code: BadSyntax,
		Message: "JSON has no comments: remove this one, or begin it with #, as in YAML"})
	return true
}

// jsonReader reads the tokens of valid JSON, with their positions.
type jsonReader struct {
	*parser
	data []byte
	dec  *json.Decoder
	// start is the offset of the present token, and line the line that it is in. column is the number of characters of
	// that line before counted: a file may be one long line, so none is counted twice.
	start, line, column, counted int
	// deep says that the limit of depth was reported.
	deep bool
}

// next reads a token.
func (r *jsonReader) next() json.Token {
	from := int(r.dec.InputOffset())
	token, err := r.dec.Token()
	if err != nil {
		panic("valid JSON has a syntax error: " + err.Error())
	}
	for i := r.start; i < len(r.data); i++ {
		if i >= from && !strings.ContainsRune(" \t\r\n,:", rune(r.data[i])) {
			r.start = i
			break
		}
		if r.data[i] == '\n' {
			r.line, r.column, r.counted = r.line+1, 0, i+1
		}
	}
	return token
}

func (r *jsonReader) at() Pos {
	r.column += utf8.RuneCount(r.data[r.counted:r.start])
	r.counted = r.start
	return Pos{r.file, r.line, r.column + 1}
}

// value returns a value that begins with a token. It returns nil if there was a problem.
func (r *jsonReader) value(token json.Token, depth int) *Node {
	pos := r.at()
	if depth > MaxDepth && !r.deep {
		r.deep = true
		r.problems = append(r.problems, Problem{Pos: pos, Code: BadSyntax,
			Message: fmt.Sprintf("nested more than %d levels deep", MaxDepth)})
	}
	switch token := token.(type) {
	case json.Delim:
		if token == '{' {
			return r.fields(pos, depth)
		}
		return r.items(pos, depth)
	case string:
		return &Node{Kind: String, Text: token, Pos: pos}
	case bool:
		return &Node{Kind: Bool, Text: fmt.Sprint(token), Plain: true, Pos: pos}
	case json.Number:
		return r.number(token.String(), pos)
	}
	return &Node{Kind: Null, Plain: true, Pos: pos}
}

func (r *jsonReader) fields(pos Pos, depth int) *Node {
	out := &Node{Kind: Map, Pos: pos, Fields: map[string]*Node{}}
	for r.dec.More() {
		key, _ := r.next().(string) //nolint:errcheck // Valid JSON has no other keys.
		at := r.at()
		n := r.value(r.next(), depth+1)
		if first := out.Fields[key]; first != nil {
			r.problems = append(r.problems, duplicateKey(at, first))
			continue
		}
		if n != nil {
			n.Key = at
			out.Fields[key] = n
		}
	}
	r.next()
	return out
}

func (r *jsonReader) items(pos Pos, depth int) *Node {
	out := &Node{Kind: List, Pos: pos, Items: []*Node{}}
	for r.dec.More() {
		if n := r.value(r.next(), depth+1); n != nil {
			out.Items = append(out.Items, n)
		}
	}
	r.next()
	out.Replace = len(out.Items) == 0
	return out
}

// number returns a number as YAML reads it, which is how the other tools of Kubernetes read JSON.
func (r *jsonReader) number(text string, pos Pos) *Node {
	n := yaml.Node{Kind: yaml.ScalarNode, Value: text}
	if tag := n.ShortTag(); tag == "!!int" || tag == "!!float" {
		if text, ok := number(&n); ok {
			out := &Node{Kind: Number, Text: text, Plain: true, Pos: pos}
			if text != n.Value {
				out.Written = n.Value
			}
			return out
		}
	}
	out := &Node{Kind: Null, Wrong: true, Pos: pos}
	r.problems = append(r.problems, Problem{Pos: pos, Code: BadSyntax, Message: "the number is out of range", Of: out})
	return out
}
