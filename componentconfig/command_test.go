package componentconfig_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	cliflag "k8s.io/component-base/cli/flag"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/descriptor"
)

// command returns the command of the relay, whose output is discarded.
func command(l *componentconfig.Loader[relay.RelayConfiguration],
	run func(*componentconfig.Loaded[relay.RelayConfiguration])) *cobra.Command {
	cmd := l.Command(func(_ context.Context, loaded *componentconfig.Loaded[relay.RelayConfiguration]) error {
		if run != nil {
			run(loaded)
		}
		return nil
	})
	cmd.SetOut(&bytes.Buffer{})
	cmd.SetErr(&bytes.Buffer{})
	return cmd
}

func output(cmd *cobra.Command, args ...string) (string, error) {
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	err := cmd.Execute()
	return out.String(), err
}

// TestFlagsAreVisible lists the flags before the command line is parsed, and reads them afterwards.
func TestFlagsAreVisible(t *testing.T) {
	l := loader(componentconfig.WithVersion("v1.2.3"))
	sets, err := l.FlagSets()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(sets.Order, ","); got != "serving,security,logging,relay" {
		t.Errorf("got the sections %s", got)
	}
	if f := sets.FlagSets["serving"].Lookup("port"); f == nil || f.DefValue != "53" {
		t.Errorf("got %+v", f)
	}
	if f := sets.FlagSets["security"].Lookup("tls-key-password"); f.Annotations["classified"] == nil {
		t.Errorf("the flag of a secret is not classified: %+v", f)
	}
	cmd := command(l, nil)
	for _, name := range sets.Order {
		sets.FlagSets[name].VisitAll(func(f *pflag.Flag) {
			if cmd.Flags().Lookup(f.Name) == nil {
				t.Errorf("the command does not have --%s", f.Name)
			}
		})
	}
	if _, err := output(cmd, "--port=7", "--search_domains=a,b", "--tls-key-password=opensesame"); err != nil {
		t.Fatal(err)
	}
	port, err := cmd.Flags().GetInt32("port")
	if err != nil || port != 7 || !cmd.Flags().Lookup("search-domains").Changed {
		t.Errorf("got %d, %v", port, err)
	}
	if text := cmd.Flags().Lookup("tls-key-password").Value.String(); text != "" {
		t.Errorf("the flag of a secret has the value %s", text)
	}
}

func TestSections(t *testing.T) {
	var names []string
	l := loader(componentconfig.WithSections("configuration", "logging", "configuration", "none", "serving"),
		componentconfig.WithFlagSets(func(fss *cliflag.NamedFlagSets) {
			fss.FlagSet("serving").String("more", "", "More.")
			fss.FlagSet("process").String("pid-file", "", "Where the number of the process is written.")
		}))
	sets, err := l.FlagSets()
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range sets.Order {
		for _, name := range []string{"vmodule", "config", "port", "more", "pid-file", "help"} {
			if sets.FlagSets[section].Lookup(name) != nil {
				names = append(names, section+"."+name)
			}
		}
	}
	want := "logging.vmodule configuration.config configuration.help serving.port serving.more process.pid-file"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	help, err := output(command(l, nil), "--help")
	if logging, serving := strings.Index(help, "Logging flags:"), strings.Index(help, "Serving flags:"); err != nil ||
		logging < 0 || logging > serving {
		t.Errorf("%v:\n%s", err, help)
	}
}

// TestExactFlagNames: by default, underscores are dashes; with the option they are not, in the flags of libraries
// either, and the command line is applied to the files all the same.
func TestExactFlagNames(t *testing.T) {
	library := func(fs *pflag.FlagSet) { fs.String("log_dir", "", "Where logs are written.") }
	for _, c := range []struct {
		options     []componentconfig.Option
		flag, known string
		want        string
	}{
		{nil, "--search_domains=a", "log-dir", ""},
		{[]componentconfig.Option{componentconfig.WithExactFlagNames()}, "--search_domains=a", "log_dir",
			"unknown flag --search_domains; did you mean --search-domains?"},
		{[]componentconfig.Option{componentconfig.WithExactFlagNames()}, "--search-domains=a", "log_dir", ""},
	} {
		l := loader(append(c.options, componentconfig.WithFlags(library))...)
		loaded, err := l.Load([]string{c.flag, "--log_dir=logs"})
		if fmt.Sprint(err) != cmp.Or(c.want, "<nil>") {
			t.Errorf("%s: got %v", c.flag, err)
		}
		if err == nil && !slices.Equal(loaded.Config.SearchDomains, []string{"a"}) {
			t.Errorf("%s: got %q", c.flag, loaded.Config.SearchDomains)
		}
		if command(l, nil).Flags().Lookup(c.known) == nil {
			t.Errorf("%s: the command does not have --%s", c.flag, c.known)
		}
	}
}

func TestVersion(t *testing.T) {
	l := loader(componentconfig.WithVersion("v1.2.3"))
	out, err := output(command(l, nil), "--version", "--config=no-such-file")
	if err != nil || out != "relay v1.2.3\n" {
		t.Errorf("got %q, %v", out, err)
	}
	if _, err := l.Load([]string{"--version"}); !errors.Is(err, componentconfig.ErrHelp) {
		t.Errorf("got %v", err)
	}
	if _, err := loader().Load([]string{"--version"}); err == nil || err.Error() != "unknown flag in argument 1" {
		t.Errorf("without the option: %v", err)
	}
}

