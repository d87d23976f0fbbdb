package flagset_test

import (
	"bytes"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
)

// open has no secrets.
var open = flagset.Secrets{Flag: func(string) bool { return false },
	Any: func() bool { return false }}

// leak registers a flag for the whole process, as a careless library does, for the time of a test.
func leak(t *testing.T, name string) {
	t.Helper()
	old := pflag.CommandLine
	pflag.CommandLine = pflag.NewFlagSet("process", pflag.ContinueOnError)
	pflag.CommandLine.String(name, "", "a library's flag")
	t.Cleanup(func() { pflag.CommandLine = old })
}

// execute runs a command and returns its output.
func execute(cmd *cobra.Command, args ...string) (string, error) {
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SetArgs(args)
	err := cmd.Execute()
	return out.String(), err
}

// TestHelpOfAnIsolatedSet shows two defects of cobra, which an isolated set does not have.
func TestHelpOfAnIsolatedSet(t *testing.T) {
	leak(t, "leaked")
	plain := &cobra.Command{Use: "relay", RunE: func(*cobra.Command, []string) error { return nil }}
	plain.Flags().Int("port", 53, "the port")
	if _, err := execute(plain, "--leaked=x"); err != nil {
		t.Errorf("plain cobra no longer parses global flags (%v): is the isolation still needed?", err)
	}
	if out, _ := execute(plain, "--help"); !strings.Contains(out, "--leaked") {
		t.Errorf("plain cobra no longer shows global flags: is the isolation still needed?\n%s", out)
	}
	for _, c := range []struct {
		name string
		root func(*cobra.Command) (*cobra.Command, []string)
	}{
		{"root command", func(cmd *cobra.Command) (*cobra.Command, []string) { return cmd, nil }},
		{"subcommand", func(cmd *cobra.Command) (*cobra.Command, []string) {
			root := &cobra.Command{Use: "all", SilenceErrors: true}
			root.AddCommand(cmd)
			return root, []string{"relay"}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := flagset.New("relay")
			port := set.FlagSet("relay").Int("port", 53, "the port")
			cmd := &cobra.Command{Use: "relay", Short: "Relays.", SilenceErrors: true}
			set.Isolate(cmd)
			cmd.RunE = func(cmd *cobra.Command, args []string) error {
				if slices.Contains(args, "--help") {
					return cmd.Help()
				}
				_, _, err := set.Parse(args, open)
				return err
			}
			root, prefix := c.root(cmd)
			out, _ := execute(root, append(append([]string{cobra.ShellCompNoDescRequestCmd}, prefix...), "--p")...)
			if !strings.HasPrefix(out, "--port\n") {
				t.Errorf("completion of --p: %s", out)
			}
			if _, err := execute(root, append(prefix, "--leaked=x")...); err == nil || err.Error() != "unknown flag --leaked" {
				t.Errorf("a global flag: got %v, want unknown flag --leaked", err)
			}
			if _, err := execute(root, append(prefix, "--port=1")...); err != nil || *port != 1 {
				t.Errorf("--port=1: got %d, %v", *port, err)
			}
			var err error
			out, err = execute(root, append(prefix, "--help")...)
			usage := "Relays.\n\nUsage:\n  " +
				strings.TrimSpace(strings.Join([]string{map[bool]string{true: "all"}[prefix != nil], "relay"}, " ")) +
				" [flags]\n\nFlags:\n      --port int   the port (default 53)\n"
			if err != nil || out != usage {
				t.Errorf("help: %v\n%s\nwant\n%s", err, out, usage)
			}
		})
	}
}

