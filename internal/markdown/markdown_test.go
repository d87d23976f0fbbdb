package markdown_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/markdown"
)

// page has quotation marks in place of backquotes.
const page = `Text.

'''console
$ echo a
a
$ cat >x <<'EOF'
$ b
EOF
$ two \
  lines
'''

- In a list:

  '''go a/b.go after "func \"x\""
  func y()
  '''
`

func TestBlocks(t *testing.T) {
	page := strings.ReplaceAll(page, "'''", "```")
	blocks, err := markdown.Blocks(page)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	var kinds [][]string
	for _, b := range blocks {
		text += b.String()
		if b.IsCode() {
			kinds = append(kinds, []string{b.Indent, b.Language, b.File, b.How, b.Where})
			if first := strings.Split(page, "\n")[b.Line-1]; !strings.HasPrefix(b.Text, first+"\n") {
				t.Errorf("line %d is %q", b.Line, first)
			}
		}
	}
	if text != page {
		t.Errorf("the blocks are not the page:\n%s", text)
	}
	want := [][]string{{"", "console", "", "", ""}, {"  ", "go", "a/b.go", "after", `func "x"`}}
	if !slices.EqualFunc(kinds, want, slices.Equal) {
		t.Errorf("got %q", kinds)
	}
	wanted := []markdown.Step{{"echo a\n", "a\n"}, {"cat >x <<'EOF'\n$ b\nEOF\n", ""}, {"two \\\n  lines\n", ""}}
	if steps := blocks[1].Steps(); !slices.Equal(steps, wanted) {
		t.Errorf("got %q", steps)
	}
	if code, err := markdown.Code(page, "go"); err != nil || !slices.Equal(code, []string{"func y()\n"}) {
		t.Errorf("got %q, %v", code, err)
	}
}

func TestBlocksRefuses(t *testing.T) {
	for page, want := range map[string]string{
		"Text.\n```go a.go before \"x\"\ny\n```\n": "line 2: this begins no block: ```go a.go before \"x\"",
		"```\ny\n": "line 1: the block does not end",
	} {
		if _, err := markdown.Blocks(page); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
