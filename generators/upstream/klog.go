package upstream

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

// klogInUse guards klog, which belongs to the whole process: what is changed for a tool is put back behind it.
var klogInUse sync.Mutex

// complaint is what a tool says of its input: by logging an error, by ending the process, or by a panic.
type complaint struct {
	text string
	at   where
	// fatal says that the tool gave up.
	fatal bool
}

// fatalExit is thrown in the place of an exit of the process.
type fatalExit struct{}

// listen runs a tool, or a part of it, and returns what it complains of; position tells where the tool is at that moment. The
// process outlives it.
func listen(position func() where, tool func() error) (complaints []complaint) {
	klogInUse.Lock()
	defer klogInUse.Unlock()
	state, exit := klog.CaptureState(), klog.OsExit
	defer func() {
		state.Restore()
		klog.OsExit = exit
	}()
	klog.SetLoggerWithOptions(logr.Discard(), klog.WriteKlogBuffer(func(entry []byte) {
		if severity, text := readEntry(entry); severity == 'E' || severity == 'F' {
			complaints = append(complaints, complaint{text, position(), severity == 'F'})
		}
	}))
	klog.OsExit = func(int) { panic(fatalExit{}) }
	defer func() {
		switch cause := recover().(type) {
		case nil, fatalExit:
		default:
			complaints = append(complaints, complaint{fmt.Sprint(cause), position(), true})
		}
	}()
	if err := tool(); err != nil {
		complaints = append(complaints, complaint{err.Error(), position(), true})
	}
	return complaints
}

// readEntry takes an entry of klog's text format apart: a letter for the severity, and the message behind the header.
func readEntry(entry []byte) (byte, string) {
	if len(entry) == 0 {
		return 0, ""
	}
	_, text, found := bytes.Cut(entry, []byte("] "))
	if !found {
		text = entry
	}
	return entry[0], string(bytes.TrimRight(text, "\n"))
}