func TestPlainFlagSetWorksWithoutCobra(t *testing.T) {
	leak(t, "leaked")
	set := flagset.New("relay")
	set.FlagSet("serving").Int("port", 53, "the port")
	set.FlagSet("logging").StringP("verbosity", "v", "0", "how much to say")
	given, _, err := set.Parse([]string{"-v", "2", "--port", "1", "--port=2"}, open)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(given); got != "[{verbosity 2} {port 1} {port 2}]" {
		t.Errorf("given in order: got %s", got)
	}
	var out bytes.Buffer
	set.PrintUsage(&out, 0)
	want := "\nServing flags:\n\n      --port int   the port (default 53)\n\nLogging flags:\n\n" +
		"  -v, --verbosity string   how much to say (default \"0\")\n"
	if out.String() != want {
		t.Errorf("usage:\n%s\nwant\n%s", out.String(), want)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--prot=1"}, "unknown flag --prot; did you mean --port?"},
		{[]string{"--port=x"}, `--port: "x" is not valid: must be a number`},
		{[]string{"--port"}, "--port: the value is missing; specify it as --port=VALUE"},
		{[]string{"--password=hunter2"}, "--password: the value is not valid"},
		{[]string{"-password=hunter2"}, "unknown flag -password; did you mean --password?"},
		{[]string{"-pasword=hunter2"}, "unknown flag -p; did you mean --password?"},
		{[]string{"-x"}, "unknown flag -x"},
		{[]string{"-xhunter2"}, "unknown flag -x"},
		{[]string{"-vhunter2"}, "--verbosity: the value is not valid"},
		{[]string{"-verbosity=hunter2"}, "-verbosity is the flag -v and its value: use --verbosity"},
		{[]string{"--port=", "-verbosity=1"}, `--port: "" is not valid: must be a number`},
		{[]string{"--verbosity=", "-port"}, `--verbosity: "" is not valid: must be a number`},
		{[]string{"--verbosity=hunter2"}, `--verbosity: "hunter2" is not valid: must be a number`},
		{[]string{"--password hunter2"}, "unknown flag --password...; did you mean --password?"},
		{[]string{"--password:hunter2"}, "unknown flag --password...; did you mean --password?"},
		{[]string{"--passwordhunter2"}, "unknown flag in argument 1"},
		{[]string{"---password=hunter2"}, "unknown flag: a flag is --name=value"},
		{[]string{"--port", "--password=hunter2"}, "--port needs a value, not the flag --password"},
		{[]string{"--password=", "hunter2"}, "--password: the value is not valid"},
		{[]string{"--port=1", "hunter2"}, "unexpected argument after --port: relay accepts only flags; specify a value as " +
			"--flag=value, without blanks"},
		{[]string{"--port=1", "--\x1b[31m=1"}, `unknown flag --"\x1b[31m"`},
		{[]string{"--port=1", "--prot", "1"}, "unknown flag in argument 2; did you mean --port?"},
		{[]string{"--aHVudGVyMg=="}, "unknown flag in argument 1"},
		{[]string{"--port", "--pasword=hunter2"}, "--port: must be a number"},
	} {
		set := flagset.New("relay")
		set.FlagSet("relay").Int("port", 53, "")
		set.FlagSet("relay").Int("password", 0, "")
		set.FlagSet("relay").IntP("verbosity", "v", 0, "")
		_, _, err := set.Parse(c.args, flagset.Secrets{Flag: func(name string) bool { return name == "password" },
			Any: func() bool { return true }})
		if err == nil || err.Error() != c.want {
			t.Errorf("%v: got %v, want %s", c.args, err, c.want)
		}
	}
}

