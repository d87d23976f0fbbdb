package observer

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/netip"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// config has a field for each kind of value that flags are bound to.
type config struct {
	Text      string
	Number    int32
	Optional  *int32
	Wait      wrapped
	Absent    *wrapped
	List      []string
	Map       map[string]bool
	Header    map[string][]string
	IP        net.IP
	Networks  []net.IPNet
	Address   netip.Addr
	Mode      mode
	Nested    nested
	Pointer   *nested
	Items     []item
	Limits    [3]int
	Levels    []int
	ByName    map[string]*nested
	Interface any
	Chain     chain
	Callback  func()
	secret    string
	embedded
}

type (
	nested   struct{ A, B string }
	item     struct{ Cert, Key string }
	embedded struct{ Shared bool }
	mode     string
	chain    []chain
	// wrapped has the shape of metav1.Duration.
	wrapped struct{ time.Duration }
)

func (w wrapped) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%q", w.String()), nil }

func (m *mode) Set(s string) error {
	if s != "fast" && s != "slow" {
		return errors.New("fast or slow")
	}
	*m = mode(s)
	return nil
}
func (m *mode) String() string { return string(*m) }
func (m *mode) Type() string   { return "mode" }

// value is a flag value of another package: the target is in unexported fields.
type value struct {
	kind string
	set  func(string) error
	to   any
}

func (v *value) Set(s string) error { return v.set(s) }

// pair is a value that sets two texts and has a third one.
type pair struct{ first, second, third *string }

func (v *pair) Set(s string) error { *v.first, *v.second = s, s; return nil }
func (v *pair) String() string     { return *v.first + *v.third }
func (v *pair) Type() string       { return "string" }
func (v *value) String() string    { return "" }
func (v *value) Type() string      { return v.kind }

// untyped has no type.
type untyped struct{ value }

func (*untyped) Type() string { panic("no type") }

func refuse(string) error { return errors.New("refused") }

// row is a registration and what is expected of its flag.
type row struct {
	name     string
	register func(fs *pflag.FlagSet, c *config)
	field    string
	bound    observe.Binding
	// sets is what is set and what it does, a line each.
	sets   string
	others string
}

