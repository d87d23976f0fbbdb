package servertest

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"
)

var kubeconfig = flag.String("kubeconfig", "",
	"the file that TestKubectl writes, before it serves until it is interrupted")

// TestKubectl: an operator uses the API server with kubectl. With -kubeconfig, the test is the cluster of a page.
func TestKubectl(t *testing.T) {
	t.Parallel()
	c := newCluster(t, relayDefinition())
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
