package load

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestOneModuleIsOneFinding expects one finding for a module that cannot be read, whichever packages fail because of
// it, and one for each import that fails for a reason of its own.
func TestOneModuleIsOneFinding(t *testing.T) {
	const source = "package config\n\nimport (\n\t\"example.com/dep/a\"\n\t\"example.com/dep/b\"\n" +
		"\t\"example.com/none/c\"\n\t\"example.com/other/d\"\n)\n\ntype T struct {\n\tA a.A\n\tB b.B\n\tC c.C\n" +
		"\tD d.D\n}\n"
	for name, test := range map[string]struct {
		failures map[string]string
		want     []string
	}{
		"replaced by a directory that does not exist": {map[string]string{
			"example.com/dep/a": "example.com/dep@v0.1.0: replacement directory ../dep does not exist",
			"example.com/dep/b": "example.com/dep@v0.1.0: replacement directory ../dep does not exist",
			"example.com/other/d": "it does not compile: /mod/example.com/other@v1.0.0/d/d.go:3:8: could not import " +
				"example.com/dep/a (example.com/dep@v0.1.0 (replaced by ../dep): reading ../dep/go.mod: open: no such file)",
		}, []string{
			"4:2: cannot load example.com/dep@v0.1.0: replacement directory ../dep does not exist; correct the replace " +
				"directive of example.com/dep in go.mod (import)",
		}},
		"not to be fetched": {map[string]string{
			"example.com/dep/a": "example.com/dep@v0.1.0: reading https://proxy/v0.1.0.zip: 400 Bad Request",
			"example.com/dep/b": "example.com/dep@v0.1.0: reading https://proxy/v0.1.0.zip: 400 Bad Request",
		}, []string{
			"4:2: cannot load example.com/dep@v0.1.0: reading https://proxy/v0.1.0.zip: 400 Bad Request; correct its version " +
				"in go.mod, or run go mod download example.com/dep@v0.1.0 once it can be reached (import)",
		}},
		"not required": {map[string]string{
			"example.com/dep/a":  "no required module provides package example.com/dep/a; run go get example.com/dep/a",
			"example.com/none/c": "no required module provides package example.com/none/c; run go get example.com/none/c",
		}, []string{
			"4:2: cannot load example.com/dep/a: no required module provides package example.com/dep/a; fix the import, or " +
				"run go get example.com/dep/a (import)",
			"6:2: cannot load example.com/none/c: no required module provides package example.com/none/c; fix the import, " +
				"or run go get example.com/none/c (import)",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := extract(t, "-- go.mod --\nmodule example.com/relay\n\ngo 1.26.0\n-- config/types.go --\n"+source)
			l := newLoader(t.Context(), Request{Dir: dir, Patterns: []string{"./..."}})
			listed, err := l.list(modeNamed, []string{"./..."})
			if err != nil {
				t.Fatal(err)
			}
			l.named(listed)
			defer l.abandon()
			c := newChecker(l)
			c.failures = test.failures
			c.follow([]string{"example.com/relay/config"})
			var got []string
			for _, finding := range c.unavailable([]string{
				"example.com/dep/a", "example.com/dep/b", "example.com/none/c", "example.com/other/d",
			}) {
				_, text, _ := strings.Cut(finding.String(), "types.go:")
				got = append(got, text)
			}
			if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

// TestRefusedQuestions expects an error that says what to do for a question that the go command would answer with
// something else than the packages of a module.
func TestRefusedQuestions(t *testing.T) {
	dir := extract(t, "-- go.mod --\nmodule example.com/relay\n\ngo 1.26.0\n-- config/types.go --\npackage config\n"+
		"-- other/go.mod --\nmodule example.com/other\n\ngo 1.26.0\n-- go.work --\ngo 1.26.0\n\nuse ./other\n")
	for _, test := range []struct {
		request Request
		want    string
	}{
		{Request{Patterns: []string{"config/types.go"}},
			"config/types.go names a file; packages are named by their directories, such as ./config"},
		{Request{Patterns: []string{"./..."}, Env: []string{"GO111MODULE=off"}},
			"GO111MODULE=off turns modules off, and configgen reads packages of modules; unset it"},
		{Request{Patterns: []string{"./..."}, Env: []string{"GOWORK=" + filepath.Join(dir, "go.work")}},
			"go: pattern ./...: directory prefix . does not contain modules listed in go.work or their selected " +
				"dependencies; run go work use in the module, or set GOWORK=off"},
	} {
		test.request.Dir = dir
		if _, _, err := Load(t.Context(), test.request); err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %v", err, test.want)
		}
	}
}
