package rule

import (
	"embed"
	"io/fs"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// Manual is the documentation of the findings with a code: their meaning, their source, and examples.
type Manual struct {
	// Code of the findings, in kebab case or like CB001.
	Code string
	// Page has a section for the rule.
	Page Page
	// Doc describes the mistake or the convention in one sentence. Detail has more sentences, and may be empty.
	Doc, Detail string
	// Quote is the sentence of the source that a convention is based on.
	Quote string
	// Finding is the text of a finding about the first example. It is empty if the examples are sufficient.
	Finding string
	// Examples are source that the rule reports, followed by the corrected source, unless the author has to decide.
	Examples []Example
}

// Example is source with a label: not, but, before, after or instead.
type Example struct {
	Label string
	// Files have a name if there are several.
	Files []txtar.File
}

// Text returns the example with the name of each file above it, if there are several.
func (e Example) Text() string {
	if e.Files[0].Name == "" {
		return string(e.Files[0].Data)
	}
	return string(txtar.Format(&txtar.Archive{Files: e.Files}))
}

// Page is the name of a page of the documentation without its extension.
type Page string

// The pages.
const (
	Findings Page = "findings"
	Lint     Page = "lint"
	Breaking Page = "breaking"
)

// Recorded is the file with the examples that a test records: the examples of the rules on the page of findings.
const Recorded = "examples.txtar"

// texts are one archive for each page. The file CODE of an archive has the sentence and the details, CODE/quote the
// quotation, CODE/finding the finding; others are examples, as in CODE/not or CODE/not/config/types.go.
//
//go:embed *.txtar
var texts embed.FS

// On returns the rules on a page, sorted by their codes.
func On(page Page) []Manual {
	var rules []Manual
	for _, file := range files(string(page) + ".txtar") {
		rules = add(rules, file, page)
	}
	if page == Findings {
		for _, file := range files(Recorded) {
			rules = add(rules, file, page)
		}
	}
	return rules
}

// files returns the files of an embedded archive.
func files(name string) []txtar.File {
	content, err := fs.ReadFile(texts, name)
	if err != nil {
		panic(err) // cannot happen: the archives are embedded
	}
	return txtar.Parse(content).Files
}

// add adds a file to the rule that it is about, which is a new one for a file without a part of a rule in its name.
func add(rules []Manual, file txtar.File, page Page) []Manual {
	code, part, _ := strings.Cut(file.Name, "/")
	text := strings.TrimSuffix(string(file.Data), "\n")
	if part == "" {
		doc, detail, _ := strings.Cut(text, "\n\n")
		return append(rules, Manual{Code: code, Page: page, Doc: line(doc), Detail: line(detail)})
	}
	r := &rules[slices.IndexFunc(rules, func(r Manual) bool { return r.Code == code })]
	switch label, name, _ := strings.Cut(part, "/"); {
	case part == "quote":
		r.Quote = line(text)
	case part == "finding":
		r.Finding = text
	case len(r.Examples) > 0 && r.Examples[len(r.Examples)-1].Label == label:
		last := &r.Examples[len(r.Examples)-1]
		last.Files = append(last.Files, txtar.File{Name: name, Data: file.Data})
	default:
		r.Examples = append(r.Examples, Example{label, []txtar.File{{Name: name, Data: file.Data}}})
	}
	return rules
}

// line returns a paragraph on one line.
func line(text string) string { return strings.ReplaceAll(text, "\n", " ") }

// All returns the rules of all pages, sorted by their codes. A rule of lint may have the code of another finding, and
// is after that.
func All() []Manual {
	all := slices.Concat(On(Breaking), On(Findings), On(Lint))
	slices.SortStableFunc(all, func(a, b Manual) int { return strings.Compare(a.Code, b.Code) })
	return all
}

// Named returns the rule with a code. It reports false if the code is unknown: generators of third parties have their
// own codes.
func Named(code string) (Manual, bool) {
	all := All()
	if at := slices.IndexFunc(all, func(r Manual) bool { return r.Code == code }); at >= 0 {
		return all[at], true
	}
	return Manual{}, false
}

// Text returns the sentence and the details.
func (r Manual) Text() string {
	if r.Detail == "" {
		return r.Doc
	}
	return r.Doc + " " + r.Detail
}

// Address returns the URL of the rule's section on its page.
func (r Manual) Address() string {
	return "https://github.com/configgen/configgen/blob/main/docs/" + string(r.Page) + ".md#" + r.Code
}
