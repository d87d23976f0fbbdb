package dynamic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// errReadOnly is wrapped by the errors of all methods that write if this process does not own the state directory.
var errReadOnly = errors.New("this process does not own the state directory")

// owner is the note in the lock file about the process that holds the lock.
type owner struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
	// Active is the digest of the configuration in use, which is from Layer; empty for the local configuration.
	Active store.Digest `json:"active,omitempty"`
	Layer  Layer        `json:"layer"`
	// Desired is the configuration that the source wants; nil if it wants none or is unknown.
	Desired   *Reference `json:"desired,omitempty"`
	Condition Condition  `json:"condition"`
	// OnTrial: the configuration in use is not confirmed.
	OnTrial bool `json:"onTrial,omitempty"`
	// Crashes is how many processes in a row before it used the same configuration and crashed soon after they began.
	Crashes int `json:"crashes,omitempty"`
	// Steady: the process has run for the trial period, or was asked to end.
	Steady bool `json:"steady,omitempty"`
	// Starting: the process has not decided yet which configuration it uses. Active, Layer, Crashes and Steady are about
	// the previous process.
	Starting bool `json:"starting,omitempty"`
	// Ended: the process has released the lock. The process that holds the lock now has not written a note yet.
	Ended bool `json:"ended,omitempty"`
}

// ownership is the lock of the state directory, or what is known about the process that holds it.
type ownership struct {
	lock store.Lock
	// other is what another process that holds the lock has noted about itself.
	other *owner
	// inspects: this process never takes the lock. closed: it has released it for good.
	inspects, closed bool
	// noted is what this process has told others, before what the process that held the lock before it has.
	noted  *owner
	before owner
	// late is what the process that held the lock before says about crashes.
	late protocol.Late
}

// lockPolls is how often a lock that another process holds is tried again within lockWait.
const lockPolls = 20

// acquire takes the lock, or returns why this process may not write.
func (o *ownership) acquire(j *journal, s system) error {
	if err := j.dir.Make(); err != nil {
		j.warn("the state directory cannot be created: %v", err)
		return fmt.Errorf("%w: %v", errReadOnly, err)
	}
	for i := 0; ; i++ {
		lock, err := j.dir.Lock()
		if err == nil {
			o.lock = lock
			o.remember(func(note any) error { return store.LastNote(lock, note) })
			return nil
		}
		if !errors.Is(err, store.ErrLocked) {
			j.warn("the state directory cannot be locked: %v", err)
			return fmt.Errorf("%w: %v", errReadOnly, err)
		}
		if i == lockPolls || s.lockWait < 0 {
			break
		}
		<-s.clock.After(s.lockWait / lockPolls)
	}
	err := o.lockedBy(j)
	j.warn("%v", err)
	return err
}

// remember reads what the process that held the lock before has noted, a second time if the first reading fails. A note
// that is damaged says nothing.
func (o *ownership) remember(read func(note any) error) {
	var before owner
	err := read(&before)
	if err != nil {
		before = owner{}
		err = read(&before)
	}
	if err != nil {
		return
	}
	o.before = before
	if before.Active != "" && !before.Steady {
		o.late = protocol.Late{Digest: before.Active, Starts: before.Crashes + 1}
	}
}

// begins tells other processes that this one is starting, which may take long if its source or its configuration
// hangs. What is known about crashes of the process before stays.
func (o *ownership) begins(now time.Time) {
	if o.noted != nil {
		return
	}
	n := o.before
	n.Since, n.Starting, n.OnTrial, n.Ended, n.Desired = now, true, false, false, nil
	n.Condition = because(metav1.ConditionUnknown, reasonStarting, "process %d is starting", os.Getpid())
	o.note(n)
}

// look finds out who holds the lock, and returns why this process does not write.
func (o *ownership) look(j *journal) error {
	o.inspects = true
	if j.dir.Held() {
		return o.lockedBy(j)
	}
	o.remember(j.dir.ReadNote)
	return fmt.Errorf("%w: it only inspects it", errReadOnly)
}

// noteReadings is how often the note in the lock file is read, since its owner may be writing it at that moment.
const noteReadings = 5

func (o *ownership) lockedBy(j *journal) error {
	for range noteReadings {
		var other owner
		if j.dir.ReadNote(&other) == nil && !other.Ended {
			o.other = &other
			return fmt.Errorf("%w: process %d does", errReadOnly, other.PID)
		}
	}
	return fmt.Errorf("%w: another process does", errReadOnly)
}

// lose gives up a lock with a file that was removed: another process can take the lock, too. It reports whether it was.
func (o *ownership) lose(j *journal) bool {
	if o.lock == nil || !o.lock.Lost() {
		return false
	}
	o.lock.Unlock() //nolint:errcheck // The file is gone.
	o.lock, o.noted = nil, nil
	j.readOnly = fmt.Errorf("%w: its lock was removed", errReadOnly)
	return true
}

// takeOver makes a process that only reads the owner of the directory, once the previous owner has ended or the disk
// can be written again. It reports whether it did. The configuration in use does not change.
func (o *ownership) takeOver(j *journal) bool {
	if j.readOnly == nil || o.lock != nil || o.inspects || o.closed || j.dir.Make() != nil {
		return false
	}
	lock, err := j.dir.Lock()
	if err != nil {
		return false
	}
	o.lock, o.other = lock, nil
	j.restart()
	return true
}

func (o *ownership) release() (held bool, err error) {
	o.closed = true
	if o.lock == nil {
		return false, nil
	}
	if o.noted != nil {
		n := *o.noted
		n.Ended = true
		o.note(n)
	}
	err = o.lock.Unlock()
	o.lock = nil
	return true, err
}

// noteSize divides the size of every note: a file that keeps its size is written without waiting for what the file
// system syncs.
const noteSize = 2 << 10

// note writes the note if it has changed. It is not synced; a full disk loses only the note.
func (o *ownership) note(n owner) {
	if o.lock == nil {
		return
	}
	n.PID = os.Getpid()
	if o.noted != nil && reflect.DeepEqual(n, *o.noted) {
		return
	}
	body, err := json.Marshal(n)
	if err != nil {
		return
	}
	o.noted = nil
	body = append(body, bytes.Repeat([]byte("\n"), noteSize-len(body)%noteSize)...)
	if o.lock.Note(store.Seal(store.LockFile, body)) == nil {
		o.noted = &n
	}
}
