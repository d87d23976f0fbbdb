package dynamic

import (
	"reflect"
	"slices"
	"time"
)

// Reference names a configuration.
type Reference struct {
	Digest Digest `json:"digest"`
	// Origin is the label that it was assigned with.
	Origin string `json:"origin,omitempty"`
	// Time is when it was assigned, or confirmed, by the wall clock.
	Time time.Time `json:"time,omitzero"`
}

// Failure is one bad mark.
type Failure struct {
	Digest Digest `json:"digest"`
	// Build is the one that it failed with.
	Build string `json:"build"`
	// Time is when, by the wall clock.
	Time time.Time `json:"time"`
	// Reason is a sentence.
	Reason string `json:"reason"`
}

// Status is everything that an operator may want to know. References are nil for the local configuration or for nothing.
type Status struct {
	// Desired is what the source wanted when it was read last, accepted or not.
	Desired *Reference `json:"desired,omitempty"`
	// Assigned is what the next start tries first.
	Assigned *Reference `json:"assigned,omitempty"`
	// Active is what this process uses, and ActiveLayer what that is; both are empty before Start.
	Active      *Reference `json:"active,omitempty"`
	ActiveLayer Layer      `json:"activeLayer,omitempty"`
	// LastKnownGood is what was confirmed last.
	LastKnownGood *Reference `json:"lastKnownGood,omitempty"`
	// LastFailed is the newest bad mark that this process made, else the newest in the ledger.
	LastFailed *Failure  `json:"lastFailed,omitempty"`
	Condition  Condition `json:"condition"`
	// Trial is about the assigned configuration, as long as this binary has not confirmed it.
	Trial *Trial `json:"trial,omitempty"`
	// Failed are all the bad marks, oldest first.
	Failed []Failure `json:"failed,omitempty"`
	// Warnings are sentences about the disk.
	Warnings []string `json:"warnings,omitempty"`
	// Owner is the process that owns the folder, if it is another one.
	Owner *Owner `json:"owner,omitempty"`
	// Counters are those of this process.
	Counters Counters `json:"counters"`
}

// Trial counts the starts with a configuration that is not confirmed.
type Trial struct {
	// Used are those that count; Allowed is how many may, the threshold and one.
	Used    int `json:"used"`
	Allowed int `json:"allowed"`
	// Returned are those that do not count, because the process was asked to end or the machine was booted.
	Returned int `json:"returned,omitempty"`
}

// Counters count what happened in this process.
type Counters struct {
	// Confirmed are configurations that passed their trial, Failed bad marks, SyncErrors calls of Sync that failed.
	Confirmed  int `json:"confirmed"`
	Failed     int `json:"failed"`
	SyncErrors int `json:"syncErrors"`
	// LastConfirmed and LastFailed are when that happened last, by the wall clock.
	LastConfirmed time.Time `json:"lastConfirmed,omitzero"`
	LastFailed    time.Time `json:"lastFailed,omitzero"`
}

// desired is the last word of the source in this process.
type desired struct {
	known    bool
	digest   Digest
	origin   string
	rejected string
	// unread is why the source could not be read, unstored why what it says could not be written.
	unread, unstored string
}

type failures struct {
	last          *Failure
	failed        int
	confirmed     int
	syncErrors    int
	lastConfirmed time.Time
}

func (f *failures) add(last Failure) { f.last, f.failed = &last, f.failed+1 }

// Equal says whether two statuses differ in nothing but counters, which are no news for a source.
func (s Status) Equal(other Status) bool {
	s.Counters, other.Counters = Counters{}, Counters{}
	return reflect.DeepEqual(s, other)
}

// Status returns the state as it is known to this process.
func (s *Store) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := Status{Warnings: slices.Clone(s.warnings), Owner: s.owner, Condition: s.condition()}
	st.Desired = s.wanted()
	if a := s.assigned; a != nil && a.Digest != "" {
		st.Assigned = &Reference{a.Digest, a.Origin, a.Time}
		if e := s.find(a.Digest); e != nil && s.failed(a.Digest) == nil {
			st.Trial = &Trial{e.Used, s.allowed(e), e.Returned}
		}
	}
	if s.started {
		st.ActiveLayer = s.layer()
		if s.decision.Digest != "" {
			st.Active = &Reference{Digest: s.decision.Digest}
		}
	}
	if s.good != nil {
		st.LastKnownGood = &Reference{Digest: s.good.Digest, Time: s.good.Time}
	}
	s.addFailures(&st)
	return st
}

func (s *Store) addFailures(st *Status) {
	for _, e := range s.trials.Entries {
		if e.Failed != nil {
			st.Failed = append(st.Failed, Failure{e.Digest, e.Build, e.Failed.Time, e.Failed.Reason})
		}
	}
	f := s.failures
	st.Counters = Counters{Confirmed: f.confirmed, Failed: f.failed, SyncErrors: f.syncErrors, LastConfirmed: f.lastConfirmed}
	st.LastFailed = f.last
	if f.last != nil {
		st.Counters.LastFailed = f.last.Time
	} else if n := len(st.Failed); n > 0 {
		st.LastFailed = &st.Failed[n-1]
	}
}

// wanted is what the source wants; of a folder that is only looked at, what the process that owns it says.
func (s *Store) wanted() *Reference {
	if s.owner != nil && !s.started {
		return s.owner.Desired
	}
	if !s.desired.known || s.desired.digest == "" {
		return nil
	}
	return &Reference{Digest: s.desired.digest, Origin: s.desired.origin}
}

// allowed is how many starts may be made with a configuration. Who only looks at the folder may not know the threshold of the component.
func (s *Store) allowed(e *entry) int {
	if s.inspects && e.Allowed > 0 {
		return e.Allowed
	}
	return s.opts.Parameters.allowed()
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
