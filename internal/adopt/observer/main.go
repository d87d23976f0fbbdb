package observer

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Main observes all variants. The first argument of the program is a file with the input of each, and the second is the
// journal.
func Main(variants ...Variant) {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("two arguments are needed"))
	}
	inputs, journal := os.Args[1], os.Args[2]
	os.Args = os.Args[:1] // the user's code can read them
	content, err := os.ReadFile(inputs)
	fail(err)
	told := make([]observe.Input, len(variants))
	fail(json.Unmarshal(content, &told))
	j, err := openJournal(journal)
	fail(err)
	process := remember()
	for i, variant := range variants {
		if j.done[i] {
			continue
		}
		session := &session{variant: variant, input: told[i], journal: j, number: i, process: process}
		observation, failure := session.observe()
		fail(j.write(observe.Entry{Variant: i, Observation: observation, Failure: failure}))
	}
}

// fail ends the program. The mistake is not the user's.
func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

// journal is the file that the observation is written to, step by step.
type journal struct {
	file *os.File
	done map[int]bool
	// tried are the flags that have been set, and begun those that the program ended with, by variant and flag.
	tried map[int]map[string]observe.Entry
	begun map[int]map[string]bool
}

func openJournal(name string) (*journal, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	j := &journal{file, map[int]bool{}, map[int]map[string]observe.Entry{}, map[int]map[string]bool{}}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<30)
	for lines.Scan() {
		var e observe.Entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, err
		}
		if j.tried[e.Variant] == nil {
			j.tried[e.Variant], j.begun[e.Variant] = map[string]observe.Entry{}, map[string]bool{}
		}
		switch {
		case e.Begin != "":
			j.begun[e.Variant][e.Begin] = true
		case e.Flag != "":
			j.tried[e.Variant][e.Flag] = e
		default:
			j.done[e.Variant] = true
		}
	}
	return j, lines.Err()
}

func (j *journal) write(e observe.Entry) error {
	content, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(content, '\n'))
	return err
}

// caught runs a function of the user's, and returns its error or panic.
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

// frames are the functions that are running, without the innermost ones.
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
