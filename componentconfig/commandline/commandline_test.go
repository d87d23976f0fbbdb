package commandline

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/resource"
	cliflag "k8s.io/component-base/cli/flag"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/testdata/courier"
	"github.com/configgen/configgen/componentconfig/testdata/courier/options"
)

// component is a component with flags of all kinds.
type component struct {
	// parse parses a command line. It returns the other arguments.
	parse func(args []string) ([]string, error)
	set   flags
	// show returns the values of all flags, and which of them are set.
	show func() string
	help func() string
}

// clock is a value that only the component can read.
type clock struct{ text string }

func (c *clock) Set(text string) error {
	_, err := time.Parse("15:04", text)
	if err == nil {
		c.text = text
	}
	return err
}
func (c *clock) String() string { return c.text }
func (*clock) Type() string     { return "clock" }

// array gets an item each time that it is set.
type array []string

func (a *array) Set(text string) error { *a = append(*a, text); return nil }
func (a *array) String() string        { return strings.Join(*a, "|") }

// pairs gets a key each time that it is set.
type pairs map[string]string

func (p pairs) Set(text string) error {
	key, value, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("%q is not key=value", text)
	}
	p[key] = value
	return nil
}
func (p pairs) String() string {
	if len(p) == 0 {
		return ""
	}
	return fmt.Sprint(map[string]string(p))
}

// list is separated by commas, and is replaced each time that it is set.
type list []string

func (l *list) Set(text string) error { *l = strings.Split(text, ","); return nil }
func (l *list) String() string        { return strings.Join(*l, ",") }

func withFlags() component {
	fs := flag.NewFlagSet("courier", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.String("address", ":8080", "Address to listen on.")
	fs.Int("worker_threads", 10, "Number of workers.")
	fs.Int("retries", 0, "Number of retries.")
	fs.Bool("verbose", false, "Prints more.")
	fs.Bool("elect", true, "Elects a leader.")
	fs.Duration("timeout", 15*time.Second, "Timeout.")
	fs.Float64("rate", 2.5, "Rate.")
	fs.Var(&resource.QuantityValue{Quantity: resource.MustParse("64Mi")}, "memory", "Limit.")
	fs.Var(new(array), "node", "Nodes.")
	fs.Var(&list{"a", "b"}, "zones", "Zones.")
	fs.Var(new(list), "codes", "Codes.")
	fs.Var(pairs{}, "labels", "Labels.")
	fs.Var(pairs{}, "features", "Features.")
	fs.Var(new(clock), "window", "Time of the day.")
	fs.Var(new(clock), "token", "Token.")
	fs.String("kubeconfig", "", "Not configuration.")
	fs.Bool("v", false, "Not configuration.")
	return goComponent(fs)
}

func goComponent(fs *flag.FlagSet) component {
	return component{
		parse: func(args []string) ([]string, error) { err := fs.Parse(args); return fs.Args(), err },
		set:   flagsIn(fs),
		show: func() string {
			var out strings.Builder
			fs.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&out, "%s=%s\n", f.Name, f.Value) })
			fs.Visit(func(f *flag.Flag) { fmt.Fprintf(&out, "set: %s\n", f.Name) })
			return withoutOwn(out.String())
		},
		help: func() string {
			var out bytes.Buffer
			fs.SetOutput(&out)
			fs.PrintDefaults()
			return out.String()
		},
	}
}

// withoutOwn leaves the flags of the loader out.
func withoutOwn(text string) string {
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool {
		name := strings.TrimPrefix(strings.TrimPrefix(line, "set: "), "    --")
		return strings.HasPrefix(name, "config") || strings.HasPrefix(name, "explain") || strings.HasPrefix(name, "write")
	}), "")
}