// TestWhatValuesMustBe: a mistake in a value has the words that it has in a file.
func TestWhatValuesMustBe(t *testing.T) {
	for arg, want := range map[string]string{
		"--duration=5":         `--duration: "5" is not valid: must be a duration such as 30s or 5m`,
		"--duration=2600000h":  `--duration: "2600000h" is not valid: must be at most 2562047h, which are 292 years`,
		"--durations=5s,x":     `--durations: "5s,x" is not valid: each item must be a duration such as 30s or 5m`,
		"--bool=maybe":         `--bool: "maybe" is not valid: must be true or false`,
		"--bools=true,no":      `--bools: "true,no" is not valid: each item must be true or false`,
		"--int32=1.5":          `--int32: "1.5" is not valid: must be a number`,
		"--int32=999999999999": `--int32: "999999999999" is not valid: the number is too large or too small`,
		"--float64=x":          `--float64: "x" is not valid: must be a number`,
		"--ip=1.2":             `--ip: "1.2" is not valid: failed to parse IP: "1.2"`,
	} {
		set := flagset.New("relay")
		fs := set.FlagSet("relay")
		fs.Duration("duration", 0, "")
		fs.DurationSlice("durations", nil, "")
		fs.Bool("bool", false, "")
		fs.BoolSlice("bools", nil, "")
		fs.Int32("int32", 0, "")
		fs.Float64("float64", 0, "")
		fs.IP("ip", nil, "")
		if _, _, err := set.Parse([]string{arg}, open); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", arg, err, want)
		}
	}
}

// TestUnexpectedArguments: the error says which argument it is, without its text, and which commands there are.
func TestUnexpectedArguments(t *testing.T) {
	const commands = ", or the command config or dynamic-config in front of them; specify a value as " +
		"--flag=value, without blanks"
	for _, c := range []struct {
		args string
		want string
	}{
		{"hunter2", "unexpected first argument: relay accepts only flags" + commands},
		{"--port 53 53 --on", "unexpected argument after --port: relay accepts only flags" + commands},
		{"--on false", "--on does not take the next argument as its value: use --on=false"},
		{"--on maybe", "unexpected argument after --on: relay accepts only flags" + commands},
		{"-p 53 -- --port", "unexpected argument after --: relay accepts only flags" + commands},
		{"-p 53 54", "unexpected argument after -p: relay accepts only flags" + commands},
		{"confg validate", "unexpected first argument: relay accepts only flags; did you mean the command config?"},
	} {
		set := flagset.New("relay")
		set.Commands = []string{"config", "dynamic-config"}
		set.FlagSet("relay").IntP("port", "p", 53, "")
		set.FlagSet("relay").Bool("on", false, "")
		if _, _, err := set.Parse(strings.Fields(c.args), open); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.args, err, c.want)
		}
	}
}

func TestUnderscoresAreDashes(t *testing.T) {
	set := flagset.New("relay")
	address := set.FlagSet("relay").String("bind-address", "", "")
	given, _, err := set.Parse([]string{"--bind_address=x"}, open)
	if err != nil || *address != "x" || given[0].Name != "bind-address" {
		t.Errorf("got %q, %v, %v", *address, given, err)
	}
}

func TestPickTakesOnlyTheNamedFlagsOfALibrary(t *testing.T) {
	set := flagset.New("relay")
	fs := set.FlagSet("logging")
	if err := flagset.Pick(fs, binding.FromGoFlags(klog.InitFlags), "v", "vmodule"); err != nil {
		t.Fatal(err)
	}
	var names []string
	fs.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if got := strings.Join(names, " "); got != "v vmodule" {
		t.Errorf("got %s, want v vmodule", got)
	}
	register := func(fs *flag.FlagSet) { fs.Bool("b", false, ""); fs.Bool("a", false, "") }
	err := flagset.Pick(fs, binding.FromGoFlags(register), "c")
	if err == nil || err.Error() != `the library does not register the flag "c"; it has a, b` {
		t.Errorf("got %v", err)
	}
}

func TestInertFlagsParseAndChangeNothing(t *testing.T) {
	var port int
	var on bool
	from := pflag.NewFlagSet("", pflag.ContinueOnError)
	from.IntVarP(&port, "port", "p", 53, "")
	from.BoolVar(&on, "on", false, "")
	into := pflag.NewFlagSet("", pflag.ContinueOnError)
	flagset.Inert(from, into)
	if err := into.Parse([]string{"-p", "1", "--on", "--port=2"}); err != nil || port != 53 || on || into.NArg() > 0 {
		t.Errorf("got %d, %v, %v", port, on, err)
	}
}