func rows() []row {
	return []row{
		{"string", func(fs *pflag.FlagSet, c *config) { fs.StringVar(&c.Text, "f", "x", "") }, "Text", observe.Pointer,
			`configgen-a: Text "x" -> "configgen-a"; configgen-b: Text "x" -> "configgen-b"`, ""},
		{"choices of the usage", func(fs *pflag.FlagSet, c *config) {
			fs.StringVar(&c.Text, "f", "json", "Format. One of: json, yaml.")
		}, "Text", observe.Pointer, `yaml: Text "json" -> "yaml"; configgen-a: Text "json" -> "configgen-a"`, ""},
		{"int near its default", func(fs *pflag.FlagSet, c *config) { fs.Int32Var(&c.Number, "f", 80, "") },
			"Number", observe.Pointer, `81: Number 80 -> 81; 82: Number 80 -> 82`, ""},
		{"nil pointer", func(fs *pflag.FlagSet, c *config) {
			fs.Var(&value{"int32", func(s string) error {
				n := int32(len(s))
				c.Optional = &n
				return nil
			}, &c.Optional}, "f", "")
		}, "Optional", observe.Pointer, `7: Optional null -> 1; 41: Optional null -> 2; 7 41: Optional null -> 2`, ""},
		{"duration in a struct with a form of its own", func(fs *pflag.FlagSet, c *config) {
			fs.DurationVar(&c.Wait.Duration, "f", time.Second, "")
		}, "Wait", observe.Pointer, `1h7m3s: Wait "1s" -> "1h7m3s"; 41s: Wait "1s" -> "41s"`, ""},
		{"list", func(fs *pflag.FlagSet, c *config) { fs.StringSliceVar(&c.List, "f", nil, "") }, "List", observe.Pointer,
			`configgen-a: List null -> ["configgen-a"]; ` +
				`configgen-b,configgen-c: List null -> ["configgen-b","configgen-c"]; ` +
				`configgen-a configgen-b,configgen-c: List null -> ["configgen-a","configgen-b","configgen-c"]`, ""},
		{"feature gates of the usage", func(fs *pflag.FlagSet, c *config) {
			fs.Var(&value{"mapStringBool", func(s string) error {
				name, on, ok := strings.Cut(s, "=")
				if !ok || name != "Fast" {
					return errors.New("unknown")
				}
				c.Map = map[string]bool{name: on == "true"}
				return nil
			}, &c.Map}, "f", "Gates:\nFast=true|false (BETA - default=true)")
		}, "Map", observe.Pointer, `Fast=true: Map null -> {"Fast":true}; Fast=false: Map null -> {"Fast":false}; ` +
			`Fast=true Fast=false: Map null -> {"Fast":false}`, ""},
		{"the map itself", func(fs *pflag.FlagSet, c *config) {
			c.Map = map[string]bool{}
			m := c.Map
			fs.Var(&value{"mapStringBool", func(s string) error { m[s] = true; return nil }, m}, "f", "")
		}, "Map", observe.Pointer, `A=true: Map {} -> {"A=true":true}; B=false,C=true: Map {} -> {"B=false,C=true":true}; ` +
			`A=true B=false,C=true: Map {} -> {"A=true":true,"B=false,C=true":true}`, ""},
		{"ip", func(fs *pflag.FlagSet, c *config) { fs.IPVar(&c.IP, "f", nil, "") }, "IP", observe.Pointer,
			`192.0.2.7: IP "" -> "192.0.2.7"; 2001:db8::7: IP "" -> "2001:db8::7"; ` +
				`192.0.2.7 2001:db8::7: IP "" -> "2001:db8::7"`, ""},
		{"networks", func(fs *pflag.FlagSet, c *config) { fs.IPNetSliceVar(&c.Networks, "f", nil, "") },
			"Networks", observe.Pointer, `192.0.2.0/24,198.51.100.0/24: Networks null -> ["192.0.2.0/24","198.51.100.0/24"]; ` +
				`2001:db8::/64: Networks null -> ["2001:db8::/64"]; 192.0.2.0/24,198.51.100.0/24 2001:db8::/64: ` +
				`Networks null -> ["192.0.2.0/24","198.51.100.0/24","2001:db8::/64"]`, ""},
		{"a field that is a value", func(fs *pflag.FlagSet, c *config) { fs.Var(&c.Mode, "f", "Either fast or slow.") },
			"Mode", observe.Pointer, `fast: Mode "" -> "fast"; slow: Mode "" -> "slow"; fast slow: Mode "" -> "slow"`, ""},
		{"a pointer to a struct of several fields", func(fs *pflag.FlagSet, c *config) {
			fs.Var(&value{"pair", func(s string) error { c.Nested = nested{s, s}; return nil }, &c.Nested}, "f", "")
		}, "", "", `configgen-a: Nested.A "" -> "configgen-a", Nested.B "" -> "configgen-a"; ` +
			`configgen-b: Nested.A "" -> "configgen-b", Nested.B "" -> "configgen-b"; configgen-a configgen-b: ` +
			`Nested.A "" -> "configgen-b", Nested.B "" -> "configgen-b"`, "Nested.A Nested.B"},
		{"a pointer to the whole", func(fs *pflag.FlagSet, c *config) {
			c.Optional, c.ByName = new(int32), nil
			fs.Var(&value{"whole", func(s string) error { c.Text = s; return nil }, c}, "f", "")
		}, "Text", observe.Effect, `configgen-a: Text "" -> "configgen-a"; configgen-b: Text "" -> "configgen-b"; ` +
			`configgen-a configgen-b: Text "" -> "configgen-b"`, ""},
		{"the first field of a struct", func(fs *pflag.FlagSet, c *config) { fs.StringVar(&c.Pointer.A, "f", "", "") },
			"Pointer.A", observe.Pointer,
			`configgen-a: Pointer.A "" -> "configgen-a"; configgen-b: Pointer.A "" -> "configgen-b"`, ""},
		{"items of a list of structs", func(fs *pflag.FlagSet, c *config) {
			fs.Var(&value{"namedCertKey", func(s string) error {
				cert, key, _ := strings.Cut(s, ",")
				c.Items = append(c.Items, item{cert, key})
				return nil
			}, &c.Items}, "f", "")
		}, "Items", observe.Pointer,
			`a.crt,a.key: Items[0].Cert  -> "a.crt", Items[0].Key  -> "a.key", Items null -> ; ` +
				`b.crt,b.key:*.example.com: Items[0].Cert  -> "b.crt", Items[0].Key  -> "b.key:*.example.com", Items null -> ; ` +
				`a.crt,a.key b.crt,b.key:*.example.com: Items[0].Cert  -> "a.crt", Items[0].Key  -> "a.key", ` +
				`Items[1].Cert  -> "b.crt", Items[1].Key  -> "b.key:*.example.com", Items null -> `, ""},
		{"an element of an array", func(fs *pflag.FlagSet, c *config) { fs.IntVar(&c.Limits[0], "f", 1, "") },
			"Limits[0]", observe.Pointer, `2: Limits [1,0,0] -> [2,0,0]; 3: Limits [1,0,0] -> [3,0,0]`, "Limits"},
		{"an element of a list", func(fs *pflag.FlagSet, c *config) {
			c.Levels = []int{1, 2}
			fs.IntVar(&c.Levels[1], "f", 2, "")
		}, "Levels[1]", observe.Pointer, `3: Levels [1,2] -> [1,3]; 4: Levels [1,2] -> [1,4]`, "Levels"},
		{"a value of a map of structs", func(fs *pflag.FlagSet, c *config) {
			for name, n := range c.ByName {
				fs.StringVar(&n.B, "f", "", "Of "+name)
			}
		}, "ByName[one].B", observe.Pointer,
			`configgen-a: ByName[one].B "" -> "configgen-a"; configgen-b: ByName[one].B "" -> "configgen-b"`, ""},
		{"unexported and embedded", func(fs *pflag.FlagSet, c *config) { fs.BoolVar(&c.Shared, "f", true, "") },
			"embedded.Shared", observe.Pointer, `false: embedded.Shared true -> false; true: `, ""},
		{"unexported", func(fs *pflag.FlagSet, c *config) { fs.StringVar(&c.secret, "f", "", "") }, "secret",
			observe.Pointer, `configgen-a: secret "" -> "configgen-a"; configgen-b: secret "" -> "configgen-b"`, ""},
		{"closure", func(fs *pflag.FlagSet, c *config) {
			fs.Func("f", "", func(s string) error { c.Text = s; return nil })
		}, "Text", observe.Effect, `configgen-a: Text "" -> "configgen-a"; configgen-b: Text "" -> "configgen-b"; ` +
			`configgen-a configgen-b: Text "" -> "configgen-b"`, ""},
		{"closure that sets two fields, one to what it holds", func(fs *pflag.FlagSet, c *config) {
			c.Number = 1
			fs.Func("f", "", func(s string) error { c.Text, c.Number = s, 1; return nil })
		}, "", "", `configgen-a: Text "" -> "configgen-a"; configgen-b: Text "" -> "configgen-b"; ` +
			`configgen-a configgen-b: Text "" -> "configgen-b"`, "Text Number"},
		{"a value that sets a variable, too", func(fs *pflag.FlagSet, c *config) {
			last, held := "", "held"
			fs.Var(&pair{&c.Text, &last, &held}, "f", "")
		}, "Text", observe.Pointer, `configgen-a: Text "" -> "configgen-a"; configgen-b: Text "" -> "configgen-b"; ` +
			`configgen-a configgen-b: Text "" -> "configgen-b"`, "a variable of type string"},
		{"local", func(fs *pflag.FlagSet, _ *config) { fs.String("f", "", "") }, "", "", `configgen-a: ; configgen-b: `, ""},
		{"panics when it is asked for its type", func(fs *pflag.FlagSet, c *config) {
			fs.Var(&untyped{value{set: func(s string) error { c.Text = s; return nil }, to: &c.Text}}, "f", "")
		}, "Text", observe.Pointer, `configgen-a: Text "" -> "configgen-a"; configgen-b: Text "" -> "configgen-b"; ` +
			`configgen-a configgen-b: Text "" -> "configgen-b"`, ""},
		{"refuses everything", func(fs *pflag.FlagSet, c *config) { fs.Var(&value{"odd", refuse, nil}, "f", "") }, "", "",
			`configgen-a: error invalid argument "configgen-a" for "--f" flag: refused`, ""},
		{"panics", func(fs *pflag.FlagSet, c *config) {
			fs.Func("f", "", func(string) error { panic("broken") })
		}, "", "", `configgen-a: error broken`, ""},
		{"a flag of package flag", func(fs *pflag.FlagSet, c *config) {
			library := flag.NewFlagSet("", flag.ContinueOnError)
			library.StringVar(&c.Text, "f", "x", "")
			fs.AddGoFlagSet(library)
		}, "Text", observe.Pointer, `configgen-a: Text "x" -> "configgen-a"; configgen-b: Text "x" -> "configgen-b"`, ""},
	}
}

