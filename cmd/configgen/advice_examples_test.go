package main

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/rule"
)

// example is the example of configgen explain for a code: a finding, the lines that it is about, and the same lines
// after its advice; good is empty if the author has to decide.
type example struct{ message, bad, good string }

// exampleOf returns the lines of a file that advice changes, with one line before and after them; without advice, the
// lines around the finding.
func exampleOf(found advised, file string, before, after map[string]string) example {
	message := found.Message
	if found.Fix != "" {
		message += "; " + found.Fix
	}
	_, file, _ = strings.Cut(file, "/")
	lines := strings.Split(before[file], "\n")
	if after == nil {
		at := min(max(found.Line, 1), len(lines))
		return example{message: message, bad: plainLines(lines[max(at-2, 0):min(at+1, len(lines))])}
	}
	changed := strings.Split(after[file], "\n")
	start, end := 0, 0
	for start < min(len(lines), len(changed)) && lines[start] == changed[start] {
		start++
	}
	for end < min(len(lines), len(changed))-start && lines[len(lines)-1-end] == changed[len(changed)-1-end] {
		end++
	}
	start, end = max(start-1, 0), max(end-1, 0)
	return example{message, plainLines(lines[start : len(lines)-end]), plainLines(changed[start : len(changed)-end])}
}

// plainLines are lines without their common indentation, and without empty lines around them.
func plainLines(lines []string) string {
	text := strings.Trim(strings.Join(lines, "\n"), "\n")
	for !strings.Contains("\n"+strings.ReplaceAll(text, "\n\n", "\n\t"), "\n/") && strings.HasPrefix(text, "\t") {
		shorter := strings.ReplaceAll("\n"+text, "\n\t", "\n")[1:]
		if strings.Count(shorter, "\t") == strings.Count(text, "\t") {
			break
		}
		text = shorter
	}
	return text + "\n"
}

// recordExamples compares the examples with the examples that configgen explain prints. With -update it records them.
func recordExamples(t *testing.T, examples map[string]example) {
	t.Helper()
	const name = "../../internal/rule/" + rule.Recorded
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var archive txtar.Archive
	before := txtar.Parse(want).Files
	for _, r := range rule.On(rule.Findings) {
		e, found := examples[r.Code]
		if !found { // the gate judges no group here, because others have errors
			for _, file := range before {
				if strings.HasPrefix(file.Name, r.Code+"/") {
					archive.Files = append(archive.Files, file)
				}
			}
			continue
		}
		for i, text := range []string{e.message, e.bad, e.good} {
			if strings.TrimSpace(text) != "" {
				name := r.Code + "/" + []string{"finding", "not", "but"}[i]
				archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
			}
		}
	}
	if got := txtar.Format(&archive); string(got) != string(want) {
		if !*update {
			t.Errorf("%s is out of date; record it with go test ./cmd/configgen -run TestAdvice -update", name)
		} else if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
