package observer

import (
	"flag"
	"reflect"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// adapted returns the observer's source for a set of flags.
func adapted(t *testing.T, x any) *source {
	t.Helper()
	for _, adapt := range known() {
		if from := adapt(x); from != nil {
			return from
		}
	}
	t.Fatalf("%T is not known", x)
	return nil
}

// described returns the entry that the observer records.
func described(from *source) Entry {
	var e Entry
	from.describe(&e)
	return e
}

// silent has no text after the registration.
type silent struct{ registered bool }

func (s *silent) String() string {
	if s.registered {
		panic("no text")
	}
	return ""
}

func (*silent) Set(string) error { return nil }

// typed is a value for package flag and for pflag.
type typed struct{ silent }

func (*typed) Type() string { return "mapStringBool" }

func TestFlagsOfPackageFlag(t *testing.T) {
	fs := flag.NewFlagSet("x", flag.ContinueOnError)
	fs.Duration("wait", time.Second, "how long")
	quiet := &silent{}
	fs.Var(quiet, "silent", "")
	fs.Var(&typed{}, "typed", "")
	quiet.registered = true
	from := adapted(t, fs)
	want := Entry{Set: "flag", Runnable: true, Flags: []Flag{
		{Name: "silent", GoType: "*observer.silent"},
		{Name: "typed", Type: "mapStringBool", GoType: "*observer.typed"},
		{Name: "wait", Usage: "how long", Text: "1s", Type: "duration", GoType: "*flag.durationValue"},
	}}
	if got := described(from); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if err := from.parse([]string{"-wait=2s", "rest"}); err != nil {
		t.Fatal(err)
	}
	want.Flags[2].Text, want.Flags[2].Changed, want.Arguments = "2s", true, []string{"rest"}
	if got := described(from); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// namedFlagSets has the shape of the type of k8s.io/component-base.
type namedFlagSets struct{ FlagSets map[string]*pflag.FlagSet }

func TestSections(t *testing.T) {
	serving := pflag.NewFlagSet("serving", pflag.ContinueOnError)
	serving.IntP("port", "p", 80, "the port")
	for _, x := range []any{namedFlagSets{map[string]*pflag.FlagSet{"serving": serving}},
		&namedFlagSets{map[string]*pflag.FlagSet{"serving": serving}}} {
		want := Entry{Set: "pflag", Runnable: true, Arguments: []string{}, Flags: []Flag{
			{Name: "port", Shorthand: "p", Usage: "the port", Text: "80", Type: "int", GoType: "*pflag.intValue",
				Section: "serving"},
		}}
		got := described(adapted(t, x))
		if got.Arguments = []string{}; !reflect.DeepEqual(got, want) {
			t.Errorf("%T: got %+v, want %+v", x, got, want)
		}
	}
}

func TestCommands(t *testing.T) {
	root := &cobra.Command{Use: "root"}
	root.PersistentFlags().Bool("verbose", false, "")
	serve := &cobra.Command{Use: "serve", Run: func(*cobra.Command, []string) {}}
	serve.Flags().String("name", "", "")
	if err := serve.MarkFlagRequired("name"); err != nil {
		t.Fatal(err)
	}
	serve.AddCommand(&cobra.Command{Use: "http"})
	root.AddCommand(serve)
	t.Setenv(Command, "serve")
	got := described(adapted(t, root))
	if want := []string{"serve", "serve http"}; !reflect.DeepEqual(got.Commands, want) || !got.Runnable {
		t.Errorf("got the commands %q, runnable %v, want %q", got.Commands, got.Runnable, want)
	}
	if f := got.Flag("name"); f == nil || !f.Required {
		t.Errorf("got %+v, want a required flag", f)
	}
	if got.Flag("verbose") == nil || got.Flag("port") != nil {
		t.Errorf("got %+v", got.Flags)
	}
}

func TestAConstructorCanReturnAnError(t *testing.T) {
	if Must(1, nil) != 1 || Must(1) != 1 {
		t.Error("the value is lost")
	}
}
