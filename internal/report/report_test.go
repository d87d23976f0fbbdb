package report_test

import (
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/testfiles"
)

// findings are one of each sort, in a directory that they are reported from.
func findings(t *testing.T) (dir string, list []diag.Diagnostic) {
	t.Helper()
	dir = t.TempDir()
	source := "package relay\n\n// Größe 𝔘 is <big>.\n// +flg=größe\n"
	testfiles.Write(t, filepath.Join(dir, "a b:c,d.go"), source)
	at := func(file string, line, column int) token.Position {
		return token.Position{Filename: file, Line: line, Column: column}
	}
	inside, missing := filepath.Join(dir, "a b:c,d.go"), filepath.Join(dir, "sub", "none.go")
	offset := func(offset int) token.Position { return token.Position{Filename: inside, Offset: offset} }
	outside := filepath.Join(filepath.Dir(dir), "else where.go")
	warning := diag.At(at(missing, 7, 3), at(missing, 9, 2), "frowned", "50% of\nthis", "")
	warning.Severity = diag.Warning
	return dir, []diag.Diagnostic{
		diag.At(at(inside, 3, 12), at(inside, 3, 16), "unknown-marker", "there is no <marker>", "did you mean +flag?"),
		warning.With(diag.Run("go", "mod", "tidy")),
		diag.At(at(outside, 0, 0), token.Position{}, "syntax", "cannot read it", ""),
		diag.At(at(inside, 4, 4), token.Position{}, "unknown-marker", "again", "").With(diag.Replace(offset(35), offset(47),
			"+flag")),
	}
}

// wants returns the expected output of each format for the findings; OUTSIDE is replaced by the directory above the
// reporter's.
func wants() map[report.Format]string {
	return map[report.Format]string{
		report.Text: `a b:c,d.go:3:12: there is no <marker>; did you mean +flag? (unknown-marker)
sub/none.go:7:3: warning: 50% of
this (frowned)
OUTSIDE/else where.go: cannot read it (syntax)
a b:c,d.go:4:4: again (unknown-marker)
`,
		report.GitHub: `::error file=a b%3Ac%2Cd.go,line=3,endLine=3,col=12,endColumn=16,` +
			`title=configgen%3A unknown-marker::there is no <marker>; did you mean +flag?
::warning file=sub/none.go,line=7,endLine=9,title=configgen%3A frowned::50%25 of%0Athis
::error file=OUTSIDE/else where.go,title=configgen%3A syntax::cannot read it
::error file=a b%3Ac%2Cd.go,line=4,col=4,title=configgen%3A unknown-marker::again
`,
		report.JSON: `{
  "findings": [
    {
      "file": "a b:c,d.go",
      "line": 3,
      "column": 12,
      "endLine": 3,
      "endColumn": 16,
      "severity": "error",
      "code": "unknown-marker",
      "message": "there is no <marker>",
      "fix": "did you mean +flag?"
    },
    {
      "file": "sub/none.go",
      "line": 7,
      "column": 3,
      "endLine": 9,
      "endColumn": 2,
      "severity": "warning",
      "code": "frowned",
      "message": "50% of\nthis",
      "advice": [
        {
          "command": [
            "go",
            "mod",
            "tidy"
          ]
        }
      ]
    },
    {
      "file": "OUTSIDE/else where.go",
      "severity": "error",
      "code": "syntax",
      "message": "cannot read it"
    },
    {
      "file": "a b:c,d.go",
      "line": 4,
      "column": 4,
      "severity": "error",
      "code": "unknown-marker",
      "message": "again",
      "advice": [
        {
          "marker": "+flag",
          "edits": [
            {
              "file": "a b:c,d.go",
              "start": 35,
              "end": 47,
              "new": "+flag"
            }
          ]
        }
      ]
    }
  ]
}
`,
	}
}

func TestFindings(t *testing.T) {
	dir, list := findings(t)
	sarif := testfiles.Read(t, filepath.Join("testdata", "want.sarif"))
	all := wants()
	all[report.SARIF] = string(sarif)
	for format, want := range all {
		t.Run(string(format), func(t *testing.T) {
			var b strings.Builder
			reporter := report.Reporter{Dir: dir, Format: format, Version: "v1.2.3"}
			if err := reporter.Findings(&b, list); err != nil {
				t.Fatal(err)
			}
			want = strings.ReplaceAll(want, "OUTSIDE", filepath.ToSlash(filepath.Dir(dir)))
			if got := b.String(); got != want {
				t.Errorf("%s", diff.Diff("want", []byte(want), "got", []byte(got)))
			}
		})
	}
}

// TestNoFindings shows that the formats for machines are complete documents even then.
func TestNoFindings(t *testing.T) {
	want := map[report.Format]string{
		report.Text:   "",
		report.GitHub: "",
		report.JSON:   "{\n  \"findings\": []\n}\n",
	}
	for format, want := range want {
		var b strings.Builder
		if err := (report.Reporter{Dir: t.TempDir(), Format: format}).Findings(&b, nil); err != nil || b.String() != want {
			t.Errorf("format %s: %q, error %v, want %q", format, b.String(), err, want)
		}
	}
	var b strings.Builder
	if err := (report.Reporter{
		Dir: t.TempDir(), Format: report.SARIF,
	}).Findings(&b, nil); err != nil || !strings.Contains(b.String(), `"results": []`) {
		t.Errorf("format sarif: %q, error %v, want an empty list of results", b.String(), err)
	}
}

