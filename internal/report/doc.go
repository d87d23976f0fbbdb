// Package report prints findings: as text for people, as JSON for programs, as workflow commands for GitHub, and as
// SARIF for code scanners.
//
// # Input and output
//
// [Reporter.Findings] takes a writer and the findings of a run, which the caller has sorted, and prints them in the
// format of the [Reporter]. Its errors are errors of the writer. One finding in the four formats, without the other
// members of JSON and SARIF:
//
//	text    apis/config/types.go:12:5: +flag is specified more than once, first on line 11; keep one (duplicate-marker)
//	json    {"file": "apis/config/types.go", "line": 12, "column": 5, "severity": "error", "code": "duplicate-marker"}
//	github  ::error file=apis/config/types.go,line=12,endLine=12,col=5,endColumn=10,title=...::...
//	sarif   {"ruleId": "duplicate-marker", "level": "error", "message": {"text": "..."}, "locations": [...]}
//
// The text of a finding, with its related places and its fix, is made by package diag. JSON and SARIF have the edits of
// the fix as well. SARIF also has the explanation of each code from package rule.
//
// # Names of files
//
// Findings about files have absolute names. [Reporter.Path] makes them relative to Reporter.Dir, with slashes; a file
// outside of the directory keeps its absolute name. GitHub and code scanners know the repository alone, so that these
// two formats have names relative to Reporter.Repository.
//
// # Columns
//
// A finding counts columns in bytes, and so do text, JSON and the workflow commands. SARIF counts code points: sarif.go
// reads the lines of the files to convert the columns. Workflow commands do not have columns if the finding spans
// several lines.
//
// # Files
//
//   - report.go has the Reporter, the names of the formats, and the error about an unknown format.
//   - text.go prints lines, and [Reporter.Diff] prints patches in color.
//   - json.go prints one object with the list of findings. [EncodeJSON] is for other output in JSON, too.
//   - github.go prints workflow commands, as GitHub's documentation of workflow commands and @actions/core have them.
//   - sarif.go prints a log with one run, in the form of SARIF 2.1.0 (OASIS).
//
// # What other packages do
//
// Package cli sorts the findings, chooses between standard output and standard error, decides whether to use colors,
// and derives the exit status. Package explain prints the manual of a code on a terminal.
package report
