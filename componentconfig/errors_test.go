package componentconfig_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	"github.com/configgen/configgen/descriptor"
)

func TestOneRunReportsAllMistakesOfAllFiles(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "prot: 1\nport: eighty\nmaxQueries: 3000000000\ntimeout: 5x\nzones:\n- nmae: a\n" +
			"- null\nlabels: {a: 1}\nupstreams: [{name: a}, {name: b}, {name: a}]\n",
		"conf.d/10-a.conf": "kind: RelayConfiguration\nport: 1\nport: 2\n",
		"conf.d/20-b.conf": "apiVersion: relay.config.example.io/v2\nkind: RelayConfiguration\n",
		"conf.d/30-c.conf": v1Header + "a: [\n",
		"conf.d/40-d.conf": "apiVersion: relay.config.example.io/v1\nkind: KubeletConfiguration\n",
		"instance.yaml":    instanceHeader + "hostname: x\nnodeIP: [1]\n",
	})
	want := `$D/conf.d/10-a.conf:1:1: apiVersion is missing: every configuration file needs apiVersion and kind; ` +
		`write apiVersion: relay.config.example.io/v1
$D/conf.d/10-a.conf:3:1: port: duplicate key, first used in line 2
$D/conf.d/20-b.conf:1:13: apiVersion: must be relay.config.example.io/v1 or ` +
		`relay.config.example.io/v1alpha1, not "relay.config.example.io/v2"
$D/conf.d/30-c.conf:3:1: not valid YAML: a value is missing, or a bracket is not closed or not opened
$D/conf.d/40-d.conf:2:7: kind: must be RelayConfiguration, not "KubeletConfiguration"
$D/config.yaml:3:1: prot: unknown field; did you mean "port"?
$D/config.yaml:4:7: port: must be a number, not "eighty"
$D/config.yaml:5:13: maxQueries: must be a whole number that fits in int32, not 3000000000
$D/config.yaml:6:10: timeout: must be a duration such as "30s" or "5m", not "5x"
$D/config.yaml:8:3: zones[0].nmae: unknown field; did you mean "name"?
$D/config.yaml:9:3: zones[1]: a list item cannot be null
$D/config.yaml:10:13: labels[a]: must be a string, not 1: write "1"
$D/config.yaml:11:35: upstreams[2]: duplicate of upstreams[0]
$D/instance.yaml:3:1: hostname: unknown field; did you mean "hostName"?
$D/instance.yaml:4:9: nodeIP: must be a string, not a list`
	got := s.problems(loader(), append([]string{"--instance-config=$D/instance.yaml"}, files...)...)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// run runs the component as its main function does, and returns its output.
func (s site) run(l *componentconfig.Loader[relay.RelayConfiguration], args ...string) (stdout, stderr string,
	err error) {
	return runLoader(s, l, args...)
}

func runLoader[T any](s site, l *componentconfig.Loader[T], args ...string) (stdout, stderr string, err error) {
	var out, errOut bytes.Buffer
	cmd := l.Command(func(context.Context, *componentconfig.Loaded[T]) error {
		out.WriteString("THE COMPONENT RAN")
		return nil
	})
	cmd.SetOut(&out)
	cmd.SetErr(&errOut)
	cmd.SetArgs(s.args(args))
	err = cmd.Execute()
	return s.hide(out.String()), s.hide(errOut.String()), err
}

func TestTheComponentFailsWithExactlyTheProblems(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "prot: 1\nzones: 1\n"})
	stdout, stderr, err := s.run(loader(), files[0])
	want := "$D/config.yaml:3:1: prot: unknown field; did you mean \"port\"?\n$D/config.yaml:4:8: zones: must be a " +
		"list, not 1\n"
	if stdout != "" || err == nil {
		t.Errorf("got %q on stdout, error %v", stdout, err)
	}
	// A list of zones has secrets in it, so what was written in its place is not shown.
	if want = strings.Replace(want, "not 1", "not a number", 1); stderr != want {
		t.Errorf("got\n%s\nwant\n%s", stderr, want)
	}
}

