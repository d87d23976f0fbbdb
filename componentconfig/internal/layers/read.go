package layers

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/configgen/configgen/componentconfig/internal/fileowner"
)

// File is one file that was read.
type File struct {
	// Name is the name that messages show.
	Name string
	// Dir is the directory that relative paths in the file are resolved against.
	Dir  string
	Data []byte
	// Header says whether the file has apiVersion and kind.
	Header Header
	// APIVersion and Kind are what a message advises if one of them is missing.
	APIVersion, Kind string
	// DropIn says that it is one of the drop-in directories. Masks are the files of the same name in earlier directories.
	DropIn bool
	Masks  []string
}

// StandardInput is the name of the file that is read from standard input.
const StandardInput = "<stdin>"

// Header says whether files have apiVersion and kind.
type Header uint8

// RequireHeader requires both apiVersion and kind, OptionalHeader allows a file to lack each, and with NoHeader both
// are fields like others.
const (
	RequireHeader Header = iota
	OptionalHeader
	NoHeader
)

// Reader reads configuration files. The zero value reads files of the system.
type Reader struct {
	// Stdin is read for the file name "-".
	Stdin io.Reader
	// AllowUntrusted accepts files that others can write to or replace, also as root.
	AllowUntrusted bool

	// Tests replace the user, the owners of files, what happens between listing a directory and opening a file, and
	// maxPatience.
	euid     func() int
	ownerOf  func(fs.FileInfo) (uid, gid int, ok bool)
	openFile func(string) (*os.File, error)
	patience time.Duration

	reading sync.Mutex // of stdin
	stdin   *File
}

// errUnstable: the file was replaced while it was read.
var errUnstable = errors.New("changed while it was read")

// errIrregular: the file is a pipe, or a device.
var errIrregular = errors.New("is not a regular file")

// errMasked: the file is a link to /dev/null and is skipped, as in systemd.
var errMasked = errors.New("masked")

// file reads one regular file of at most MaxSize bytes. The file information is from before it was read, nil if there
// is none.
func (r *Reader) file(name string, judge *fileowner.Judge) (File, fs.FileInfo, error) {
	if name == "-" {
		f, err := r.standardInput()
		return f, nil, err
	}
	before, err := os.Stat(name)
	if err != nil {
		return File{}, nil, explain(name, err)
	}
	masked := false
	if !before.Mode().IsRegular() {
		target, err := filepath.EvalSymlinks(name)
		masked = err == nil && target == os.DevNull
	}
	if err := refuse(name, before); err != nil && !masked {
		return File{}, before, err
	}
	if err := untrusted(judge, name); err != nil {
		return File{}, before, err
	}
	if masked {
		return File{}, before, errMasked
	}
	data, err := r.content(name, before)
	if err != nil {
		return File{}, before, explain(name, err)
	}
	return File{Name: name, Dir: Directory(name), Data: data}, before, nil
}

// Content reads an input file of the component, whoever can write to the file. If the file cannot be read, Content
// returns the error, followed by the size and the modification time if these are known.
func (r *Reader) Content(name string) string {
	var info fs.FileInfo
	data, err := stable(func() (data []byte, err error) {
		if info, err = os.Stat(name); err != nil {
			return nil, err
		}
		if err := refuse(name, info); err != nil {
			return nil, err
		}
		return r.content(name, info)
	})
	switch {
	case err == nil:
		return string(data)
	case info == nil:
		return err.Error()
	}
	return fmt.Sprintf("%v %d %s", err, info.Size(), info.ModTime())
}

// stable calls a function again while the file that it reads is being replaced.
func stable[T any](read func() (T, error)) (result T, err error) {
	err = errUnstable
	for i := 0; i < maxAttempts && errors.Is(err, errUnstable); i++ {
		result, err = read()
		runtime.Gosched() // Let the writer finish.
	}
	return result, err
}

// Text reads the file of a secret: its content, without the line break at its end.
func (r *Reader) Text(name string) (string, error) {
	file, err := stable(func() (File, error) {
		file, _, err := r.file(name, r.judge())
		return file, err
	})
	text := strings.TrimRight(string(file.Data), "\r\n")
	switch {
	case errors.Is(err, errMasked), err == nil && text == "":
		return "", errors.New("the file is empty")
	case err != nil:
		return "", err
	case !utf8.ValidString(text):
		return "", errors.New("the file is not UTF-8 text")
	}
	return text, nil
}

// content reads a file. It returns errUnstable if the file does not match the file information, before or after
// reading.
func (r *Reader) content(name string, before fs.FileInfo) ([]byte, error) {
	open := r.openFile
	if open == nil {
		// Nonblocking, because the file may be a FIFO by now.
		open = func(name string) (*os.File, error) { return os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) }
	}
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // It is only read.
	if now, err := f.Stat(); err != nil || !same(before, now) {
		return nil, errors.Join(errUnstable, err)
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if after, err := f.Stat(); err != nil || !same(before, after) || int64(len(data)) != after.Size() {
		return nil, errors.Join(errUnstable, err)
	}
	return data, nil
}

func (r *Reader) standardInput() (File, error) {
	r.reading.Lock()
	defer r.reading.Unlock()
	if r.stdin != nil {
		return *r.stdin, nil
	}
	if r.Stdin == nil {
		return File{}, errors.New("standard input is not available")
	}
	data, err := io.ReadAll(io.LimitReader(r.Stdin, MaxSize+1))
	if err != nil {
		return File{}, fmt.Errorf("standard input cannot be read: %w", err)
	}
	r.stdin = &File{Name: StandardInput, Dir: Directory(""), Data: data}
	return *r.stdin, nil
}

// Directory returns the directory that the relative paths in a file are resolved against. It is "." if that is the
// working directory, and was removed: a path that is still relative after all layers are merged is an error then.
func Directory(file string) string {
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return "."
	}
	return dir
}

// refuse returns why a file cannot be a configuration file.
func refuse(name string, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return fmt.Errorf("is a directory, not a file%w",
			quiet{&fs.PathError{Op: "read", Path: name, Err: syscall.EISDIR}})
	case !info.Mode().IsRegular():
		return errIrregular
	case info.Size() > MaxSize:
		return fmt.Errorf("the file is larger than %d MiB", MaxSize>>20)
	}
	return nil
}

// same reports whether two file informations are of the same file with the same content.
func same(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == b
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// explain returns an error with the reason why a file cannot be read.
func explain(name string, err error) error {
	system := quiet{&fs.PathError{Op: "open", Path: name, Err: cause(err)}}
	switch {
	case errors.Is(err, errUnstable):
		return err
	case errors.Is(err, fs.ErrNotExist):
		if target, lerr := os.Readlink(name); lerr == nil {
			return fmt.Errorf("is a link to %s, which does not exist%w", target, system)
		}
		return fmt.Errorf("the file does not exist%w", system)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("the file cannot be read: permission denied%w", system)
	}
	return fmt.Errorf("the file cannot be read: %w%w", cause(err), system)
}

// cause is an error of the system without the name of the file, which messages begin with.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// quiet is an error without text, for errors.Is.
type quiet struct{ error }

func (quiet) Error() string   { return "" }
func (q quiet) Unwrap() error { return q.error }
