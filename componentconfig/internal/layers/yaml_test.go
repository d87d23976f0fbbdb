package layers

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// What is written reads back, with every character of Unicode, in values and in keys.
func TestAllOfUnicodeReadsBack(t *testing.T) {
	var texts []string
	var chunk strings.Builder
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) || r > 0x3000 && r < 0xE000 && r%89 != 0 || r > 0xFFFF && r%89 != 0 && r&0xFFFF < 0xFFF0 {
			continue
		}
		if chunk.WriteRune(r); chunk.Len() > 400 {
			texts = append(texts, chunk.String())
			chunk.Reset()
		}
	}
	texts = append(texts, chunk.String(), strings.Repeat("k", 2000), strings.Repeat("é\x00", 600), "? a", ": a", "- a",
		"...",
		"---", "<<", "=", "~", "null", "0x1", "1e3", ".5", "1_0", "a\\/b", "<&>", " ", "\t", "\n", "a\n", "\ufeff", "\u0085",
		"%x", "@", "`", "!a", "&a", "*a", "|", ">", "[]", "{}", ",", "#", "a #b", "a: b")
	root := &Node{Kind: Map, Fields: map[string]*Node{}}
	inner := &Node{Kind: Map, Fields: map[string]*Node{}}
	for _, text := range texts {
		root.Fields[text] = &Node{Kind: String, Text: text}
		inner.Fields[text] = &Node{Kind: List, Items: []*Node{{Kind: Map, Fields: map[string]*Node{text: {Kind: Null}}}}}
	}
	root.Fields["inner"] = inner
	written := YAML(root, nil)
	for _, r := range written {
		if r != '\n' && !unicode.IsPrint(r) {
			t.Fatalf("the file has the character %U", r)
		}
	}
	if got, want := string(parseJSON(t, written).JSON()), string(root.JSON()); got != want {
		t.Error("the texts do not read back")
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"as it is: é \"quoted\" \\":    "as it is: é \"quoted\" \\",
		"\x1b[31mred\n\tb\u202ec":      `\x1b[31mred\n\tb\u202ec`,
		"\ufeffbom \xff \ufffd \u00a0": `\ufeffbom \xff � \u00a0`,
	} {
		if got := Plain(text); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := Quoted("a\x1b"); got != `"a\x1b"` || Quoted("a b") != "a b" {
		t.Errorf("got %s", got)
	}
}
