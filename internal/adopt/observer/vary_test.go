package observer

import (
	"errors"
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestCommandLine registers flags on the flag set of the process: pflag's, to which the component keeps a pointer, and
// package flag's, which is refused.
func TestCommandLine(t *testing.T) {
	kept := pflag.CommandLine
	o := observed(t, func(s *Subject) error {
		c := &config{}
		if err := s.Object("New", c); err != nil {
			return err
		}
		s.FlagSet()
		kept.StringVar(&c.Text, "text", "", "")
		return nil
	})
	if len(o.Flags) != 1 || o.Flags[0].Field != "Text" || o.Flags[0].Sets[wanted-1].Error != "" {
		t.Errorf("%+v", o.Flags)
	}
	defer keepProcess()()
	s := &session{process: remember(), registration: Registration{Run: func(s *Subject) error {
		c := &config{}
		if err := s.Object("New", c); err != nil {
			return err
		}
		flag.StringVar(&c.Text, "text", "", "")
		return nil
	}}}
	const want = "the flags are those of package flag"
	if _, failure := s.observe(); failure == nil || !strings.HasPrefix(failure.Message, want) {
		t.Errorf("%+v", failure)
	}
}

// TestVarying finds the values that depend on where the registration runs, and leaves the process as it was.
func TestVarying(t *testing.T) {
	t.Setenv("CONFIGGEN_TOKEN", "a")
	t.Setenv("CONFIGGEN_NUMBER", "7")
	t.Setenv("CONFIGGEN_STRICT", "b")
	t.Chdir(t.TempDir())
	o := observed(t, func(s *Subject) error {
		c := &config{Text: "fixed", List: []string{os.Getenv("CONFIGGEN_TOKEN")}}
		if err := s.Object("New", c); err != nil {
			return err
		}
		fs := s.FlagSet()
		fs.StringVar(&c.Text, "text", c.Text, "")
		c.Nested.A, _ = os.Getwd()
		c.Nested.B = os.Getenv("CONFIGGEN_UNSET")
		if strict := os.Getenv("CONFIGGEN_STRICT"); strict != "b" {
			return errors.New("b is needed")
		}
		n, err := strconv.Atoi(os.Getenv("CONFIGGEN_NUMBER"))
		c.Limits[0] = n
		return err
	})
	var got []string
	for _, f := range o.Fields {
		if f.Varies {
			got = append(got, f.Path)
		}
	}
	want := []string{"List", "Nested.A", "Nested.B", "Limits"}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	left, err := os.ReadDir(".")
	if err != nil || len(left) > 0 || os.Getenv("CONFIGGEN_TOKEN") != "a" {
		t.Errorf("left %v, %v", left, err)
	}
}
