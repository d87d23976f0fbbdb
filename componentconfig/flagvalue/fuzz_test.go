package flagvalue

import (
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/resource"
)

// fuzzed makes a fresh value of every kind.
func fuzzed() map[string]pflag.Value {
	return map[string]pflag.Value{
		"text":      New(new(string), Text[string]()),
		"bool":      New(new(bool), Bool[bool]()),
		"int8":      New(new(int8), Int[int8]("int8", 8)),
		"uint":      New(new(uint), Uint[uint]("uint", 64)),
		"float":     New(new(float64), Float[float64]("float64", 64)),
		"duration":  New(new(time.Duration), Duration[time.Duration]()),
		"quantity":  New(new(resource.Quantity), Quantity()),
		"ip":        New(new(net.IP), IP()),
		"addr":      New(new(netip.Addr), Addr()),
		"addrPort":  New(new(netip.AddrPort), AddrPort()),
		"prefix":    New(new(netip.Prefix), Prefix()),
		"ipText":    New(new(string), IPText[string]()),
		"cidrText":  New(new(string), CIDRText[string]()),
		"hostPort":  New(new(string), HostPortText[string]()),
		"sloppyIP":  New(new(string), SloppyIPText[string]()),
		"ipPort":    New(new(string), IPPortText[string]()),
		"ipOrPort":  New(new(string), IPOrIPPortText[string]()),
		"list":      NewList(new([]string), Text[string]()),
		"numbers":   NewList(new([]int32), Int[int32]("int32", 32)),
		"map":       NewMap(new(map[string]string), Text[string]()),
		"merged":    NewMergedMap(new(map[string]bool), Bool[bool]()),
		"multimap":  NewMultimap(new(map[string][]string)),
		"pointer":   NewPointer(new(*[]string), func(p *[]string) pflag.Value { return NewList(p, Text[string]()) }),
		"replacing": NewReplacing(new(words), new(words)),
	}
}

// FuzzValues looks for a text that makes a value panic, and for one that it accepts and then prints so that it
// refuses it or reads it as something else.
func FuzzValues(f *testing.F) {
	for _, seed := range []string{
		"", "a", "1", "true", "-1", "1.5", "1m", "10Mi", "1e3", "10.0.0.1", "::1", "[::1]:80", "10.0.0.0/8",
		"a,b", `"a,b",c`, `["a"]`, "[1,2]",
		"a=b", `"a=b"=c,d=e`, "a:b,a:c", ",,", "=", ":", "[", `["`, "\n", "0x7f", "NaN", "\xff", `"`,
	} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		for name, value := range fuzzed() {
			if value.Set(first) != nil {
				continue
			}
			_ = value.Set(second) // refused or added; both are fine
			if name == "replacing" {
				continue // a value of somebody else's
			}
			again := fuzzed()[name]
			printed := value.String()
			if err := again.Set(printed); err != nil {
				t.Errorf("%s: %q prints %q, which it refuses: %v", name, first, printed, err)
			} else if twice := again.String(); twice != printed {
				t.Errorf("%s: %q prints %q and then %q", name, first, printed, twice)
			}
		}
	})
}
