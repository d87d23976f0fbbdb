package dynamic

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// Payload is a configuration as a source delivers it: one file, or the files of a directory. It is immutable. The zero
// value is the local configuration.
type Payload struct{ stored store.Payload }

// Files returns copies of the files, by name.
func (p Payload) Files() map[string][]byte {
	files := map[string][]byte{}
	for _, f := range p.stored.Files() {
		files[f.Name] = bytes.Clone(f.Data)
	}
	return files
}

// Digest returns the digest of the content; empty for the zero Payload.
func (p Payload) Digest() Digest { return Digest(p.stored.Digest()) }

// Digest identifies a configuration by its content: the lower-case hexadecimal SHA-256 of its canonical encoding, 64
// characters. The empty digest identifies the local configuration.
type Digest string

// Short returns the first twelve characters, for messages.
func (d Digest) Short() string { return store.Digest(d).Short() }

// NewPayload makes a payload of files by name. A name is a label for messages and determines the order of files; no
// path is built from it. It returns an error if a name is empty, is not valid UTF-8, has a slash or a control
// character, or is "." or "..", and if the whole exceeds 4 MiB.
func NewPayload(files map[string][]byte) (Payload, error) {
	var all []store.File
	for _, name := range slices.Sorted(maps.Keys(files)) {
		all = append(all, store.File{Name: name, Data: files[name]})
	}
	p, err := store.NewPayload(all...)
	return Payload{p}, err
}

// Source is where assignments come from: a file, a directory, an object of the Kubernetes API.
type Source interface {
	// Fetch returns what is assigned now. It is called by one goroutine at a time. A call that has not returned when its
	// context ends is not waited for, and no other is made before it returns. The zero Payload means that nothing is
	// assigned. An error leaves everything as it is, and Fetch is called again with backoff, unless the error wraps
	// ErrInvalidSource.
	Fetch(context.Context) (Assignment, error)
	// Changes returns a channel that the source sends on whenever Fetch may return something else, until the context
	// ends. A source that has closed the channel is read every minute.
	Changes(context.Context) <-chan struct{}
	// Report tells the source the status: when it has changed, and every minute besides, so that a source that keeps it
	// where others can write can restore it. After an error Report is called again with backoff. It is called by one
	// goroutine at a time, and waited for as Fetch is.
	Report(context.Context, Status) error
}

// Assignment is what a source assigns.
type Assignment struct {
	Payload Payload
	// Digest, if not empty, is the required digest of the Payload. Other content is rejected.
	Digest Digest
	// Origin is a label for messages and status. No file is looked up by it.
	Origin string
	// Warning, if not empty, is a sentence about the source for the status.
	Warning string
}

// storedKey is the key of what Assignment.Stored calls in the context of a Fetch.
type storedKey struct{}

// Stored is for a Fetch that knows the Digest and the Origin of a content before it asks for it: it returns the content
// if that is assigned already, with both, and its checkpoint is intact. Otherwise it reports false, also for a context
// that is not from a Fetch.
func (a Assignment) Stored(ctx context.Context) (Payload, bool) {
	stored, ok := ctx.Value(storedKey{}).(func(Digest, string) (Payload, bool))
	if !ok {
		return Payload{}, false
	}
	return stored(a.Digest, a.Origin)
}

// ErrInvalidSource is wrapped by the error of a Fetch that can only succeed after the source has changed: a missing
// key, a reference that breaks the rules. Fetch is not retried before that.
var ErrInvalidSource = errors.New("invalid source")
