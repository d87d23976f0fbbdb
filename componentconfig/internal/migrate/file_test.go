package migrate

import (
	"reflect"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/schema"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/v1"
	"github.com/configgen/configgen/componentconfig/testdata/relay/v1alpha1"
)

const header = "apiVersion: relay.config.example.io/v1alpha1\nkind: RelayConfiguration\n"

// fileOf is a file of the version v1alpha1 of the test component, without others.
func fileOf(t *testing.T, types *schema.Group, text string) File {
	t.Helper()
	doc, problems := layers.Parse(layers.File{Name: "f", Data: []byte(text)})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	wrong, unknown := types.Check(doc.Root, types.Type("v1alpha1"), nil)
	if len(wrong)+len(unknown) > 0 {
		t.Fatal(wrong, unknown)
	}
	return File{Types: types, Name: "f", Text: text, Version: "v1alpha1", Tree: doc.Root, Context: doc.Root}
}

func relayTypes(t *testing.T) *schema.Group {
	t.Helper()
	types, err := schema.NewGroup("relay.config.example.io", "RelayConfiguration",
		reflect.TypeFor[relay.RelayConfiguration](), relay.AddToScheme, v1.AddToScheme, v1alpha1.AddToScheme)
	if err != nil {
		t.Fatal(err)
	}
	types.Compared = []string{"v1", "v1alpha1"}
	types.Moves = []binding.Move{
		{Version: "v1alpha1", From: "address", Field: "BindAddress"},
		{Version: "v1alpha1", From: "timeoutSeconds", Field: "Timeout"},
	}
	return types
}

func TestFile(t *testing.T) {
	types := relayTypes(t)
	for _, c := range []struct {
		name, text string
		change     func(*File)
		want       string
	}{
		{"names and values", "# a\naddress: 127.0.0.1 # b\ntimeoutSeconds: 5\nport: 1\n", nil,
			"# a\nbindAddress: 127.0.0.1 # b\ntimeout: 5s\nport: 1\n"},
		{"a default that differs", "timeoutSeconds: 5\n", nil, "timeout: 5s\nport 8053 53\n"},
		{"a default that is kept", "timeoutSeconds: 5\n", func(f *File) { f.KeepDefaults = true },
			"timeout: 5s\nport: 8053\n"},
		{"a field that was removed", "dataDir: /a\n", func(f *File) {
			f.Removed = func(pattern string) string { return strings.Replace(pattern, "dataDir", "removed in 1.4", 1) }
		}, "f:3:1: dataDir: removed in 1.4"},
		{"a byte order mark", "port: 1\n", func(f *File) { f.Text = "\ufeff" + f.Text },
			"\ufeff" + strings.Replace(header, "v1alpha1", "v1", 1) + "port: 1\n"},
		{"a value in lines of its own", "port: 1\ntimeoutSeconds:\n  5\n", nil,
			"f:5:3: timeoutSeconds: its value would have to change: write it in one line first"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			f := fileOf(t, types, header+c.text)
			if c.change != nil {
				c.change(&f)
			}
			result, problems := f.Migrate()
			got := strings.TrimPrefix(result.Text, strings.Replace(header, "v1alpha1", "v1", 1))
			for _, changed := range result.Changed {
				got += changed.Path.String() + " " + string(changed.Old.JSON()) + " " + string(changed.New.JSON()) + "\n"
			}
			if len(problems) > 0 {
				got = problems.Error()
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestLostComment: the problem names the line, because a comment may hold a secret.
func TestLostComment(t *testing.T) {
	const before = "# top\na: 1 # one\nb:\n  # in b\n  c: 2\n"
	for _, c := range []struct {
		after string
		line  int
	}{
		{before, 0}, {"# top\n# one\n# in b\n", 0}, {"a: 1 # one\n# in b\n", 1}, {"# top\n# in b\n", 2},
		{"# top\n# one\n", 4},
	} {
		if line := lostComment(before, c.after); line != c.line {
			t.Errorf("%q: got %d, want %d", c.after, line, c.line)
		}
	}
}

// TestSplitField refuses a value that a hand-written conversion takes apart.
func TestSplitField(t *testing.T) {
	types := relayTypes(t)
	types.Moves = append(types.Moves, binding.Move{Version: "v1alpha1", From: "address", Field: "Transport"})
	const text = "apiVersion: relay.config.example.io/v1alpha1\nkind: RelayConfiguration\naddress: a\n"
	doc, problems := layers.Parse(layers.File{Name: "f", Data: []byte(text)})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	f := File{Types: types, Name: "f", Text: text, Version: "v1alpha1", Tree: doc.Root, Context: doc.Root}
	_, problems = f.Migrate()
	const want = "f:3:1: address: becomes several fields of relay.config.example.io/v1: bindAddress, transport"
	if problems.Error() != want {
		t.Errorf("got %v, want %s", problems, want)
	}
}
