package fleet_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// A program that writes assignments or pools links the types alone, and nothing of the controller.
func TestTypesLinkNothingOfTheController(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./v1alpha1").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	linked := strings.Fields(string(out))
	if !slices.Contains(linked, "k8s.io/apimachinery/pkg/apis/meta/v1") {
		t.Fatalf("go list names only %s", linked)
	}
	const own = "github.com/configgen/configgen/"
	for _, path := range linked {
		for _, unwanted := range []string{own, "sigs.k8s.io/controller-runtime", "k8s.io/client-go"} {
			if strings.HasPrefix(path, unwanted) && path != own+"fleet/v1alpha1" {
				t.Errorf("the types link %s", path)
			}
		}
	}
}
