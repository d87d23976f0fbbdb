package servertest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/kube"
)

// childEnv makes the test binary a component instead of a test.
const childEnv = "LKG_COMPONENT"

func TestMain(m *testing.M) {
	if text := os.Getenv(childEnv); text != "" {
		fmt.Fprintln(os.Stderr, live([]byte(text)))
		os.Exit(1)
	}
	os.Exit(inMemory(m.Run))
}

// inMemory runs tests with temporary directories in memory, if there are any: nothing here depends on what a sync has
// made durable, and the servers and components make thousands.
func inMemory(run func() int) int {
	dir, err := os.MkdirTemp("/dev/shm", "servertest")
	if err != nil {
		return run()
	}
	defer os.RemoveAll(dir) //nolint:errcheck // It is a temporary directory.
	if err := os.Setenv("TMPDIR", dir); err != nil {
		panic(err)
	}
	return run()
}

// maxGrowth is the growth of the heap, in bytes, that 90 changes may cause: a fortieth of the growth if each start were
// kept.
const maxGrowth = 256 << 10

// changes is how many changes are made. The figures of the changes from number warm to measured-1 are compared with the
// figures of as many changes at the end. Changes before number warm also cause allocations that a process makes once.
const changes, warm, measured = 101, 6, 11

// life is what a component in a process of its own needs to know.
type life struct {
	Door, Dir string
	Source    *kube.ConfigSource
	// seen are the desired digests of all statuses so far.
	seen map[dynamic.Digest]bool
}

// figures are measurements of the component's process at the time of a status report.
type figures struct {
	Desired    dynamic.Digest
	Status     metav1.ConditionStatus
	Heap       uint64
	Goroutines int
	Open       int
	Files      int
}

// live starts the component as often as its source asks for a restart, in one process, so that everything that a start,
// a source or a trial leaves behind is counted. A configuration on trial is confirmed at once. Each status is printed
// with the figures of the process.
func live(text []byte) error {
	l := life{seen: map[dynamic.Digest]bool{}}
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	for {
		if err := l.once(); err != nil {
			return err
		}
	}
}

func (l life) once() error {
	restart := make(chan struct{}, 1)
	report := func(s dynamic.Status) { l.print(s) }
	options := dynamic.Options{Restart: func(string) { restart <- struct{}{} }}
	out, err := newLoader(clientOf(l.Door), l.Source, options, report).
		Load([]string{"--dynamic-config-dir=" + l.Dir})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- dynamic.ControllerOf(out).Run(ctx) }()
	if dynamic.ControllerOf(out).OnTrial() {
		if err := dynamic.ControllerOf(out).Confirm(); err != nil {
			return err
		}
	}
	<-restart
	cancel()
	if err := <-done; err != nil {
		return err
	}
	return dynamic.ControllerOf(out).Close()
}

func (l life) print(s dynamic.Status) {
	if s.Desired != nil {
		l.seen[s.Desired.Digest] = true
	}
	if n := len(l.seen); n <= measured || n > changes-measured+warm {
		runtime.GC()
		runtime.GC() // Objects with finalizers are freed the second time.
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	f := figures{Status: s.Condition.Status, Heap: m.HeapAlloc, Goroutines: runtime.NumGoroutine(),
		Open: entries("/proc/self/fd"), Files: entries(l.Dir)}
	if s.Desired != nil {
		f.Desired = s.Desired.Digest
	}
	text, _ := json.Marshal(f)
	fmt.Printf("%s\n", text)
}

// entries counts what is in a directory, however deep.
func entries(dir string) int {
	n := 0
	filepath.WalkDir(dir, func(string, fs.DirEntry, error) error { n++; return nil })
	return n
}

// start starts the component in a process of its own, and returns its figures.
func start(t *testing.T, l life) *json.Decoder {
	t.Helper()
	text, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+string(text))
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		log.Close()
		if t.Failed() {
			f, _ := os.Open(log.Name())
			text, _ := io.ReadAll(f)
			t.Logf("%s", text)
		}
	})
	return json.NewDecoder(bufio.NewReader(out))
}

// until reads figures until the component has settled on a digest.
func until(t *testing.T, d *json.Decoder, digest dynamic.Digest, status metav1.ConditionStatus) figures {
	t.Helper()
	for {
		var f figures
		if err := d.Decode(&f); err != nil {
			t.Fatalf("the component has ended: %v", err)
		}
		if f.Desired == digest && f.Status == status {
			return f
		}
	}
}

// least is the smallest of each figure: what is about to be freed does not count.
func least(all []figures) figures {
	out := all[0]
	for _, f := range all {
		out.Heap, out.Goroutines = min(out.Heap, f.Heap), min(out.Goroutines, f.Goroutines)
		out.Open, out.Files = min(out.Open, f.Open), min(out.Files, f.Files)
	}
	return out
}

// manyChanges is upstream's case of 101 changes: neither memory nor files, open or on disk, nor goroutines grow with
// them, be they accepted or rejected.
func manyChanges(t *testing.T, c *cluster, newPlace newPlace) {
	for _, change := range []struct {
		name, text string
		status     metav1.ConditionStatus
	}{
		{"accepted", "labels: {says: number-%d}\n", metav1.ConditionTrue},
		{"rejected", "prot: %d\n", metav1.ConditionFalse},
	} {
		t.Run("many changes "+change.name, func(t *testing.T) {
			c.t = t
			p := newPlace(t, c, "relay-"+change.name)
			child := start(t, life{c.door.url(), filepath.Join(t.TempDir(), "state"), p.source, nil})
			var all []figures
			for i := range changes {
				text := "apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\n" + fmt.Sprintf(change.text, i)
				p.put(text)
				all = append(all, until(t, child, p.payload(text).Digest(), change.status))
			}
			early, late := least(all[warm:measured]), least(all[changes-measured+warm:])
			if late.Heap > early.Heap+maxGrowth || late.Goroutines > early.Goroutines+2 || late.Open > early.Open+2 ||
				late.Files > early.Files+2 {
				t.Errorf("after 11 changes %+v, after 101 %+v", early, late)
			}
			t.Logf("heap %d, goroutines %d, open files %d, files in the state directory %d; after 101 changes %+d, %+d, %+d, "+
				"%+d", early.Heap, early.Goroutines,
				early.Open, early.Files, int64(late.Heap-early.Heap), late.Goroutines-early.Goroutines, late.Open-early.Open,
				late.Files-early.Files)
		})
	}
}