// TestBindings registers one flag in each way that components have.
func TestBindings(t *testing.T) {
	for _, r := range rows() {
		t.Run(r.name, func(t *testing.T) {
			o := observed(t, func(s *Subject) error {
				c := &config{Pointer: &nested{}, ByName: map[string]*nested{"one": {}}}
				s.Object(&c)
				r.register(s.FlagSet(), c)
				return nil
			})
			if len(o.Flags) != 1 {
				t.Fatalf("%d flags", len(o.Flags))
			}
			f := o.Flags[0]
			if f.Field != r.field || f.Bound != r.bound || strings.Join(f.Others, " ") != r.others {
				t.Errorf("field %q by %q, others %v", f.Field, f.Bound, f.Others)
			}
			if got := setsText(usual(f)); got != r.sets {
				t.Errorf("got  %s\nwant %s", got, r.sets)
			}
		})
	}
}

func setsText(sets []observe.Set) string {
	var all []string
	for _, set := range sets {
		var changes []string
		for _, c := range set.Changes {
			changes = append(changes, fmt.Sprintf("%s %s -> %s", c.Field, c.Before, c.After))
		}
		if set.Error != "" {
			changes = append(changes, "error "+set.Error)
		}
		all = append(all, strings.Join(set.Values, " ")+": "+strings.Join(changes, ", "))
	}
	return strings.Join(all, "; ")
}

