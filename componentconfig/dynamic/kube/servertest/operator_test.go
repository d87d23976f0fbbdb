package servertest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/cert"
)

// TestOperator starts two replicas of the operator that configgen init --manager writes. One leads: it reconciles, and
// serves metrics and its configuration with TLS to those whom the API server permits it. It uses another verbosity of
// its log without a restart, and ends cleanly; the other one leads then.
func TestOperator(t *testing.T) {
	c := newCluster(t)
	way := c.way(c.core)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !review(w, r) {
			way.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	dir := t.TempDir()
	repository, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{
		{"go", "build", "-C", repository, "-o", dir + "/configgen", "./cmd/configgen"},
		{dir + "/configgen", "init", "--group=relay.config.example.io", "--kind=RelayConfiguration",
			"--module=example.com/relay", "--replace=" + repository, "--manager", dir + "/relay"},
		{"go", "build", "-C", dir + "/relay", "-o", dir + "/operator", "./cmd/relay"},
	} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", command, err, out)
		}
	}
	certificate, key, err := cert.GenerateSelfSignedCertKey("127.0.0.1", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	probes, metrics, otherProbes, otherMetrics := reserve(t), reserve(t), reserve(t), reserve(t)
	configuration := "apiVersion: relay.config.example.io/v1alpha1\nkind: RelayConfiguration\nlabel: counted\n" +
		"leaderElection: {resourceNamespace: default, leaseDuration: 10s, renewDeadline: 8s, retryPeriod: 1s}\n" +
		"metrics: {bindAddress: '" + metrics + "', certDir: .}\n" +
		"health: {healthProbeBindAddress: '" + probes + "'}\nclientConnection: {kubeconfig: kubeconfig}\n"
	for name, content := range map[string]string{
		"relay.yaml": configuration, "tls.crt": string(certificate), "tls.key": string(key),
		"permitted": "permitted", "reader": "reader", "other": "other",
		"kubeconfig": `{"apiVersion":"v1","kind":"Config","clusters":[{"name":"c","cluster":{"server":"` + server.URL +
			`"}}],"contexts":[{"name":"c","context":{"cluster":"c"}}],"current-context":"c"}`,
	} {
		write(t, dir+"/"+name, content)
	}
	first := startOperator(t, dir+"/operator", "--config="+dir+"/relay.yaml")
	first.logs("Starting workers")
	second := startOperator(t, dir+"/operator", "--config="+dir+"/relay.yaml", "--metrics-secure=false",
		"--metrics-bind-address="+otherMetrics, "--health-probe-bind-address="+otherProbes)
	second.logs("Serving metrics server")
	for url, want := range map[string]string{
		"http://" + probes + "/healthz": "ok", "http://" + probes + "/readyz": "ok",
		"http://" + otherProbes + "/readyz":                    "ok",
		"http://" + otherMetrics + "/metrics":                  "leader_election_master_status{name=\"relay\"} 0",
		"http://" + otherMetrics + "/configz/origins/v1alpha1": "404 page not found",
	} {
		if got := get(t, url); !strings.Contains(got, want) {
			t.Errorf("%s answers %q", url, got)
		}
	}
	c.counted("first")
	write(t, dir+"/relay.yaml", configuration+"logging: {verbosity: 1}\n")
	first.logs("logging.verbosity")
	if before := first.seen("Counted"); before != "" {
		t.Errorf("logged without verbosity: %s", before)
	}
	c.counted("second")
	first.logs("Counted")
	for _, asked := range [][]string{
		{"the process uses its files", "reader", "wait", dir + "/relay.yaml"},
		{"no difference", "reader", "diff", dir + "/relay.yaml"}, {"403 Forbidden", "other", "diff"},
		{"403 Forbidden", "reader", "reload"}, {"the process uses its files", "permitted", "reload"},
	} {
		ask := exec.Command(dir+"/operator", append(slices.Concat([]string{"config"}, asked[2:]),
			"--running=https://"+metrics, "--ca-file="+dir+"/tls.crt", "--token-file="+dir+"/"+asked[1])...)
		if got, _ := ask.CombinedOutput(); !strings.Contains(string(got), asked[0]) {
			t.Errorf("config %s as %s prints %q; want %q", asked[2:], asked[1], got, asked[0])
		}
	}
	if err := first.end(); err != nil {
		t.Errorf("the operator ended with %v", err)
	}
	second.logs("Starting workers")
	c.counted("third")
	if err := second.end(); err != nil {
		t.Errorf("the other operator ended with %v", err)
	}
}

