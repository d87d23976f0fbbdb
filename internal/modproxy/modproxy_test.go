package modproxy_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"

	"github.com/configgen/configgen/internal/modproxy"
)

// The modules that others can require are those whose packages they import: no example, no test, no tool.
func TestPublished(t *testing.T) {
	modules, err := modproxy.Published("../..")
	if err != nil {
		t.Fatal(err)
	}
	tags := map[string]string{}
	for _, m := range modules {
		tags[m.Path] = m.Tag("v1.2.3")
	}
	const own = "github.com/configgen/configgen"
	for path, tag := range map[string]string{
		own: "v1.2.3", own + "/componentconfig": "componentconfig/v1.2.3",
		own + "/componentconfig/dynamic/kube":            "componentconfig/dynamic/kube/v1.2.3",
		own + "/componentconfig/dynamic/kube/servertest": "",
		own + "/examples/sampleconfig":                   "",
	} {
		if tags[path] != tag {
			t.Errorf("the tag of %s is %q, want %q", path, tags[path], tag)
		}
	}
}

func TestReleased(t *testing.T) {
	const before = `module example.com/a/kube

go 1.25.0

require (
	example.com/a v0.0.0
	example.com/other v1.0.0
)

replace (
	example.com/a => ../
	example.com/other => ../other
)
`
	after, err := modproxy.Released([]byte(before), []modproxy.Module{{Dir: ".", Path: "example.com/a"}}, "v1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(before, "example.com/a v0.0.0", "example.com/a v1.2.3", 1)
	const one = "example.com/other => ../other"
	want = strings.Replace(want, "(\n\texample.com/a => ../\n\t"+one+"\n)", one, 1)
	if string(after) != want {
		t.Errorf("got %s", after)
	}
	if same, err := modproxy.Released([]byte(before), nil, "v1.2.3"); err != nil || string(same) != before {
		t.Errorf("%v; got %s", err, same)
	}
}

func TestServe(t *testing.T) {
	source, proxy := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "go.mod"), []byte("module example.com/a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := modproxy.Serve(proxy, source, module.Version{Path: "example.com/a", Version: "v1.2.3"}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"list", "v1.2.3.info", "v1.2.3.mod", "v1.2.3.zip"} {
		if _, err := os.Stat(filepath.Join(proxy, "example.com/a/@v", name)); err != nil {
			t.Error(err)
		}
	}
}
