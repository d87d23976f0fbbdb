package dynamic

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"time"
	"unicode/utf8"
)

// Parameters are what the proposal lets an operator choose.
type Parameters struct {
	// TrialPeriod is how long one process must run with a configuration before AfterUptime confirms it.
	TrialPeriod time.Duration
	// CrashLoopThreshold, 0 to 10, is how many restarts a configuration on trial may cost. One more start than this is made with it, because
	// taking a configuration up is itself a restart.
	CrashLoopThreshold int
}

// DefaultParameters are those of the Dynamic Kubelet Configuration proposal: ten minutes and ten restarts.
func DefaultParameters() Parameters {
	return Parameters{TrialPeriod: 10 * time.Minute, CrashLoopThreshold: 10}
}

// Validate returns an error that names every parameter out of its range.
func (p Parameters) Validate() error {
	var errs []error
	if p.TrialPeriod <= 0 {
		errs = append(errs, fmt.Errorf("the trial period is %v: write a duration above zero, such as 10m", p.TrialPeriod))
	}
	if p.CrashLoopThreshold < 0 || p.CrashLoopThreshold > 10 {
		errs = append(errs, fmt.Errorf("the crash-loop threshold is %d: write a number from 0 to 10", p.CrashLoopThreshold))
	}
	return errors.Join(errs...)
}

// allowed is the number of starts that may be made with a configuration before it is confirmed.
func (p Parameters) allowed() int { return p.CrashLoopThreshold + 1 }

// Options configure a Store. Check is required; every other zero value stands for the real thing.
type Options struct {
	// Parameters default to DefaultParameters.
	Parameters *Parameters
	// Check decodes and validates a configuration the way the component would load it, command line and feature gates included, and
	// changes nothing. A panic counts as an error. Within Start the last payload that Check accepted is the one that Start returns, so a
	// loader may keep the object that it decoded.
	Check func(Payload) error
	// Build identifies the binary: a configuration that failed is tried again by another build. Default: BuildID(). Whatever else decides
	// whether a configuration works, such as the command line, may be folded in.
	Build string
	// Local identifies what Check lays over a configuration and judges with it, as it is now: drop-in files, the command line. What Check refused is
	// looked at again when this has changed, for then the refusal was perhaps not the configuration's fault; attempts that ended otherwise stay counted,
	// whatever changes there. nil, or an empty answer: never.
	Local func() string
	// Boot identifies the running kernel's boot, empty where that is unknown. Default: the operating system's.
	Boot func() string
	// Clock defaults to SystemClock().
	Clock Clock
	// Files defaults to the operating system's.
	Files Files
	// Restart ends the process so that its supervisor starts it again. Default: exit with status 0.
	Restart func(reason string)
	// Keep is how many checkpoints beyond the assigned and the last-known-good one stay on disk. Default: 4.
	Keep int
	// LockWait is how long Open waits for a process that is just going away, or an operator's command, to let go of the folder. Default: 2 s; negative:
	// not at all.
	LockWait time.Duration
}

func (o Options) withDefaults() (Options, error) {
	if o.Check == nil {
		return o, errors.New("dynamic: Options.Check is required")
	}
	if o.Parameters == nil {
		p := DefaultParameters()
		o.Parameters = &p
	}
	if err := o.Parameters.Validate(); err != nil {
		return o, err
	}
	if o.Build == "" {
		o.Build = BuildID()
	}
	o.Build = identity(o.Build)
	if o.Boot == nil {
		o.Boot = systemBoot
	}
	if o.Local == nil {
		o.Local = func() string { return "" }
	}
	if o.Clock == nil {
		o.Clock = SystemClock()
	}
	if o.Files == nil {
		o.Files = SystemFiles()
	}
	if o.Restart == nil {
		o.Restart = func(string) { os.Exit(0) }
	}
	if o.Keep <= 0 {
		o.Keep = 4
	}
	if o.LockWait == 0 {
		o.LockWait = 2 * time.Second
	}
	return o, nil
}

// identity returns a text that a record gives back as it was: one that is long, or that JSON would change, is replaced by its digest. A build that read
// differently than it was written would be another build at each start, and no attempt would ever count.
func identity(text string) string {
	if len(text) <= 128 && utf8.ValidString(text) {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return "sha256:" + hex.EncodeToString(sum[:])
}