func TestValidationErrorsSayWhereTheValueWasSet(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "bindAddress: here\nzones:\n- file: a\nmaxParallelTransfers: 3\n" +
			"serializeTransfers: true\n",
		"instance.yaml": instanceHeader + "hostName: bad\n",
	})
	want := `$D/config.yaml:3:1: bindAddress: Invalid value: "here": must be an IP address, such as 10.0.0.1 ` +
		`or 2001:db8::1 (flag --bind-address)
$D/config.yaml:5:3: zones[0].name: Required value: must be set
$D/config.yaml:6:1: maxParallelTransfers: Invalid value: 3: must be 1 while serializeTransfers is true
$D/instance.yaml:3:1: hostName: Invalid value: "bad": is a bad name (flag --hostname-override)
--port: port: Invalid value: 0: must be between 1 and 65535`
	got := s.problems(loader(), files[0], "--instance-config=$D/instance.yaml", "--port=0")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestMissingValuesAreReportedAtWhatTheyBelongTo(t *testing.T) {
	root := options.RelayConfigurationRoot()
	root.Validate = func(*relay.RelayConfiguration) (errs field.ErrorList) {
		for _, path := range []string{"zones[1].keys", "zones[7].keys", "cache.negative.entries", "hookFiles"} {
			errs = append(errs, field.Required(field.NewPath(path), "must be set"))
		}
		return errs
	}
	s := newSite(t, map[string]string{
		"config.yaml":   v1Header + "zones:\n- file: a\n- file: b\n",
		"conf.d/a.conf": v1Header + "cache: {}\n",
	})
	got := s.problems(componentconfig.New("relay", root, componentconfig.WithConfigFile(),
		componentconfig.WithConfigDir(""), componentconfig.WithFeatureGates("FeatureGates", allOn)), files...)
	want := `$D/conf.d/a.conf:3:1: cache.negative.entries: Required value: must be set
$D/config.yaml:3:1: zones[7].keys: Required value: must be set
$D/config.yaml:5:3: zones[1].keys: Required value: must be set
hookFiles: Required value: must be set`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestVersionsThatCannotBeMixedSayWhichFieldBlocks(t *testing.T) {
	for _, c := range []struct{ main, dropIn, want string }{
		{v1alpha1Header, v1Header + "transport: tcp\nport: 1\n", // v1alpha1 has no such field
			"$D/conf.d/a.conf:3:1: transport: cannot be converted from relay.config.example.io/v1 to " +
				"relay.config.example.io/v1alpha1 (the version of $D/config.yaml) without loss; use one apiVersion in both files"},
		{v1alpha1Header, v1Header + "port: 1\ntimeout: 1500ms\n", // v1alpha1 counts in seconds
			"$D/conf.d/a.conf:4:1: timeout: cannot be converted from relay.config.example.io/v1 to " +
				"relay.config.example.io/v1alpha1 (the version of $D/config.yaml) without loss; use one apiVersion in both files"},
	} {
		s := newSite(t, map[string]string{"config.yaml": c.main, "conf.d/a.conf": c.dropIn})
		if got := s.problems(loader(), files...); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}

func TestLenientModeTurnsUnknownFieldsIntoWarnings(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "prot: 1\nport: 7\n"})
	loaded, err := loader(componentconfig.WithLenientDecoding()).Load(s.args(files[:1]))
	if err != nil {
		t.Fatal(err)
	}
	want := `$D/config.yaml:3:1: prot: unknown field; did you mean "port"?`
	if got := s.hide(loaded.Warnings.Error()); got != want || loaded.Config.Port != 7 {
		t.Errorf("got %s, port %d", got, loaded.Config.Port)
	}
}

func TestWarnings(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml":     "# nothing\n",
		"conf.d/README":   "",
		"conf.d/a.conf":   v1Header + "windowsPriorityClass: HIGH\n",
		"empty/unused.md": "",
	})
	loaded := s.load(files...)
	want := "$D/config.yaml: the file is empty\n$D/conf.d/a.conf:3:1: windowsPriorityClass has no effect on linux, " +
		"because it is marked +os=windows"
	if got := s.hide(loaded.Warnings.Error()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := s.hide(strings.Join(loaded.Skipped, "\n")); got != "$D/conf.d/README" {
		t.Errorf("skipped: got %s", got)
	}
	old := func(fs *pflag.FlagSet) {
		fs.Bool("old", false, "")
		if err := fs.MarkDeprecated("old", "use --new"); err != nil {
			t.Error(err)
		}
	}
	if _, stderr, err := s.run(loader(componentconfig.WithFlags(old)), "--old"); err != nil ||
		stderr != "warning: Flag --old has been deprecated, use --new\n" {
		t.Errorf("a deprecated flag: got %q, %v", stderr, err)
	}
	loaded = s.load("--config-dir=$D/empty")
	want = "$D/empty: the directory has no configuration file, so legacy defaults apply"
	if got := s.hide(loaded.Warnings.Error()); got != want {
		t.Errorf("an empty directory: got\n%s\nwant\n%s", got, want)
	}
}

