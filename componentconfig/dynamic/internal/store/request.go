package store

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Verb is what an operator asks of the process that owns the directory.
type Verb string

// The requests.
const (
	// Clear forgets the failure of a configuration, of all if the request has no digest.
	Clear Verb = "clear"
	// Confirm makes the configuration on trial the last-known-good one.
	Confirm Verb = "confirm"
	// RollBack returns to a configuration that was confirmed before.
	RollBack Verb = "rollback"
)

// Request is what an operator asks for.
type Request struct {
	Verb   Verb
	Digest Digest
}

// requestAll is the name of the request to clear every mark.
const requestAll = "all"

// maxRequests is how many requests are carried out at a time.
const maxRequests = 1000

// name is the file name of a request.
func (r Request) name() string {
	switch {
	case r.Verb == Clear && r.Digest == "":
		return requestAll
	case r.Verb == Clear:
		return string(r.Digest)
	}
	return string(r.Verb) + "-" + string(r.Digest)
}

// parseRequest is the inverse of name. Other names are not requests.
func parseRequest(name string) (Request, bool) {
	r := Request{Clear, Digest(name)}
	if name == requestAll {
		return Request{Verb: Clear}, true
	}
	if verb, digest, found := strings.Cut(name, "-"); found {
		r = Request{Verb(verb), Digest(digest)}
	}
	return r, r.Digest.Valid() && (r.Verb == Clear || r.Verb == Confirm || r.Verb == RollBack) && r.name() == name
}

func (r Request) String() string {
	if r.Digest == "" {
		return string(r.Verb)
	}
	return string(r.Verb) + " " + r.Digest.Short()
}

// Request leaves a request for the process that owns the directory.
func (d *Dir) Request(r Request) error {
	err := directory(d, RequestDir)
	if err == nil {
		err = replace(d, d.Path(RequestDir), r.name(), nil)
	}
	if err != nil {
		err = fmt.Errorf("the request could not be left for the component: %w", err)
	}
	return err
}

// Requested returns the requests that are waiting. What is not a file is not a request, and an error.
func (d *Dir) Requested() ([]Request, error) {
	named, err := d.named()
	var all []Request
	for _, r := range named {
		name := d.Path(RequestDir, r.name())
		if mode, lerr := d.files.Lstat(name); lerr != nil || mode.IsRegular() {
			all = append(all, r)
			continue
		}
		err = errors.Join(err, damaged("%s is not a regular file, and is not carried out", name))
	}
	return all, err
}

// named returns everything that has the name of a request.
func (d *Dir) named() ([]Request, error) {
	if err := isDirectory(d, d.Path(RequestDir)); errors.Is(err, ErrMissing) {
		return nil, nil
	} else if errors.Is(err, ErrDamaged) {
		return nil, err
	}
	names, err := d.files.ReadDir(d.Path(RequestDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the requests of operators cannot be read: %w", err)
	}
	var all []Request
	for _, name := range names {
		if r, ok := parseRequest(name); ok && len(all) < maxRequests {
			all = append(all, r)
		}
	}
	return all, nil
}

// Requests removes every request and then calls do for it: what cannot be removed would be carried out at each start
// without end. It returns what went wrong; one error does not keep the other requests from being carried out.
func (d *Dir) Requests(do func(Request) error) []error {
	all, err := d.named()
	if errors.Is(err, ErrDamaged) {
		err = directory(d, RequestDir)
	}
	if err != nil {
		return []error{err}
	}
	var errs []error
	for _, r := range all {
		err := takeAway(d, d.Path(RequestDir, r.name()))
		if err == nil {
			err = do(r)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("the request to %s was not carried out: %w", r, err))
		}
	}
	return errs
}

// takeAway removes a request durably. What is not a file is not a request.
func takeAway(d *Dir, name string) error {
	err := d.files.Remove(name)
	if errors.Is(err, ErrDamaged) {
		return errors.Join(err, quarantine(d, name))
	}
	if err != nil {
		return err
	}
	return d.sync(d.Path(RequestDir))
}
