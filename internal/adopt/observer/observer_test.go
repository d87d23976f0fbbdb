package observer

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/netip"
	"os"
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

func (v *value) String() string { return "" }
func (v *value) Type() string   { return v.kind }

// untyped has no type.
type untyped struct{ value }

func (*untyped) Type() string { panic("no type") }

func refuse(string) error { return errors.New("refused") }

// row is a registration with the expected results for its flag.
type row struct {
	name     string
	register func(fs *pflag.FlagSet, c *config)
	field    string
	// sets are the values that are set and the changes, a line each.
	sets   string
	others string
}

func rows() []row {
	return []row{
		{"string", func(fs *pflag.FlagSet, c *config) { fs.StringVar(&c.Text, "f", "x", "") }, "Text",
			`configgen-a: Text "x" -> "configgen-a"; configgen-b: Text "x" -> "configgen-b"`, ""},
		{"choices of the usage", func(fs *pflag.FlagSet, c *config) {
			fs.StringVar(&c.Text, "f", "json", "Format. One of: json, yaml.")
		}, "Text", `yaml: Text "json" -> "yaml"; configgen-a: Text "json" -> "configgen-a"`, ""},
		{"int near its default", func(fs *pflag.FlagSet, c *config) { fs.Int32Var(&c.Number, "f", 80, "") },
			"Number", `81: Number 80 -> 81; 82: Number 80 -> 82`, ""},
		{"nil pointer", func(fs *pflag.FlagSet, c *config) {
			fs.Var(&value{"int32", func(s string) error {
				n := int32(len(s))
				c.Optional = &n
				return nil
			}, &c.Optional}, "f", "")
		}, "Optional", `configgen-a: Optional null -> 11; true: Optional null -> 4`, ""},
		{"duration in a struct with a form of its own", func(fs *pflag.FlagSet, c *config) {
			fs.DurationVar(&c.Wait.Duration, "f", time.Second, "")
		}, "Wait", `1s1ns: Wait "1s" -> "1.000000001s"; 1h7m3s: Wait "1s" -> "1h7m3s"`, ""},
		{"list", func(fs *pflag.FlagSet, c *config) { fs.StringSliceVar(&c.List, "f", nil, "") }, "List",
			`configgen-a: List null -> ["configgen-a"]; configgen-b: List null -> ["configgen-b"]`, ""},
		{"feature gates of the usage", func(fs *pflag.FlagSet, c *config) {
			fs.Var(&value{"mapStringBool", func(s string) error {
				name, on, ok := strings.Cut(s, "=")
				if !ok || name != "Fast" {
					return errors.New("unknown")
				}
				c.Map = map[string]bool{name: on == "true"}
				return nil
			}, &c.Map}, "f", "Gates:\nFast=true|false (BETA - default=true)")
		}, "Map", `Fast=true: Map null -> {"Fast":true}; Fast=false: Map null -> {"Fast":false}`, ""},
		{"the map itself", func(fs *pflag.FlagSet, c *config) {
			c.Map = map[string]bool{}
			m := c.Map
			fs.Var(&value{"mapStringBool", func(s string) error { m[s] = true; return nil }, m}, "f", "")
		}, "Map", `configgen-a: Map {} -> {"configgen-a":true}; configgen-b: Map {} -> {"configgen-b":true}`, ""},
		{"ip", func(fs *pflag.FlagSet, c *config) { fs.IPVar(&c.IP, "f", nil, "") }, "IP",
			`192.0.2.7: IP "" -> "192.0.2.7"; 2001:db8::7: IP "" -> "2001:db8::7"`, ""},
		{"networks", func(fs *pflag.FlagSet, c *config) { fs.IPNetSliceVar(&c.Networks, "f", nil, "") },
			"Networks",
			`192.0.2.0/24: Networks null -> ["192.0.2.0/24"]; 2001:db8::/64: Networks null -> ["2001:db8::/64"]`, ""},
		{"a field that is a value", func(fs *pflag.FlagSet, c *config) { fs.Var(&c.Mode, "f", "Either fast or slow.") },
			"Mode", `fast: Mode "" -> "fast"; slow: Mode "" -> "slow"`, ""},
		{"a pointer to a struct of several fields", func(fs *pflag.FlagSet, c *config) {
			fs.Var(&value{"pair", func(s string) error { c.Nested = nested{s, s}; return nil }, &c.Nested}, "f", "")
		}, "", `configgen-a: Nested.A "" -> "configgen-a", Nested.B "" -> "configgen-a"; ` +
			`configgen-b: Nested.A "" -> "configgen-b", Nested.B "" -> "configgen-b"`, "Nested.A Nested.B"},
		{"a pointer to the whole", func(fs *pflag.FlagSet, c *config) {
			c.Optional, c.ByName = new(int32), nil
			fs.Var(&value{"whole", func(s string) error { c.Text = s; return nil }, c}, "f", "")
		}, "Text", `configgen-a: Text "" -> "configgen-a"; configgen-b: Text "" -> "configgen-b"`, ""},
		{"the first field of a struct", func(fs *pflag.FlagSet, c *config) { fs.StringVar(&c.Pointer.A, "f", "", "") },
			"Pointer.A",
			`configgen-a: Pointer.A "" -> "configgen-a"; configgen-b: Pointer.A "" -> "configgen-b"`, ""},
		{"items of a list of structs", func(fs *pflag.FlagSet, c *config) {
			fs.Var(&value{"namedCertKey", func(s string) error {
				cert, key, _ := strings.Cut(s, ",")
				c.Items = append(c.Items, item{cert, key})
				return nil
			}, &c.Items}, "f", "")
		}, "Items",
			`configgen-a: Items[0].Cert  -> "configgen-a", Items[0].Key  -> "", Items null -> ; ` +
				`configgen-b: Items[0].Cert  -> "configgen-b", Items[0].Key  -> "", Items null -> `, ""},
		{"an element of an array", func(fs *pflag.FlagSet, c *config) { fs.IntVar(&c.Limits[0], "f", 1, "") },
			"Limits", `2: Limits [1,0,0] -> [2,0,0]; 3: Limits [1,0,0] -> [3,0,0]`, ""},
		{"an element of a list", func(fs *pflag.FlagSet, c *config) {
			c.Levels = []int{1, 2}
			fs.IntVar(&c.Levels[1], "f", 2, "")
		}, "Levels", `3: Levels [1,2] -> [1,3]; 4: Levels [1,2] -> [1,4]`, ""},
		{"a value of a map of structs", func(fs *pflag.FlagSet, c *config) {
			for name, n := range c.ByName {
				fs.StringVar(&n.B, "f", "", "Of "+name)
			}
		}, "ByName[one].B",
			`configgen-a: ByName[one].B "" -> "configgen-a"; configgen-b: ByName[one].B "" -> "configgen-b"`, ""},
		{"unexported and embedded", func(fs *pflag.FlagSet, c *config) { fs.BoolVar(&c.Shared, "f", true, "") },
			"embedded.Shared", `false: embedded.Shared true -> false; T: `, ""},
		{"unexported", func(fs *pflag.FlagSet, c *config) { fs.StringVar(&c.secret, "f", "", "") }, "secret",
			`configgen-a: secret "" -> "configgen-a"; configgen-b: secret "" -> "configgen-b"`, ""},
		{"closure", func(fs *pflag.FlagSet, c *config) {
			fs.Func("f", "", func(s string) error { c.Text = s; return nil })
		}, "Text", `configgen-a: Text "" -> "configgen-a"; configgen-b: Text "" -> "configgen-b"`, ""},
		{"closure that sets two fields, one to what it holds", func(fs *pflag.FlagSet, c *config) {
			c.Number = 1
			fs.Func("f", "", func(s string) error { c.Text, c.Number = s, 1; return nil })
		}, "", `configgen-a: Text "" -> "configgen-a"; configgen-b: Text "" -> "configgen-b"`, "Text Number"},
		{"local", func(fs *pflag.FlagSet, _ *config) { fs.String("f", "", "") }, "", `configgen-a: ; configgen-b: `, ""},
		{"panics when it is asked for its type", func(fs *pflag.FlagSet, c *config) {
			fs.Var(&untyped{value{set: func(s string) error { c.Text = s; return nil }, to: &c.Text}}, "f", "")
		}, "Text", `configgen-a: Text "" -> "configgen-a"; configgen-b: Text "" -> "configgen-b"`, ""},
		{"refuses everything", func(fs *pflag.FlagSet, c *config) { fs.Var(&value{"odd", refuse, nil}, "f", "") }, "",
			``, ""},
		{"panics", func(fs *pflag.FlagSet, c *config) {
			fs.Func("f", "", func(string) error { panic("broken") })
		}, "", ``, ""},
		{"a flag of package flag", func(fs *pflag.FlagSet, c *config) {
			library := flag.NewFlagSet("", flag.ContinueOnError)
			library.StringVar(&c.Text, "f", "x", "")
			fs.AddGoFlagSet(library)
		}, "Text", `configgen-a: Text "x" -> "configgen-a"; configgen-b: Text "x" -> "configgen-b"`, ""},
	}
}

