package main

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// scripts are the tests of findings. Each has sources, and the findings in them in a file named want.
const scripts = "testdata/script/findings"

// finding is the line of one.
var finding = regexp.MustCompile(`^(\S+?):(\d+):\d+: .*\((\S+)\)$`)

// examples returns an example of each code in Markdown: the declaration and the finding. One from the script that is
// named after the code is preferred.
func examples(repository fs.FS) (map[string]string, error) {
	names, err := fs.Glob(repository, scripts+"/*.txtar")
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, name := range names {
		content, err := fs.ReadFile(repository, name)
		if err != nil {
			return nil, err
		}
		files := map[string]string{}
		for _, file := range txtar.Parse(content).Files {
			files[file.Name] = string(file.Data)
		}
		script := strings.TrimSuffix(path.Base(name), ".txtar")
		own := false
		for line := range strings.Lines(files["want"]) {
			line = strings.TrimSpace(line)
			parts := finding.FindStringSubmatch(line)
			if parts == nil || found[parts[3]] != "" && (own || parts[3] != script) {
				continue
			}
			own = own || parts[3] == script
			if source, ok := files[parts[1]]; ok && path.Ext(parts[1]) == ".go" {
				found[parts[3]] = example(parts[1], source, parts[2], line)
			}
		}
	}
	return found, nil
}

// example is a line of a file with the comment that it belongs to, and what configgen says about it.
func example(file, source, number, message string) string {
	lines := strings.Split(source, "\n")
	at, err := strconv.Atoi(number)
	if err != nil || at < 1 || at > len(lines) {
		return ""
	}
	comment := func(i int) bool {
		return i >= 0 && i < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[i]), "//")
	}
	first, last := at-1, at-1
	for comment(first - 1) {
		first--
	}
	for comment(last) {
		last++
	}
	if last >= len(lines) {
		last = at - 1
	}
	declaration := dedent(lines[first : last+1])
	return fmt.Sprintf("\n## Example\n\n```go %s\n%s\n```\n\n```text\n%s\n```\n", file, declaration, message)
}

// dedent removes the blanks that the first line begins with from all lines.
func dedent(lines []string) string {
	blanks := lines[0][:len(lines[0])-len(strings.TrimLeft(lines[0], "\t "))]
	var out []string
	for _, line := range lines {
		out = append(out, strings.TrimPrefix(line, blanks))
	}
	return strings.Join(out, "\n")
}
