package dynamic

import (
	"fmt"
	"runtime"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/identity"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// checked is the result of a check.
type checked struct {
	parameters TrialParameters
	err        error
	// exited: the check has ended its goroutine.
	exited bool
}

// check calls Check and returns the trial parameters of the configuration. A panic is an error, and so is a check that
// takes longer than it may. A check that ends its goroutine ends the caller's, too. The caller holds no lock, because
// the check is the application's and may take as long as CheckTime.
func (o Options) check(p store.Payload) (TrialParameters, error) {
	done := make(chan checked, 1)
	go func() {
		r := checked{parameters: *o.TrialParameters, exited: true}
		defer func() {
			if panicked := recover(); panicked != nil {
				r.err, r.exited = fmt.Errorf("the check panicked: %v", panicked), false
			}
			done <- r
		}()
		if r.err = o.Check(Payload{p}); r.err == nil && p.Digest() != "" {
			r.parameters, r.err = o.ParametersOf(Payload{p}, r.parameters)
		}
		r.exited = false
	}()
	overdue := time.NewTimer(o.CheckTime)
	defer overdue.Stop()
	select {
	case r := <-done:
		if r.exited {
			runtime.Goexit()
		}
		return r.parameters, r.err
	case <-overdue.C:
		return TrialParameters{}, fmt.Errorf("the check did not end within %v", o.CheckTime)
	}
}

// layers identifies the layers above a configuration as they are now. The caller holds no lock, because Overlay is the
// application's and reads files.
func (o Options) layers() string { return identity.Text(o.Overlay()) }

// readLayers reads the layers above the configurations, if a verdict may depend on them. It comes before each lock
// under which a configuration is judged.
func (c *Controller) readLayers() {
	if !c.layered() {
		return
	}
	layers := c.opts.layers()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.journal.state.Layers = layers
}

func (c *Controller) layered() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.journal.layered()
}

// proposal is a configuration that Check has to accept before a start or an assignment uses it.
type proposal struct {
	payload store.Payload
	// counted: the ledger has an attempt with the payload, until Check has returned.
	counted bool
}

// propose makes a configuration one that is being checked.
func (c *Controller) propose(p *proposal) *proposal {
	c.checking[p.payload.Digest()] = p
	return p
}

// withdraw is called after the check of a proposal, also if the check has ended its goroutine.
func (c *Controller) withdraw(p *proposal) {
	if d := p.payload.Digest(); c.checking[d] == p {
		delete(c.checking, d)
	}
}

// exhausted is why a configuration has no attempts left.
type exhausted struct {
	reason Reason
	text   string
}

func (e exhausted) Error() string { return e.text }

// exhaustion returns the reason why the attempts of a configuration are used up.
func exhaustion(s protocol.State, d store.Digest) exhausted {
	e, _ := s.Entry(d)
	allowed := s.AllowedFor(d)
	switch {
	case s.Confirmed(d):
		return exhausted{ReasonCrashLoop, fmt.Sprintf("crash loop: the last %d starts ended within the trial period, "+
			"although the configuration was confirmed before", s.Late.Starts)}
	case e.Used < allowed:
		return exhausted{ReasonEarlyExits, fmt.Sprintf("early exits: the last %d starts were asked to end before the "+
			"configuration was confirmed, and no health check had passed", e.Returned)}
	}
	text := fmt.Sprintf("crash loop: %d starts ended before the configuration was confirmed (threshold %d)", e.Used,
		allowed-1)
	if e.Unwell > 0 {
		text += fmt.Sprintf(", %d of them after a failed health check", e.Unwell)
	}
	if e.Rebooted > 0 {
		text += fmt.Sprintf(", %d of them with the machine", e.Rebooted)
	}
	return exhausted{ReasonCrashLoop, text}
}

// attempt counts a start with an unconfirmed configuration, or returns why it may not be made.
func (c *Controller) attempt(d store.Digest) error {
	j := c.journal
	if j.readOnly != nil {
		return j.readOnly
	}
	if err := j.unread[store.LedgerFile]; err != nil {
		return err
	}
	if j.state.Judge(d) != protocol.Exhausted {
		return j.begin(d)
	}
	err := exhaustion(j.state, d)
	c.fail(d, "", err.text)
	j.state = j.state.Reconcile()
	if serr := j.storeGood(); serr != nil {
		j.warn("%v", serr)
	}
	return err
}

// refuse records that Check refused a configuration with the present layers above it. The process survived the check,
// so its attempt, if there was one, is over and not counted: a configuration that is checked again whenever the layers
// change must not exhaust its attempts by that.
func (c *Controller) refuse(p *proposal, err error) {
	d := p.payload.Digest()
	if p.counted {
		p.counted, c.journal.state = false, c.journal.state.Survive(d)
	}
	c.fail(d, c.journal.state.Layers, err.Error())
}

// fail records that a configuration does not work with this build; if overlay is not empty, with these layers above it.
// If that cannot be written, its attempt stays counted.
func (c *Controller) fail(d store.Digest, overlay, reason string) {
	mark := store.Mark{Time: c.journal.now(), Reason: store.Clip(reason), Overlay: overlay}
	c.counters.failed++
	c.counters.last = &Failure{Digest: Digest(d), Build: c.opts.Build, Time: mark.Time, Reason: mark.Reason}
	c.journal.mark(d, mark)
}
