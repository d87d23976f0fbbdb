package flagvalue

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/quick"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/resource"
)

// roundTrip sets a fresh value to what another one prints, and compares.
func roundTrip[T any](t *testing.T, value T, equal func(a, b T) bool, bind func(*T) pflag.Value) {
	t.Helper()
	var again T
	text := bind(&value).String()
	if err := bind(&again).Set(text); err != nil {
		t.Fatalf("%#v prints %q, which Set refuses: %v", value, text, err)
	}
	if !equal(value, again) {
		t.Fatalf("%#v prints %q, which Set reads as %#v", value, text, again)
	}
}

// check runs a property on generated inputs.
func check(t *testing.T, property any) {
	t.Helper()
	config := &quick.Config{MaxCount: 2000}
	if err := quick.Check(property, config); err != nil {
		t.Fatal(err)
	}
}

func same[T any](a, b T) bool { return reflect.DeepEqual(a, b) }

func sameList[T comparable](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || reflect.DeepEqual(a, b))
}

func TestSingleValuesRoundTrip(t *testing.T) {
	t.Run("text", func(t *testing.T) {
		check(t, func(v string) bool {
			roundTrip(t, v, same, func(p *string) pflag.Value { return New(p, Text[string]()) })
			return true
		})
	})
	t.Run("bool", func(t *testing.T) {
		check(t, func(v bool) bool {
			roundTrip(t, v, same, func(p *bool) pflag.Value { return New(p, Bool[bool]()) })
			return true
		})
	})
	t.Run("int8", func(t *testing.T) {
		check(t, func(v int8) bool {
			roundTrip(t, v, same, func(p *int8) pflag.Value { return New(p, Int[int8]("int8", 8)) })
			return true
		})
	})
	t.Run("uint64", func(t *testing.T) {
		check(t, func(v uint64) bool {
			roundTrip(t, v, same, func(p *uint64) pflag.Value { return New(p, Uint[uint64]("uint64", 64)) })
			return true
		})
	})
	t.Run("float32", func(t *testing.T) {
		check(t, func(v float32) bool {
			roundTrip(t, v, same, func(p *float32) pflag.Value { return New(p, Float[float32]("float32", 32)) })
			return true
		})
	})
	t.Run("duration", func(t *testing.T) {
		check(t, func(v time.Duration) bool {
			roundTrip(t, v, same, func(p *time.Duration) pflag.Value { return New(p, Duration[time.Duration]()) })
			return true
		})
	})
	t.Run("quantity", func(t *testing.T) {
		check(t, func(value int32, scale uint8, binary bool) bool {
			format := resource.DecimalSI
			if binary {
				format = resource.BinarySI
			}
			v := *resource.NewScaledQuantity(int64(value), resource.Scale(int(scale%12)-3))
			v.Format = format
			same := func(a, b resource.Quantity) bool { return a.Cmp(b) == 0 }
			roundTrip(t, v, same, func(p *resource.Quantity) pflag.Value { return New(p, Quantity()) })
			return true
		})
	})
}

func TestAddressesRoundTrip(t *testing.T) {
	t.Run("net.IP", func(t *testing.T) {
		check(t, func(v4 [4]byte, v6 [16]byte) bool {
			for _, v := range []net.IP{nil, v4[:], v6[:]} {
				roundTrip(t, v, net.IP.Equal, func(p *net.IP) pflag.Value { return New(p, IP()) })
			}
			return true
		})
	})
	t.Run("netip", func(t *testing.T) {
		check(t, func(v4 [4]byte, v6 [16]byte, port uint16, bits uint8) bool {
			addresses := []netip.Addr{{}, netip.AddrFrom4(v4), netip.AddrFrom16(v6), netip.AddrFrom16(v6).WithZone("eth0")}
			for _, v := range addresses {
				roundTrip(t, v, same, func(p *netip.Addr) pflag.Value { return New(p, Addr()) })
				roundTrip(t, netip.AddrPortFrom(v, port),
					func(a, b netip.AddrPort) bool { return a == b || !a.IsValid() && !b.IsValid() },
					func(p *netip.AddrPort) pflag.Value { return New(p, AddrPort()) })
				prefix := netip.PrefixFrom(v.WithZone(""), int(bits)%(v.BitLen()+1))
				roundTrip(t, prefix, func(a, b netip.Prefix) bool { return a == b || !a.IsValid() && !b.IsValid() },
					func(p *netip.Prefix) pflag.Value { return New(p, Prefix()) })
			}
			return true
		})
	})
	t.Run("checked texts", func(t *testing.T) {
		for _, v := range []string{"", "10.0.0.1", "::1"} {
			roundTrip(t, v, same, func(p *string) pflag.Value { return New(p, IPText[string]()) })
		}
		for _, v := range []string{"", "10.0.0.0/8", "fd00::/8"} {
			roundTrip(t, v, same, func(p *string) pflag.Value { return New(p, CIDRText[string]()) })
		}
		for _, v := range []string{"", "127.0.0.1", "127.0.0.01", "::1"} {
			roundTrip(t, v, same, func(p *string) pflag.Value { return New(p, SloppyIPText[string]()) })
		}
		for _, v := range []string{"", "127.0.0.1:0", "[::1]:65535"} {
			roundTrip(t, v, same, func(p *string) pflag.Value { return New(p, IPPortText[string]()) })
			roundTrip(t, v, same, func(p *string) pflag.Value { return New(p, IPOrIPPortText[string]()) })
		}
		for _, v := range []string{"", ":80", "[::1]:80", "example.org:65535"} {
			roundTrip(t, v, same, func(p *string) pflag.Value { return New(p, HostPortText[string]()) })
		}
	})
}

