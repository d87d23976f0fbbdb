// Package markdown reads the code on pages of documentation: consoles, which tests run, and the files that they show.
//
// A block that is marked as console has commands after dollar signs, each with its output. A block whose mark has a
// name behind the language is the file of that name; with `after "text"`, it goes into the file after the line with the
// text, with `for "text"` in place of that line, and with `field "text"` also in place of the comment above it.
package markdown

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Block is a part of a page: code between its fences, or text.
type Block struct {
	// Open and Close are the fences with their ends of lines; empty for text.
	Open, Close string
	// Text is what is between the fences, as it is on the page.
	Text string
	// Line is the number of the first line of Text, from 1.
	Line int
	// Indent are the blanks in front of the opening fence.
	Indent string
	// Language is the first word of the mark, such as console or go.
	Language string
	// File is the name of the file that the code belongs to. How is "after", "for" or "field", and Where the text of
	// the line in the file; both are empty if the code is the whole file.
	File, How, Where string
}

// IsCode reports whether the block is between fences.
func (b Block) IsCode() bool { return b.Open != "" }

// String is the block as it is on the page.
func (b Block) String() string { return b.Open + b.Text + b.Close }

// Code is the text of the block without the indentation of its fences.
func (b Block) Code() string {
	return strings.ReplaceAll("\n"+b.Text, "\n"+b.Indent, "\n")[1:]
}

// mark matches the beginning of code with the language, the file, and the place in it.
var mark = regexp.MustCompile("^( *)```(?:(\\w+)(?: (\\S+)(?: (after|for|field) (\".*\"))?)?)?\n$")

// Blocks divides a page into text and code, which alternate; the first and the last block are text. It returns an error
// if a mark has words with no meaning, or code does not end.
func Blocks(page string) ([]Block, error) {
	all := []Block{{Line: 1}}
	number := 0
	for line := range strings.Lines(page) {
		number++
		now := &all[len(all)-1]
		isFence := strings.HasPrefix(strings.TrimLeft(line, " "), "```")
		switch found := mark.FindStringSubmatch(line); {
		case now.IsCode() && strings.TrimSpace(line) == "```":
			now.Close = line
			all = append(all, Block{Line: number + 1})
		case now.IsCode() || !isFence:
			now.Text += line
		case found == nil:
			return nil, fmt.Errorf("line %d: this begins no block: %s", number, strings.TrimSpace(line))
		default:
			next := Block{Open: line, Line: number + 1, Indent: found[1], Language: found[2], File: found[3], How: found[4]}
			next.Where, _ = strconv.Unquote(found[5]) // It is empty without a place.
			all = append(all, next)
		}
	}
	if last := all[len(all)-1]; last.IsCode() {
		return nil, fmt.Errorf("line %d: the block does not end", last.Line-1)
	}
	return all, nil
}

// Code returns the code in a language on a page, without indentation.
func Code(page, language string) ([]string, error) {
	blocks, err := Blocks(page)
	var found []string
	for _, b := range blocks {
		if b.IsCode() && b.Language == language {
			found = append(found, b.Code())
		}
	}
	return found, err
}

// Step is a command of a console, and its output.
type Step struct{ Command, Output string }

// Steps divides a console. A command goes on over lines that end in a backslash, and to the end of its here-document.
func (b Block) Steps() []Step {
	var steps []Step
	more := ""
	for line := range strings.Lines(b.Text) {
		command, begins := strings.CutPrefix(line, "$ ")
		switch {
		case more != "":
			now := &steps[len(steps)-1]
			now.Command += line
			if line == more+"\n" || more == `\` && !strings.HasSuffix(line, "\\\n") {
				more = ""
			}
		case begins:
			steps = append(steps, Step{Command: command})
			if strings.Contains(line, "<<'EOF'") {
				more = "EOF"
			} else if strings.HasSuffix(line, "\\\n") {
				more = `\`
			}
		case len(steps) > 0:
			steps[len(steps)-1].Output += line
		}
	}
	return steps
}
