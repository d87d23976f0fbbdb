package lkg

import (
	"fmt"
	"slices"
	"time"
)

// ConditionStatus is that of a Kubernetes condition.
type ConditionStatus string

// The statuses of the ConfigOK condition.
const (
	True    ConditionStatus = "True"
	False   ConditionStatus = "False"
	Unknown ConditionStatus = "Unknown"
)

// Condition is the proposal's ConfigOK: True if the component uses what it is meant to use, Unknown while that is on trial or cannot be known,
// False if it had to fall back.
type Condition struct {
	Status  ConditionStatus `json:"status"`
	Reason  string          `json:"reason"`
	Message string          `json:"message"`
}

// ConditionType is the condition's type.
const ConditionType = "ConfigOK"

// Reference names a configuration.
type Reference struct {
	Digest Digest    `json:"digest"`
	Origin string    `json:"origin,omitempty"`
	Time   time.Time `json:"time,omitzero"`
}

// Failure is one bad mark.
type Failure struct {
	Digest Digest    `json:"digest"`
	Build  string    `json:"build"`
	Time   time.Time `json:"time"`
	Reason string    `json:"reason"`
}

// Status is everything that an operator may want to know. References are nil for the local configuration or for nothing.
type Status struct {
	Desired       *Reference `json:"desired,omitempty"`
	Assigned      *Reference `json:"assigned,omitempty"`
	Active        *Reference `json:"active,omitempty"`
	ActiveLayer   Layer      `json:"activeLayer,omitempty"`
	LastKnownGood *Reference `json:"lastKnownGood,omitempty"`
	LastFailed    *Failure   `json:"lastFailed,omitempty"`
	Condition     Condition  `json:"condition"`
	// Trial is about the assigned configuration, as long as this binary has not confirmed it.
	Trial *Trial `json:"trial,omitempty"`
	// Failed are all the bad marks, oldest first.
	Failed   []Failure `json:"failed,omitempty"`
	Warnings []string  `json:"warnings,omitempty"`
	// Owner is the process that owns the folder, if it is another one.
	Owner *Owner `json:"owner,omitempty"`
	// Counters are those of this process.
	Counters Counters `json:"counters"`
}

// Trial counts attempts.
type Trial struct {
	Used     int `json:"used"`
	Allowed  int `json:"allowed"`
	Returned int `json:"returned,omitempty"`
}

// Counters count what happened in this process.
type Counters struct {
	Confirmed     int       `json:"confirmed"`
	Failed        int       `json:"failed"`
	SyncErrors    int       `json:"syncErrors"`
	LastConfirmed time.Time `json:"lastConfirmed,omitzero"`
	LastFailed    time.Time `json:"lastFailed,omitzero"`
}

// desired is the last word of the source in this process.
type desired struct {
	known    bool
	digest   Digest
	origin   string
	rejected string
	err      string
}

type failures struct {
	last          *Failure
	failed        int
	confirmed     int
	syncErrors    int
	lastConfirmed time.Time
}

func (f *failures) add(last Failure) { f.last, f.failed = &last, f.failed+1 }

// Status returns the state as it is known to this process.
func (s *Store) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := Status{Warnings: slices.Clone(s.warnings), Owner: s.owner, Condition: s.condition()}
	if s.desired.known && s.desired.digest != "" {
		st.Desired = &Reference{Digest: s.desired.digest, Origin: s.desired.origin}
	}
	if a := s.assigned; a != nil && a.Digest != "" {
		st.Assigned = &Reference{a.Digest, a.Origin, a.Time}
		if e := s.find(a.Digest); e != nil && e.Failed == nil {
			st.Trial = &Trial{e.Used, s.opts.Parameters.allowed(), e.Returned}
		}
	}
	if s.started {
		st.ActiveLayer = s.decision.Layer
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

// condition decides in the order of what an operator has to know first.
func (s *Store) condition() Condition {
	d := s.decision
	switch {
	case !s.started:
		return s.inspected()
	case s.desired.rejected != "":
		return Condition{False, "Rejected", fmt.Sprintf("%s; configuration %s was rejected: %s", d, s.desired.digest.Short(), s.desired.rejected)}
	case s.failed(d.Digest) != nil:
		return Condition{False, ReasonFailed, fmt.Sprintf("configuration %s failed and is given up by the next start: %s", d.Digest.Short(), s.failed(d.Digest).Reason)}
	case s.pending():
		return Condition{Unknown, "RestartPending", fmt.Sprintf("%s; another configuration is assigned and is taken up by the next start", d)}
	case len(d.PassedOver) > 0:
		return Condition{False, d.PassedOver[0].Reason, d.String()}
	case s.trial != "":
		return Condition{Unknown, "OnTrial", d.String()}
	case s.desired.err != "":
		return Condition{Unknown, "SourceUnavailable", fmt.Sprintf("%s; the source cannot be read: %s", d, s.desired.err)}
	case s.readOnly != nil:
		return Condition{Unknown, "ReadOnly", fmt.Sprintf("%s; %v", d, s.readOnly)}
	case d.Layer == Local:
		return Condition{True, "Local", "using the local configuration; no other is assigned"}
	}
	return Condition{True, "Assigned", fmt.Sprintf("using the assigned configuration %s, which is confirmed", d.Digest.Short())}
}

// pending says that a restart would use something else than this process does.
func (s *Store) pending() bool {
	if s.assigned == nil || s.assigned.Digest == s.decision.Digest {
		return false
	}
	for _, p := range s.decision.PassedOver {
		if p.Layer == Assigned && p.Digest == s.assigned.Digest {
			return false
		}
	}
	return true
}

// inspected is the condition as far as the files tell it to a process that has made no decision.
func (s *Store) inspected() Condition {
	switch {
	case s.assigned == nil && (s.good != nil || s.lost):
		return Condition{False, ReasonStateLost, "which configuration was assigned is not known any more"}
	case s.assigned == nil || s.assigned.Digest == "":
		return Condition{True, "Local", "no configuration is assigned; the local one is used"}
	}
	name := "configuration " + s.assigned.Digest.Short()
	if f := s.failed(s.assigned.Digest); f != nil {
		return Condition{False, ReasonFailed, fmt.Sprintf("%s failed at %s: %s", name, stamp(f.Time), f.Reason)}
	}
	if s.confirmed(s.assigned.Digest) {
		return Condition{True, "Assigned", name + " is assigned and confirmed"}
	}
	return Condition{Unknown, "OnTrial", name + " is assigned and not confirmed yet"}
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
