package configtest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Migrates migrates copies of files of older versions of the shared root to the newest one, as the command config
// migrate does with each of them alone. It fails if a file is refused, if the result does not mean the same, lacks a
// comment or is no longer JSON, or if a second migration changes it. Defaults that differ between the versions are not
// a failure. The files can have values that the validation refuses.
func Migrates[T any](t testing.TB, newLoader func() *componentconfig.Loader[T], files ...string) {
	t.Helper()
	l, dir := newLoader(), t.TempDir()
	known := component(t, l)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		m := migration{t: t, inspector: extension.Of(l).Inspector, known: known, file: file,
			copied: filepath.Join(dir, filepath.Base(file))}
		m.check(string(text))
	}
}

// migration is the migration of one file.
type migration struct {
	t         testing.TB
	inspector extension.Inspector
	known     *extension.Component
	// copied is the name of the copy, of the file and then of the result.
	file, copied string
}

func (m migration) check(text string) {
	m.t.Helper()
	before := m.meaning(text)
	out, problems := m.migrate()
	switch {
	case len(problems) > 0:
		m.t.Errorf("%s is not migrated:\n%v", m.file, problems)
		return
	case out.From == out.To:
		m.t.Errorf("%s has the newest version already: there is nothing to migrate", m.file)
		return
	}
	after := m.meaning(out.Text)
	for _, changed := range out.Changed {
		delete(before, m.known.Roots[0].Kind+" "+changed.Path)
		delete(after, m.known.Roots[0].Kind+" "+changed.Path)
	}
	if all := differences(before, after); len(all) > 0 {
		m.t.Errorf("%s does not mean the same after its migration:\n%s", m.file, strings.Join(all, "\n"))
	}
	if json.Valid([]byte(text)) && !json.Valid([]byte(out.Text)) {
		m.t.Errorf("%s is not JSON after its migration", m.file)
	}
	had, has := comments(text), comments(out.Text)
	for _, comment := range had {
		if at := slices.Index(has, comment); at >= 0 {
			has = slices.Delete(has, at, at+1)
			continue
		}
		m.t.Errorf("%s loses a comment in its migration: %s", m.file, comment)
	}
	if again, problems := m.migrate(); again.Text != out.Text || len(problems) > 0 {
		m.t.Errorf("a second migration changes %s", m.file)
	}
}

// meaning writes a text into the copy, and returns its values.
func (m migration) meaning(text string) map[string]extension.Leaf {
	m.t.Helper()
	if err := os.WriteFile(m.copied, []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
	found, err := m.inspector.Inspect([]string{"--" + m.known.ConfigFlag + "=" + m.copied},
		extension.Inspection{OS: operatingSystem, Elsewhere: true})
	if err != nil {
		m.t.Fatal(err)
	}
	values := shownLeaves(m.t, found)
	if len(values) == 0 {
		m.t.Errorf("%s cannot be read:\n%v", m.file, found.Problems)
	}
	return values
}

// migrate returns the copy in the newest version.
func (m migration) migrate() (extension.Migrated, layers.Problems) {
	m.t.Helper()
	files, problems, err := m.inspector.Migrate(layers.Sources{Main: m.copied, MustExist: true}, extension.Migration{})
	if err != nil {
		m.t.Fatal(err)
	}
	if len(files) == 0 {
		return extension.Migrated{}, problems
	}
	return files[0], problems
}

// comments are the comments of a YAML file. What looks like one in a block scalar is among them.
func comments(text string) (all []string) {
	for line := range strings.Lines(text) {
		quote := byte(0)
		for i := range len(line) {
			first := i == 0 || strings.IndexByte(" \t[{,:", line[i-1]) >= 0
			switch c := line[i]; {
			case quote == '"' && c == '"' && line[i-1] == '\\':
			case quote != 0 && c == quote:
				quote = 0
			case quote == 0 && first && (c == '"' || c == '\''):
				quote = c
			case quote == 0 && first && c == '#':
				all = append(all, strings.TrimSpace(line[i:]))
				quote = '\n'
			}
		}
	}
	return all
}
