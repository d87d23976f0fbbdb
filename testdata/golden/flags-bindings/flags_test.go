package bindings

import (
	"reflect"
	"slices"
	"testing"

	"github.com/spf13/pflag"
)

func register(f *BindingsFlags) *pflag.FlagSet {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.AddFlags(fs)
	return fs
}

// texts are two things to set for each type of flag that is not a string.
var texts = map[string][2]string{
	"bool": {"true", "false"}, "int": {"-3", "4"}, "int32": {"-3", "4"}, "int64": {"-3", "4"}, "uint": {"3", "4"}, "uint16": {"3", "4"},
	"uint32": {"3", "4"}, "float32": {"1.5", "2"}, "float64": {"1.5", "2"}, "duration": {"1m0s", "2h0m0s"}, "ip": {"10.0.0.1", "::1"},
	"ipPort": {"10.0.0.1:80", "[::1]:80"}, "cidr": {"10.0.0.0/8", "fd00::/8"}, "hostPort": {"a:1", "[::1]:2"}, "quantity": {"10Mi", "500m"},
	"stringSlice": {"a,b", "c"}, "int32Slice": {"1,2", "3"}, "intSlice": {"1,2", "3"}, "boolSlice": {"true,false", "true"},
	"durationSlice": {"1s,2s", "3s"}, "mapStringString": {"a=b", "c=d"}, "mapStringBool": {"a=true", "b=false"}, "mapStringInt": {"a=1", "b=2"},
	"colonSeparatedMultimapStringString": {"a:b", "c:d"}, "words": {"a/b", "c"}, "string": {"a", "b"},
	"stringArray": {"a,b", "c"}, "intOrString": {"3", "25%"}, "mapStringIntOrString": {"a=3", "b=25%"}, "mapStringDuration": {"a=1m0s", "b=2s"},
}

func textsOf(t *testing.T, f *pflag.Flag) [2]string {
	t.Helper()
	pair, known := texts[f.Value.Type()]
	if !known {
		t.Fatalf("--%s has the type %s, for which this test has no text", f.Name, f.Value.Type())
	}
	return pair
}

func TestEveryBindingRoundTrips(t *testing.T) {
	register(&BindingsFlags{}).VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() == "stringArray" {
			return // a text is one item, also if it is the text of several
		}
		for _, text := range textsOf(t, f) {
			var first, second BindingsFlags
			if err := register(&first).Set(f.Name, text); err != nil {
				t.Errorf("--%s=%s: %v", f.Name, text, err)
				continue
			}
			printed := register(&first).Lookup(f.Name).Value.String()
			if err := register(&second).Set(f.Name, printed); err != nil {
				t.Errorf("--%s prints %q, which it refuses: %v", f.Name, printed, err)
			}
			if text != "false" && reflect.DeepEqual(first, BindingsFlags{}) || register(&second).Lookup(f.Name).Value.String() != printed {
				t.Errorf("--%s=%s is printed as %q and read as %q", f.Name, text, printed, register(&second).Lookup(f.Name).Value.String())
			}
		}
	})
}

func TestEveryBindingReplacesFirst(t *testing.T) {
	register(&BindingsFlags{}).VisitAll(func(f *pflag.Flag) {
		pair := textsOf(t, f)
		var fromFile, fresh BindingsFlags
		if err := register(&fromFile).Set(f.Name, pair[0]); err != nil {
			t.Fatal(err)
		}
		for _, target := range []*BindingsFlags{&fromFile, &fresh} {
			if err := register(target).Set(f.Name, pair[1]); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(fromFile, fresh) {
			t.Errorf("--%s=%s over %s gives %+v, and over nothing %+v", f.Name, pair[1], pair[0], fromFile, fresh)
		}
	})
}

func TestArraysEqualThoseOfPflag(t *testing.T) {
	list := []string{"a,b", `c"d`}
	pointed := slices.Clone(list)
	generated := BindingsFlags{Patterns: list, PatternsPointer: &pointed, PatternList: list}
	fs := register(&generated)
	byHand := slices.Clone(list)
	other := pflag.NewFlagSet("", pflag.ContinueOnError)
	other.StringArrayVar(&byHand, "patterns", byHand, "")
	want := other.Lookup("patterns")
	for _, name := range []string{"patterns", "patterns-pointer", "pattern-list"} {
		if got := fs.Lookup(name); got.DefValue != want.DefValue || got.Value.Type() != want.Value.Type() {
			t.Errorf("--%s: got %q of type %s, want %q of type %s", name, got.DefValue, got.Value.Type(), want.DefValue,
				want.Value.Type())
		}
	}
	for _, value := range []string{"x,y", "", "z"} {
		for _, set := range []*pflag.FlagSet{fs, other} {
			set.VisitAll(func(f *pflag.Flag) {
				if err := error(nil); f.Value.Type() == "stringArray" {
					if err = set.Set(f.Name, value); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for _, got := range [][]string{generated.Patterns, *generated.PatternsPointer, generated.PatternList} {
			if !slices.Equal(got, byHand) {
				t.Errorf("after %q: got %q, want %q", value, got, byHand)
			}
		}
		if got := fs.Lookup("patterns").Value.String(); got != want.Value.String() {
			t.Errorf("after %q: it prints %s, want %s", value, got, want.Value.String())
		}
	}
	if list[0] != "a,b" {
		t.Errorf("the default has changed: %q", list)
	}
}

func TestTheShorthandIsDeprecated(t *testing.T) {
	byHand := pflag.NewFlagSet("", pflag.ContinueOnError)
	byHand.StringArrayP("pattern-list", "l", nil, "A named list with commas.")
	if err := byHand.MarkShorthandDeprecated("pattern-list", "use --pattern-list"); err != nil {
		t.Fatal(err)
	}
	want, got := byHand.Lookup("pattern-list"), register(&BindingsFlags{}).Lookup("pattern-list")
	if got.ShorthandDeprecated != want.ShorthandDeprecated || got.Shorthand != want.Shorthand {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if other := register(&BindingsFlags{}).Lookup("patterns"); other.ShorthandDeprecated != "" {
		t.Errorf("got %+v", other)
	}
}

func TestRegistrationCreatesNothing(t *testing.T) {
	var f BindingsFlags
	register(&f)
	if !reflect.DeepEqual(f, BindingsFlags{}) {
		t.Errorf("registration made %+v", f)
	}
	fs := register(&f)
	if err := fs.Parse([]string{"--nested-enabled", "--nested-ports=1", "--nested-ports=2", "--bool-pointer", "--strings-pointer=a", "--strings-pointer=b"}); err != nil {
		t.Fatal(err)
	}
	yes, list := true, []string{"a", "b"}
	if want := (BindingsFlags{Nested: &Nested{Enabled: true, Ports: []int32{1, 2}}, BoolPointer: &yes, StringsPointer: &list}); !reflect.DeepEqual(f, want) {
		t.Errorf("got %+v", f)
	}
	var deep BindingsFlags
	if err := register(&deep).Set("deeper-name", "x"); err != nil || *deep.Nested.Deeper.Name != "x" {
		t.Errorf("a flag behind three pointers: %v", err)
	}
	if err := fs.Set("int32-pointer", "many"); err == nil || f.Int32Pointer != nil {
		t.Errorf("a refused text: %v, %v", err, f.Int32Pointer)
	}
}