// addPFlags registers the flags of the component, and one of another library.
func addPFlags(fs *pflag.FlagSet) {
	fs.StringP("address", "a", ":8080", "Address to listen on.")
	fs.IntP("worker_threads", "w", 10, "Number of workers.")
	fs.Int("retries", 0, "Number of retries.")
	fs.BoolP("verbose", "b", false, "Prints more.")
	fs.Bool("elect", true, "Elects a leader.")
	fs.Duration("timeout", 15*time.Second, "Timeout.")
	fs.Float64("rate", 2.5, "Rate.")
	fs.Var(&resource.QuantityValue{Quantity: resource.MustParse("64Mi")}, "memory", "Limit.")
	fs.StringArray("node", nil, "Nodes.")
	fs.StringSlice("zones", []string{"a", "b"}, "Zones.")
	fs.IntSlice("codes", nil, "Codes.")
	fs.StringToString("labels", nil, "Labels.")
	fs.Var(cliflag.NewMapStringBool(&map[string]bool{}), "features", "Features.")
	fs.Var(new(clock), "window", "Time of the day.")
	fs.Var(new(clock), "token", "Token.")
	fs.String("kubeconfig", "", "Not configuration.")
	fs.BoolP("debug", "v", false, "Not configuration.")
}

func showPFlags(fs *pflag.FlagSet) string {
	var out strings.Builder
	fs.VisitAll(func(f *pflag.Flag) {
		if labels, err := fs.GetStringToString(f.Name); err == nil {
			fmt.Fprintln(&out, f.Name, labels) // pflag prints the keys in any order
			return
		}
		fmt.Fprintf(&out, "%s=%s\n", f.Name, f.Value)
	})
	fs.VisitAll(func(f *pflag.Flag) {
		if f.Changed {
			fmt.Fprintf(&out, "set: %s\n", f.Name)
		}
	})
	return withoutOwn(out.String())
}

