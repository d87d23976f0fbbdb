package dynamic

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The three state files. Each decision of the protocol is one replacement of one of them, so there is no moment at which two have to agree.
const (
	assignedFile = "assigned"
	goodFile     = "lastknowngood"
	trialsFile   = "trials"
)

// Bounds of what a state file holds, so that neither disk nor memory grows with the number of changes.
const (
	maxRecord  = 1 << 20
	maxEntries = 128
	maxHistory = 64
	maxReason  = 512
)

// assignedRecord says which configuration the source wants. An empty digest is a decision: the local one. A missing file is none.
type assignedRecord struct {
	Digest Digest    `json:"digest"`
	Origin string    `json:"origin,omitempty"`
	Time   time.Time `json:"time"`
	// History are the digests assigned before, newest first.
	History []Digest `json:"history,omitempty"`
}

// goodRecord says which configuration was confirmed last, and by which binary.
type goodRecord struct {
	Digest Digest    `json:"digest"`
	Build  string    `json:"build"`
	Time   time.Time `json:"time"`
}

// trialsRecord is the ledger: what is known about pairs of a configuration and a binary that are not confirmed, least recently used first.
type trialsRecord struct {
	Entries []entry `json:"entries"`
}

type entry struct {
	Digest Digest `json:"digest"`
	Build  string `json:"build"`
	// Used counts the attempts that were begun and not given back.
	Used int `json:"used"`
	// Allowed is how many there might be when the last one began.
	Allowed int `json:"allowed,omitempty"`
	// Returned counts those that were given back.
	Returned int `json:"returned,omitempty"`
	// Open is the attempt under way; one that is found open at a start was cut short.
	Open   *attempt `json:"open,omitempty"`
	Failed *mark    `json:"failed,omitempty"`
}

type attempt struct {
	Boot string `json:"boot,omitempty"`
}

type mark struct {
	Time   time.Time `json:"time"`
	Reason string    `json:"reason"`
	// Local is Options.Local as it was when Check refused the configuration; empty if the mark does not depend on it.
	Local string `json:"local,omitempty"`
}

// recordVersion is the schema that this code writes, and the only one that it reads.
const recordVersion = "v1"

// frame puts the header before a record: what it is, its schema, and the checksum of the rest.
func frame(name string, record any) ([]byte, error) {
	body, err := json.MarshalIndent(record, "", " ")
	if err != nil {
		return nil, err
	}
	return seal(name, append(body, '\n')), nil
}

// seal puts the header before a body.
func seal(name string, body []byte) []byte {
	sum := sha256.Sum256(body)
	return append(fmt.Appendf(nil, "lkg %s %s sha256:%s\n", name, recordVersion, hex.EncodeToString(sum[:])), body...)
}

// unframe is the inverse of frame. Whatever it cannot vouch for is an error, the empty file above all (D4): damage is never read as a decision.
func unframe(name string, data []byte, record any) error {
	if len(data) == 0 {
		return errors.New("it is empty")
	}
	header, body, _ := bytes.Cut(data, []byte("\n"))
	words := strings.Split(string(header), " ")
	if len(words) != 4 || words[0] != "lkg" || words[1] != name {
		return errors.New("it has no proper header")
	}
	if words[2] != recordVersion {
		return fmt.Errorf("its schema %.20q is not the %s that this binary reads", words[2], recordVersion)
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

func (r assignedRecord) check() error {
	if r.Digest != "" && !r.Digest.Valid() {
		return errors.New("its digest is none")
	}
	return checkDigests(r.History)
}

func (r goodRecord) check() error { return checkDigests([]Digest{r.Digest}) }

func (r trialsRecord) check() error {
	if len(r.Entries) > maxEntries {
		return fmt.Errorf("it has more than %d entries", maxEntries)
	}
	for _, e := range r.Entries {
		if e.Used < 0 || e.Returned < 0 || !e.Digest.Valid() || e.Failed != nil && len(e.Failed.Reason) > 2*maxReason {
			return errors.New("an entry makes no sense")
		}
	}
	return nil
}

func checkDigests(digests []Digest) error {
	if len(digests) > maxHistory {
		return fmt.Errorf("it has more than %d digests", maxHistory)
	}
	for _, d := range digests {
		if !d.Valid() {
			return errors.New("a digest in it is none")
		}
	}
	return nil
}

// clip shortens text that comes from elsewhere to n bytes of valid UTF-8.
func clip(text string, n int) string {
	if len(text) > n {
		text = text[:n] + "..."
	}
	return strings.ToValidUTF8(text, "?")
}
