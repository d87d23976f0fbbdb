package values

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
		"text":      newValue(new(string), textCodec[string]()),
		"bool":      newValue(new(bool), boolCodec[bool]()),
		"int8":      newValue(new(int8), intCodec[int8]("int8", 8)),
		"uint":      newValue(new(uint), uintCodec[uint]("uint", 64)),
		"float":     newValue(new(float64), floatCodec[float64]("float64", 64)),
		"duration":  newValue(new(time.Duration), durationCodec[time.Duration]()),
		"quantity":  newValue(new(resource.Quantity), quantityCodec()),
		"ip":        newValue(new(net.IP), ipCodec()),
		"addr":      newValue(new(netip.Addr), addrCodec()),
		"addrPort":  newValue(new(netip.AddrPort), addrPortCodec()),
		"prefix":    newValue(new(netip.Prefix), prefixCodec()),
		"ipText":    newValue(new(string), ipTextCodec[string]()),
		"cidrText":  newValue(new(string), cidrTextCodec[string]()),
		"hostPort":  newValue(new(string), hostPortTextCodec[string]()),
		"list":      newListValue(new([]string), textCodec[string]()),
		"numbers":   newNumbersValue(new([]int32), intCodec[int32]("int32", 32)),
		"map":       newMapValue(new(map[string]string), textCodec[string]()),
		"merged":    newMergedMapValue(new(map[string]bool), boolCodec[bool]()),
		"multimap":  newMultimapValue(new(map[string][]string)),
		"pointer":   newPointerValue(new(*[]string), func(p *[]string) pflag.Value { return newListValue(p, textCodec[string]()) }),
		"replacing": newReplacingValue(new(words), new(words)),
	}
}

// FuzzValues looks for a text that makes a value panic, and for one that it accepts and then prints so that it refuses it or
// reads it as something else.
func FuzzValues(f *testing.F) {
	for _, seed := range []string{
		"", "a", "1", "true", "-1", "1.5", "1m", "10Mi", "1e3", "10.0.0.1", "::1", "[::1]:80", "10.0.0.0/8", "a,b", `"a,b",c`, `["a"]`, "[1,2]",
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