// A component's own flags are validated with the configuration at the start, and not when files change.
func TestMistakesOfFlagsStructsAreReportedWithAllOthers(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "port: 0\n", "typo.yaml": v1Header + "prot: 1\n"})
	var grace int
	called := 0
	own := func(fs *pflag.FlagSet) { fs.IntVar(&grace, "grace", 1, "") }
	check := func() field.ErrorList {
		called++
		if grace < 0 {
			return field.ErrorList{field.Invalid(field.NewPath("--grace"), grace, "must not be negative")}
		}
		return nil
	}
	l := loader(componentconfig.WithFlags(own, check))
	const flag = `--grace: Invalid value: -1: must not be negative`
	for file, want := range map[string]string{
		"":            flag,
		"config.yaml": "$D/config.yaml:3:1: port: Invalid value: 0: must be between 1 and 65535 (flag --port)\n" + flag,
		"typo.yaml":   "$D/typo.yaml:3:1: prot: unknown field; did you mean \"port\"?\n" + flag,
	} {
		args := []string{"--grace=-1"}
		if file != "" {
			args = append(args, "--config=$D/"+file)
		}
		if got := s.problems(l, args...); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
		}
	}
	if _, err := l.Load([]string{"--grace=1"}); err != nil || called != 4 {
		t.Errorf("called %d times, got %v", called, err)
	}
}

