package componentconfig_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
)

// TestOwnerWarnings: a field that several drop-in files set is a warning with each position; the main file and the
// command line are no owners, and a list that is replaced is one field.
func TestOwnerWarnings(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml":   v1Header + "port: 1\ntimeout: 1s\n",
		"conf.d/a.conf": v1Header + "port: 2\nsearchDomains: [a.example, b.example]\nlabels: {a: x}\n",
		"conf.d/b.conf": v1alpha1Header + "port: 3\nsearchDomains: [c.example, d.example]\nlabels: {b: v}\n",
		"conf.d/c.conf": v1Header + "port: 4\ntimeout: 2s\n",
	})
	want := []string{
		"$D/conf.d/b.conf:4:1: searchDomains: overrides $D/conf.d/a.conf:4:1: set it in one drop-in file",
		"$D/conf.d/c.conf:3:1: port: overrides $D/conf.d/b.conf:3:1 and $D/conf.d/a.conf:3:1: set it in one drop-in file",
	}
	for _, option := range []componentconfig.Option{componentconfig.WithOwnerWarnings(),
		componentconfig.WithConfigDir("")} {
		l, err := loader(option).Load(s.args(append(slices.Clone(files), "--port=5")))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range l.Warnings {
			got = append(got, s.hide(w.String()))
			if w.Code != "two-owners" || !strings.HasPrefix(w.Message, w.Field+": ") {
				t.Errorf("got %+v", w)
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		want = nil // without the option
	}
}

// TestCodesPage: the documentation lists all codes of the loader.
func TestCodesPage(t *testing.T) {
	source, err := os.ReadFile("internal/layers/problem.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../docs/config-command.md")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`Code = "([a-z-]+)"`).FindAllStringSubmatch(string(source), -1)
	if len(codes) < 10 {
		t.Errorf("found the codes %v", codes)
	}
	for _, code := range codes {
		if !strings.Contains(string(page), "`"+code[1]+"`") {
			t.Errorf("the page does not have the code %s", code[1])
		}
	}
}
