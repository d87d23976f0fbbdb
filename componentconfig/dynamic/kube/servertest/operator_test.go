package servertest

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// TestOperator starts the operator that configgen init --manager writes. It serves metrics and health probes,
// reconciles, uses another verbosity of its log without a restart, and ends cleanly.
func TestOperator(t *testing.T) {
	c := newCluster(t)
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
	probes, metrics := freeAddress(t), freeAddress(t)
	configuration := "apiVersion: relay.config.example.io/v1alpha1\nkind: RelayConfiguration\n" +
		"leaderElection: {leaderElect: false}\nlabel: counted\n" +
		"metrics: {bindAddress: '" + metrics + "', secureServing: false}\n" +
		"health: {healthProbeBindAddress: '" + probes + "'}\nclientConnection: {kubeconfig: kubeconfig}\n"
	write(t, dir+"/relay.yaml", configuration)
	write(t, dir+"/kubeconfig", `{"apiVersion":"v1","kind":"Config","clusters":[{"name":"c","cluster":{"server":"`+
		c.core.Host+`"}}],"contexts":[{"name":"c","context":{"cluster":"c"}}],"current-context":"c"}`)
	o := startOperator(t, dir+"/operator", "--config="+dir+"/relay.yaml")
	o.logs("Starting workers")
	for url, want := range map[string]string{
		"http://" + probes + "/healthz": "ok", "http://" + probes + "/readyz": "ok",
		"http://" + metrics + "/metrics": "controller_runtime_max_concurrent_reconciles",
	} {
		if got := get(t, url); !strings.Contains(got, want) {
			t.Errorf("%s answers %q", url, got)
		}
	}
	c.counted("first")
	write(t, dir+"/relay.yaml", configuration+"logging: {verbosity: 1}\n")
	o.logs("logging.verbosity")
	if before := o.seen("Counted"); before != "" {
		t.Errorf("logged without verbosity: %s", before)
	}
	c.counted("second")
	o.logs("Counted")
	if err := o.end(); err != nil {
		t.Errorf("the operator ended with %v", err)
	}
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

// seen is the first line with a part among those that were waited through.
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

// freeAddress is an address that nothing listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // Nothing has connected.
	return listener.Addr().String()
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