// TestFlagOfAStructOfAnotherSystem: a flag that its struct limits to another system is named as such, too.
func TestFlagOfAStructOfAnotherSystem(t *testing.T) {
	s := newSite(t, nil)
	l := changedLoader(func(root *binding.Root[relay.RelayConfiguration]) {
		root.Flags = append(root.Flags, descriptor.Flag{Name: "job-memory", Sets: "Windows.Memory", OS: []string{"plan9"}})
	})
	want := "--job-memory is a flag on plan9 only, and this program is for " + runtime.GOOS
	if got := s.problems(l, "--job-memory=1"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMistakesOnTheCommandLine(t *testing.T) {
	s := newSite(t, nil)
	for args, want := range map[string]string{
		"--prot=1":                  "unknown flag --prot; did you mean --port?",
		"--port=x":                  `--port: "x" is not valid: must be a number`,
		"--cache-size=huge":         `--cache-size: "huge" is not valid: must be a quantity, such as 500m, 10Mi or 2G`,
		"--config=$D/gone.yaml":     "$D/gone.yaml: the file does not exist",
		"--config-dir=$D/gone":      "$D/gone: the drop-in directory does not exist",
		"--instance-config=$D/gone": "$D/gone: the file does not exist",
		"--feature-gates=A":         `--feature-gates: "A" is not valid: "A" must have the form key=value`,
		"--windows-priority-class=x": "--windows-priority-class is a flag on windows only, and this program is for " +
			runtime.GOOS,
	} {
		if got := s.problems(loader(), args); got != want {
			t.Errorf("%s\n got %s\nwant %s", args, got, want)
		}
	}
}

// TestErrorsNameThePathInTheFile checks that an error of validation has the path and the position of the value in
// the file that sets it, in the version of the file, and that a value of the newest version stays as it is.
func TestErrorsNameThePathInTheFile(t *testing.T) {
	for name, test := range map[string]struct{ content, want string }{
		"older version": {
			v1alpha1Header + "address: nowhere\n",
			`$D/config.yaml:3:1: address: Invalid value: "nowhere": must be an IP address`,
		},
		"newest version": {
			v1Header + "bindAddress: nowhere\n",
			`$D/config.yaml:3:1: bindAddress: Invalid value: "nowhere": must be an IP address`,
		},
	} {
		s := newSite(t, map[string]string{"config.yaml": test.content})
		if got := s.problems(loader(), "--config=$D/config.yaml"); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
	}
}

// The positions of lists and their items are positions in the file, also after a translation between versions.
func TestPositionsAfterATranslation(t *testing.T) {
	zones := "zones:\n\n- file: a\n  name: m\n- file: b\nsearchDomains:\n- x\n"
	s := newSite(t, map[string]string{"config.yaml": v1alpha1Header + "zones: [{name: z, file: z}]\n",
		"conf.d/a.conf": v1Header + "port: 1\n" + zones, "conf.d/b.conf": v1Header + "zones:\n- name: q\n  file: q\n",
		"conf.d/c.conf": v1Header + "searchDomains: [z]\n"})
	loaded := s.load(files...)
	for key, want := range map[string]string{
		"name": "q  # b.conf:4 (overrides a.conf:4, config.yaml:3)",
		"ttl":  "1h0m0s  # default (overrides a.conf:4, config.yaml:3)",
	} {
		if got := explained(s, loaded, key); got != want {
			t.Errorf("%s: got %s, want %s", key, got, want)
		}
	}
	if got, want := loaded.Origins()["searchDomains[0]"], "[c.conf:3 a.conf:9]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	s.write("conf.d/b.conf", v1Header+"zones:\n- name: q\n  file: q\n- noTransfer: true\n")
	if got, want := s.problems(loader(), files...), "$D/conf.d/b.conf:6:3: zones[1].name: Required value: must be "+
		"set"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The mistakes of a file are listed if its header is wrong, too, unless it is of another kind.
func TestMistakesOfAFileWithABadHeader(t *testing.T) {
	const body = "prot: 1\nport: x\n"
	for header, want := range map[string]string{
		"": "$D/config.yaml:1:1: apiVersion is missing: every configuration file needs " +
			"apiVersion and kind; write apiVersion: relay.config.example.io/v1\n" +
			"$D/config.yaml:1:1: kind is missing: every configuration file needs apiVersion and kind; " +
			"write kind: RelayConfiguration\n",
		"apiVersion: relay.config.example.io/v7\nkind: RelayConfiguration\n": "$D/config.yaml:1:13: apiVersion: must be " +
			"relay.config.example.io/v1 or relay.config.example.io/v1alpha1, not \"relay.config.example.io/v7\"\n",
		"apiVersion: relay.config.example.io/v1\nkind: RelayConfigration\n": "$D/config.yaml:2:7: kind: must be " +
			"RelayConfiguration, not \"RelayConfigration\"\n",
		"apiVersion: v1\nkind: Pod\n": "$D/config.yaml:2:7: kind: must be RelayConfiguration with the " +
			"apiVersion relay.config.example.io/v1, not \"Pod\" with \"v1\"",
	} {
		s := newSite(t, map[string]string{"config.yaml": header + body})
		if strings.HasSuffix(want, "\n") {
			line := strings.Count(header, "\n") + 1
			want += fmt.Sprintf("$D/config.yaml:%d:1: prot: unknown field; did you mean \"port\"?\n"+
				"$D/config.yaml:%d:7: port: must be a number, not \"x\"", line, line+1)
		}
		if got := s.problems(loader(), files[0]); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// What does not print is escaped: it could change what an operator sees.
func TestControlCharactersArePrintedEscaped(t *testing.T) {
	const mark, escape = "\u202e", "\x1b[31m"
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "\"pro" + mark + "t\": 1\nbindAddress: \"a\\e[31m\"\nlabels: " +
			"{\"\\e\": 1}\n",
		"conf.d/" + escape + "\n.conf":      "x",
		"conf.d/" + escape + ".md":          "",
		"good.d/" + escape + "\nport.conf":  v1Header + "port: 5\n",
		"good.d/" + escape + "\nport: 1.md": "",
	})
	got := s.problems(loader(), files...)
	want := "$D/conf.d/\\x1b[31m\\n.conf:1:1: the file must contain an object with apiVersion and kind, not a string\n" +
		"$D/config.yaml:3:1: \"pro\\u202et\": unknown field\n" +
		"$D/config.yaml:5:16: labels[\"\\x1b\"]: must be a string, not 1: write \"1\""
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	explain := s.load("--config-dir=$D/good.d").Explain()
	for _, want := range []string{`port: 5  # \x1b[31m\nport.conf:3`, `# not read: ` + s.dir +
		`/good.d/\x1b[31m\nport: 1.md`} {
		if !strings.Contains(explain, want+"\n") || strings.Contains(explain, "\x1b") {
			t.Errorf("want %s in\n%s", want, explain)
		}
	}
}

func TestErrorsOfACommandLineWithoutFiles(t *testing.T) {
	s := newSite(t, nil)
	const want = "--port: port: Invalid value: 0: must be between 1 and 65535"
	if got := s.problems(loader(), "--port=0"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	root := options.RelayConfigurationRoot()
	root.Validate = func(*relay.RelayConfiguration) field.ErrorList {
		return field.ErrorList{field.Required(field.NewPath("zones"), "must be set")}
	}
	l := componentconfig.New("relay", root, componentconfig.WithFeatureGates("FeatureGates", allOn))
	if got, want := s.problems(l), "zones: Required value: must be set"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFilesThatCannotBeRead: the error has the errors of the system, for programs that tell them apart.
func TestFilesThatCannotBeRead(t *testing.T) {
	s := newSite(t, map[string]string{"bad.yaml": "a: [\n"})
	var system *fs.PathError
	_, err := loader().Load(s.args([]string{"--config=$D/missing.yaml"}))
	if !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &system) || system.Op != "open" {
		t.Errorf("got %v with %v", err, system)
	}
	_, err = loader().Load(s.args([]string{"--config=$D"}))
	if !errors.As(err, &system) || system.Error() != "read "+s.dir+": is a directory" {
		t.Errorf("got %v with %v", err, system)
	}
	if _, err = loader().Load(s.args([]string{"--config=$D/bad.yaml"})); err == nil || errors.As(err, &system) {
		t.Errorf("got %v, which is not about the system", err)
	}
}