func TestListsAndMapsRoundTrip(t *testing.T) {
	t.Run("lists", func(t *testing.T) {
		check(t, func(v []string) bool {
			roundTrip(t, v, sameList, func(p *[]string) pflag.Value { return NewList(p, Text[string]()) })
			return true
		})
		check(t, func(v []int32) bool {
			roundTrip(t, v, sameList, func(p *[]int32) pflag.Value { return NewList(p, Int[int32]("int32", 32)) })
			return true
		})
		check(t, func(v []bool) bool {
			roundTrip(t, v, sameList, func(p *[]bool) pflag.Value { return NewList(p, Bool[bool]()) })
			return true
		})
		check(t, func(v []time.Duration) bool {
			roundTrip(t, v, sameList, func(p *[]time.Duration) pflag.Value { return NewList(p, Duration[time.Duration]()) })
			return true
		})
		for _, v := range [][]string{{"a"}, {""}, {"[a]"}, {`["a"]`}, {"[::1]", "a,b"}, {"\r\n", `"`}} {
			roundTrip(t, v, same, func(p *[]string) pflag.Value { return NewList(p, Text[string]()) })
		}
	})
	t.Run("maps", func(t *testing.T) {
		check(t, func(v map[string]string) bool {
			roundTrip(t, v, sameMap, func(p *map[string]string) pflag.Value { return NewMap(p, Text[string]()) })
			return true
		})
		check(t, func(v map[string]int) bool {
			roundTrip(t, v, sameMap, func(p *map[string]int) pflag.Value { return NewMap(p, Int[int]("int", 64)) })
			return true
		})
		check(t, func(v map[string]string) bool {
			multimap := map[string][]string{}
			for key, value := range v {
				multimap[key] = strings.SplitAfter(value+"x", "")[:1+rand.IntN(1+len([]rune(value)))]
			}
			roundTrip(t, multimap, same, func(p *map[string][]string) pflag.Value { return NewMultimap(p) })
			return true
		})
		for _, v := range []map[string]string{{"a": "b,c"}, {"a=b": "c"}, {"": ""}, {" a ": `"`}, {"a:b": "=,"}} {
			roundTrip(t, v, same, func(p *map[string]string) pflag.Value { return NewMap(p, Text[string]()) })
		}
	})
	t.Run("pointers", func(t *testing.T) {
		check(t, func(v *int32) bool {
			if v == nil {
				return true // nil prints as an empty text, which Set refuses
			}
			roundTrip(t, v, same, func(p **int32) pflag.Value {
				return NewPointer(p, func(p *int32) pflag.Value { return New(p, Int[int32]("int32", 32)) })
			})
			return true
		})
	})
}

func sameMap[V any](a, b map[string]V) bool {
	return len(a) == len(b) && (len(a) == 0 || reflect.DeepEqual(a, b))
}

// TestFirstSetReplacesLaterOnesAdd sets one value of each kind that accumulates several times, and checks the result.
func TestFirstSetReplacesLaterOnesAdd(t *testing.T) {
	list := []string{"file"}
	value := NewList(&list, Text[string]())
	set(t, value, "a,b", "c")
	want(t, list, []string{"a", "b", "c"})
	set(t, value, "", "d")
	want(t, list, []string{"d"})

	fresh := []string{"file"}
	set(t, NewList(&fresh, Text[string]()), "")
	want(t, fresh, []string{})

	original := map[string]bool{"A": true, "B": true}
	gates := original
	set(t, NewMap(&gates, Bool[bool]()), "B=false", "C=true")
	want(t, gates, map[string]bool{"B": false, "C": true})
	want(t, original, map[string]bool{"A": true, "B": true})

	gates = original
	set(t, NewMergedMap(&gates, Bool[bool]()), "B=false", "C=true")
	want(t, gates, map[string]bool{"A": true, "B": false, "C": true})
	want(t, original, map[string]bool{"A": true, "B": true})

	headers := map[string][]string{"X": {"file"}}
	set(t, NewMultimap(&headers), "A:1,A:2", "A:3,B:4")
	want(t, headers, map[string][]string{"A": {"1", "2", "3"}, "B": {"4"}})
}

