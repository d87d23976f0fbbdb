package dynamic

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/memfs"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// simulation is one random life of a state directory: processes that start, assign, confirm, die and are started again,
// on a disk and under a supervisor that misbehave. Beside it runs a model that knows only the promises of doc.go.
type simulation struct {
	*scene
	// broken is what code found that the controller called.
	broken violation
	worker *worker
	proc   *Controller
	// checked is what the controller called Check with.
	checked []store.Digest

	model model
}

// scene is what surrounds the process.
type scene struct {
	rng   *rand.Rand
	disk  *memfs.Disk
	clock *fakeClock
	trace []line
	// read is what the bytes of state files and checkpoints meant.
	read map[string]pair
	// goods are what the bytes of the record of confirmations meant.
	goods map[string]map[pair]bool

	payloads  []Payload
	threshold int
	boot      int
	hasBoot   bool
	build     int
	local     int
}

// life is what happens to the process, step by step.
type life struct{ *simulation }

// pair is a configuration under a build.
type pair struct {
	digest store.Digest
	build  string
}

// model holds what must be true. Where a fault allows two results, it holds both.
type model struct {
	// confirmed are the pairs that Confirm was ever called for.
	confirmed map[pair]bool
	// atLeast and atMost bound the attempts of a pair that count.
	atLeast, atMost map[pair]int
	// open are the pairs with an attempt that the next process may find open.
	open map[pair]bool
	// failed are pairs with a durable failure record; suspect ones may have one.
	failed, suspect map[pair]bool
	// refused are the local layers that Check refused a pair with; empty for a failure that it did not find.
	refused map[pair]string
	// assigned and good are what the records may hold; empty means none.
	assigned map[store.Digest]bool
	good     map[pair]bool
	// late counts the processes that used a configuration and crashed.
	late map[pair]int
	// damaged are the files that this simulation has damaged.
	damaged map[string]bool
}

func newSimulation(seed uint64) *simulation {
	rng := rand.New(rand.NewPCG(seed, 7))
	s := &simulation{scene: &scene{
		rng: rng, disk: memfs.New(rng), clock: &fakeClock{}, threshold: rng.IntN(3), hasBoot: rng.IntN(3) > 0,
		payloads: simulationPayloads, read: map[string]pair{}, goods: map[string]map[pair]bool{},
	}}
	s.model = model{
		confirmed: map[pair]bool{}, atLeast: map[pair]int{}, atMost: map[pair]int{}, open: map[pair]bool{},
		failed:  map[pair]bool{},
		suspect: map[pair]bool{}, refused: map[pair]string{}, assigned: map[store.Digest]bool{"": true},
		good: map[pair]bool{{}: true}, damaged: map[string]bool{}, late: map[pair]int{},
	}
	return s
}

var simulationPayloads = func() []Payload {
	var all []Payload
	for i := range 6 {
		p, err := NewPayload(map[string][]byte{"config.yaml": fmt.Appendf(nil, "number: %d\n", i)})
		if err != nil {
			panic(err)
		}
		all = append(all, p)
	}
	return all
}()

// violation is a broken invariant.
type violation string

func (s *scene) demand(ok bool, format string, args ...any) {
	if !ok {
		panic(violation(fmt.Sprintf(format, args...)))
	}
}

// line is one line of the trace, which is rarely printed.
type line struct {
	format string
	args   []any
}

func (s *scene) logf(format string, args ...any) { s.trace = append(s.trace, line{format, args}) }

// story is the trace.
func (s *scene) story() string {
	var b strings.Builder
	for _, l := range s.trace {
		fmt.Fprintf(&b, l.format+"\n", l.args...)
	}
	return b.String()
}

// run takes n steps and returns the first broken invariant.
func (s *simulation) run(n int) (broken string) {
	defer func() {
		if s.worker != nil {
			close(s.worker.work)
		}
		switch r := recover().(type) {
		case nil:
		case violation:
			broken = string(r)
		default:
			broken = fmt.Sprintf("panic: %v", r)
		}
	}()
	for range n {
		if s.proc == nil {
			life{s}.whileDown()
		} else {
			life{s}.whileUp()
		}
		life{s}.inspect()
	}
	s.disk.Full, s.disk.ReadOnly = false, false
	s.kill()
	s.start(false)
	return ""
}

