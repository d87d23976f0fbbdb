package adopt

import (
	"go/token"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/plan"
)

// TestLeaveOut has findings about the types of fields, which are left out once, and findings about something else.
func TestLeaveOut(t *testing.T) {
	const file = "package a\n\ntype Options struct {\n\t// +flag\n\tNext *Options\n\tName string\n}\n"
	finding := func(line int, code string) diag.Diagnostic {
		before := strings.Join(strings.SplitAfter(file, "\n")[:line-1], "")
		at := token.Position{Filename: "a.go", Offset: len(before) + 1, Line: line, Column: 2}
		return diag.At(at, token.Position{}, code, "it is wrong", "change it")
	}
	c := &component{}
	d := &decisions{}
	w := &draft{Result: Result{Plan: &plan.Plan{}}, overlay: map[string][]byte{"a.go": []byte(file)}}
	for _, test := range []struct {
		finding diag.Diagnostic
		want    bool
	}{
		{finding(5, "recursive-type"), true}, {finding(5, "recursive-type"), false}, {finding(6, "json-name"), false},
		{finding(4, "unsupported-type"), false}, {finding(3, "generic-type"), false}, {finding(6, "generic-type"), true},
	} {
		if got := leaveOut(c, d, w, test.finding); got != test.want {
			t.Errorf("%s: got %v", test.finding, got)
		}
	}
	want := plan.Unfit{File: "a.go", Type: "Options", Field: "Next", Why: "it is wrong; change it"}
	if len(d.unfit) != 2 || d.unfit[0] != want {
		t.Errorf("got %+v", d.unfit)
	}
}
