package servertest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// configFleet is the program config-fleet. It talks to the cluster through a door of its own, and is started again when
// it has ended.
type configFleet struct {
	t       *testing.T
	cluster *cluster
	// binary is the program, dir its directory, log the file of its log, added the additional text of its configuration
	// file.
	binary, dir, log, added string
	// metrics is the address of its metrics.
	metrics string
	// rights are the permissions of its roles.
	rights identity
	door   door
	live   sync.WaitGroup
	// killed gets a value for each kill.
	killed chan struct{}

	mu      sync.Mutex
	random  *rand.Rand
	process *exec.Cmd
	// left is how many requests pass before the process is killed, or has been: none if it is zero.
	left int
	// stopped: the process is not started again.
	stopped bool
}

// newConfigFleet builds the program and writes its configuration file, to which a text is added.
func newConfigFleet(t *testing.T, c *cluster, random *rand.Rand, added string) *configFleet {
	t.Helper()
	dir := t.TempDir()
	p := &configFleet{t: t, cluster: c, binary: filepath.Join(dir, "config-fleet"), dir: dir,
		log: filepath.Join(dir, "log"), added: added, metrics: reserve(t),
		rights: programIdentity(t, "nodes.yaml"), killed: make(chan struct{}, 1000),
		random: rand.New(rand.NewPCG(random.Uint64(), 0))}
	if out, err := exec.Command("go", "build", "-C", fleetDir, "-o", p.binary, "./cmd/config-fleet").
		CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	p.door.open(t, http.HandlerFunc(p.serve))
	t.Cleanup(p.door.shut)
	write(t, dir+"/kubeconfig", `{"apiVersion":"v1","kind":"Config","clusters":[{"name":"c","cluster":{"server":"`+
		p.door.url()+`"}}],"contexts":[{"name":"c","context":{"cluster":"c"}}],"current-context":"c"}`)
	p.elect("resourceNamespace: config-fleet-system")
	return p
}

// elect writes the configuration file, with how the leader is elected. It is read when the program starts.
func (p *configFleet) elect(how string) {
	p.t.Helper()
	write(p.t, p.dir+"/config.yaml", "apiVersion: configfleet.config.configgen.dev/v1alpha1\n"+
		"kind: ConfigFleetConfiguration\nclientConnection: {kubeconfig: kubeconfig, qps: "+fmt.Sprint(*qps)+"}\n"+
		"metrics: {bindAddress: '"+p.metrics+"', secureServing: false}\nhealth: {healthProbeBindAddress: '0'}\n"+
		"leaderElection: {"+how+"}\n"+p.added)
}

// run starts the program, and starts it again whenever it has ended, until it is stopped: it ends if it is killed, if
// it is not the leader any more, and if the server is away when it starts.
func (p *configFleet) run() {
	p.live.Add(1)
	go func() {
		defer p.live.Done()
		for p.start() {
			p.process.Wait() //nolint:errcheck // Its log says why.
		}
	}()
	p.t.Cleanup(p.stop)
}

// start starts one process, unless the program is stopped.
func (p *configFleet) start() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return false
	}
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		p.t.Error(err)
		return false
	}
	defer log.Close() //nolint:errcheck // The process has a copy.
	p.process = exec.Command(p.binary, "--config", p.dir+"/config.yaml")
	p.process.Env = append(os.Environ(), "GOGC=100") // The default, whatever the tests run with: memory is measured.
	p.process.Stderr = log
	if err := p.process.Start(); err != nil {
		p.t.Error(err)
		return false
	}
	return true
}

// stop ends the program as a kubelet does that is in a hurry.
func (p *configFleet) stop() {
	p.mu.Lock()
	p.stopped = true
	p.process.Process.Kill() //nolint:errcheck // It may have ended.
	p.mu.Unlock()
	p.live.Wait()
	log, err := os.ReadFile(p.log)
	if err != nil || bytes.Contains(log, []byte("\npanic: ")) {
		p.t.Errorf("config-fleet has panicked, or has no log: %v", err)
	}
	if p.t.Failed() {
		lines := strings.SplitAfter(string(log), "\n")
		p.t.Logf("the log of config-fleet ends with\n%s", strings.Join(lines[max(0, len(lines)-100):], ""))
	}
}

// killAfter kills the process at the n-th request from now on.
func (p *configFleet) killAfter(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = n
}

// serve passes a request on, which the shipped roles have to allow, or kills the process: before the server has seen
// the request, or before the process gets the answer.
func (p *configFleet) serve(w http.ResponseWriter, r *http.Request) {
	if !p.rights.may(p.t, r) {
		p.t.Errorf("the roles of config-fleet do not allow %s %s", r.Method, r.URL)
	}
	p.mu.Lock()
	kill := false
	if p.left > 0 && r.URL.Query().Get("watch") == "" {
		p.left--
		kill = p.left == 0
	}
	process, done := p.process, p.random.IntN(2) == 0
	p.mu.Unlock()
	if !kill {
		p.cluster.serve(w, r)
		return
	}
	if done {
		p.cluster.serve(httptest.NewRecorder(), r)
	}
	process.Process.Kill() //nolint:errcheck // It is alive: it waits for an answer.
	p.killed <- struct{}{}
	panic(http.ErrAbortHandler)
}

// cost returns the bytes that the process has resident, that it had at most, and that are in use in its heap, and the
// seconds that it has used the processor for.
func (p *configFleet) cost() (resident, most, heap int64, processor float64) {
	p.t.Helper()
	p.mu.Lock()
	status, err := os.ReadFile("/proc/" + strconv.Itoa(p.process.Process.Pid) + "/status")
	p.mu.Unlock()
	if err != nil {
		p.t.Fatal(err)
	}
	number := func(text, pattern string) float64 {
		found := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if found == nil {
			p.t.Fatalf("there is no %s in\n%s", pattern, text)
		}
		n, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			p.t.Fatal(err)
		}
		return n
	}
	metrics := get(p.t, "http://"+p.metrics+"/metrics")
	resident = int64(number(string(status), `VmRSS:\s+(\d+) kB`)) << 10
	most = int64(number(string(status), `VmHWM:\s+(\d+) kB`)) << 10
	heap = int64(number(metrics, `(?m)^go_memstats_heap_inuse_bytes (\S+)`))
	return resident, most, heap, number(metrics, `(?m)^process_cpu_seconds_total (\S+)`)
}
