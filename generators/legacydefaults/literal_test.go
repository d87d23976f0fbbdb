package legacydefaults

import (
	"fmt"
	"go/parser"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

func basic(kind string) *group.Type { return &group.Type{Kind: kind, Name: kind} }

func listOf(elem *group.Type) *group.Type { return &group.Type{Kind: "slice", Elem: elem} }

func mapOf(elem *group.Type) *group.Type {
	return &group.Type{Kind: "map", Key: basic("string"), Elem: elem}
}

func pointerTo(elem *group.Type) *group.Type { return &group.Type{Kind: "pointer", Elem: elem} }

var (
	durationType = &group.Type{Kind: "int64", Package: "time", PackageName: "time", Name: "Duration"}
	metaDuration = &group.Type{
		Kind:        "struct",
		Package:     emit.MetaV1,
		PackageName: "v1",
		Name:        "Duration",
		Leaf:        true,
		Wraps:       durationType,
		WrapsField:  "Duration",
	}
	server       = named("example.com/relay", "relay", "Server")
	serverFields = []*group.Field{
		{Name: "Name", JSONName: "name", Type: basic("string")},
		{Name: "Weight", JSONName: "weight", Type: pointerTo(basic("int32"))},
		{Name: "Inline", Embedded: true, Type: named("example.com/relay", "relay", "Inline"), Fields: []*group.Field{
			{Name: "Level", JSONName: "level", Type: basic("int")},
		}},
	}
)

// write is the Go code for a text, or what is wrong with it.
func write(t *group.Type, fields []*group.Field, text string) (string, *misfit) {
	w := &writer{
		file: emit.New(group.Package{Path: "example.com/relay/options", Name: "options"}, ""),
		home: "example.com/relay/options",
	}
	e, err := w.literal(t, fields, input{text: text})
	if err == nil {
		err = w.problem
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%#v", e.code), nil
}

func TestLiterals(t *testing.T) {
	for _, tc := range []struct {
		of         *group.Type
		text, want string
	}{
		{basic("bool"), "T", "true"},
		{basic("string"), `null`, `"null"`},
		{basic("string"), `a "b"`, `"a \"b\""`},
		{basic("string"), `"a \"b\" \u00e9"`, `"a \"b\" é"`},
		{basic("string"), `"open`, `"\"open"`},
		{basic("int64"), "-9223372036854775808", "-9223372036854775808"},
		{basic("uint8"), "+5", "5"},
		{basic("int"), "1_000", "1_000"},
		{basic("int32"), "0o17", "0o17"},
		{basic("float64"), "1e3", "1000"},
		{basic("float64"), ".00001", "1e-05"},
		{basic("float32"), "0.1", "0.1"},
		{durationType, "1m30s", "90 * time.Second"},
		{durationType, "24h", "24 * time.Hour"},
		{durationType, `"1ns"`, "time.Nanosecond"},
		{durationType, "-2h0.5s", "-2*time.Hour - 500*time.Millisecond"},
		{metaDuration, "0", "metav1.Duration{Duration: 0}"},
		{pointerTo(metaDuration), "1s", "&metav1.Duration{Duration: time.Second}"},
		{pointerTo(durationType), "0", "pointerTo[time.Duration](0)"},
		{pointerTo(durationType), "1s", "pointerTo(time.Second)"},
		{pointerTo(basic("string")), "null", "nil"},
		{pointerTo(basic("int64")), "1", "pointerTo[int64](1)"},
		{pointerTo(basic("float64")), "1", "pointerTo[float64](1)"},
		{listOf(basic("string")), "", "nil"},
		{listOf(basic("string")), `"a,b",c`, `[]string{"a,b", "c"}`},
		{listOf(basic("string")), `["a,b", "c"]`, `[]string{"a,b", "c"}`},
		{listOf(basic("bool")), `true,false`, `[]bool{true, false}`},
		{pointerTo(listOf(basic("int"))), `[1]`, `&[]int{1}`},
		{mapOf(basic("string")), "", "nil"},
		{mapOf(basic("string")), "{}", "map[string]string{}"},
		{mapOf(basic("string")), `"a,b"="c=d"`, `map[string]string{"a,b": "c=d"}`},
		{mapOf(basic("string")), `a=b=c`, `map[string]string{"a": "b=c"}`},
		{mapOf(listOf(basic("string"))), `{"a": ["b"]}`, `map[string][]string{"a": {"b"}}`},
		{mapOf(pointerTo(basic("int32"))), `{"a": null}`, `map[string]*int32{"a": nil}`},
		{server, `{"weight": 2, "level": 1}`, "relay.Server{Weight: pointerTo[int32](2), Inline: relay.Inline{Level: 1}}"},
		{server, `{}`, "relay.Server{}"},
		{named("net", "net", "IP"), "", "nil"},
		{named("net/netip", "netip", "Addr"), `""`, "netip.Addr{}"},
		{pointerTo(server), `{"Name": "a"}`, `&relay.Server{Name: "a"}`},
	} {
		t.Run(tc.of.String()+" "+tc.text, func(t *testing.T) {
			got, err := write(tc.of, serverFields, tc.text)
			if err != nil {
				t.Fatalf("%s; %s", err.what, err.fix)
			}
			got = strings.NewReplacer("v1.", "metav1.", "metametav1.", "metav1.").Replace(got)
			if got != tc.want {
				t.Errorf("%s, want %s", got, tc.want)
			}
		})
	}
}

// FuzzLiteral holds that every text gives an expression of Go, or a finding of one line that says what to write.
func FuzzLiteral(f *testing.F) {
	for _, seed := range []string{"", "null", "true", "300", "0x", "1m", `"s"`, "a,b", `a,"b`, "a=1,b", `{"name":"a"}`,
		`[{"level":1}]`, `[1,"2"]`, `{"a":{"a":1}`, "10Mi", "1e999", "-0", "_1", "\"\xff\"", "a\nb"} {
		f.Add(seed)
	}
	types := []*group.Type{
		basic(
			"bool",
		), basic("string"), basic("int"), basic("int8"), basic("uint64"), basic("float32"), durationType, metaDuration,
		listOf(
			basic("string"),
		), listOf(durationType), listOf(server), mapOf(basic("bool")), mapOf(listOf(basic("string"))), mapOf(server), server,
		named(
			resourcePackage,
			"resource",
			"Quantity",
		), named(intstrPackage, "intstr", "IntOrString"), named("net", "net", "IP"),
		named("net/netip", "netip", "Prefix"),
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, of := range types {
			for _, of := range []*group.Type{of, pointerTo(of)} {
				code, err := write(of, serverFields, text)
				if err != nil {
					if err.what == "" || err.fix == "" {
						t.Errorf("%s for %q: a finding that says too little: %+v", of, text, err)
					}
					continue
				}
				if _, err := parser.ParseExpr(code); err != nil {
					t.Errorf("%s for %q is not an expression: %s: %v", of, text, code, err)
				}
			}
		}
	})
}
