package dynamic

import (
	"context"
	"errors"
)

// Source is where assignments come from: a file, a folder, an object of the Kubernetes API.
type Source interface {
	// Fetch returns what is assigned now. The zero Payload means that nothing is. An error leaves everything as it is and is retried
	// with backoff, unless it wraps ErrInvalidSource.
	Fetch(context.Context) (Assignment, error)
	// Changes returns a channel on which the source sends whenever Fetch may return something else, until the context ends.
	Changes(context.Context) <-chan struct{}
	// Report tells the source the status: when it has changed, and every minute besides, so that a source which keeps it where others can write sees to it
	// that it is still there. Status.Equal tells what is new. An error is retried with backoff.
	Report(context.Context, Status) error
}

// Assignment is what a source assigns.
type Assignment struct {
	Payload Payload
	// Origin is a label for messages and status; nothing is looked up by it.
	Origin string
}

// ErrInvalidSource is wrapped by the error of a Fetch that can only succeed after the source has changed: a missing key, a reference that breaks
// the rules. It is not retried before that.
var ErrInvalidSource = errors.New("invalid source")
