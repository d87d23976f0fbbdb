package observer

import (
	"errors"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// usual are the sets of a flag but for those to values that tell implementations apart, and for further ones.
func usual(f observe.Flag) []observe.Set {
	told := telling(f.Type)
	for _, kind := range []reflect.Kind{reflect.Slice, reflect.Map} {
		plain, _ := texts(kind)
		told = append(told, plain...)
	}
	told = append(told, nonsense, "truex", "falsex")
	return slices.DeleteFunc(slices.Clone(f.Sets), func(set observe.Set) bool {
		return len(set.Values) == 1 && slices.Contains(told, set.Values[0]) || set.Held != nil || set.Ahead != nil
	})
}

// TestTelling has values that take two usual ones as pflag's do, and differ in others.
func TestTelling(t *testing.T) {
	known := func(s string) error {
		if s != "fast" && s != "slow" && s != "" {
			return errors.New("unknown")
		}
		return nil
	}
	least := func(s string) error {
		if n, err := strconv.Atoi(s); err != nil || n < 0 {
			return errors.New("negative")
		}
		return nil
	}
	daily := func(s string) error {
		if d, err := time.ParseDuration(s); err != nil || d > 24*time.Hour {
			return errors.New("more than a day")
		}
		return nil
	}
	o := observed(t, func(s *Subject) error {
		c := &config{}
		s.Object(c)
		fs := s.FlagSet()
		fs.Var(&value{"string", func(s string) error { c.Text = s; return known(s) }, &c.Text}, "known", "Is fast or slow.")
		fs.Var(&value{"string", func(s string) error { c.Text = strings.TrimSpace(s); return nil }, &c.Text}, "trimmed", "")
		fs.Var(&value{"string", func(s string) error { c.Text = path.Clean(s); return nil }, &c.Text}, "cleaned", "")
		fs.Var(&value{"duration", func(s string) error { c.Text = s; return daily(s) }, &c.Text}, "daily", "")
		fs.Var(&value{"int32", func(s string) error { c.Text = s; return least(s) }, &c.Text}, "least", "")
		fs.StringSliceVar(&c.List, "list", nil, "")
		fs.StringVar(&c.Text, "text", "", "Either fast or slow.") // nothing that generated code does not have
		return nil
	})
	want := map[string]string{
		"known": `"" is "", " configgen-C " is refused, "configgen,d=\"e\"" is refused, "@configgen" is refused, ` +
			`"~/$HOME/./${HOME}/../%41//" is refused`,
		"trimmed": `"" is "", " configgen-C " is "configgen-C", "configgen,d=\"e\"" is "configgen,d=\"e\"", ` +
			`"@configgen" is "@configgen", "~/$HOME/./${HOME}/../%41//" is "~/$HOME/./${HOME}/../%41//"`,
		"cleaned": `"" is ".", " configgen-C " is " configgen-C ", "configgen,d=\"e\"" is "configgen,d=\"e\"", ` +
			`"@configgen" is "@configgen", "~/$HOME/./${HOME}/../%41//" is "~/$HOME/%41"`,
		"least": `"" is refused, "-3" is refused, "0" is "0", "100000" is "100000", "2000000000" is "2000000000", ` +
			`"0x10" is refused`,
		"daily": `"" is refused, "-1h" is "-1h", "0s" is "0s", "20000h" is refused, "90" is refused`,
		"list": `"" is [], "\"configgen a,b\", c" is ["configgen a,b"," c"], ` +
			`"configgen-Z,configgen-d,configgen-d" is ["configgen-Z","configgen-d","configgen-d"]`,
		"text": "",
	}
	for _, f := range o.Flags {
		var further []string
		for _, set := range f.Sets {
			if len(set.Values) > 1 || set.Held != nil || set.Ahead != nil || !slices.Contains(telling(f.Type), set.Values[0]) {
				continue
			}
			result := `""`
			if set.Error != "" {
				result = "refused"
			} else if len(set.Changes) > 0 {
				result = set.Changes[0].After
			}
			further = append(further, fmt.Sprintf("%q is %s", set.Values[0], result))
		}
		if got := strings.Join(further, ", "); got != want[f.Name] {
			t.Errorf("--%s: got  %s\nwant %s", f.Name, got, want[f.Name])
		}
	}
}

// TestRefused expects a value that is refused of each flag that refuses any: the words are compared, too.
func TestRefused(t *testing.T) {
	o := observed(t, func(s *Subject) error {
		c := &config{}
		s.Object(c)
		fs := s.FlagSet()
		fs.IPVar(&c.IP, "ip", nil, "")
		fs.IPNetSliceVar(&c.Networks, "networks", nil, "")
		fs.Int32Var(&c.Number, "number", 1, "")
		fs.BoolVar(&c.Shared, "bool", true, "")
		fs.Var(&c.Mode, "mode", "Either fast or slow.")
		fs.StringSliceVar(&c.List, "list", nil, "")
		fs.StringVar(&c.Text, "text", "", "")
		return nil
	})
	for _, f := range o.Flags {
		refused := slices.ContainsFunc(f.Sets, func(set observe.Set) bool { return set.Error != "" })
		if want := f.Name != "list" && f.Name != "text"; refused != want {
			t.Errorf("--%s: refused is %t", f.Name, refused)
		}
	}
}
