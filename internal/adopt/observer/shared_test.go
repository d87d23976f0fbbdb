package observer

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

type (
	tree struct {
		Name  string
		First *tree
		Twig  twig
		Outer *tree
	}
	twig struct{ Dir string }
	// ways leads to a tree and to parts of it in several ways.
	ways struct {
		Early  *twig
		Dir    *string
		Main   *tree
		Again  *tree
		Other  *twig
		Late   *twig
		flags  *pflag.FlagSet
		Calls  []func(*pflag.FlagSet)
		byName map[string]func()
	}
)

// TestShared expects a variable with several paths to be one field, with the path in the largest struct, and functions
// and flag sets, which options keep, not to be fields.
func TestShared(t *testing.T) {
	main := &tree{Name: "main", First: &tree{Name: "left"}}
	main.First.Outer = main
	o := &ways{
		Early: &main.Twig, Dir: &main.Twig.Dir, Main: main, Again: main, Other: &twig{}, Late: &main.First.Twig,
		flags: pflag.NewFlagSet("", pflag.ContinueOnError), Calls: []func(*pflag.FlagSet){nil},
		byName: map[string]func(){"a": nil},
	}
	seen := walk(reflect.ValueOf(o), ownership{reflect.TypeFor[ways]().PkgPath()}, nil)
	var paths []string
	for _, l := range seen.leaves {
		paths = append(paths, l.path)
	}
	const want = "Main.Name Main.First.Name Main.First.First Main.First.Twig.Dir Main.Twig.Dir Main.Outer Other.Dir"
	if got := strings.Join(paths, " "); got != want {
		t.Errorf("got the fields %s, want %s", got, want)
	}
	if want := []string{"Again", "Early", "Dir", "Late"}; !slices.Equal(seen.aliases, want) {
		t.Errorf("got the aliases %s, want %s", seen.aliases, want)
	}
	for _, pointer := range []*string{&o.Early.Dir, o.Dir} {
		if path := seen.text(reflect.ValueOf(pointer).Pointer()); path != "Main.Twig.Dir" {
			t.Errorf("the pointer is one to %s", path)
		}
	}
}

// TestOnlyWay holds that a part has its path if the whole is only found through it.
func TestOnlyWay(t *testing.T) {
	type holder struct{ Part *part }
	all := &whole{Name: "all"}
	all.Part.Whole = all
	seen := walk(reflect.ValueOf(&holder{&all.Part}), nil, nil)
	var paths []string
	for _, l := range seen.leaves {
		paths = append(paths, l.path)
	}
	if got, want := strings.Join(paths, " "), "Part.Dir Part.Whole.Name"; got != want {
		t.Errorf("got the fields %s, want %s", got, want)
	}
}

type (
	part struct {
		Dir   string
		Whole *whole
	}
	whole struct {
		Name string
		Part part
	}
)
