package dynamic

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/identity"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// TrialParameters are what the Dynamic Kubelet Configuration proposal lets an operator choose.
type TrialParameters struct {
	// TrialPeriod is how long one process must run with a configuration before AfterUptime confirms it.
	TrialPeriod time.Duration
	// CrashLoopThreshold, from 0 to 10, is how many restarts are allowed before an unconfirmed configuration is
	// considered crash-looping. One more start than this is made with it, because to begin to use a configuration is
	// itself a restart.
	CrashLoopThreshold int
}

func defaultTrialParameters() TrialParameters {
	return TrialParameters{TrialPeriod: 10 * time.Minute, CrashLoopThreshold: 10}
}

// Validate returns an error that lists every parameter that is out of range.
func (p TrialParameters) Validate() error {
	var errs []error
	if p.TrialPeriod <= 0 {
		errs = append(errs, fmt.Errorf("the trial period is %v: it must be greater than zero, such as 10m", p.TrialPeriod))
	}
	if p.CrashLoopThreshold < 0 || p.CrashLoopThreshold > 10 {
		errs = append(errs, fmt.Errorf("the crash-loop threshold is %d: it must be from 0 to 10", p.CrashLoopThreshold))
	}
	return errors.Join(errs...)
}

// longest is how long a trial may take, from the assignment: the delays of the kubelet before each start with the
// configuration and before the one without it, and the trial period of the last attempt.
func (p TrialParameters) longest() time.Duration {
	sum, delay := p.TrialPeriod, 10*time.Second
	for range p.allowed() + 1 {
		sum += delay
		delay = min(2*delay, 5*time.Minute)
	}
	return sum
}

// allowed is the number of starts that may be made with a configuration before it is confirmed.
func (p TrialParameters) allowed() int { return p.CrashLoopThreshold + 1 }

// own returns allowed, or 0 if that is as many starts as by default.
func (p TrialParameters) own(defaults TrialParameters) int {
	if p.CrashLoopThreshold == defaults.CrashLoopThreshold {
		return 0
	}
	return p.allowed()
}

// Options configure dynamic configuration. Every zero value is usable with WithConfig. Open requires Check.
type Options struct {
	// Source assigns configurations. WithConfig reads it from --dynamic-config-source if it is nil.
	Source Source
	// Open makes further sources that --dynamic-config-source can name. The keys are their names as help shows them, such
	// as configassignment:NAMESPACE/NAME; a function gets what follows the colon. Package kube has some.
	Open map[string]func(name string) (Source, error)
	// Policy confirms configurations. Default: AfterUptime.
	Policy Policy
	// TrialParameters default to ten minutes and ten restarts, as in the proposal. With WithConfig they are the defaults
	// of flags.
	TrialParameters *TrialParameters
	// Build identifies the binary: a configuration that failed is tried again by another build. By default it is derived
	// from the content of the executable. Anything else that decides whether a configuration works may be part of it.
	Build string
	// Restart ends the process so that its supervisor starts it again. Default: exit with status 0.
	Restart func(reason string)
	// Keep is how many checkpoints stay on disk besides the assigned and the last-known-good one. Default: 4.
	Keep int
	// Check decodes and validates a configuration as the component would load it, including command line and feature
	// gates, and changes nothing. A panic is an error. Start returns the last payload that Check accepted, so a loader may
	// keep the object that it decoded. WithConfig sets it to the loader.
	Check func(Payload) error
	// CheckTime is how long Check may take. Longer is a failure of the configuration; the start and the status go on, and
	// the check is left to itself. Default: 30 seconds.
	CheckTime time.Duration
	// ParametersOf returns the trial parameters of a configuration that Check accepted, given the defaults: the proposal
	// makes them a part of the configuration. An error rejects it. Default: the defaults. WithConfig takes them from the
	// fields configTrialDuration and crashLoopThreshold at the root of what is pushed, if the component's type has them.
	ParametersOf func(p Payload, defaults TrialParameters) (TrialParameters, error)
	// Overlay identifies the present state of what Check lays over a configuration: drop-in files, the command line. What
	// Check refused is checked again when it has changed, since the configuration may not have been the cause. Attempts
	// that ended otherwise stay counted. A nil Overlay, or an empty result: never. After five seconds the result is empty.
	// WithConfig sets it to the loader's.
	Overlay func() string

	system system
}

// system is the part of the operating system that tests replace.
type system struct {
	clock protocol.Clock
	files store.Files
	// boot identifies the boot of the machine, or returns "".
	boot func() string
	// lockWait is how long Open waits for a process that is just ending, or an operator's command, to release the state
	// directory. Negative: not at all.
	lockWait time.Duration
}

func (s system) withDefaults() system {
	if s.clock == nil {
		s.clock = protocol.SystemClock()
	}
	if s.files == nil {
		s.files = store.SystemFiles()
	}
	if s.boot == nil {
		s.boot = identity.Boot
	}
	if s.lockWait == 0 {
		s.lockWait = 2 * time.Second
	}
	return s
}

func (o Options) withDefaults() (Options, error) {
	if o.Check == nil {
		return o, errors.New("dynamic: Options.Check is required")
	}
	if o.TrialParameters == nil {
		p := defaultTrialParameters()
		o.TrialParameters = &p
	}
	if err := o.TrialParameters.Validate(); err != nil {
		return o, err
	}
	if o.Build == "" {
		o.Build = identity.Build()
	}
	o.Build = identity.Text(o.Build)
	if o.Overlay == nil {
		o.Overlay = func() string { return "" }
	}
	o.Overlay = answered(o.Overlay, fetchTime)
	if o.Restart == nil {
		o.Restart = func(string) { os.Exit(0) }
	}
	if o.CheckTime <= 0 {
		o.CheckTime = 30 * time.Second
	}
	if o.ParametersOf == nil {
		o.ParametersOf = func(_ Payload, defaults TrialParameters) (TrialParameters, error) { return defaults, nil }
	}
	if o.Keep <= 0 {
		o.Keep = 4
	}
	o.system = o.system.withDefaults()
	return o, nil
}

// answered returns a function that calls overlay and waits for at most limit; it returns an empty text after that. An
// overlay reads files, and their file system may hang: the status and the end of the process must not wait for it.
func answered(overlay func() string, limit time.Duration) func() string {
	calls := &caller[string]{}
	return func() string {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		text, err := calls.call(ctx, func() (string, error) { return overlay(), nil })
		if err != nil {
			return ""
		}
		return text
	}
}
