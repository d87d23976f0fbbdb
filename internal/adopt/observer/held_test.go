package observer

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// adding is a value of a map that adds keys, and deletes keys with a minus.
type adding struct{ to *map[string]string }

func (v adding) Set(text string) error {
	if *v.to == nil {
		*v.to = map[string]string{}
	}
	for pair := range strings.SplitSeq(text, ",") {
		key, value, found := strings.Cut(strings.TrimSpace(pair), "=")
		switch gone, minus := strings.CutSuffix(key, "-"); {
		case key == "":
		case found:
			(*v.to)[key] = value
		case minus:
			delete(*v.to, gone)
		default:
			return fmt.Errorf("malformed pair %q", pair)
		}
	}
	return nil
}
func (v adding) String() string { return "" }
func (v adding) Type() string   { return "labels" }

// TestHeld distinguishes values that add from values that replace: with a value that the field has beforehand, and with
// a minus.
func TestHeld(t *testing.T) {
	o := observed(t, func(s *Subject) error {
		c := &struct {
			Labels, More map[string]string
			List, Added  []string
			Items        []item
			Server       *struct{ Names []string }
			Text         string
		}{}
		if err := s.Object("New", c); err != nil {
			return err
		}
		fs := s.FlagSet()
		fs.Var(adding{&c.Labels}, "label", "")
		fs.Var(adding{&c.Labels}, "labels", "")
		fs.StringToStringVar(&c.More, "more", nil, "")
		fs.StringSliceVar(&c.List, "list", c.List, "")
		fs.StringArrayVar(&c.Added, "added", c.Added, "")
		fs.Func("add", "", func(s string) error { c.Added = append(c.Added, s); return nil })
		fs.Func("item", "", func(s string) error { c.Items = append(c.Items, item{s, s}); return nil })
		fs.StringVar(&c.Text, "text", "", "")
		fs.StringVar(&c.Text, "other", "", "")
		return nil
	})
	var got []string
	for _, f := range o.Flags {
		for _, set := range f.Sets {
			if f.Name == "item" && len(set.Values) > 1 {
				continue
			}
			line := "--" + f.Name + " " + strings.Join(set.Values, " ")
			switch {
			case set.Held != nil && set.Held.Others:
				continue // TestOthers has them
			case set.Held != nil && set.Held.Late:
				line += " late"
			case set.Held != nil:
				line += " early"
			case !strings.Contains(set.Values[0], "-,"):
				continue
			}
			for _, c := range set.Changes {
				line += " " + c.Field + "=" + c.After
			}
			for _, kept := range set.Kept {
				line += " still " + kept.Path + "=" + kept.Value
			}
			got = append(got, line)
		}
	}
	const want = `
--add a-,b=1 Added=["a-,b=1"]
--add a early Added=["a","held","a"]
--add a late Added=["a","held","a"]
--add a b late Added=["a","held","a","b"]
--add  late Added=["a","held",""]
--add a- late Added=["a","held","a-"]
--add a- late Added=["a","held","a-"]
--add a-,b=1 late Added=["a","held","a-,b=1"]
--added a-,b=1 Added=["a-,b=1"]
--added a early Added=["a"]
--added a late Added=["a"]
--added a b late Added=["a","b"]
--added  late Added=[""]
--added a- late Added=["a-"]
--added a- late Added=["a-"]
--added a-,b=1 late Added=["a-,b=1"]
--item a-,b=1 Items[0].Cert="a-,b=1" Items[0].Key="a-,b=1" Items=
--item a early Items[1].Cert="a" Items[1].Key="a" still Items[0].Cert="held" still Items[0].Key="held"
--item a late Items[1].Cert="a" Items[1].Key="a" still Items[0].Cert="held" still Items[0].Key="held"
--item  late Items[1].Cert="" Items[1].Key="" still Items[0].Cert="held" still Items[0].Key="held"
--item a- late Items[1].Cert="a-" Items[1].Key="a-" still Items[0].Cert="held" still Items[0].Key="held"
--item a- late Items[1].Cert="a-" Items[1].Key="a-" still Items[0].Cert="held" still Items[0].Key="held"
--item a-,b=1 late Items[1].Cert="a-,b=1" Items[1].Key="a-,b=1" still Items[0].Cert="held" still Items[0].Key="held"
--label a-,b=1 Labels={"b":"1"}
--label a=b early Labels={"A":"held","a":"b","held":"held"}
--label a=b late Labels={"A":"held","a":"b","held":"held"}
--label a=b c=d,e=f late Labels={"A":"held","a":"b","c":"d","held":"held","e":"f"}
--label  late still Labels={"A":"held","a":"held","held":"held"}
--label a- late still Labels={"A":"held","a":"held","held":"held"}
--label a- late Labels={"A":"held","held":"held"}
--label a-,b=1 late Labels={"A":"held","b":"1","held":"held"}
--labels a-,b=1 Labels={"b":"1"}
--labels a=b early Labels={"A":"held","a":"b","held":"held"}
--labels a=b late Labels={"A":"held","a":"b","held":"held"}
--labels a=b c=d,e=f late Labels={"A":"held","a":"b","c":"d","held":"held","e":"f"}
--labels  late still Labels={"A":"held","a":"held","held":"held"}
--labels a- late still Labels={"A":"held","a":"held","held":"held"}
--labels a- late Labels={"A":"held","held":"held"}
--labels a-,b=1 late Labels={"A":"held","b":"1","held":"held"}
--list a-,b=1 List=["a-","b=1"]
--list a early List=["a"]
--list a late List=["a"]
--list a b late List=["a","b"]
--list  late List=[]
--list a- late List=["a-"]
--list a- late List=["a-"]
--list a-,b=1 late List=["a-","b=1"]
--more a-,b=1 More={"a-,b":"1"}
--more a=b early More={"a":"b"}
--more a=b late More={"a":"b"}
--more a=b c=d,e=f late More={"a":"b","c":"d","e":"f"}
--more  late still More={"A":"held","a":"held","held":"held"}
--more a- late still More={"A":"held","a":"held","held":"held"}
--more a- late still More={"A":"held","a":"held","held":"held"}
--more a-,b=1 late More={"a-,b":"1"}
`
	if text := "\n" + strings.ReplaceAll(strings.Join(got, "\n"), "configgen-", "") + "\n"; text != want {
		t.Errorf("got %s", text)
	}
}

