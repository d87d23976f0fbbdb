package adopt

import (
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/source"
)

func TestLiteral(t *testing.T) {
	for _, test := range []struct{ of, value, want string }{
		{"time.Duration", "300000000000", "5m"},
		{"time.Duration", "3600000000000", "1h"},
		{"time.Duration", "5400000000000", "1h30m"},
		{"time.Duration", "90000000000", "1m30s"},
		{"time.Duration", `"5m"`, ""},
		{"k8s.io/apimachinery/pkg/apis/meta/v1.Duration", `"1m0s"`, "1m"},
		{"string", `"0.0.0.0"`, "0.0.0.0"},
		{"string", `""`, `""`},
		{"string", `" a"`, `" a"`},
		{"string", `"null"`, `"null"`},
		{"string", `"ref(x)"`, `"ref(x)"`},
		{"string", `"[a]"`, `"[a]"`},
		{"bool", "true", "true"},
		{"[]string", `["a","b"]`, `["a","b"]`},
		{"*int32", "null", "null"},
		{"chan int", "0xc000", ""},
	} {
		if got, ok := literal(test.of, test.value); got != test.want || ok != (test.want != "") {
			t.Errorf("%s %s: got %s, %v, want %s", test.of, test.value, got, ok, test.want)
		}
	}
}

func TestUndecided(t *testing.T) {
	for fix, want := range map[string]string{
		"add +path, or +path=false if it is not one":                                     "+path=false",
		"add +subfield(A.B)=+path, or +subfield(A.B)=+path=false if it is not one":       "+subfield(A.B)=+path=false",
		"add +secret, or +secret=false if it is not one":                                 "+secret=false",
		"write +flag(value: \"import/path.Constructor\")=a, a func(*string) pflag.Value": "",
	} {
		got := ""
		if found := undecided.FindStringSubmatch(fix); found != nil {
			got = found[1]
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", fix, got, want)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, test := range []struct{ function, path, receiver, name string }{
		{"example.com/a/options.AddFlags", "example.com/a/options", "", "AddFlags"},
		{"(*example.com/a/options.Options).AddFlags", "example.com/a/options", "Options", "AddFlags"},
		{"(example.com/a.b/options.Options).Flags", "example.com/a.b/options", "Options", "Flags"},
	} {
		if path, receiver, name := split(test.function); path != test.path || receiver != test.receiver || name != test.name {
			t.Errorf("%s: got %s, %s, %s", test.function, path, receiver, name)
		}
	}
}

// TestAdopted tells the flags that generated code registers, by the calls or, where these are not known, by the source.
func TestAdopted(t *testing.T) {
	facts := &source.Facts{Registrations: []source.Registration{{Flag: "old"}, {Flag: "new"}}}
	facts.Registrations[0].Start.Filename = "/x/zz_generated.flags.go"
	facts.Registrations[1].Start.Filename = "/x/options.go"
	frames := func(names ...string) []observe.Frame {
		var all []observe.Frame
		for _, name := range names {
			all = append(all, observe.Frame{File: name})
		}
		return all
	}
	for _, test := range []struct {
		flag observe.Flag
		want bool
	}{
		{observe.Flag{Name: "old"}, true},
		{observe.Flag{Name: "new"}, false},
		{observe.Flag{Name: "a", Calls: frames("/lib/flags.go", "/x/zz_generated.flags.go", "/x/options.go")}, true},
		{observe.Flag{Name: "old", Calls: frames("/x/options.go")}, false},
	} {
		if got := adopted(facts, test.flag); got != test.want {
			t.Errorf("--%s: got %v", test.flag.Name, got)
		}
	}
}

func TestDescribe(t *testing.T) {
	flag := proof.Flag{Differences: []proof.Difference{
		{Column: "default", Intended: proof.HiddenDefault},
		{Column: "type", Theirs: "ip", Ours: "string"},
	}}
	const want = "with type, the registration gives ip, and the generated one string"
	if got := describe(flag); got != want {
		t.Errorf("got %s", got)
	}
}