// TestBindings registers one flag in each way that components have.
func TestBindings(t *testing.T) {
	for _, r := range rows() {
		t.Run(r.name, func(t *testing.T) {
			o := observed(t, func(s *Subject) error {
				c := &config{Pointer: &nested{}, ByName: map[string]*nested{"one": {}}}
				if err := s.Object("New", &c); err != nil {
					return err
				}
				r.register(s.FlagSet(), c)
				return nil
			})
			if len(o.Flags) != 1 {
				t.Fatalf("%d flags", len(o.Flags))
			}
			f := o.Flags[0]
			if f.Field != r.field || strings.Join(f.Others, " ") != r.others {
				t.Errorf("field %q, others %v", f.Field, f.Others)
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
		s.input.Sets[f.Name] = f.Sets
	}
	defer keepProcess()()
	o, failure := s.observe()
	if failure != nil {
		t.Fatal(failure.Message)
	}
	return o
}

// newSession returns a session in this process.
func newSession(t *testing.T, run func(*Subject) error) *session {
	t.Helper()
	journal, err := os.Create(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { journal.Close() })
	return &session{
		registration: Registration{Modules: []string{reflect.TypeFor[config]().PkgPath()}, Run: run}, journal: journal,
		process: remember(), input: observe.Input{Variables: []string{"CONFIGGEN_UNSET"}, Sets: map[string][]observe.Set{}},
	}
}

// usual returns the first command lines of a flag that it accepts.
func usual(f observe.Flag) []observe.Set {
	accepted := slices.DeleteFunc(slices.Clone(f.Sets), func(set observe.Set) bool {
		return set.Error != "" || set.Held != nil
	})
	return accepted[:min(len(accepted), wanted)]
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
			if err := s.Object("New", c); err != nil {
				return err
			}
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

// masked hides its value, and level has a text that shows it.
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

// TestColumns checks the properties of flags in pflag.
func TestColumns(t *testing.T) {
	o := observed(t, func(s *Subject) error {
		c := &config{Text: "before"}
		if err := s.Object("New", c); err != nil {
			return err
		}
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
	if got := strings.Join(o.Registered, " "); got != "text literal old-name hidden" || !o.Flags[0].Unsorted {
		t.Errorf("registered: %q, %+v", got, o.Flags[0])
	}
	byName := map[string]observe.Flag{}
	for _, f := range o.Flags {
		byName[f.Name] = f
	}
	text, old := byName["text"], byName["old-name"]
	switch {
	case text.Shorthand != "t" || text.ShorthandDeprecated != "use --text" || text.Annotations["group"][0] != "a" ||
		text.Usage != "The text." || text.Default != "before":
		t.Errorf("%+v", text)
	case old.Deprecated != "use --new-name" || !old.Hidden:
		t.Errorf("%+v", old)
	case byName["hidden"].NoOptDefVal != "true" || !byName["hidden"].Hidden:
		t.Errorf("%+v", byName["hidden"])
	}
	if len(text.Calls) != 0 { // the function for names replaces the function of the observer
		t.Error(text.Calls)
	}
}

// TestProcess registers flags for the process and changes its values: each run begins as the first.
func TestProcess(t *testing.T) {
	held := flag.CommandLine
	defer func() { flag.CommandLine = held }()
	flag.CommandLine = flag.NewFlagSet("", flag.ContinueOnError)
	level := flag.String("level", "info", "")
	o := observed(t, func(s *Subject) error {
		global := &config{List: []string{"a"}}
		if err := s.Object("New", global); err != nil {
			return err
		}
		fs := s.FlagSet()
		flag.Bool("each-time", false, "") // panics if it is there already
		fs.AddGoFlagSet(flag.CommandLine)
		fs.StringSliceVar(&global.List, "list", global.List, "")
		return nil
	})
	want := map[string]string{
		"each-time": "true: ; T: ", "level": "configgen-a: ; configgen-b: ",
		"list": `configgen-a: List ["a"] -> ["configgen-a"]; configgen-b: List ["a"] -> ["configgen-b"]`,
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

// TestKept has options that are, or point to, a variable of the process: options that are such a variable are refused,
// and a variable behind a pointer is not a field of the options.
func TestKept(t *testing.T) {
	shared := &nested{A: "a"}
	o := observed(t, func(s *Subject) error {
		c := &config{Pointer: shared}
		if err := s.Object("New", c); err != nil {
			return err
		}
		s.FlagSet().StringVar(&c.Pointer.A, "text", c.Pointer.A, "")
		return nil
	})
	if f := o.Flags[0]; f.Field != "" || len(f.Others) > 0 {
		t.Errorf("got %+v", f)
	}
	c := &config{}
	s := newSession(t, func(s *Subject) error { return s.Object("New", c) })
	if _, failure := s.observe(); failure == nil || failure.Message != "New returns the same object each time" {
		t.Errorf("got %+v", failure)
	}
}

// TestLike expects all given values to be set, also refused ones.
func TestLike(t *testing.T) {
	given := []observe.Set{{Values: []string{"7"}}, {Values: []string{"x"}}, {Values: []string{"1"}}}
	o := observed(t, func(s *Subject) error {
		c := &config{}
		if err := s.Object("New", c); err != nil {
			return err
		}
		s.FlagSet().Int32Var(&c.Number, "number", 1, "")
		return nil
	}, observe.Flag{Name: "number", Sets: given})
	if !slices.EqualFunc(o.Flags[0].Sets, given, observe.Set.Same) || o.Flags[0].Sets[1].Error == "" {
		t.Errorf("%+v", o.Flags[0].Sets)
	}
}

// TestEnded does not set a flag that a program has ended with.
func TestEnded(t *testing.T) {
	s := newSession(t, func(s *Subject) error {
		c := &config{}
		s.FlagSet().Func("exit", "", func(string) error { panic("it is set") })
		return s.Object("New", c)
	})
	s.input.Ended = []string{"exit"}
	o, _ := s.observe()
	if sets := o.Flags[0].Sets; len(sets) != 1 || !sets[0].Ended {
		t.Errorf("got %+v", sets)
	}
	if content, err := os.ReadFile(s.journal.Name()); len(content) > 0 || err != nil {
		t.Errorf("the journal has %s, %v", content, err)
	}
}

// TestForms has types of values that treat two usual values like the types of pflag, and other values differently.
func TestForms(t *testing.T) {
	o := observed(t, func(s *Subject) error {
		c := &config{}
		if err := s.Object("New", c); err != nil {
			return err
		}
		fs := s.FlagSet()
		fs.Var(&value{"string", func(s string) error { c.Text = strings.TrimSpace(s); return nil }, &c.Text}, "trimmed", "")
		fs.Var(&value{"string", func(s string) error {
			_, err := netip.ParseAddr(s)
			c.Text = s
			return err
		}, &c.Text}, "address", "")
		fs.StringVar(&c.Text, "text", "", "Either fast or slow.") // nothing that generated code does not have
		return nil
	})
	for _, row := range []struct{ name, value, want string }{
		{"trimmed", " configgen-C ", `"configgen-C"`}, {"address", "192.0.2.7", `"192.0.2.7"`}, {"address", ":80", "refused"},
		{"address", "", "refused"}, {"trimmed", ":80", `":80"`}, {"text", ":80", "not tried"},
	} {
		got := "not tried"
		for _, set := range o.Flag(row.name).Sets {
			switch {
			case len(set.Values) != 1 || set.Values[0] != row.value || set.Held != nil:
			case set.Error != "":
				got = "refused"
			default:
				got = set.Changes[0].After
			}
		}
		if got != row.want {
			t.Errorf("--%s=%s: got %s, want %s", row.name, row.value, got, row.want)
		}
	}
}