func (s *scene) buildName() string        { return fmt.Sprintf("build%d", s.build) }
func (s *scene) pair(d store.Digest) pair { return pair{d, s.buildName()} }
func (s *scene) chance(percent int) bool  { return s.rng.IntN(100) < percent }

func (s *scene) bootName() string {
	if !s.hasBoot {
		return ""
	}
	return fmt.Sprintf("boot%d", s.boot)
}

// behavior returns the behavior of a configuration under a build. It is the same whenever the same bytes are loaded,
// except for configurations that conflict with some local layers.
func (s *scene) behavior(p pair) string {
	if p.digest == "" {
		return "fine"
	}
	kinds := []string{"fine", "fine", "clashes", "invalid", "panics", "kills"}
	kind := kinds[(int(p.digest[0])*7+int(p.digest[1])+len(p.build)*3+int(p.build[len(p.build)-1])*5)%len(kinds)]
	if kind == "clashes" && s.local != 1 {
		return "fine"
	}
	return kind
}

func (s *scene) localName() string { return fmt.Sprintf("local%d", s.local) }

// check is the component's Check.
func (s *simulation) check(p Payload) error {
	d := p.stored.Digest()
	s.checked = append(s.checked, d)
	if d != "" {
		s.demandLoad(d)
	}
	switch s.behavior(s.pair(d)) {
	case "invalid", "clashes":
		s.refusedLook(d)
		return errors.New("field number: out of range")
	case "panics":
		s.refusedLook(d)
		panic("index out of range")
	case "kills":
		s.disk.Die()
	}
	return nil
}

// demandLoad checks the promises about a configuration with bytes that are about to be looked at.
func (s *simulation) demandLoad(d store.Digest) {
	p := s.pair(d)
	if s.proc != nil && s.proc.journal.state.Trial == d || s.goodsOnDisk()[p] {
		return
	}
	was := s.model.refused[p]
	s.demandRunning(!s.model.failed[p] || was != "" && was != s.localName(), "%s has failed and is tried again", d.Short())
	delete(s.model.failed, p) // It is checked again, and the attempt replaces the failure record.
	s.model.atLeast[p]++
	s.model.atMost[p]++
	s.model.open[p] = true
	s.demandRunning(s.model.atLeast[p] <= s.threshold+1, "attempt %d with %s, threshold %d", s.model.atLeast[p],
		d.Short(), s.threshold)
}

// refusedLook: a check that ends with an error is not an attempt.
func (s *simulation) refusedLook(d store.Digest) {
	p := s.pair(d)
	if d == "" || s.proc != nil && s.proc.journal.state.Trial == d || s.goodsOnDisk()[p] {
		return
	}
	s.model.atLeast[p]--
}

// demandRunning is demand for code that the controller calls, where a panic would be taken for one of the
// configuration's.
func (s *simulation) demandRunning(ok bool, format string, args ...any) {
	if !ok {
		s.broken = violation(fmt.Sprintf(format, args...))
		s.disk.Die()
	}
}

// process runs f as the process: it ends early if the process dies in it, which process returns.
func (s *simulation) process(f func()) (died bool) {
	if s.worker == nil {
		s.worker = newWorker()
	}
	s.worker.work <- f
	r := <-s.worker.done
	if died = r.died; died {
		s.worker = nil
	}
	if r.panicked != nil {
		panic(r.panicked)
	}
	if s.broken != "" {
		panic(s.broken)
	}
	if died {
		s.logf("  the process died")
		s.kill()
	}
	return died
}

