package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// The names of the three state files. Each decision of the protocol replaces one of them, so two never have to agree.
const (
	AssignedFile = "assigned"
	GoodFile     = "lastknowngood"
	LedgerFile   = "trials"
)

// Bounds on the content of a state file, so that neither disk nor memory grows with the number of changes.
const (
	MaxEntries = 128
	MaxHistory = 64
	// MaxText is the length, in bytes, that texts from elsewhere are cut to.
	MaxText   = 512
	maxRecord = 1 << 20
)

// Record is the content of a state file.
type Record interface {
	// check returns an error if the content cannot be what this package wrote.
	check() error
}

// Assigned states which configuration the source wants. An empty digest is a decision: the local one. A missing file is
// not.
type Assigned struct {
	Digest Digest    `json:"digest"`
	Origin string    `json:"origin,omitempty"`
	Time   time.Time `json:"time"`
	// History lists the digests that were assigned before, newest first.
	History []Digest `json:"history,omitempty"`
}

// Good states which configuration was confirmed last, and by which build.
type Good struct {
	Digest Digest    `json:"digest"`
	Build  string    `json:"build"`
	Time   time.Time `json:"time"`
	// Older are the configurations that were confirmed before, newest first. Their own Older is empty.
	Older []Good `json:"older,omitempty"`
}

// Ledger holds what is known about pairs of a configuration and a build that are not confirmed, least recently used
// first.
type Ledger struct {
	Entries []Entry `json:"entries"`
}

// Entry is what is known about one configuration under one build.
type Entry struct {
	Digest Digest `json:"digest"`
	Build  string `json:"build"`
	// Used is the number of attempts that were begun and not returned.
	Used int `json:"used"`
	// Allowed is the number of attempts that were allowed when the last one began.
	Allowed int `json:"allowed,omitempty"`
	// Own is the number of attempts that the configuration itself allows, 0 if it does not say.
	Own int `json:"own,omitempty"`
	// Unwell is how many of the attempts in Used were asked to end after a failed health check, Rebooted how many were
	// found open after a reboot.
	Unwell   int `json:"unwell,omitempty"`
	Rebooted int `json:"rebooted,omitempty"`
	// Returned is the number of attempts, the last ones in a row, that do not count because the process was asked to end.
	Returned int `json:"returned,omitempty"`
	// Open is the attempt in progress. One that is found open at a start was interrupted.
	Open   *Attempt `json:"open,omitempty"`
	Failed *Mark    `json:"failed,omitempty"`
}

// Attempt is a start that is in progress.
type Attempt struct {
	// Boot identifies the boot of the machine, or is empty.
	Boot string `json:"boot,omitempty"`
}

// Mark records that a configuration failed.
type Mark struct {
	Time   time.Time `json:"time"`
	Reason string    `json:"reason"`
	// Overlay identifies the layers above the configuration when it was refused together with them. It is empty if the
	// mark does not depend on them.
	Overlay string `json:"overlay,omitempty"`
	// RollBack is set if an operator gave the configuration up.
	RollBack *RollBackTo `json:"rollBack,omitempty"`
}

// RollBackTo is what an operator rolled back to, and what was the last-known-good configuration then. A process that
// finds it still to be completes the decision.
type RollBackTo struct {
	To   Digest `json:"to"`
	From Digest `json:"from"`
}

// recordVersion is the schema that this package writes, and the only one that it reads.
const recordVersion = "v1"

// Encode returns the content of the state file name: a header with the name, the schema and the checksum of the rest,
// then the record.
func Encode(name string, record any) ([]byte, error) {
	body, err := json.MarshalIndent(record, "", " ")
	if err != nil {
		return nil, err
	}
	return Seal(name, append(body, '\n')), nil
}

// Seal puts the header before a body.
func Seal(name string, body []byte) []byte {
	sum := sha256.Sum256(body)
	header := fmt.Appendf(nil, "dynamic %s %s sha256:%s\n", name, recordVersion, hex.EncodeToString(sum[:]))
	return append(header, body...)
}

// decode is the inverse of Encode. It returns an error for anything that was not written whole, above all for the empty
// file: damage is never read as a decision.
func decode(name string, data []byte, record any) error {
	if len(data) == 0 {
		return errors.New("it is empty")
	}
	header, body, _ := bytes.Cut(data, []byte("\n"))
	words := strings.Split(string(header), " ")
	if len(words) != 4 || words[0] != "dynamic" || words[1] != name {
		return errors.New("its header is invalid")
	}
	if words[2] != recordVersion {
		return fmt.Errorf("its schema is %.20q, and this binary reads only %s", words[2], recordVersion)
	}
	sum := sha256.Sum256(body)
	if words[3] != "sha256:"+hex.EncodeToString(sum[:]) {
		return errors.New("its checksum is wrong")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(record); err != nil {
		return fmt.Errorf("it cannot be decoded: %v", err)
	}
	return nil
}

func (r *Assigned) check() error {
	if r.Digest != "" && !r.Digest.Valid() {
		return errors.New("its digest is invalid")
	}
	return checkDigests(r.History)
}

func (r *Good) check() error {
	digests := []Digest{r.Digest}
	for _, older := range r.Older {
		digests = append(digests, older.Digest)
	}
	return checkDigests(digests)
}

func (r *Ledger) check() error {
	if len(r.Entries) > MaxEntries {
		return fmt.Errorf("it has more than %d entries", MaxEntries)
	}
	for _, e := range r.Entries {
		if min(e.Used, e.Own, e.Unwell, e.Rebooted, e.Returned, e.Allowed) < 0 ||
			!e.Digest.Valid() || e.Failed != nil && len(e.Failed.Reason) > 2*MaxText {
			return errors.New("it has an invalid entry")
		}
	}
	return nil
}

func checkDigests(digests []Digest) error {
	if len(digests) > MaxHistory {
		return fmt.Errorf("it has more than %d digests", MaxHistory)
	}
	for _, d := range digests {
		if !d.Valid() {
			return errors.New("it has an invalid digest")
		}
	}
	return nil
}

// Clip cuts a text from elsewhere to MaxText bytes and an ellipsis, without characters that do not print.
func Clip(text string) string {
	if text = layers.PlainLines(text); len(text) > MaxText {
		text = text[:MaxText] + "..."
	}
	return strings.ToValidUTF8(text, "?")
}
