// Package observer is compiled into a component, where it takes the place of the flags in the call that parses them. It
// records the flags, parses them as the call does, records their values, and ends the process. It is the only part of
// the program that configgen writes, and a part of the user's module there: each file imports the standard library and
// at most one other package, and is left out if the component does not have this package.
package observer

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
)

// Variables of the environment: Output names the file that entries are appended to, one line of JSON each, and Command
// the subcommand whose flags are meant, with spaces between the words.
const (
	Output  = "CONFIGGEN_OBSERVER_OUTPUT"
	Command = "CONFIGGEN_OBSERVER_COMMAND"
)

// Entry is a line of the output: the first one when the call is reached, the second one when the flags are parsed. A
// call that ends the process does not write the second one.
type Entry struct {
	// Call is the number of the call.
	Call int `json:"call"`
	// Set is the library of the set of flags: flag, pflag or cobra.
	Set   string `json:"set,omitempty"`
	Flags []Flag `json:"flags,omitempty"`
	// Commands are the subcommands of a command, and theirs, as serve and serve http.
	Commands []string `json:"commands,omitempty"`
	// Runnable is false for a command without a function.
	Runnable bool `json:"runnable,omitempty"`
	// Arguments are the arguments that are not flags.
	Arguments []string `json:"arguments,omitempty"`
	// Refused is the error of the call.
	Refused string `json:"refused,omitempty"`
	// Unknown is the Go type of something that is not a set of flags.
	Unknown string `json:"unknown,omitempty"`
}

// Flag is a flag.
type Flag struct {
	Name      string `json:"name"`
	Shorthand string `json:"shorthand,omitempty"`
	Usage     string `json:"usage,omitempty"`
	// Text is the text of the value. Before the flags are parsed, it is the default, which code can have changed since the
	// registration.
	Text string `json:"text,omitempty"`
	// Changed is set if the command line has set the flag.
	Changed bool `json:"changed,omitempty"`
	// Type is the name of the type in pflag: bool, int, duration, stringSlice; GoType is the Go type of the Value.
	Type       string `json:"type"`
	GoType     string `json:"goType"`
	Section    string `json:"section,omitempty"`
	Deprecated string `json:"deprecated,omitempty"`
	Hidden     bool   `json:"hidden,omitempty"`
	Required   bool   `json:"required,omitempty"`
}

// Flag returns the flag with a name; nil if there is none.
func (e *Entry) Flag(name string) *Flag {
	for i := range e.Flags {
		if e.Flags[i].Name == name {
			return &e.Flags[i]
		}
	}
	return nil
}

// source is the set of flags, or the command, with the flags of a component.
type source struct {
	// set is the set of flags, or the command.
	set      any
	describe func(*Entry)
	parse    func(args []string) error
}

// At takes the place of the flags, or of the command, in a call that parses them, with its number and the arguments
// that it parses; by default the arguments of the process. It does not return.
func At[T any](call int, set T, args ...[]string) T {
	observe(call, set, append(args, os.Args[1:])[0])
	return set
}

// Function observes the flags that a function registers on a new set, or the flags that it returns.
func Function(function any) {
	call := reflect.ValueOf(function)
	if call.Type().NumIn() == 0 {
		observe(-1, call.Call(nil)[0].Interface(), os.Args[1:])
	}
	set := reflect.New(call.Type().In(0).Elem())
	call.Call([]reflect.Value{set})
	observe(-1, set.Interface(), os.Args[1:])
}

// Must returns the result of a constructor that can also return an error.
func Must[T any](made T, errs ...error) T {
	if err := errors.Join(errs...); err != nil {
		panic(err)
	}
	return made
}

// observe notes the flags, parses them, and ends the process. Exit status 0 says that the output is complete.
func observe(call int, x any, args []string) {
	for _, adapt := range known() {
		if from := adapt(x); from != nil {
			write(from, Entry{Call: call})
			bridge(from.set, args)
			finish(from, from.parse(args))
		}
	}
	write(nil, Entry{Call: call, Unknown: fmt.Sprintf("%T", x)})
	os.Exit(0)
}

// load calls a function that loads files before the flags are parsed, if it takes such a set.
func load[S, C any](function func(S, []string) C, x any, args []string) {
	if set, ok := x.(S); ok {
		function(set, args)
	}
}

// finish records the values of the flags, or the error of the call, and ends the process.
func finish(from *source, refused error) {
	entry := Entry{}
	if refused != nil {
		entry.Refused = refused.Error()
	}
	write(from, entry)
	os.Exit(0)
}

func write(from *source, entry Entry) {
	if from != nil {
		from.describe(&entry)
	}
	file, err := os.OpenFile(os.Getenv(Output), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err == nil {
		err = errors.Join(json.NewEncoder(file).Encode(entry), file.Close())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cannot write what is observed:", err)
		os.Exit(3)
	}
}

// text returns the text of a value. A String that panics has none.
func text(value fmt.Stringer) (text string) {
	defer func() { _ = recover() }()
	return value.String()
}

// adaptGo adapts the flags of package flag.
func adaptGo(x any) *source {
	set, ok := x.(*flag.FlagSet)
	if !ok {
		return nil
	}
	return &source{set: set, parse: set.Parse, describe: func(e *Entry) {
		e.Set, e.Runnable, e.Arguments = "flag", true, set.Args()
		set.VisitAll(func(f *flag.Flag) {
			found := Flag{Name: f.Name, Usage: f.Usage, Text: text(f.Value), GoType: fmt.Sprintf("%T", f.Value)}
			switch value := f.Value.(type) {
			case interface{ Type() string }: // also one of pflag
				found.Type = value.Type()
			case flag.Getter:
				found.Type = strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", value.Get()), "time."))
			}
			e.Flags = append(e.Flags, found)
		})
		set.Visit(func(f *flag.Flag) { e.Flag(f.Name).Changed = true })
	}}
}
