package observer

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// varying notes the leaves whose values before any flag are those of this machine, user or moment: they are others in
// another environment, or have the name of the host in them.
func (s *session) varying(seen *observe.Observation) {
	variables := s.input.Variables
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		variables = append(variables, name)
	}
	varies, ran := s.elsewhere(seen, variables)
	if !ran { // one of them is not to be changed
		for _, name := range variables {
			more, _ := s.elsewhere(seen, []string{name})
			varies = append(varies, more...)
		}
	}
	host, _ := os.Hostname() // without one, no value has it
	for i := range seen.Fields {
		f := &seen.Fields[i]
		f.Varies = slices.Contains(varies, f.Path) || len(host) > 3 && strings.Contains(f.Value, host)
	}
}

// elsewhere runs the registration with other values of variables and in another directory, and returns the leaves that
// have other values then. It reports false if the registration fails.
func (s *session) elsewhere(seen *observe.Observation, variables []string) (varies []string, ran bool) {
	defer moved()()
	for _, name := range variables {
		if value, set := os.LookupEnv(name); name != "" && !strings.HasPrefix(name, "GO") { // those are for Go itself
			defer resetVariable(name, value, set)()
			fail(os.Setenv(name, otherValue(value)))
		}
	}
	subject, failure := s.run(nil)
	if failure != nil {
		return nil, false
	}
	for _, change := range compare(seen.Fields, subject.again().fields()) {
		varies = append(varies, change.Field)
	}
	return varies, true
}

// moved changes the working directory to a new one, and returns a function that goes back.
func moved() func() {
	dir, err := os.Getwd()
	if err != nil {
		return func() {}
	}
	other, err := os.MkdirTemp(dir, "elsewhere")
	if err != nil || os.Chdir(other) != nil {
		return func() {}
	}
	return func() {
		fail(os.Chdir(dir))
		_ = os.RemoveAll(filepath.Clean(other)) // the directory around it is deleted, too
	}
}

// resetVariable returns a function that gives a variable its value again.
func resetVariable(name, value string, set bool) func() {
	return func() {
		if set {
			fail(os.Setenv(name, value))
		} else {
			fail(os.Unsetenv(name))
		}
	}
}

// otherValue is a value of a variable that is as valid as the given one, as far as that can be told.
func otherValue(value string) string {
	switch {
	case value == "":
		return "1"
	case value == "true":
		return "false"
	case value == "false":
		return "true"
	case strings.Trim(value, "0123456789") == "":
		return value + "1"
	}
	return value + "-configgen"
}
