package servertest

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/discovery"

	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

var kubeconfig = flag.String("kubeconfig", "",
	"the file that TestKubectl writes, before it serves until it is interrupted")

// TestKubectl: an operator uses the API server with kubectl. With -kubeconfig, the test is the cluster of a page.
func TestKubectl(t *testing.T) {
	t.Parallel()
	c := newCluster(t, relayDefinition())
	c.setFirst(func(w http.ResponseWriter, r *http.Request) bool { return r.URL.Path == "/apis" && c.groups(w) })
	file := *kubeconfig
	if file == "" {
		file = filepath.Join(t.TempDir(), "kubeconfig")
	}
	text := fmt.Sprintf(`{"apiVersion":"v1","kind":"Config","clusters":[{"name":"c","cluster":{"server":%q}}],`+
		`"contexts":[{"name":"c","context":{"cluster":"c"}}],"current-context":"c"}`, c.door.url())
	if err := os.WriteFile(file+".new", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
	if *kubeconfig != "" {
		interrupted := make(chan os.Signal, 1)
		signal.Notify(interrupted, os.Interrupt)
		<-interrupted
		return
	}
	kubectl := func(args string) string {
		t.Helper()
		words := append([]string{"--kubeconfig", file}, strings.Fields(args)...)
		out, err := exec.Command("kubectl", words...).CombinedOutput()
		if err != nil {
			t.Fatalf("kubectl %s: %v\n%s", args, err, out)
		}
		return string(out)
	}
	definition, digest := filepath.Join(fleetDir, assignmentDefinition), strings.Repeat("a", 64)
	kubectl("apply -f " + definition)
	kubectl("wait --for=condition=Established -f " + definition)
	kubectl("create configmap relay-1 --from-literal=relay.yaml=port:")
	manifest := filepath.Join(t.TempDir(), "node-1.yaml")
	if err := os.WriteFile(manifest, []byte(`{"apiVersion":"fleet.configgen.dev/v1alpha1","kind":"ConfigAssignment",`+
		`"metadata":{"name":"node-1"},"spec":{"source":{"name":"relay-1","key":"relay.yaml","digest":"`+digest+`"}}}`),
		0o600); err != nil {
		t.Fatal(err)
	}
	kubectl("apply -f " + manifest)
	for _, want := range []string{"NAME", "CONFIGMAP", "OK", "REASON", "VERSION", "CHANGED", "node-1", "relay-1"} {
		if out := kubectl("get configassignments"); !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

// groups lists the API groups, as the aggregator of a cluster does.
func (c *cluster) groups(w http.ResponseWriter) bool {
	list := metav1.APIGroupList{TypeMeta: metav1.TypeMeta{Kind: "APIGroupList", APIVersion: "v1"}}
	client, err := discovery.NewDiscoveryClientForConfig(c.extensions)
	if err != nil {
		c.t.Error(err)
		return false
	}
	for _, name := range []string{apiextensionsv1.GroupName, fleet.Group} {
		var group metav1.APIGroup
		if client.RESTClient().Get().AbsPath("/apis/"+name).Do(context.Background()).Into(&group) == nil {
			list.Groups = append(list.Groups, group)
		}
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(list); err != nil {
		c.t.Error(err)
	}
	return true
}
