package observer

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Main observes a registration. The first argument of the program is a file with its input, and the second is the
// journal.
func Main(registration Registration) {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("two arguments are needed"))
	}
	input, journal := os.Args[1], os.Args[2]
	os.Args = os.Args[:1] // the user's code can read them
	content, err := os.ReadFile(input)
	fail(err)
	s := &session{registration: registration, process: remember()}
	fail(json.Unmarshal(content, &s.input))
	s.journal, err = os.Create(journal)
	fail(err)
	var end observe.Entry
	end.Observation, end.Failure = s.observe()
	s.write(end)
}

// fail ends the program. The mistake is not the user's.
func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

// write adds a line to the journal.
func (s *session) write(e observe.Entry) {
	content, err := json.Marshal(e)
	fail(err)
	_, err = s.journal.Write(append(content, '\n'))
	fail(err)
}

// caught runs a function of the observed code, and returns its error or panic.
func caught(run func() error) (failure *observe.Failure) {
	defer func() {
		if cause := recover(); cause != nil {
			failure = &observe.Failure{Message: fmt.Sprint(cause), Panic: true, Frames: frames(4)}
		}
	}()
	if err := run(); err != nil {
		return &observe.Failure{Message: err.Error()}
	}
	return nil
}

// frames returns the functions that are running, without the innermost ones.
func frames(without int) []observe.Frame {
	counters := make([]uintptr, 64)
	counters = counters[:runtime.Callers(without, counters)]
	var all []observe.Frame
	for walked := runtime.CallersFrames(counters); ; {
		frame, more := walked.Next()
		all = append(all, observe.Frame{Function: frame.Function, File: frame.File, Line: frame.Line})
		if !more {
			return all
		}
	}
}