// observed runs a session in this process. Flags that are given are set by the same command lines again.
func observed(t *testing.T, run func(*Subject) error, given ...observe.Flag) *observe.Observation {
	t.Helper()
	s := newSession(t, run)
	for _, f := range given {
		s.input.Sets[f.Command+" "+f.Name] = f.Sets
	}
	defer keepProcess()()
	o, failure := s.observe()
	if failure != nil {
		t.Fatal(failure.Message)
	}
	return o
}

// newSession is a session in this process.
func newSession(t *testing.T, run func(*Subject) error) *session {
	t.Helper()
	j, err := openJournal(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	return &session{variant: Variant{Modules: []string{reflect.TypeFor[config]().PkgPath()}, Run: run}, journal: j,
		process: remember(), input: observe.Input{Variables: []string{"CONFIGGEN_UNSET"}, Sets: map[string][]observe.Set{}}}
}

// TestOnce expects a failure, and no flags that refuse everything, of a registration that works once.
func TestOnce(t *testing.T) {
	for name, works := range map[string]int{"once": 1, "until flags are set": 4} {
		runs := 0
		s := newSession(t, func(s *Subject) error {
			if runs++; runs > works {
				return errors.New("not again")
			}
			c := &config{}
			s.Object(c)
			s.FlagSet().StringVar(&c.Text, "text", "", "")
			return nil
		})
		restore := keepProcess()
		o, failure := s.observe()
		restore()
		if o != nil || failure == nil || !failure.Again || failure.Message != "not again" {
			t.Errorf("%s: got %+v, %+v", name, o, failure)
		}
	}
}

// masked hides what it holds, and level has a form that tells it.
type (
	masked string
	level  int
)

func (masked) MarshalJSON() ([]byte, error)   { return []byte(`"***"`), nil }
func (l level) MarshalText() ([]byte, error)  { return []byte([]string{"low", "high"}[l]), nil }
func (l *level) UnmarshalText(t []byte) error { *l = level(len(t) - 3); return nil }

// TestMasked expects the value of a field whose form in JSON is the same for all.
func TestMasked(t *testing.T) {
	secret, high := masked("a"), level(1)
	for got, want := range map[string]string{
		render(reflect.ValueOf(&secret).Elem()): `"a"`, render(reflect.ValueOf(&high).Elem()): `"high"`,
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// keepProcess returns a function that gives the process the flags that it has now.
func keepProcess() func() {
	goFlags, pFlags := *flag.CommandLine, *pflag.CommandLine
	return func() { *flag.CommandLine, *pflag.CommandLine = goFlags, pFlags }
}

// TestColumns looks at what pflag knows of flags.
func TestColumns(t *testing.T) {
	o := observed(t, func(s *Subject) error {
		c := &config{Text: "before"}
		s.Object(c)
		fs := s.FlagSet()
		fs.SortFlags = false
		fs.StringVarP(&c.Text, "text", "t", c.Text, "The text.")
		fs.StringVar(&c.secret, "literal", "", "")
		fs.Int32Var(&c.Number, "old_name", 5, "")
		fs.BoolVar(&c.Shared, "hidden", false, "")
		fs.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
			return pflag.NormalizedName(strings.ReplaceAll(name, "_", "-"))
		})
		return errors.Join(
			fs.MarkDeprecated("old-name", "use --new-name"), fs.MarkShorthandDeprecated("text", "use --text"),
			fs.MarkHidden("hidden"), fs.SetAnnotation("text", "group", []string{"a"}),
		)
	})
	if got := strings.Join(o.Registered, ""); got != " text literal old-name hidden" || !o.Flags[0].Unsorted {
		t.Errorf("registered: %q, %+v", got, o.Flags[0])
	}
	if !o.Normalized {
		t.Error("the names are normalized")
	}
	byName := map[string]observe.Flag{}
	for _, f := range o.Flags {
		byName[f.Name] = f
	}
	text, old := byName["text"], byName["old-name"]
	switch {
	case text.Shorthand != "t" || text.ShorthandDeprecated != "use --text" || text.Annotations["group"][0] != "a" ||
		text.Usage != "The text." || text.Default != "before" || text.Written != nil:
		t.Errorf("%+v", text)
	case old.Deprecated != "use --new-name" || !old.Hidden || old.Written == nil || old.Written.Before != "0" ||
		old.Written.After != "5":
		t.Errorf("%+v", old)
	case byName["hidden"].NoOptDefVal != "true" || !byName["hidden"].Hidden:
		t.Errorf("%+v", byName["hidden"])
	case byName["literal"].Written == nil: // the literal is what the constructor gives, too
		t.Error("the literal is written")
	}
	if len(text.Calls) != 0 { // the function for names replaces that of the observer
		t.Error(text.Calls)
	}
}

// TestProcess registers flags for the process and changes its values: each run begins as the first.
func TestProcess(t *testing.T) {
	held := flag.CommandLine
	defer func() { flag.CommandLine = held }()
	flag.CommandLine = flag.NewFlagSet("", flag.ContinueOnError)
	level := flag.String("level", "info", "")
	global := &config{List: []string{"a"}}
	o := observed(t, func(s *Subject) error {
		s.Object(global)
		fs := s.FlagSet()
		flag.Bool("each-time", false, "") // panics if it is there already
		fs.AddGoFlagSet(flag.CommandLine)
		fs.StringSliceVar(&global.List, "list", global.List, "")
		return nil
	})
	want := map[string]string{
		"each-time": "true: ; false: ", "level": "configgen-a: ; configgen-b: ",
		"list": `configgen-a: List ["a"] -> ["configgen-a"]; ` +
			`configgen-b,configgen-c: List ["a"] -> ["configgen-b","configgen-c"]; ` +
			`configgen-a configgen-b,configgen-c: List ["a"] -> ["configgen-a","configgen-b","configgen-c"]`,
	}
	for _, f := range o.Flags {
		if got := setsText(usual(f)); got != want[f.Name] {
			t.Errorf("--%s: %s", f.Name, got)
		}
	}
	if *level != "info" {
		t.Errorf("the process has %q", *level)
	}
}

// TestSharedPointer has options that point to a variable of the process: each run begins as the first.
func TestSharedPointer(t *testing.T) {
	shared := &nested{A: "a"}
	o := observed(t, func(s *Subject) error {
		c := &config{Pointer: shared}
		s.Object(c)
		s.FlagSet().StringVar(&c.Pointer.A, "text", c.Pointer.A, "")
		return nil
	})
	want := `configgen-a: Pointer.A "a" -> "configgen-a"; configgen-b: Pointer.A "a" -> "configgen-b"`
	if got := setsText(usual(o.Flags[0])); got != want {
		t.Errorf("got %s", got)
	}
	for _, f := range o.Fields {
		if f.Varies {
			t.Errorf("%s varies", f.Path)
		}
	}
}

// TestLike sets the values that are given, also those that are refused.
func TestLike(t *testing.T) {
	given := []observe.Set{{Values: []string{"7"}}, {Values: []string{"x"}}, {Values: []string{"1"}}}
	o := observed(t, func(s *Subject) error {
		c := &config{}
		s.Object(c)
		s.FlagSet().Int32Var(&c.Number, "number", 1, "")
		return nil
	}, observe.Flag{Name: "number", Sets: given})
	if !slices.EqualFunc(o.Flags[0].Sets, given, observe.Set.Same) || o.Flags[0].Sets[1].Error == "" {
		t.Errorf("%+v", o.Flags[0].Sets)
	}
}

// TestJournal goes on where a program has ended.
func TestJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "journal")
	j, err := openJournal(name)
	if err != nil {
		t.Fatal(err)
	}
	known := []observe.Set{{Values: []string{"known"}}}
	for _, e := range []observe.Entry{{Begin: " a"}, {Flag: " a", Sets: known}, {Begin: " b"}} {
		if err := j.write(e); err != nil {
			t.Fatal(err)
		}
	}
	if j, err = openJournal(name); err != nil {
		t.Fatal(err)
	}
	s := &session{journal: j, process: &process{}}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.String("a", "", "")
	fs.String("b", "", "")
	if got := s.tried(located{fs.Lookup("a"), &set{FlagSet: fs}}, "").Sets; !reflect.DeepEqual(got, known) {
		t.Errorf("%+v", got)
	}
	if got := s.tried(located{fs.Lookup("b"), &set{FlagSet: fs}}, "").Sets; len(got) != 1 || !got[0].Ended {
		t.Errorf("%+v", got)
	}
}
