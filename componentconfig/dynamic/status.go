package dynamic

import (
	"fmt"
	"slices"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// Reference names a configuration.
type Reference struct {
	Digest Digest `json:"digest"`
	// Origin is the label that it was assigned with.
	Origin string `json:"origin,omitempty"`
	// Time is when it was assigned or confirmed, by the wall clock.
	Time time.Time `json:"time,omitzero"`
}

// Failure is a record that a configuration failed with a build.
type Failure struct {
	Digest Digest `json:"digest"`
	// Build is the build that the configuration failed with.
	Build string `json:"build"`
	// Time is when, by the wall clock.
	Time time.Time `json:"time"`
	// Reason is a sentence.
	Reason string `json:"reason"`
}

// Status is everything that an operator may want to know. A reference is nil for the local configuration or for
// nothing.
type Status struct {
	// Desired is the configuration that the source wanted at its last reading, accepted or not.
	Desired *Reference `json:"desired,omitempty"`
	// Assigned is what the next start tries first.
	Assigned *Reference `json:"assigned,omitempty"`
	// Active is what this process uses, ActiveLayer the layer that it comes from; both are empty before Start.
	Active      *Reference `json:"active,omitempty"`
	ActiveLayer Layer      `json:"activeLayer,omitempty"`
	// LastKnownGood is the configuration that was confirmed last.
	LastKnownGood *Reference `json:"lastKnownGood,omitempty"`
	// EarlierGood are the configurations that were confirmed before LastKnownGood, newest first. A start tries them if
	// LastKnownGood has failed.
	EarlierGood []Reference `json:"earlierGood,omitempty"`
	// LastFailed is the newest failure that this process recorded, otherwise the newest on disk.
	LastFailed *Failure `json:"lastFailed,omitempty"`
	// Condition is ConfigOK.
	Condition Condition `json:"condition"`
	// Trial is about the assigned configuration, as long as this build has not confirmed it.
	Trial *Trial `json:"trial,omitempty"`
	// TrialSeconds is how long it may take from an assignment until the configuration is confirmed or has failed: the
	// trial period, and the delays of the kubelet before each allowed restart. The parameters are from the configuration
	// in use. Zero before Start.
	TrialSeconds int64 `json:"trialSeconds,omitempty"`
	// Failed are all failure records, oldest first.
	Failed []Failure `json:"failed,omitempty"`
	// Warnings are sentences about the disk.
	Warnings []string `json:"warnings,omitempty"`
}

// goods are all configurations that were confirmed.
func (s Status) goods() []Reference {
	if s.LastKnownGood == nil {
		return nil
	}
	return append([]Reference{*s.LastKnownGood}, s.EarlierGood...)
}

// Trial counts the starts with a configuration that is not confirmed.
type Trial struct {
	// Used is how many starts count, Allowed how many are allowed: the threshold plus one.
	Used    int `json:"used"`
	Allowed int `json:"allowed"`
	// Unhealthy is how many of the used ones were asked to end after a failed health check, Rebooted how many ended with
	// the machine.
	Unhealthy int `json:"unhealthy,omitempty"`
	Rebooted  int `json:"rebooted,omitempty"`
	// Returned is how many starts in a row do not count, because the process was asked to end.
	Returned int `json:"returned,omitempty"`
}

// desired is the last word of the source in this process.
type desired struct {
	known    bool
	digest   store.Digest
	origin   string
	rejected string
	// unread is the reason why the source could not be read, unstored the reason why the configuration that it wants could
	// not be written.
	unread, unstored string
	// invalid: it could be read, and has to change.
	invalid bool
	// warning is the warning of the source about itself.
	warning string
}

// counters count what happened in this process, for the metrics.
type counters struct {
	confirmed, failed, syncErrors, quarantined int
	lastConfirmed                              time.Time
	// last is the failure that was recorded last.
	last *Failure
}

// Status returns the state as this process knows it.
func (c *Controller) Status() Status {
	c.readLayers()
	c.mu.Lock()
	defer c.mu.Unlock()
	st := c.view().status()
	if c.journal.state.Started {
		st.TrialSeconds = int64(c.parameters.longest().Seconds())
	}
	return st
}

// view is what a status is made of. It is made and used under the lock of the controller.
type view struct {
	*journal
	decision decision
	desired  desired
	repaired store.Digest
	last     *Failure
	other    *owner
	inspects bool
	// unconfirmed is why a confirmation could not be written.
	unconfirmed string
}

func (c *Controller) view() view {
	return view{c.journal, c.decision, c.desired, c.repaired, c.counters.last, c.owning.other, c.owning.inspects,
		c.unconfirmed}
}

func (v view) status() Status {
	st := Status{Warnings: v.allWarnings(), Condition: v.condition(), Desired: v.wanted(), LastFailed: v.last}
	if a := v.state.Assigned; a != nil && a.Digest != "" {
		st.Assigned = &Reference{Digest(a.Digest), a.Origin, a.Time}
		if e, known := v.state.Entry(a.Digest); known && v.state.Failed(a.Digest) == nil {
			st.Trial = &Trial{e.Used, v.allowed(e), e.Unwell, e.Rebooted, e.Returned}
		}
	}
	if v.state.Started {
		st.ActiveLayer = v.layer()
		if v.state.Active != "" {
			st.Active = &Reference{Digest: Digest(v.state.Active)}
		}
	}
	if v.state.Good != nil {
		st.LastKnownGood = &Reference{Digest: Digest(v.state.Good.Digest), Time: v.state.Good.Time}
		for _, g := range v.state.Good.Older {
			st.EarlierGood = append(st.EarlierGood, Reference{Digest: Digest(g.Digest), Time: g.Time})
		}
	}
	for _, e := range v.state.Ledger.Entries {
		if e.Failed != nil {
			st.Failed = append(st.Failed, Failure{Digest(e.Digest), e.Build, e.Failed.Time, e.Failed.Reason})
		}
	}
	if n := len(st.Failed); n > 0 && st.LastFailed == nil {
		st.LastFailed = &st.Failed[n-1]
	}
	return st
}

// allWarnings are sentences about the disk and the source.
func (v view) allWarnings() []string {
	all := slices.Concat(v.warnings, store.Healed(v.dir))
	if err := v.dir.Unsynced(); err != nil {
		all = append(all, fmt.Sprintf("the file system of %s does not sync directories: a power failure may undo the last "+
			"change (%v)", v.dir.Path(), err))
	}
	if v.desired.warning != "" {
		all = append(all, v.desired.warning)
	}
	return all
}

// wanted returns the configuration that the source wants; for a directory that is only inspected, the configuration in
// the note of the owner. It is nil if none is wanted or the source has not been read.
func (v view) wanted() *Reference {
	if v.other != nil && !v.state.Started {
		return v.other.Desired
	}
	if !v.desired.known || v.desired.digest == "" {
		return nil
	}
	return &Reference{Digest: Digest(v.desired.digest), Origin: v.desired.origin}
}

// allowed is how many starts may be made with a configuration. A process that only inspects the directory may not know
// the threshold of the component.
func (v view) allowed(e store.Entry) int {
	if v.inspects && e.Allowed > 0 {
		return e.Allowed
	}
	return v.state.AllowedFor(e.Digest)
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