func TestColor(t *testing.T) {
	dir, list := findings(t)
	reporter := report.Reporter{Dir: dir, Color: true}
	var b strings.Builder
	if err := reporter.Findings(&b, list[3:]); err != nil {
		t.Fatal(err)
	}
	if err := reporter.Diff(&b, []byte("--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same\n")); err != nil {
		t.Fatal(err)
	}
	want := "\x1b[1ma b:c,d.go:4:4:\x1b[0m again (unknown-marker)\n" +
		"\x1b[1m--- a\x1b[0m\n\x1b[1m+++ b\x1b[0m\n@@ -1 +1 @@\n\x1b[31m-old\x1b[0m\n\x1b[32m+new\x1b[0m\n same\n"
	if got := b.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPath(t *testing.T) {
	real := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ dir, file, want string }{
		{real, filepath.Join(real, "sub", "x.go"), "sub/x.go"},
		{real, filepath.Join(real, "..x.go"), "..x.go"},
		{real, filepath.Join(filepath.Dir(real), "x.go"), filepath.ToSlash(filepath.Join(filepath.Dir(real), "x.go"))},
		{link, filepath.Join(link, "x.go"), "x.go"},
		{link, filepath.Join(real, "x.go"), "x.go"},
	}
	for _, test := range tests {
		if got := (report.Reporter{Dir: test.dir}).Path(test.file); got != test.want {
			t.Errorf("path of %s seen from %s is %s, want %s", test.file, test.dir, got, test.want)
		}
	}
}

func TestParseFormat(t *testing.T) {
	for _, format := range report.Formats() {
		if got, err := report.ParseFormat(string(format)); got != format || err != nil {
			t.Errorf("ParseFormat(%q) is %q, error %v", format, got, err)
		}
	}
	const want = `unknown format "yaml"; choose text, json, github`
	if _, err := report.ParseFormat("yaml"); err == nil || err.Error() != want+" or sarif" {
		t.Errorf("ParseFormat(yaml): error %v", err)
	}
	if _, err := report.ParseFormat("yaml", "crd"); err == nil || err.Error() != want+", sarif or crd" {
		t.Errorf("ParseFormat(yaml) beside crd: error %v", err)
	}
}

// TestFormatsNameFilesInTheRepository expects paths from the root of the repository, and from the working directory for
// people.
func TestFormatsNameFilesInTheRepository(t *testing.T) {
	root := t.TempDir()
	position := token.Position{Filename: filepath.Join(root, "sub", "a.go"), Line: 1}
	finding := diag.At(position, token.Position{}, "no-json", "m", "")
	for format, want := range map[report.Format]string{
		report.Text: "a.go:1: m (no-json)", report.GitHub: "file=sub/a.go,", report.SARIF: `"uri": "sub/a.go"`,
	} {
		var b strings.Builder
		r := report.Reporter{Dir: filepath.Join(root, "sub"), Repository: root, Format: format}
		if err := r.Findings(&b, []diag.Diagnostic{finding}); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%s: got %s, want %s in it (%v)", format, b.String(), want, err)
		}
	}
}

// TestCodes expects the description of a code in a rule of SARIF.
func TestCodes(t *testing.T) {
	var b strings.Builder
	finding := diag.Diagnostic{Code: "no-json"}
	if err := (report.Reporter{Format: report.SARIF}).Findings(&b, []diag.Diagnostic{finding}); err != nil {
		t.Fatal(err)
	}
	if want := `"helpUri": "https://github.com/configgen/configgen/blob/main/docs/findings.md#no-json"`; !strings.Contains(
		b.String(), want) || !strings.Contains(b.String(), `"text": "A field of a version has no name in JSON`) {
		t.Errorf("got %s", b.String())
	}
}

// TestRelatedPlaces expects the file of a related place to be named like the files of findings: relative to the
// directory, and to the root of the repository on GitHub.
func TestRelatedPlaces(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "relay")
	at := func(name string, line int) token.Position {
		return token.Position{Filename: filepath.Join(dir, name), Line: line, Column: 2}
	}
	found := diag.At(at("types.go", 1), token.Position{}, "c", "the flag is there twice", "rename it").
		See("first at", at("v1/types.go", 7)).See("of", token.Position{})
	for format, want := range map[report.Format]string{
		report.Text:   "types.go:1:2: the flag is there twice, first at v1/types.go:7; rename it (c)\n",
		report.GitHub: "the flag is there twice, first at relay/v1/types.go:7; rename it\n",
		report.JSON: `"related": [
        {
          "file": "v1/types.go",
          "line": 7,
          "column": 2,
          "text": "first at"
        }
      ]`,
		report.SARIF: `"relatedLocations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "relay/v1/types.go",
                  "uriBaseId": "%SRCROOT%"
                },
                "region": {
                  "startLine": 7,
                  "startColumn": 2
                }
              },
              "message": {
                "text": "first at"
              }
            }
          ]`,
	} {
		var out strings.Builder
		r := report.Reporter{Dir: dir, Repository: root, Format: format}
		if err := r.Findings(&out, []diag.Diagnostic{found}); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: got %q, %v, want %q", format, out.String(), err, want)
		}
	}
}
