package commandline

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	cliflag "k8s.io/component-base/cli/flag"
)

// newCommand returns a command with flags that cobra has rules for. It prints its flags when it runs.
func newCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "courier", SilenceUsage: true}
	addPFlags(cmd.Flags())
	for _, err := range []error{cmd.MarkFlagRequired("address"), cmd.Flags().MarkDeprecated("retries", "it never helped"),
		cmd.Flags().MarkHidden("verbose")} {
		if err != nil {
			panic(err)
		}
	}
	cmd.MarkFlagsMutuallyExclusive("zones", "codes")
	cmd.Run = func(cmd *cobra.Command, _ []string) {
		cmd.Flags().Visit(func(f *pflag.Flag) { cmd.Printf("%s=%s\n", f.Name, f.Value) })
	}
	return cmd
}

// runs returns what a command prints with a file, and its exit status.
func runs(t *testing.T, cmd *cobra.Command, file string, args ...string) (printed string) {
	t.Helper()
	if file != "" {
		args = append(args, "--config="+fileOf(t, file))
	}
	_, status, stdout, stderr := loadWith(flagsIn(cmd), args)
	if status >= 0 {
		return fmt.Sprintf("%s%sstatus %d\n", stdout, stderr, status)
	}
	out := bytes.NewBufferString(stdout + stderr)
	cmd.SetOut(out)
	cmd.SetErr(out)
	cmd.SetArgs(args)
	if err := cmd.Execute(); err != nil {
		fmt.Fprintln(out, "it fails")
	}
	return out.String()
}

func TestRulesOfCobra(t *testing.T) {
	for _, test := range []struct {
		name, file string
		args       []string
		want       string
	}{
		{"required, in the file", "address: :80", nil, "address=:80\n"},
		{"required, in neither", "workers: 2", nil, "Error: required flag(s) \"address\" not set\nit fails\n"},
		{"exclusive", "{address: \":80\", zones: [x]}", []string{"--codes=1"}, "Error: if any flags in the group [zones " +
			"codes] are set none of the others can be; [codes zones] were all set\nit fails\n"},
		{"deprecated", "{address: \":80\", retries: 2}", nil,
			"1:18: warning: --retries is deprecated: it never helped\naddress=:80\nretries=2\n"},
		{"hidden", "{address: \":80\", verbose: true}", nil, "address=:80\nverbose=true\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := runs(t, newCommand(), test.file, test.args...)
			var lines []string
			for line := range strings.Lines(got) {
				_, line = cutFile(line)
				if !strings.HasPrefix(line, "config=") {
					lines = append(lines, line)
				}
			}
			if got := strings.Join(lines, ""); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// cutFile returns the name of the file that a line begins with, and the rest of the line.
func cutFile(line string) (name, rest string) {
	if name, rest, ok := strings.Cut(line, "courier.yaml:"); ok {
		return name, rest
	}
	return "", line
}

// TestHelpOfACommand: the flags of the loader are in the help once, whoever prints it.
func TestHelpOfACommand(t *testing.T) {
	for name, change := range map[string]func(cmd *cobra.Command){
		"of cobra": func(*cobra.Command) {},
		"of component-base": func(cmd *cobra.Command) {
			var sections cliflag.NamedFlagSets
			sections.FlagSet("delivery").AddFlagSet(cmd.Flags())
			cliflag.SetUsageAndHelpFunc(cmd, sections, 0)
		},
		"usage template":          func(cmd *cobra.Command) { cmd.SetUsageTemplate("{{.UseLine}}\n--address string\n") },
		"help template":           func(cmd *cobra.Command) { cmd.SetHelpTemplate("--address string\n") },
		"help template with them": func(cmd *cobra.Command) { cmd.SetHelpTemplate("{{.Flags.FlagUsages}}") },
		"usage function": func(cmd *cobra.Command) {
			cmd.SetUsageFunc(func(c *cobra.Command) error { c.Println("--address string"); return nil })
		},
	} {
		for _, args := range [][]string{{"--help"}, {"help"}, {"--unknown"}} {
			cmd := newCommand()
			cmd.SilenceUsage = false
			if args[0] == "help" {
				cmd.AddCommand(&cobra.Command{Use: "other", Run: func(*cobra.Command, []string) {}})
			}
			change(cmd)
			got := runs(t, cmd, "", args...)
			for _, flag := range []string{"--address ", "--config ", "--explain-config "} {
				if strings.Count(got, flag) != 1 {
					t.Errorf("%s %q: %s is not in the help once:\n%s", name, args, flag, got)
				}
			}
		}
	}
}

// tree returns a command that has two below it, which share its configuration, and one that does not.
func tree() (root, run *cobra.Command) {
	root = &cobra.Command{Use: "courier", SilenceUsage: true}
	run = &cobra.Command{Use: "run"}
	addPFlags(run.PersistentFlags())
	for _, parent := range []*cobra.Command{root, run} {
		c := newCommand()
		c.Use = "fast"
		c.ResetFlags()
		c.Flags().Bool("short", false, "")
		parent.AddCommand(c)
	}
	root.AddCommand(run)
	return root, run
}

func TestOtherCommands(t *testing.T) {
	file := fileOf(t, "address: :80")
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"run", "--config=" + file, "fast", "--short"}, "address=:80\nshort=true\n"},
		{[]string{"fast", "--short"}, "short=true\n"},
	} {
		root, run := tree()
		_, status, stdout, stderr := loadWith(flagsIn(run), test.args)
		if status >= 0 {
			t.Fatalf("%q: status %d, %s%s", test.args, status, stdout, stderr)
		}
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&out)
		root.SetArgs(test.args)
		if err := root.Execute(); err != nil {
			t.Error(err)
		}
		if got := strings.ReplaceAll(out.String(), "config=\n", ""); got != test.want {
			t.Errorf("%q: got %q, want %q", test.args, got, test.want)
		}
	}
}

// TestTheCommandConfigOfASubcommand: its flags follow the dashes, with or without the words of the subcommand.
func TestTheCommandConfigOfASubcommand(t *testing.T) {
	for _, flags := range [][]string{{"--retries=2"}, {"run", "--retries=2"}, {"start", "--retries", "2"}} {
		c := withCommand(true)
		file := fileOf(t, "address: :80\n")
		args := slices.Concat([]string{"config", "print", file, "--only=set", "--"}, flags)
		_, status, stdout, stderr := loadWith(c.set, args)
		if status != 0 || !strings.HasSuffix(stdout, "address: \":80\"\nretries: 2\n") {
			t.Errorf("%q: status %d, %s%s", flags, status, stdout, stderr)
		}
	}
	_, status, _, stderr := loadWith(withCommand(true).set, []string{"config", "print", "--", "version"})
	if status != 1 || !strings.Contains(stderr, `"courier version"`) {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// TestCompletion: the shell completes the flags of the loader, too.
func TestCompletion(t *testing.T) {
	root, run := tree()
	args := []string{cobra.ShellCompRequestCmd, "run", "fast", "--config"}
	if _, status, _, stderr := loadWith(flagsIn(run), args); status >= 0 {
		t.Fatalf("status %d, %s", status, stderr)
	}
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs(args)
	if err := root.Execute(); err != nil || !strings.HasPrefix(out.String(), "--config\tPath to ") {
		t.Errorf("%v, %s", err, out.String())
	}
}