// faults sometimes arms one fault for the next operation on the disk, and reports whether it did.
func (s *scene) faults() bool {
	switch {
	case s.chance(12):
		s.disk.StopAt = s.disk.Ops + 1 + s.rng.IntN(22)
		s.logf("  will die at change %d", s.disk.StopAt-s.disk.Ops)
	case s.chance(10):
		s.disk.FailAt, s.disk.Onward = s.disk.Ops+1+s.rng.IntN(22), s.chance(30)
		s.logf("  EIO at change %d, onward: %t", s.disk.FailAt-s.disk.Ops, s.disk.Onward)
	case s.chance(12):
		s.disk.FailReadAt, s.disk.Onward = s.disk.Reads+1+s.rng.IntN(30), s.chance(30)
		s.logf("  ENFILE at read %d, onward: %t", s.disk.FailReadAt-s.disk.Reads, s.disk.Onward)
	default:
		return s.disk.Full || s.disk.ReadOnly
	}
	return true
}

// worker is a goroutine that runs one function after the other, until one of them ends it.
type worker struct {
	work chan func()
	done chan ended
}

type ended struct {
	died     bool
	panicked any
}

func newWorker() *worker {
	w := &worker{make(chan func()), make(chan ended, 1)}
	go func() {
		defer func() { w.done <- ended{true, recover()} }()
		for f := range w.work {
			f()
			w.done <- ended{}
		}
	}()
	return w
}

func (s *scene) calm() { s.disk.Calm() }

func (s *simulation) kill() {
	if s.proc != nil && s.proc.decision.Digest != "" {
		s.model.late[s.pair(s.proc.decision.Digest)]++
	}
	s.proc = nil
	s.disk.Reap()
}

func (s life) whileDown() {
	switch {
	case s.chance(70):
		s.start(true)
	case s.chance(40):
		s.reboot()
	case s.chance(40):
		s.build = s.rng.IntN(3)
		s.logf("the binary is now %s", s.buildName())
	case s.chance(40):
		s.changeLocal()
	case s.chance(40):
		s.damage()
	default:
		s.clock.wall = s.clock.wall.Add(time.Duration(s.rng.IntN(2000)-1000) * time.Hour)
		s.logf("the wall clock jumps")
	}
}

func (s life) whileUp() {
	switch {
	case s.chance(35):
		s.assign()
	case s.chance(25):
		s.confirm()
	case s.chance(15):
		s.logf("SIGKILL")
		s.kill()
	case s.chance(25):
		s.release()
	case s.chance(10):
		s.changeLocal()
	case s.chance(10):
		s.unassign()
	case s.chance(10):
		s.fail()
	case s.chance(10):
		s.clear()
	case s.chance(20):
		s.second()
	case s.chance(20):
		s.disk.Full = !s.disk.Full
		s.logf("the disk is full: %v", s.disk.Full)
	case s.chance(20):
		s.kill()
		s.reboot()
	default:
		s.clock.wall = s.clock.wall.Add(time.Hour)
		s.clock.mono += time.Hour
	}
}

func (s *scene) changeLocal() {
	s.local = s.rng.IntN(3)
	s.logf("the local layers are now %s", s.localName())
}

// reboot is a power failure.
func (s *simulation) reboot() {
	s.logf("power failure and reboot")
	s.disk.PowerFailure()
	s.disk.Full, s.disk.ReadOnly = false, s.chance(10)
	s.boot++
	if s.hasBoot {
		for p := range s.model.open {
			s.model.atLeast[p] = max(0, s.model.atLeast[p]-1)
		}
		s.model.open = map[pair]bool{}
	}
}

func (s *simulation) options() Options {
	return Options{
		TrialParameters: &TrialParameters{TrialPeriod: time.Minute, CrashLoopThreshold: s.threshold},
		Check:           s.check, Build: s.buildName(), Overlay: s.localName, Keep: 2,
		Restart: func(string) { runtime.Goexit() },
		system:  system{clock: s.clock, files: s.disk, boot: s.bootName, lockWait: -1},
	}
}

func single[K comparable](k K) map[K]bool { return map[K]bool{k: true} }

func keys(m map[pair]bool) []string {
	var out []string
	for p := range m {
		out = append(out, p.digest.Short()+"/"+p.build)
	}
	slices.Sort(out)
	return out
}