func TestArguments(t *testing.T) {
	one := func(args []string) error {
		if len(args) != 1 {
			return errors.New("name one zone")
		}
		return nil
	}
	l := loader(componentconfig.WithArguments(one))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"a.example", "--port=7"}, ""},
		{[]string{"--port=7", "--", "--a.example"}, ""},
		{[]string{"--port=7"}, "name one zone"},
		{[]string{"a", "b"}, "name one zone"},
	} {
		loaded, err := l.Load(c.args)
		switch {
		case c.want != "" && (err == nil || err.Error() != c.want):
			t.Errorf("%v: got %v, want %s", c.args, err, c.want)
		case c.want == "" && (err != nil || len(loaded.Arguments) != 1 || loaded.Config.Port != 7):
			t.Errorf("%v: got %+v, %v", c.args, loaded, err)
		}
	}
	if help, _ := output(command(l, nil), "--help"); !strings.Contains(help, "relay [flags] [arguments]\n") {
		t.Errorf("got\n%s", help)
	}
}

// exit is an error with an exit status.
type exit struct {
	status int
	text   string
}

func (e exit) Error() string { return e.text }
func (e exit) ExitCode() int { return e.status }

// TestSubcommand runs a command of the component, whose error decides what is printed and how the process exits.
func TestSubcommand(t *testing.T) {
	args := os.Args
	t.Cleanup(func() { os.Args = args })
	os.Args = []string{args[0], "sites"}
	for _, c := range []struct {
		err    error
		status int
		stderr string
	}{
		{nil, 0, ""},
		{errors.New("no sites"), 1, "no sites\n"},
		{exit{2, "name a site"}, 2, "name a site\n"},
		{exit{3, ""}, 3, ""},
	} {
		var stderr bytes.Buffer
		l := loader(componentconfig.WithSubcommand(func() *cobra.Command {
			cmd := &cobra.Command{Use: "sites", Short: "Lists the sites", SilenceUsage: true,
				RunE: func(*cobra.Command, []string) error { return c.err }}
			cmd.SetErr(&stderr)
			return cmd
		}))
		if status := l.Main(nil); status != c.status || stderr.String() != c.stderr {
			t.Errorf("%v: status %d\n%s", c.err, status, &stderr)
		}
		help, err := output(command(l, nil), "--help")
		if err != nil || !strings.Contains(help, "Lists the sites") {
			t.Errorf("%v\n%s", err, help)
		}
	}
}

// TestParentFlags has the command below another one with persistent flags.
func TestParentFlags(t *testing.T) {
	var verbose, port int
	cmd := command(loader(), func(loaded *componentconfig.Loaded[relay.RelayConfiguration]) {
		port = int(loaded.Config.Port)
	})
	root := &cobra.Command{Use: "all", SilenceErrors: true, SilenceUsage: true}
	root.PersistentFlags().IntVar(&verbose, "verbose", 0, "How much to say.")
	root.PersistentFlags().Int("port", 0, "Hidden by the flag of the relay.")
	root.AddCommand(cmd)
	if _, err := output(root, "--verbose=2", "relay", "--port=7"); err != nil || verbose != 2 || port != 7 {
		t.Errorf("before the command: %d, %d, %v", verbose, port, err)
	}
	if _, err := output(root, "relay", "--port=8", "--verbose", "3"); err != nil || verbose != 3 || port != 8 {
		t.Errorf("after the command: %d, %d, %v", verbose, port, err)
	}
	var out bytes.Buffer
	cmd.SetOut(&out)
	_, err := output(root, "relay", "--help")
	help := out.String()
	if err != nil || !strings.Contains(help, "\nGlobal Flags:\n      --verbose int   How much to say.\n") {
		t.Errorf("%v:\n%s", err, help)
	}
}

// TestCompletion completes command lines as a shell asks for it.
func TestCompletion(t *testing.T) {
	withValues := func(root *binding.Root[relay.RelayConfiguration]) {
		i := slices.IndexFunc(root.Flags, func(f descriptor.Flag) bool { return f.Sets == "BindAddress" })
		if i < 0 {
			t.Fatal("no flag of BindAddress")
		}
		root.Flags[i].Completions = []string{"::1", "127.0.0.1", "0.0.0.0"}
	}
	l := changedLoader(withValues)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--bind-address", ""}, "::1 127.0.0.1 0.0.0.0 :4"},
		{[]string{"--bind-address=1"}, "127.0.0.1 :4"},
		{[]string{"--port", ""}, ":4"},
		{[]string{"--config", ""}, ":0"},
		{[]string{"--config=x"}, ":0"},
		{[]string{"--config-dir", ""}, ":16"},
		{[]string{"--tls-cert-file", ""}, ":0"},
		{[]string{"--anonymous-access=t"}, "true :4"},
		{[]string{"--bind"}, "--bind-address :0"},
		{[]string{"--port=7", "--bind-a"}, "--bind-address :0"},
		{[]string{"-v", "--bind-a"}, "--bind-address :0"},
		{[]string{"--no-such-flag", ""}, "--anonymous-access"},
		{[]string{"--labels", "a"}, "a=registered :6"},
	} {
		cmd := command(l, nil)
		if err := cmd.RegisterFlagCompletionFunc("labels", func(_ *cobra.Command, _ []string, prefix string) ([]string,
			cobra.ShellCompDirective) {
			return []string{prefix + "=registered"}, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}); err != nil {
			t.Fatal(err)
		}
		out, err := output(cmd, append([]string{cobra.ShellCompNoDescRequestCmd}, c.args...)...)
		got := strings.Join(strings.Fields(out), " ")
		if err != nil || got != c.want && !(strings.HasPrefix(got, c.want) && strings.HasPrefix(c.want, "--a")) {
			t.Errorf("%q: got %s, want %s, %v", c.args, got, c.want, err)
		}
	}
}
