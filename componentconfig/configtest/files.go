package configtest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Copy copies a directory of examples to a directory of the test, and returns its path. Run as root, a component does
// not trust the files of a checkout below a directory of another user.
func Copy(t testing.TB, directory string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(directory)); err != nil {
		t.Fatalf("%v", err)
	}
	return dir
}

// Versions loads each of some files alone, with more arguments if there are any: a file of the instance root as
// --instance-config, the others as --config. It fails if one does not load, or if a version of a root has no file.
func Versions[T any](t testing.TB, newLoader func() *componentconfig.Loader[T], files []string, args ...string) {
	t.Helper()
	known := component(t, newLoader())
	missing := map[string]bool{}
	for _, root := range known.Roots {
		for _, version := range root.APIVersions {
			missing[version+" "+root.Kind] = true
		}
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		doc, _ := layers.Parse(layers.File{Name: file, Data: data, Header: known.Roots[0].Header})
		delete(missing, doc.APIVersion+" "+doc.Kind)
		flag := known.ConfigFlag
		if len(known.Roots) > 1 && doc.Kind == known.Roots[1].Kind {
			flag = "instance-config"
		}
		if _, err := newLoader().Load(append([]string{"--" + flag + "=" + file}, args...)); err != nil {
			t.Errorf("%s does not load:\n%v", file, err)
		}
	}
	for _, root := range known.Roots {
		for _, version := range root.APIVersions {
			if missing[version+" "+root.Kind] {
				t.Errorf("no file has apiVersion %s and kind %s: add one", version, root.Kind)
			}
		}
	}
}

// Same loads two command lines and fails if they do not give the same configuration: for example a file in an old and
// in the new version, or flags and the file that replaces them. The failure lists the values that differ, with their
// origins and without secrets.
func Same[T any](t testing.TB, newLoader func() *componentconfig.Loader[T], a, b []string) {
	t.Helper()
	first, second := leaves(t, newLoader(), a), leaves(t, newLoader(), b)
	if all := differences(first, second); len(all) > 0 {
		t.Errorf("%s and %s do not mean the same:\n%s", strings.Join(a, " "), strings.Join(b, " "), strings.Join(all, "\n"))
	}
}

// differences are the values that two configurations do not share, in words.
func differences(first, second map[string]extension.Leaf) (all []string) {
	for key, leaf := range first {
		other, both := second[key]
		switch {
		case !both:
			all = append(all, fmt.Sprintf("%s: %s, and not set", leaf.Path, shown(leaf)))
		case leaf.Text != other.Text:
			all = append(all, fmt.Sprintf("%s: %s, and %s", leaf.Path, shown(leaf), shown(other)))
		}
	}
	for key, leaf := range second {
		if _, both := first[key]; !both {
			all = append(all, fmt.Sprintf("%s: not set, and %s", leaf.Path, shown(leaf)))
		}
	}
	slices.Sort(all)
	return all
}

// shown is a value with its origin.
func shown(leaf extension.Leaf) string {
	text := string(leaf.Value.JSON())
	if len(leaf.Origins) > 0 {
		text += " (" + leaf.Origins[0].Text + ")"
	}
	return text
}

// leaves are the values of a configuration, by the root and their path.
func leaves[T any](t testing.TB, l *componentconfig.Loader[T], args []string) map[string]extension.Leaf {
	t.Helper()
	found, err := extension.Of(l).Inspector.Inspect(args, extension.Inspection{OS: operatingSystem})
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Problems) > 0 {
		t.Fatalf("%s does not load:\n%v", strings.Join(args, " "), found.Problems)
	}
	return shownLeaves(t, found)
}

// shownLeaves are the values of a configuration that was inspected.
func shownLeaves(t testing.TB, found *extension.Inspected) map[string]extension.Leaf {
	t.Helper()
	roots, err := found.Show("")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]extension.Leaf{}
	for _, root := range roots {
		for _, leaf := range root.Leaves {
			out[root.Kind+" "+leaf.Key] = leaf
		}
	}
	return out
}

// component is what is known of a component without any file.
func component[T any](t testing.TB, l *componentconfig.Loader[T]) *extension.Component {
	t.Helper()
	known, err := extension.Of(l).Inspector.Component()
	if err != nil {
		t.Fatal(err)
	}
	if known.ConfigFlag == "" {
		t.Fatal("the loader needs the option WithConfigFile")
	}
	return known
}
