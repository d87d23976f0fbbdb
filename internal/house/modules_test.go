package house

import (
	"path"
	"regexp"
	"testing"
)

// TestControllerRuntimeStaysInModulesOfItsOwn: only operators need controller-runtime.
func TestControllerRuntimeStaysInModulesOfItsOwn(t *testing.T) {
	operators := map[string]bool{"componentconfig/manager": true, "fleet": true, "testdata/replacements/operator": true}
	requires, found := regexp.MustCompile(`(?m)^\s*(require )?sigs\.k8s\.io/controller-runtime v`), map[string]bool{}
	for _, s := range sources(t, func(file string) bool { return path.Base(file) == "go.mod" }) {
		if directory := path.Dir(s.path); requires.MatchString(s.text) {
			found[directory] = true
			if !operators[directory] {
				t.Errorf("%s requires controller-runtime, which only modules for operators do", s.path)
			}
		}
	}
	for directory := range operators {
		if !found[directory] {
			t.Errorf("%s/go.mod does not require controller-runtime", directory)
		}
	}
}