func withPFlags() component {
	fs := pflag.NewFlagSet("courier", pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	addPFlags(fs)
	return pComponent(fs)
}

func pComponent(fs *pflag.FlagSet) component {
	return component{
		parse: func(args []string) ([]string, error) { err := fs.Parse(args); return fs.Args(), err },
		set:   flagsIn(fs),
		show:  func() string { return showPFlags(fs) },
		help:  fs.FlagUsages,
	}
}

// withCommand has its flags on a subcommand or a root.
func withCommand(below bool) component {
	root := &cobra.Command{Use: "courier", SilenceErrors: true, SilenceUsage: true}
	cmd := root
	if below {
		root.PersistentFlags().Int("level", 0, "Of the parent.")
		cmd = &cobra.Command{Use: "run", Aliases: []string{"start"}}
		root.AddCommand(cmd, &cobra.Command{Use: "version", RunE: func(*cobra.Command, []string) error { return nil }})
	}
	addPFlags(cmd.Flags())
	return cobraComponent(root, cmd)
}

func cobraComponent(root, cmd *cobra.Command) component {
	root.SetOut(io.Discard)
	var rest []string
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(_ *cobra.Command, args []string) error { rest = args; return nil }
	return component{
		parse: func(args []string) ([]string, error) { root.SetArgs(args); err := root.Execute(); return rest, err },
		set:   flagsIn(cmd),
		show:  func() string { return strings.ReplaceAll(showPFlags(cmd.Flags()), "help=false\n", "") },
		help:  cmd.UsageString,
	}
}

// kinds are the components, with what comes before the flags on their command lines.
var kinds = []struct {
	name   string
	create func() component
	before []string
}{
	{"flag", withFlags, nil},
	{"pflag", withPFlags, nil},
	{"cobra root", func() component { return withCommand(false) }, nil},
	{"cobra subcommand", func() component { return withCommand(true) }, []string{"--level=3", "run"}},
	{"cobra alias", func() component { return withCommand(true) }, []string{"start"}},
}

// loadWith calls load as a component does, and returns the exit status, or -1.
func loadWith(set flags, args []string) (loaded *componentconfig.Loaded[courier.CourierConfiguration], status int,
	stdout, stderr string) {
	var out, errs bytes.Buffer
	loaded, status = load(set, args, &out, &errs, "courier", options.CourierConfigurationRoot(),
		componentconfig.WithConfigFile(), componentconfig.WithExplainConfig(), componentconfig.WithWriteConfigTo(),
		configcommand.WithCommand())
	if loaded != nil {
		status = -1
	}
	return loaded, status, out.String(), errs.String()
}

func fileOf(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "courier.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// equivalents are files, arguments beside them, and the arguments that have the effect of both.
var equivalents = []struct {
	name, file string
	args, want []string
}{
	{"nothing", "", nil, nil},
	{"nothing in the file", "",
		[]string{"--retries=2", "--kubeconfig", "x"}, []string{"--retries=2", "--kubeconfig", "x"}},
	{"scalars",
		"address: :80\nworkers: 16\nretries: 2\nverbose: true\nelect: false\ntimeout: 90s\nrate: 0.5\nmemory: 1Gi\n",
		nil, []string{"--address=:80", "--worker_threads=16", "--retries=2", "--verbose=true", "--elect=false",
			"--timeout=1m30s", "--rate=0.5", "--memory=1Gi"}},
	{"zeros", `{address: "", workers: 0, retries: 0, verbose: false, elect: false, timeout: 0s, rate: 0, memory: "0"}`,
		nil, []string{"--address=", "--worker_threads=0", "--retries=0", "--verbose=false", "--elect=false",
			"--timeout=0s", "--rate=0", "--memory=0"}},
	{"null is the default", "{address: null, retries: null}", nil, nil},
	{"text that looks like something else", `{address: "--retries=3", window: "07:30"}`, nil,
		[]string{"--address=--retries=3", "--window=07:30"}},
	{"items", `{nodes: ["a,b", "", "c d"], zones: [x, z], codes: [1, 2]}`, nil,
		[]string{"--node=a,b", "--node=", "--node=c d", "--zones=x,z", "--codes=1,2"}},
	{"keys", `{labels: {b: "1", a: x}, features: {A: true}}`, nil,
		[]string{"--labels=a=x", "--labels=b=1", "--features=A=true"}},
	{"the command line first", `{address: ":80", retries: 2, zones: [x]}`, []string{"--retries=5", "--zones", "y"},
		[]string{"--address=:80", "--retries=5", "--zones", "y"}},
	{"a zero on the command line", `{address: ":80", elect: true}`, []string{"--address=", "--elect=false"},
		[]string{"--address=", "--elect=false"}},
	{"a map that merges", "features: {A: true, B: true}",
		[]string{"--features=B=false"},
		[]string{"--features=A=true", "--features=B=true", "--features=B=false"}},
	{"a map that does not", "labels: {a: x}", []string{"--labels=b=y"}, []string{"--labels=b=y"}},
	{"an empty map", "{labels: {}}", nil, nil},
	{"arguments after the flags", "retries: 2", []string{"--verbose", "one", "two"},
		[]string{"--retries=2", "--verbose", "one", "two"}},
	{"arguments after two dashes", "retries: 2", []string{"--", "--retries=7"},
		[]string{"--retries=2", "--", "--retries=7"}},
	{"repeated", "address: :1", []string{"--address=:2", "--address=:3"}, []string{"--address=:2", "--address=:3"}},
}

func TestAFileHasTheEffectOfACommandLine(t *testing.T) {
	for _, kind := range kinds {
		for _, test := range equivalents {
			t.Run(kind.name+"/"+test.name, func(t *testing.T) {
				same(t, kind.create, kind.before, test.file, test.args, test.want)
			})
		}
	}
}

// same compares a file and arguments with arguments alone.
func same(t *testing.T, create func() component, before []string, file string, args, want []string) {
	t.Helper()
	plain := create()
	wantRest, wantErr := plain.parse(slices.Concat(before, want))
	c := create()
	args = slices.Concat(before, args)
	if file != "" {
		args = slices.Insert(args, len(before), "--config="+fileOf(t, file))
	}
	if _, status, _, stderr := loadWith(c.set, args); status >= 0 {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	rest, err := c.parse(args)
	if fmt.Sprint(err) != fmt.Sprint(wantErr) || !slices.Equal(rest, wantRest) {
		t.Errorf("got %q, %v; want %q, %v", rest, err, wantRest, wantErr)
	}
	if err != nil {
		return // The component does not run.
	}
	if got, want := c.show(), plain.show(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestARefusedValueIsReportedAtItsPosition(t *testing.T) {
	file := fileOf(t, "retries: 2\nwindow: noon\ntoken: S3CRET\n")
	for _, kind := range kinds {
		args := slices.Concat(kind.before, []string{"--config", file})
		loaded, status, _, stderr := loadWith(kind.create().set, args)
		want := file + ":2:1: --window: \"noon\" is not valid: " +
			"parsing time \"noon\" as \"15:04\": cannot parse \"noon\" as \"15\"\n" +
			file + ":3:1: --token: the value is not valid\n"
		if loaded != nil || status < 1 || stderr != want {
			t.Errorf("%s: status %d, %s", kind.name, status, stderr)
		}
	}
}

func TestACommandLineThatTheComponentRefusesIsNotJudged(t *testing.T) {
	for _, kind := range kinds {
		for _, args := range [][]string{{"--retries=many"}, {"--retires=1"}, {"--help"}, {"--window=noon"}} {
			c := kind.create()
			loaded, status, stdout, stderr := loadWith(c.set, slices.Concat(kind.before, args))
			if loaded == nil || status >= 0 || stdout+stderr != "" {
				t.Errorf("%s %q: status %d, %q %q", kind.name, args, status, stdout, stderr)
			}
		}
	}
}

// TestACommandLineBecomesAFile: after two dashes, and in a manifest.
func TestACommandLineBecomesAFile(t *testing.T) {
	manifest := filepath.Join(t.TempDir(), "pod.yaml")
	for _, kind := range kinds {
		args := slices.Concat(kind.before, []string{"--retries", "3", "--node=a,b", "--address=$(IP):80", "--kubeconfig=k"})
		if kind.name == "flag" {
			args[0] = "-retries"
		}
		text := fmt.Sprintf("spec: {containers: [{name: courier, args: [%s]}]}", `"`+strings.Join(args, `", "`)+`"`)
		if err := os.WriteFile(manifest, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		stays := "  - --config=/etc/courier/courier.yaml\n  - --address=$(IP):80\n  - --kubeconfig=k\n"
		switch len(kind.before) {
		case 1:
			stays = "\n  - run\n" + stays
		case 2:
			stays = strings.Replace("\n  - run\n"+stays, "yaml\n", "yaml\n  - --level=3\n", 1)
		}
		const file = "nodes:\n- \"a,b\"\nretries: 3\n"
		for _, test := range []struct {
			args           []string
			stdout, stderr string
		}{
			{append([]string{"--"}, args...), file, "--kubeconfig stays on the command line: it is not configuration\n"},
			{[]string{manifest}, file, stays},
		} {
			_, status, stdout, stderr := loadWith(kind.create().set,
				slices.Concat([]string{"config", "migrate", "--from-flags"}, test.args))
			if status != 0 || !strings.HasSuffix(stdout, test.stdout) || !strings.HasSuffix(stderr, test.stderr) {
				t.Errorf("%s: status %d, %q %q", kind.name, status, stdout, stderr)
			}
		}
	}
}

func TestWhatOnlyShowsTheConfiguration(t *testing.T) {
	file := fileOf(t, "retries: 2\nwindow: noon\n")
	for _, kind := range kinds {
		written := filepath.Join(t.TempDir(), "written.yaml")
		for _, test := range []struct {
			args           []string
			stdout, stderr string
		}{
			{[]string{"--explain-config"}, "retries: 2  # courier.yaml:1\n", ""},
			{[]string{"--explain-config", "--retries", "3"}, "retries: 3  # flag --retries (overrides courier.yaml:1)\n", ""},
			{[]string{"--explain-config", "--retires=3"}, "retries: 2  # courier.yaml:1\n", "-retires\n"},
			{[]string{"--write-config-to=" + written}, "", ""},
		} {
			args := slices.Concat(kind.before, []string{"--config=" + file}, test.args)
			loaded, status, stdout, stderr := loadWith(kind.create().set, args)
			if loaded != nil || status != 0 || !strings.Contains(stdout, test.stdout) ||
				!strings.HasSuffix(stderr, test.stderr) || (stderr == "") != (test.stderr == "") {
				t.Errorf("%s %q: status %d\n%s%s", kind.name, test.args, status, stdout, stderr)
			}
		}
		if text, err := os.ReadFile(written); err != nil || !strings.Contains(string(text), "window: noon\n") {
			t.Errorf("%s: %v, %s", kind.name, err, text)
		}
	}
}

func TestAnEmptyListOverADefault(t *testing.T) {
	for _, kind := range kinds {
		c := kind.create()
		args := slices.Concat(kind.before, []string{"--config=" + fileOf(t, "nodes: []\nzones: []\n")})
		_, status, _, stderr := loadWith(c.set, args)
		if kind.name == "flag" { // The value of the component cannot be emptied.
			if !strings.HasSuffix(stderr, ":2:1: --zones: an empty value cannot be passed to this flag, whose default is not "+
				"empty\n") {
				t.Errorf("%s: status %d, %s", kind.name, status, stderr)
			}
			continue
		}
		if _, err := c.parse(args); err != nil {
			t.Error(err)
		}
		shown := c.show()
		if !strings.Contains(shown, "\nzones=[]\n") || !strings.HasSuffix(shown, "\nset: node\nset: zones\n") {
			t.Errorf("%s: %s%s", kind.name, stderr, shown)
		}
	}
}

// TestFlagsThatAreRegisteredLater: files are read all the same.
func TestFlagsThatAreRegisteredLater(t *testing.T) {
	file := fileOf(t, "retries: 2\n")
	for _, args := range [][]string{
		{"--late=x", "--config=" + file}, {"--late", "x", "--config", file}, {"--later", "--config=" + file, "--late=x"},
	} {
		goSet, pSet := flag.NewFlagSet("courier", flag.ContinueOnError), pflag.NewFlagSet("courier", pflag.ContinueOnError)
		goSet.Int("retries", 0, "")
		pSet.Int("retries", 0, "")
		for _, set := range []flags{flagsIn(goSet), flagsIn(pSet)} {
			if _, status, _, stderr := loadWith(set, args); status >= 0 {
				t.Fatalf("%q: status %d, %s", args, status, stderr)
			}
		}
		goSet.String("late", "", "")
		goSet.Bool("later", false, "")
		pSet.String("late", "", "")
		pSet.Bool("later", false, "")
		if err := errors.Join(goSet.Parse(args), pSet.Parse(args)); err != nil {
			t.Fatal(err)
		}
		late, retries := goSet.Lookup("late").Value.String(), goSet.Lookup("retries").Value.String()
		if late != "x" || retries != "2" || pSet.Lookup("retries").Value.String() != "2" {
			t.Errorf("%q: late %q, retries %s", args, late, retries)
		}
	}
}

func TestFlagsThatCannotBeRegistered(t *testing.T) {
	for _, kind := range kinds {
		set := kind.create().set
		loadWith(set, kind.before)
		_, status, _, stderr := loadWith(set, kind.before)
		if status < 1 || !strings.HasPrefix(stderr, "the files of these flags are loaded twice: ") {
			t.Errorf("%s: status %d, %s", kind.name, status, stderr)
		}
	}
	fs := pflag.NewFlagSet("courier", pflag.ContinueOnError)
	fs.String("config", "", "The file of the component.")
	if _, status, _, stderr := loadWith(flagsIn(fs), nil); status != 2 || !strings.HasPrefix(stderr,
		"the flag --config is registered by the component, and by its loader: ") {
		t.Errorf("status %d, %s", status, stderr)
	}
	args := []string{"--config=own", "--config-file", fileOf(t, "retries: 2\n")}
	fs = pflag.NewFlagSet("courier", pflag.ContinueOnError)
	own, retries := fs.String("config", "", ""), fs.Int("retries", 0, "")
	_, status := load(flagsIn(fs), args, io.Discard, os.Stderr, "courier", options.CourierConfigurationRoot(),
		componentconfig.WithConfigFile("config-file"))
	if err := fs.Parse(args); status != 0 || err != nil || *own != "own" || *retries != 2 {
		t.Errorf("status %d, %v, --config %s, --retries %d", status, err, *own, *retries)
	}
}