// review answers who a token belongs to, and what its owner may do, as an API server does: the permitted one may have
// the configuration reloaded, and the reader may see it.
func review(w http.ResponseWriter, r *http.Request) bool {
	var answer any
	switch path.Base(r.URL.Path) {
	case "tokenreviews":
		var asked authenticationv1.TokenReview
		if json.NewDecoder(r.Body).Decode(&asked) == nil {
			asked.Status.Authenticated, asked.Status.User.Username = true, asked.Spec.Token
		}
		answer = asked
	case "subjectaccessreviews":
		var asked authorizationv1.SubjectAccessReview
		if json.NewDecoder(r.Body).Decode(&asked) == nil && asked.Spec.NonResourceAttributes != nil {
			verb := asked.Spec.NonResourceAttributes.Verb
			asked.Status.Allowed = asked.Spec.User == "permitted" || asked.Spec.User == "reader" && verb == "get"
		}
		answer = asked
	default:
		return false
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	_ = json.NewEncoder(w).Encode(answer) // A client that is gone gets nothing.
	return true
}

// counted creates a ConfigMap, and waits until the operator has counted its keys.
func (c *cluster) counted(name string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	configMaps := kubernetes.NewForConfigOrDie(c.core).CoreV1().ConfigMaps("default")
	object, err := configMaps.Create(ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"counted": ""}}, Data: map[string]string{"a": ""},
	}, metav1.CreateOptions{})
	if err != nil {
		c.t.Fatal(err)
	}
	watch, err := configMaps.Watch(ctx, metav1.ListOptions{ResourceVersion: object.ResourceVersion})
	if err != nil {
		c.t.Fatal(err)
	}
	defer watch.Stop()
	for event := range watch.ResultChan() {
		changed, ok := event.Object.(*corev1.ConfigMap)
		if ok && changed.Name == name && changed.Annotations["relay.config.example.io/keys"] == "1" {
			return
		}
	}
	c.t.Fatalf("the keys of %s were never counted", name)
}

// operator is a process of an operator.
type operator struct {
	t       *testing.T
	process *exec.Cmd
	lines   chan string
	log     []string
}

func startOperator(t *testing.T, program string, args ...string) *operator {
	t.Helper()
	o := &operator{t: t, process: exec.Command(program, args...), lines: make(chan string, 10000)}
	stderr, err := o.process.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := o.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.process.Process.Kill() }) // It has ended, unless the test failed.
	go func() {
		defer close(o.lines)
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			o.lines <- lines.Text()
		}
	}()
	return o
}

// logs waits for a line of the log.
func (o *operator) logs(part string) {
	o.t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case line, open := <-o.lines:
			o.log = append(o.log, line)
			switch {
			case !open:
				o.t.Fatalf("the operator ended without %q:\n%s", part, strings.Join(o.log, "\n"))
			case strings.Contains(line, part):
				return
			}
		case <-deadline:
			o.t.Fatalf("the operator never logged %q:\n%s", part, strings.Join(o.log, "\n"))
		}
	}
}

// seen returns the first line of the log so far that contains part; empty if there is none.
func (o *operator) seen(part string) string {
	if i := slices.IndexFunc(o.log, func(line string) bool { return strings.Contains(line, part) }); i >= 0 {
		return o.log[i]
	}
	return ""
}

// end asks the operator to end, and returns how it does.
func (o *operator) end() error {
	if err := o.process.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	for line := range o.lines { // until the process has closed its log
		o.log = append(o.log, line)
	}
	return o.process.Wait()
}

// write replaces a file as a whole.
func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name+".new", []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(name+".new", name); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close() //nolint:errcheck // It is read.
	var body bytes.Buffer
	if _, err := io.Copy(&body, response.Body); err != nil {
		t.Fatal(err)
	}
	return body.String()
}