// TestManyValues: each further value of a flag has the same cost. Copying the earlier values each time would be
// quadratic.
func TestManyValues(t *testing.T) {
	var list []string
	var pairs, merged map[string]string
	var headers map[string][]string
	for name, value := range map[string]pflag.Value{
		"list": NewList(&list, Text[string]()), "map": NewMap(&pairs, Text[string]()),
		"merged map": NewMergedMap(&merged, Text[string]()), "map of lists": NewMultimap(&headers),
	} {
		cost := func(from, to int) uint64 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for i := range to - from {
				text := fmt.Sprintf("key%d", from+i)
				if strings.HasPrefix(value.Type(), "map") {
					text += "=v"
				} else if name == "map of lists" {
					text = "key:" + text
				}
				if err := value.Set(text); err != nil {
					t.Fatal(err)
				}
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		if first, next := cost(0, 1000), cost(1000, 4000); next > 8*first {
			t.Errorf("%s: 1000 values cost %d bytes, 3000 more cost %d", name, first, next)
		}
	}
}

func TestEmptyClears(t *testing.T) {
	address, ip, limits := netip.MustParseAddr("10.0.0.1"), net.IPv4(10, 0, 0, 1), map[string]int{"a": 1}
	text := "10.0.0.1"
	set(t, New(&address, Addr()), "")
	set(t, New(&ip, IP()), "")
	set(t, New(&text, IPText[string]()), "")
	set(t, NewMap(&limits, Int[int]("int", 64)), "")
	want(t, address, netip.Addr{})
	want(t, ip, nil)
	want(t, text, "")
	want(t, limits, map[string]int{})
	merged := map[string]int{"a": 1}
	set(t, NewMergedMap(&merged, Int[int]("int", 64)), "b=2", "")
	want(t, merged, map[string]int{"a": 1, "b": 2})
	list := []int{1}
	set(t, NewList(&list, Int[int]("int", 64)), "")
	want(t, list, []int{})
	set(t, NewList(&list, Int[int]("int", 64)), "1", "", "2")
	want(t, list, []int{2})
	set(t, NewMap(&limits, Int[int]("int", 64)), "a=1", "", "b=2")
	want(t, limits, map[string]int{"b": 2})
}

// To read an exponent of nine digits takes the library hours.
func TestQuantityExponentsAreBounded(t *testing.T) {
	for text, ok := range map[string]bool{"1e-99999999": false, "1E+1000": false, "1e0001000": false, "1e999": true,
		"1e-000000003": true, "5E": true, "0.5Gi": true} {
		var quantity resource.Quantity
		if err := New(&quantity, Quantity()).Set(text); (err == nil) != ok {
			t.Errorf("%s: got %v, want ok %v", text, err, ok)
		}
	}
}

func TestPointerStaysNilUntilSet(t *testing.T) {
	var number *int32
	value := NewPointer(&number, func(p *int32) pflag.Value { return New(p, Int[int32]("int32", 32)) })
	if value.String() != "" || value.Type() != "int32" || number != nil {
		t.Fatalf("got %q, %q, %v", value.String(), value.Type(), number)
	}
	if err := value.Set("many"); err == nil || number != nil {
		t.Fatalf("a refused text left %v, error %v", number, err)
	}
	set(t, value, "3")
	if number == nil || *number != 3 {
		t.Fatalf("got %v", number)
	}
	shared := number
	set(t, NewPointer(&number, func(p *int32) pflag.Value { return New(p, Int[int32]("int32", 32)) }), "4")
	want(t, *shared, int32(4))
}

// words appends, as the flag values of many a library do.
type words []string

func (w *words) Set(text string) error {
	if text == "bad" {
		return fmt.Errorf("bad")
	}
	*w = append(*w, text)
	return nil
}
func (w *words) String() string { return strings.Join(*w, " ") }
func (w *words) Type() string   { return "words" }

func TestForeignValueThatAppends(t *testing.T) {
	naive := words{"file"}
	set(t, &naive, "flag")
	want(t, naive, words{"file", "flag"}) // what upstream does

	ours := words{"file"}
	value := NewReplacing(&ours, &ours)
	if err := value.Set("bad"); err == nil {
		t.Fatal("no error")
	}
	want(t, ours, words{"file"})
	set(t, value, "flag", "more")
	want(t, ours, words{"flag", "more"})
}

// TestDelegation registers by a function whose literal defaults would overwrite what a file set, also behind a
// pointer.
func TestDelegation(t *testing.T) {
	type target struct {
		Name string
		Size *int32
	}
	register := func(v *target, fs *pflag.FlagSet) {
		fs.StringVar(&v.Name, "name", "literal", "")
		if v.Size != nil {
			fs.Int32Var(v.Size, "size", 100, "")
		}
	}
	size := int32(7)
	v := target{"file", &size}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	Delegate(fs, &v, register, Keep(v.Size))
	want(t, v.Name, "file")
	want(t, size, int32(7))
	want(t, fs.Lookup("name").DefValue, "file")
	if err := fs.Parse([]string{"--name=flag", "--size=8"}); err != nil {
		t.Fatal(err)
	}
	want(t, v.Name, "flag")
	want(t, size, int32(8))

	empty := target{Name: "file"}
	Delegate(pflag.NewFlagSet("", pflag.ContinueOnError), &empty, register, Keep(empty.Size))
	want(t, empty, target{Name: "file"})
}

func TestRefusals(t *testing.T) {
	var (
		number  int8
		float   float64
		list    []string
		pairs   map[string]string
		headers map[string][]string
		address string
	)
	for name, test := range map[string]struct {
		value pflag.Value
		text  string
		want  string
	}{
		"range":       {New(&number, Int[int8]("int8", 8)), "300", `must be an integer that fits into 8 bits`},
		"float":       {New(&float, Float[float64]("float64", 64)), "x", `must be a number`},
		"quotes":      {NewList(&list, Text[string]()), `a"b`, badList},
		"second line": {NewList(&list, Text[string]()), "a\nb", "must be elements separated by commas, on one line"},
		"no pair":     {NewMap(&pairs, Text[string]()), "a=b,c", `"c" must have the form key=value`},
		"no value":    {NewMap(&pairs, Text[string]()), "a,b=c", `"a" must have the form key=value`},
		"no element":  {NewMultimap(&headers), "A:1,B,C:2", `"B" must have the form key:value`},
		"no address":  {New(&address, HostPortText[string]()), "a:99999", hostPortFormat},
	} {
		if err := test.value.Set(test.text); err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
	}
	if number != 0 || list != nil || pairs != nil || headers != nil || address != "" {
		t.Error("a refused text changed a value")
	}
}

func TestListReadsWhatPflagReads(t *testing.T) {
	for text, elements := range map[string][]string{
		"a,b": {"a", "b"}, "[::1]:80": {"[::1]:80"}, "[a-z]": {"[a-z]"}, `"a,b",c`: {"a,b", "c"}, "[]": nil, "a,": {"a", ""},
	} {
		var list []string
		set(t, NewList(&list, Text[string]()), text)
		if !sameList(list, elements) {
			t.Errorf("%s: got %q, want %q", text, list, elements)
		}
	}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	list := []string{"a", "b"}
	ListVar(fs, &list, Text[string](), "list", "", "")
	if got, err := fs.GetStringSlice("list"); err != nil || !same(got, list) {
		t.Errorf("GetStringSlice: %q, %v", got, err)
	}
	want(t, fs.Lookup("list").DefValue, "[a,b]")
}

func set(t *testing.T, value pflag.Value, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if err := value.Set(text); err != nil {
			t.Fatalf("Set(%q): %v", text, err)
		}
	}
}

func want[T any](t *testing.T, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %#v, want %#v", got, want)
	}
}

// TestOptionalArray replaces the whole of a list that does not exist, as for a flag that is reset: an array cannot be
// cleared by its text, which is an item.
func TestOptionalArray(t *testing.T) {
	var items *[]string
	array, list := NewPointer(&items, NewArray).(pflag.SliceValue)
	if !list {
		t.Fatal("it is not a list")
	}
	if got := array.GetSlice(); got != nil || items != nil {
		t.Errorf("got %q, and %v in the field", got, items)
	}
	for _, test := range []struct {
		do   func() error
		want []string
	}{
		{func() error { return array.Append("a,b") }, []string{"a,b"}},
		{func() error { return array.Replace([]string{"c", "d"}) }, []string{"c", "d"}},
		{func() error { return array.Replace(nil) }, nil},
	} {
		if err := test.do(); err != nil {
			t.Error(err)
		}
		want(t, len(*items), len(test.want))
		want(t, array.GetSlice(), *items)
	}
	var number *int
	ofNumber := NewPointer(&number, func(n *int) pflag.Value { return New(n, Int[int]("int", 0)) })
	if _, list := ofNumber.(pflag.SliceValue); list {
		t.Error("a number is a list")
	}
}
