package upstream

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

// klogInUse guards klog, which belongs to the whole process: changes for a tool are reverted after its run.
var klogInUse sync.Mutex

// complaint is a problem that a tool reports about its input: by logging an error, by ending the process, by an error
// or by a panic.
type complaint struct {
	text string
	// details are the lines that the tool adds.
	details []string
	at      where
}

// klogCapture records the complaints of a tool.
type klogCapture struct {
	// at is where the tool is.
	at         where
	complaints []complaint
}

// fatalExit is thrown in the place of an exit of the process.
type fatalExit struct{}

// withKlog runs a part of a program with klog's entries going to hear alone.
func withKlog(hear func(entry []byte), part func()) {
	klogInUse.Lock()
	defer klogInUse.Unlock()
	state := klog.CaptureState()
	defer state.Restore()
	klog.SetLoggerWithOptions(logr.Discard(), klog.WriteKlogBuffer(hear))
	part()
}

// run runs a tool. The process outlives it.
func (l *klogCapture) run(tool func() error) {
	withKlog(l.hear, func() {
		exit := klog.OsExit
		defer func() { klog.OsExit = exit }()
		klog.OsExit = func(int) { panic(fatalExit{}) }
		l.survive(tool)
	})
}

// survive runs a part of a tool, whatever it does, and reports whether it came to its end.
func (l *klogCapture) survive(part func() error) (finished bool) {
	defer func() {
		switch cause := recover().(type) {
		case nil, fatalExit: // a fatal exit has been heard already
		default:
			l.complain(fmt.Sprint(cause))
		}
	}()
	if err := part(); err != nil {
		l.complain(err.Error())
		return false
	}
	return true
}

func (l *klogCapture) complain(text string) {
	l.complaints = append(l.complaints, complaint{text: text, at: l.at})
}

// hear takes an entry of klog's text format: a letter for the severity, more of a header, and the message.
func (l *klogCapture) hear(entry []byte) {
	if len(entry) == 0 || entry[0] != 'E' && entry[0] != 'F' {
		return
	}
	_, message, found := bytes.Cut(entry, []byte("] "))
	if !found {
		message = entry
	}
	text := strings.TrimRight(string(message), "\n")
	if last := len(l.complaints) - 1; last >= 0 && strings.HasPrefix(text, "  ") {
		l.complaints[last].details = append(l.complaints[last].details, strings.TrimSpace(text))
		return
	}
	l.complain(text)
}