// scaled is a value that looks at another field than its own.
type scaled struct{ c *config }

func (v scaled) Set(text string) error {
	n, err := strconv.ParseInt(text, 0, 32)
	if v.c.Number = int32(n); v.c.Shared {
		v.c.Number *= 2
	}
	return err
}
func (v scaled) String() string { return "0" }
func (v scaled) Type() string   { return "int32" }

// TestOthers distinguishes a value that reads another field from a value that does not.
func TestOthers(t *testing.T) {
	o := observed(t, func(s *Subject) error {
		c := &config{}
		if err := s.Object("New", c); err != nil {
			return err
		}
		fs := s.FlagSet()
		fs.Var(scaled{c}, "scaled", "")
		fs.Var(&c.Mode, "mode", "Either fast or slow.")
		return nil
	})
	want := map[string]string{"scaled": "2", "mode": `"fast"`}
	for _, f := range o.Flags {
		tried := slices.IndexFunc(f.Sets, func(set observe.Set) bool { return set.Held != nil && set.Held.Others })
		if tried < 0 || len(f.Sets[tried].Changes) != 1 || f.Sets[tried].Changes[0].After != want[f.Name] {
			t.Errorf("--%s: got %+v", f.Name, f.Sets)
		}
	}
}

// TestFill expects a value for each type that flags have.
func TestFill(t *testing.T) {
	c := &config{}
	o := walk(reflect.ValueOf(c), ownership{reflect.TypeFor[config]().PkgPath()}, nil)
	for field, want := range map[string]string{
		"Text": `"configgen-held"`, "Optional": "9", "Wait": `"9ns"`, "IP": `"198.51.100.9"`, "Address": `"198.51.100.9"`,
		"Networks": `["198.51.100.0/24"]`, "List": `["configgen-a","configgen-held"]`,
		"Map":   `{"A":true,"a":true,"configgen-held":true}`,
		"Items": `[{"Cert":"configgen-held","Key":"configgen-held"}]`, "Pointer.A": `"configgen-held"`,
		"embedded.Shared": "true", "Limits": "", "Callback": "", "Interface": "", "Levels[0]": "", "None": "",
	} {
		got := ""
		if hold(o, field) {
			v, _ := o.find(field)
			got = render(v)
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", field, got, want)
		}
	}
}

// TestHeldEffects expects the same fields of a flag whether its command lines are found or given: elements of a list
// that a flag replaces are not fields of their own.
func TestHeldEffects(t *testing.T) {
	run := func(s *Subject) error {
		c := &struct{ Items []item }{}
		if err := s.Object("New", c); err != nil {
			return err
		}
		replaced := false
		s.FlagSet().Func("item", "", func(text string) error {
			if !replaced {
				c.Items, replaced = nil, true
			}
			c.Items = append(c.Items, item{text, text})
			return nil
		})
		return nil
	}
	found := observed(t, run)
	given := observed(t, run, found.Flags[0])
	others := slices.Concat(found.Flags[0].Others, given.Flags[0].Others)
	if len(others) > 0 || given.Flags[0].Field != "Items" {
		t.Errorf("field %q, others %v", given.Flags[0].Field, others)
	}
	if !slices.EqualFunc(given.Flags[0].Sets, found.Flags[0].Sets, observe.Set.Same) {
		t.Errorf("got %+v, want %+v", given.Flags[0].Sets, found.Flags[0].Sets)
	}
}

// TestAt finds structs that a program cannot name, also behind a pointer that is not set yet.
func TestAt(t *testing.T) {
	type inner struct{ name string }
	o := &struct {
		held inner
		to   *struct{ deep *inner }
	}{}
	(*inner)(At(&o, "held")).name = "a"
	(*inner)(At(o, "to.deep")).name = "b"
	if o.held.name != "a" || o.to == nil || o.to.deep.name != "b" {
		t.Errorf("got %+v", o)
	}
}
