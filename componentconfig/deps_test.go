package componentconfig_test

import (
	"os/exec"
	"strings"
	"testing"
)

// A component that only reads files links neither dynamic configuration nor what that and feature gates need.
func TestASmallComponentLinksLittle(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./testdata/shipper/options").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	linked := strings.Fields(string(out))
	if len(linked) < 100 {
		t.Fatalf("go list names only %d packages: %s", len(linked), linked)
	}
	for _, path := range linked {
		for _, unwanted := range []string{
			"github.com/configgen/configgen/componentconfig/configcommand",
			"github.com/configgen/configgen/componentconfig/dynamic",
			"github.com/configgen/configgen/componentconfig/gates",
			"github.com/configgen/configgen/componentconfig/reloadmetrics",
			"github.com/prometheus/", "k8s.io/component-base/metrics", "k8s.io/component-base/featuregate", "k8s.io/client-go",
			"sigs.k8s.io/controller-runtime",
		} {
			if strings.HasPrefix(path, unwanted) {
				t.Errorf("the component links %s", path)
			}
		}
	}
}
