package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/configgen/configgen/componentconfig/configcommand"
)

// TestSampleHasTheDefaults: a value in the sample is the default that explain prints, or says that there is none.
func TestSampleHasTheDefaults(t *testing.T) {
	run := func(args ...string) []byte {
		t.Helper()
		var out bytes.Buffer
		if status := configcommand.Run(t.Context(), prepared(t, nil).loader, args, &out, &out); status != 0 {
			t.Fatalf("%q: status %d\n%s", args, status, out.String())
		}
		return out.Bytes()
	}
	parsed := func(text []byte) (value any) {
		t.Helper()
		if err := yaml.Unmarshal(text, &value); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return value
	}
	commentedOut := regexp.MustCompile(`(?m)^( *)#([^ #\n])`)
	explained := regexp.MustCompile(`(?m)^  Default: +(.*)$`)
	compared := 0
	var compare func(path string, value any)
	compare = func(path string, value any) {
		if object, ok := value.(map[string]any); ok && (len(object) > 0 || path == "") {
			for key, inner := range object {
				if below := path + "." + key; below != ".apiVersion" && below != ".kind" {
					compare(below, inner)
				}
			}
			return
		}
		found := explained.FindSubmatch(run("explain", path[1:]))
		switch {
		case found != nil && strings.Trim(string(found[1]), `"`) != fmt.Sprint(value):
			t.Errorf("%s is %v in the sample, and %s in its explanation", path[1:], value, found[1])
		case found == nil && !slices.Contains([]string{"<nil>", "", "[]", "map[]"}, fmt.Sprint(value)):
			t.Errorf("%s is %v in the sample, and has no default", path[1:], value)
		}
		compared++
	}
	for _, kind := range []string{"RelayConfiguration", "RelayInstanceConfiguration"} {
		compare("", parsed(commentedOut.ReplaceAll(run("sample", "--kind="+kind), []byte("$1$2"))))
	}
	if compared < 50 {
		t.Errorf("%d values were compared", compared)
	}
	if !bytes.Contains(run("sample", "--version=v1alpha1"), []byte("  #qps: 50\n")) {
		t.Error("the sample of the old version does not have the defaults of functions")
	}
}
