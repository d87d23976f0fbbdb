package metrics

import (
	"net/http/httptest"
	"strings"
	"testing"

	"k8s.io/component-base/metrics/legacyregistry"
	"k8s.io/component-base/metrics/testutil"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

// TestRegister: a component that serves the metrics of Kubernetes serves these, and of several registrations the last one counts.
func TestRegister(t *testing.T) {
	for _, digest := range []dynamic.Digest{"aa", "bb"} {
		if err := Register(func() dynamic.Status { return dynamic.Status{Assigned: &dynamic.Reference{Digest: digest}} }); err != nil {
			t.Fatal(err)
		}
		response := httptest.NewRecorder()
		legacyregistry.Handler().ServeHTTP(response, httptest.NewRequest("GET", "/metrics", nil))
		body := response.Body.String()
		if want := `dynamic_config_info{digest="` + string(digest) + `",layer="",role="assigned"} 1`; !strings.Contains(body, want) || strings.Count(body, "dynamic_config_info{") != 1 {
			t.Errorf("nothing says %s, or something says more:\n%s", want, body)
		}
	}
}

// TestConventions: the names and texts are those that Prometheus asks for.
func TestConventions(t *testing.T) {
	Register(func() dynamic.Status { return dynamic.Status{Condition: dynamic.Condition{Status: dynamic.True}} })
	response := httptest.NewRecorder()
	legacyregistry.Handler().ServeHTTP(response, httptest.NewRequest("GET", "/metrics", nil))
	var ours strings.Builder
	for line := range strings.Lines(response.Body.String()) {
		if strings.Contains(line, namespace) {
			ours.WriteString(line)
		}
	}
	problems, err := testutil.NewPromLinter(strings.NewReader(ours.String())).Lint()
	if err != nil || len(problems) > 0 || ours.Len() == 0 {
		t.Errorf("%v, %v in\n%s", problems, err, ours.String())
	}
}
