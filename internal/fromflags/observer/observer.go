// Package observer is compiled into a component, in place of the call that parses its flags. It notes which flags there
// are, parses them as the call does, notes what that changed, and ends the process. It is the only part of the program
// that configgen writes, and a part of the user's module there: each file imports the standard library and at most one
// other package, and is left out if the component does not have this package.
package observer

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
)

// Variables of the environment: Output names the file that entries are appended to, one line of JSON each, and Command
// the subcommand whose flags are meant, with spaces between the words.
const (
	Output  = "CONFIGGEN_OBSERVER_OUTPUT"
	Command = "CONFIGGEN_OBSERVER_COMMAND"
)

// Entry is a line of the output: first with Flags when the call is reached, then with Values when it has returned, or
// with Refused if it has returned an error. A call that ends the process writes neither.
type Entry struct {
	// Call is the position of the call, as configgen has named it.
	Call string `json:"call,omitempty"`
	// Set is the kind of what holds the flags: flag, pflag or cobra.
	Set   string `json:"set,omitempty"`
	Flags []Flag `json:"flags,omitempty"`
	// Commands are the subcommands of a command, and theirs, as serve and serve http.
	Commands []string `json:"commands,omitempty"`
	// Runnable is false for a command without a function.
	Runnable bool `json:"runnable,omitempty"`
	// Positional is set if the call accepts arguments that are not flags.
	Positional bool `json:"positional,omitempty"`
	// Values are the flags with their text after the call, and Changed those that the command line has set.
	Values  map[string]string `json:"values,omitempty"`
	Changed []string          `json:"changed,omitempty"`
	// Arguments are what is not a flag.
	Arguments []string `json:"arguments,omitempty"`
	Refused   string   `json:"refused,omitempty"`
	// Unknown is the Go type of something that is not a set of flags.
	Unknown string `json:"unknown,omitempty"`
}

// Flag is a flag when the call is reached.
type Flag struct {
	Name      string `json:"name"`
	Shorthand string `json:"shorthand,omitempty"`
	Usage     string `json:"usage,omitempty"`
	// Default is the text of the value, which code can have changed since the registration.
	Default string `json:"default,omitempty"`
	// Type is the name of the type as pflag has it: bool, int, duration, stringSlice; GoType that of the Value.
	Type   string `json:"type"`
	GoType string `json:"goType"`
	// NoValue is the value of the flag if it is given without one.
	NoValue    string `json:"noValue,omitempty"`
	Section    string `json:"section,omitempty"`
	Deprecated string `json:"deprecated,omitempty"`
	Hidden     bool   `json:"hidden,omitempty"`
	Required   bool   `json:"required,omitempty"`
}

// Default is the default of a flag.
func (e *Entry) Default(flag string) string {
	for _, f := range e.Flags {
		if f.Name == flag {
			return f.Default
		}
	}
	return ""
}

// source is what the flags of a component are registered in.
type source interface {
	// describe notes all but the values.
	describe(*Entry)
	// set is what holds the flags. parse parses the arguments; result notes what has become of the flags.
	set() any
	parse(args []string) error
	result(*Entry)
}

// Parse takes the place of a call that returns an error and is told the arguments. x is the set of flags or the
// command. It does not return.
func Parse(call string, x any, args []string) error { observe(call, x, args); return nil }

// Process takes the place of a call without a result that parses the arguments of the process.
func Process(call string, x any) { observe(call, x, os.Args[1:]) }

// Execute takes the place of a call that executes a command and returns an error.
func Execute(call string, x any, _ ...any) error { observe(call, x, os.Args[1:]); return nil }

// Run takes the place of a call that executes a command and returns the exit status.
func Run(call string, x any) int { observe(call, x, os.Args[1:]); return 0 }

// Register observes the flags that a function registers on a new set.
func Register[T any](call string, register func(*T)) {
	set := new(T)
	register(set)
	observe(call, set, os.Args[1:])
}

// Must is what a constructor returns.
func Must[T any](made T, err error) T {
	if err != nil {
		panic(err)
	}
	return made
}

// observe notes the flags, parses them, and ends the process. Exit status 0 says that the output is complete.
func observe(call string, x any, args []string) {
	var from source
	for _, adapt := range known() {
		if from = adapt(x, finish); from != nil {
			break
		}
	}
	if from == nil {
		write(Entry{Call: call, Unknown: fmt.Sprintf("%T", x)})
		os.Exit(0)
	}
	entry := Entry{Call: call}
	from.describe(&entry)
	write(entry)
	bridge(from.set(), args)
	if err := from.parse(args); err != nil {
		write(Entry{Refused: err.Error()})
		os.Exit(0)
	}
	finish(from)
}

// finish notes what has become of the flags, and ends the process.
func finish(from source) {
	var entry Entry
	from.result(&entry)
	write(entry)
	os.Exit(0)
}

func write(entry Entry) {
	content, err := json.Marshal(entry)
	file, openErr := os.OpenFile(os.Getenv(Output), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err = errors.Join(err, openErr); err == nil {
		_, err = file.Write(append(content, '\n'))
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cannot write what is observed:", err)
		os.Exit(3)
	}
}

// text is the text of a value. A String that panics has none.
func text(value fmt.Stringer) (text string) {
	defer func() { _ = recover() }()
	return value.String()
}

// goFlags are the flags of package flag.
type goFlags struct{ *flag.FlagSet }

func adaptGo(x any, _ func(source)) source {
	if set, ok := x.(*flag.FlagSet); ok {
		return goFlags{set}
	}
	return nil
}

func (s goFlags) describe(e *Entry) {
	e.Set, e.Runnable, e.Positional = "flag", true, true
	s.VisitAll(func(f *flag.Flag) {
		found := Flag{Name: f.Name, Usage: f.Usage, Default: text(f.Value), GoType: fmt.Sprintf("%T", f.Value)}
		if getter, ok := f.Value.(flag.Getter); ok {
			found.Type = strings.ToLower(strings.TrimPrefix(reflect.TypeOf(getter.Get()).String(), "time."))
		}
		if boolean, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && boolean.IsBoolFlag() {
			found.NoValue = "true"
		}
		e.Flags = append(e.Flags, found)
	})
}

func (s goFlags) set() any { return s.FlagSet }

func (s goFlags) parse(args []string) error { return s.Parse(args) }

func (s goFlags) result(e *Entry) {
	e.Values, e.Arguments = map[string]string{}, slices.Clone(s.Args())
	s.VisitAll(func(f *flag.Flag) { e.Values[f.Name] = text(f.Value) })
	s.Visit(func(f *flag.Flag) { e.Changed = append(e.Changed, f.Name) })
}
