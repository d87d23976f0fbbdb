package componentconfig

import (
	"testing"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig/flagvalue"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
)

// TestResetFlags expects that a list of items behind a nil pointer is empty after its flag was reset.
func TestResetFlags(t *testing.T) {
	var items *[]string
	direct, names := []string{"x"}, []string{"a", "b"}
	others := &flagset.Set{}
	fs := others.FlagSet("others")
	fs.Var(flagvalue.NewPointer(&items, flagvalue.NewArray), "item", "")
	fs.StringArrayVar(&direct, "direct", direct, "")
	fs.StringSliceVar(&names, "names", names, "")
	fs.Int("other", 5, "")
	for name, text := range map[string]string{"item": "a", "direct": "y", "names": "c"} {
		if err := fs.Set(name, text); err != nil {
			t.Fatal(err)
		}
	}
	resetFlags(others)
	if items == nil || len(*items) != 0 {
		t.Errorf("got %q", items)
	}
	if len(direct) != 1 || direct[0] != "x" || len(names) != 2 || names[0] != "a" {
		t.Errorf("got %q and %q", direct, names)
	}
	fs.VisitAll(func(f *pflag.Flag) {
		if f.Name == "other" && f.Value.String() != "5" {
			t.Errorf("--other was not set, and is %s", f.Value)
		}
	})
}
