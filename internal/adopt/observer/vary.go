package observer

import (
	"os"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// varying sets Varies for leaves that depend on the host, user, or time before any flag is set: their values change
// with the environment, or contain the name of the host.
func (s *session) varying(seen *observe.Observation) {
	variables := s.input.Variables
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if name != "" && !strings.HasPrefix(name, "GO") { // variables of Go itself
			variables = append(variables, name)
		}
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
	if dir, err := os.Getwd(); err == nil {
		if other, err := os.MkdirTemp(dir, "elsewhere"); err == nil {
			fail(os.Chdir(other))
			defer func() {
				fail(os.Chdir(dir))
				_ = os.RemoveAll(other) // the directory around it is deleted, too
			}()
		}
	}
	for _, name := range variables {
		if value, set := os.LookupEnv(name); set {
			defer func() { fail(os.Setenv(name, value)) }()
		} else {
			defer func() { fail(os.Unsetenv(name)) }()
		}
		fail(os.Setenv(name, otherValue(os.Getenv(name))))
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

// otherValue returns a different value of a variable that is probably as valid as the given value.
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
