package gosource_test

import (
	"go/constant"
	"go/parser"
	"go/token"
	"testing"
	"time"

	"github.com/configgen/configgen/internal/gosource"
)

// TestConstant evaluates what defaults are made of, and nothing else.
func TestConstant(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "", `package a

import (
	clock "time"

	"example.com/limits"
)
`, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	r := gosource.Reader{File: file, Package: "example.com/a", Named: func(pkg, name string) (constant.Value, bool) {
		switch pkg + "." + name {
		case "example.com/limits.Most":
			return constant.MakeInt64(7), false
		case "example.com/a.prefix":
			return constant.MakeString("a-"), false
		}
		return constant.MakeUnknown(), false
	}}
	for text, want := range map[string]struct {
		json     string
		duration bool
	}{
		`1`:                                     {"1", false},
		`-0.5`:                                  {"-0.5", false},
		`true`:                                  {"true", false},
		`prefix + ("b" + "c")`:                  {`"a-bc"`, false},
		`limits.Most * 2`:                       {"14", false},
		`5 * clock.Second`:                      {"5000000000", true},
		`clock.Duration(3)`:                     {"3", true},
		`other.Most`:                            {"", false},
		`unknown`:                               {"", false},
		`"a" + 1`:                               {"", false},
		`time.Second`:                           {"", false},
		`[]string{}`:                            {"", false},
		`clock.Since(start) + 2*clock.Second*2`: {"", false},
	} {
		e, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatal(err)
		}
		value, duration := r.Constant(e)
		if got := gosource.JSON(value); got != want.json || duration != want.duration {
			t.Errorf("%s: got %s, %t", text, got, duration)
		}
	}
}

// TestPath finds the field of a selector, also behind pointers.
func TestPath(t *testing.T) {
	for text, want := range map[string][2]string{
		"c": {"c", ""}, "c.A.B": {"c", "A.B"}, "(*c.A).B": {"c", "A.B"}, "f().A": {}, "c.A[0]": {},
	} {
		e, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatal(err)
		}
		variable, path, ok := gosource.Path(e)
		if got := [2]string{variable, path}; ok != (want[0] != "") || ok && got != want {
			t.Errorf("%s: got %q, %t", text, got, ok)
		}
	}
}

// TestDuration writes durations as people do.
func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Hour: "1h", 90 * time.Second: "1m30s", time.Minute: "1m", 0: "0s", time.Hour + time.Second: "1h0m1s",
	} {
		if got := gosource.Duration(d); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
