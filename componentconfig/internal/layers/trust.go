package layers

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/configgen/configgen/componentconfig/internal/fileowner"
)

// judge returns the judge of the files that are read.
func (r *Reader) judge() *fileowner.Judge {
	euid := os.Geteuid
	if r.euid != nil {
		euid = r.euid
	}
	return &fileowner.Judge{User: euid(), Verb: "read", AcceptAll: r.AllowUntrusted, Owner: r.ownerOf}
}

// untrusted returns why a file must not be read: somebody else can write to it or replace it.
func untrusted(judge *fileowner.Judge, name string) error {
	if judge.AcceptAll {
		return nil
	}
	if _, info, err := judge.Follow(name); err != nil || info != nil {
		return refusalOr(name, err)
	}
	return explain(name, fs.ErrNotExist)
}

func refusalOr(name string, err error) error {
	if err == nil || errors.As(err, new(*fileowner.Refusal)) {
		return err
	}
	return explain(name, err)
}

// trusted returns the drop-in directories that may be read, and reports the others.
func (a *attempt) trusted(dirs []string) []string {
	return slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool {
		var refusal *fileowner.Refusal
		_, _, err := a.judge.Follow(dir)
		if errors.As(err, &refusal) {
			a.problems = append(a.problems, Problem{Pos: Pos{File: dir}, Code: BadFile, Message: refusal.Error()})
		}
		return refusal != nil
	})
}
