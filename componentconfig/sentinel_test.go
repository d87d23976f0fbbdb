package componentconfig_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-base/configz"
	"k8s.io/component-base/metrics/legacyregistry"
	"k8s.io/klog/v2/textlogger"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/internal/filewatch"
	"github.com/configgen/configgen/componentconfig/reloadmetrics"
	"github.com/configgen/configgen/componentconfig/running"
	"github.com/configgen/configgen/descriptor"
)

// safe is a configuration with secrets of every shape, beside other fields.
type safe struct {
	metav1.TypeMeta `json:",inline"`

	Port      int32                `json:"port"`
	Address   string               `json:"address"`
	Mode      string               `json:"mode"`
	Token     string               `json:"token" datapolicy:"token"`
	Login     safeLogin            `json:"login" datapolicy:"password"`
	Keys      []string             `json:"keys" datapolicy:"security-key"`
	Passwords map[string]string    `json:"passwords" datapolicy:"password"`
	Raw       runtime.RawExtension `json:"raw" datapolicy:"token"`
	Peers     []safePeer           `json:"peers"`
}

type safeLogin struct {
	User string `json:"user"`
	PIN  int64  `json:"pin"`
}

type safePeer struct {
	Name   string `json:"name"`
	Limit  int32  `json:"limit"`
	Secret string `json:"secret" datapolicy:"token"`
}

// oldSafe is an older version of it.
type oldSafe safe

func (s *safe) DeepCopyObject() runtime.Object    { c := *s; return &c }
func (s *oldSafe) DeepCopyObject() runtime.Object { c := *s; return &c }

const safeGroup = "safe.config.example.io"

func safeScheme(s *runtime.Scheme) error {
	s.AddKnownTypeWithName(schema.GroupVersionKind{Group: safeGroup, Version: "v1", Kind: "Safe"}, &safe{})
	s.AddKnownTypeWithName(schema.GroupVersionKind{Group: safeGroup, Version: "v1beta1", Kind: "Safe"}, &oldSafe{})
	return errors.Join(
		s.AddConversionFunc((*oldSafe)(nil), (*safe)(nil), func(a, b any, _ conversion.Scope) error {
			*b.(*safe) = safe(*a.(*oldSafe))
			return nil
		}),
		s.AddConversionFunc((*safe)(nil), (*oldSafe)(nil), func(a, b any, _ conversion.Scope) error {
			*b.(*oldSafe) = oldSafe(*a.(*safe))
			return nil
		}))
}

// validateSafe has rules as they are generated, and some by hand that quote secrets.
func validateSafe(c *safe) (errs field.ErrorList) {
	if c.Port < 1 || c.Port > 65535 {
		errs = append(errs, field.Invalid(field.NewPath("port"), c.Port, "must be between 1 and 65535 (flag --port)"),
			field.Invalid(field.NewPath("port"), c.Port, fmt.Sprintf("differs from the token %q", c.Token)))
	}
	if c.Address == "nowhere" {
		errs = append(errs, field.Invalid(field.NewPath("address"), c.Address,
			"must be an IP address, such as 10.0.0.1 or 2001:db8::1"))
	}
	if supported := []string{"tcp", "udp"}; !slices.Contains(supported, c.Mode) {
		errs = append(errs, field.NotSupported(field.NewPath("mode"), c.Mode, supported),
			field.Invalid(field.NewPath("token"), c.Token, "must not be "+c.Token),
			field.Invalid(field.NewPath("login"), c.Login, "the user is "+c.Login.User))
	}
	return errs
}

// safeLoader returns a loader with everything that shows a configuration. Secrets have the defaults that are given.
func safeLoader(token string) *componentconfig.Loader[safe] {
	add := func(fs *pflag.FlagSet, c *safe) {
		fs.Int32Var(&c.Port, "port", c.Port, "The port.")
		fs.StringVar(&c.Address, "address", c.Address, "The address.")
		fs.StringVar(&c.Token, "token", c.Token, "The token.")
		fs.StringToStringVar(&c.Passwords, "passwords", c.Passwords, "The passwords.")
		fs.VarPF(&closure{func(text string) error { c.Mode = text; return nil }, "a default"}, "mode", "", "The mode.")
	}
	return componentconfig.New("safe", binding.Root[safe]{
		Group: safeGroup, Kind: "Safe", AddToScheme: []func(*runtime.Scheme) error{safeScheme}, Validate: validateSafe,
		New:      func() (*safe, error) { return &safe{Port: 80, Mode: "tcp", Token: token}, nil },
		AddFlags: add,
		Reparse:  reparse(add),
		Compared: []string{"v1", "v1beta1"},
		Flags:    []descriptor.Flag{{Name: "port", Sets: "Port"}, {Name: "token", Sets: "Token"}},
	}, componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""), componentconfig.WithExplainConfig(),
		componentconfig.WithWriteConfigTo(), componentconfig.WithConfigz(), reloadmetrics.WithMetrics(),
		configcommand.WithCommand(),
		componentconfig.WithTiming(filewatch.Timing{Settle: time.Millisecond, Poll: time.Hour}, time.Millisecond),
		componentconfig.WithComplete(func(c *safe, _ componentconfig.Sources) error {
			if c.Address == "incomplete" {
				return errors.New("«" + c.Token + "»")
			}
			return nil
		}))
}

// safeFiles are files with the secrets $0 to $8 and $P, a number. $9 is where a field belongs.
func safeFiles() map[string]string {
	const (
		header  = "apiVersion: " + safeGroup + "/v1\nkind: Safe\n"
		secrets = "token: $0\nlogin:\n  user: $1\n  pin: $P\nkeys:\n- $2\npasswords:\n  $3:\n    $4\nraw:\n  ? $5\n" +
			"  :\n    - $6\npeers:\n- name: a\n  secret: $7\n"
	)
	return map[string]string{
		"good.yaml": header + "port: 80\naddress: here\nmode: udp\n" + secrets,
		"old.yaml": strings.Replace(header, "/v1\n", "/v1beta1\n", 1) + "port: 80\naddress: here\nmode: udp\n" +
			secrets,
		"other.yaml": header + "port: 80\naddress: there\nmode: tcp\n" +
			strings.NewReplacer("$0", "$8", "$2", "$8", "$4", "$8", "$7", "$8").Replace(secrets),
		"rules.yaml":      header + "port: 70000\naddress: nowhere\nmode: other\n" + secrets,
		"incomplete.yaml": header + "port: 80\naddress: incomplete\nmode: udp\n" + secrets,
		"types.yaml": header + "port: x\naddress: [1]\nprot: 1\ntoken:\n  $0: 1\nlogin:\n  user: $1\n  pin: $2\n  $9: 1\n" +
			"keys: $3\npasswords:\n  $4:\n    - $4\nraw: 1\npeers:\n- name: a\n  limit: $5\n  secret: $6\n- $7\n",
		"twice.yaml": header + "login:\n  $9: 1\n  $9: 2\npasswords:\n  $3:\n    1\n  $3:\n    2\nraw:\n  $5: 1\n  $5: 2\n",
		"twice.json": `{"apiVersion": "` + safeGroup + `/v1", "kind": "Safe",` + "\n" + `"raw": {` + "\n$5: 1,\n$5: 2}}",
	}
}

// safeValues are the secrets of one run.
type safeValues struct {
	texts [10]string
	pin   string
}

func (v safeValues) in(text string) string {
	for i, value := range v.texts {
		text = strings.ReplaceAll(text, "$"+strconv.Itoa(i), strconv.Quote(value))
	}
	return strings.ReplaceAll(text, "$P", v.pin)
}

// changing is what differs from run to run: digests and times.
var changing = regexp.MustCompile(
	`[0-9a-f]{64}|[0-9a-f]{12,16}|\d{4}-\d\d-\d\dT[0-9:.Z]+|[IE]\d{4} [0-9:.]+ +\d+|\d\.\d+e\+09`)

// shownOfSafe returns all that operators see of a component with these secrets, in the same order for all secrets.
func shownOfSafe(t *testing.T, v safeValues) (shown []string) {
	s := newSite(t, nil)
	files := safeFiles()
	for name, text := range files {
		s.write(name, v.in(text))
	}
	run := func(args ...string) {
		l := safeLoader(v.texts[0])
		cmd := l.Command(nil)
		var out bytes.Buffer
		cmd.SetOut(&out)
		cmd.SetErr(&out)
		cmd.SetArgs(s.args(args))
		err := cmd.Execute()
		shown = append(shown, s.hide(fmt.Sprintln(out.String(), err)))
	}
	run("--help")
	for _, name := range slices.Sorted(maps.Keys(files)) {
		run("config", "validate", "$D/"+name)
	}
	run("--config=$D/good.yaml", "--explain-config")
	run("--config=$D/rules.yaml", "--explain-config")
	run("config", "validate", "--output=json", "$D/types.yaml")
	run("config", "validate", "--output=sarif", "$D/rules.yaml")
	const good = "--config=$D/good.yaml"
	run(good, "--write-config-to=$D/written.yaml")

	shown = append(shown, s.read("written.yaml"))
	run(good, "--token="+v.texts[1], "--port=x")
	run(good, "--token="+v.texts[1], "--port=0")
	run(good, "--token="+v.texts[1], "--explain-config")
	run(good, "--passwords="+v.texts[2])
	run(good, "--port", "--token="+v.texts[3])
	run(good, "--address=nowhere", "--token", v.texts[4])
	run("--config", "--token="+v.texts[5])
	run(good, "--port=1", "argument-"+v.texts[6])
	run(good, "--tokens:"+v.texts[7])
	for _, format := range []string{"yaml", "json", "kyaml"} {
		run("config", "print", "--output="+format, "$D/good.yaml")
	}
	run("config", "print", "--only=changed", "--origins", "$D/good.yaml", "--", "--token="+v.texts[8])
	run("config", "print", "--version=v1beta1", "$D/good.yaml")
	for _, name := range []string{"good.yaml", "old.yaml", "rules.yaml", "types.yaml", "twice.yaml"} {
		run("config", "cat", "$D/"+name)
	}
	run("config", "diff", "$D/good.yaml", "$D/other.yaml")
	run("config", "diff", "--output=json", "$D/good.yaml", "$D/other.yaml")
	run("config", "explain", "token", "--", good)
	run("config", "explain", "passwords", "--", good)
	run("config", "migrate", "$D/old.yaml")
	run("config", "migrate", "--from-flags", "--", "--token="+v.texts[0])
	shown = append(shown, s.hide(reloadsOfSafe(t, s, v, run)))
	withDefaults, err := safeLoader(v.texts[0]).Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	shown = append(shown, originsOf(withDefaults))
	for _, output := range []string{"yaml", "json"} {
		run("config", "print", "--origins", "--output="+output, "--running=$D/page.json")
	}
	run("config", "explain", "token", "--running=$D/page.json")
	run("config", "diff", "--running=$D/page.json", "$D/other.yaml")
	run("config", "diff", "--running=$D/page.json,$D/again.json", "$D/other.yaml")
	for i, text := range shown {
		shown[i] = changing.ReplaceAllString(text, "NUMBER")
	}
	return shown
}

// originsOf is what a process says of the sources of its configuration.
func originsOf(loaded *componentconfig.Loaded[safe]) string {
	page := httptest.NewRecorder()
	running.NewMux(loaded).ServeHTTP(page, httptest.NewRequest("GET", "/configz/origins/v1alpha1", nil))
	return page.Body.String()
}

// reloadsOfSafe starts a component and breaks, changes and restores its file. It returns what the process shows then,
// and runs the commands that ask the process.
func reloadsOfSafe(t *testing.T, s site, v safeValues, run func(args ...string)) string {
	var out bytes.Buffer
	logger := textlogger.NewLogger(textlogger.NewConfig(textlogger.Output(&out), textlogger.Verbosity(10)))
	l, args := safeLoader(v.texts[0]), s.args([]string{"--config=$D/config.yaml"})
	s.write("config.yaml", s.read("good.yaml"))
	current, err := l.Load(args)
	if err != nil {
		t.Fatal(err)
	}
	current.Log(logger)
	reports := make(chan componentconfig.ReloadResult, 100)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		done <- l.Watch(ctx, args, current, componentconfig.Activation[safe]{
			Prepare: func(_ context.Context, next *componentconfig.Loaded[safe]) (func(), error) {
				return nil, errors.New("«" + next.Config.Token + "»")
			},
			Report: func(r componentconfig.ReloadResult) { reports <- r },
		})
	}()
	listener, err := net.Listen("unix", s.dir+"/safe.sock")
	if err != nil {
		t.Fatal(err)
	}
	pages := running.NewMux(current)
	process := &httptest.Server{Listener: listener, Config: &http.Server{Handler: pages}}
	process.Start()
	defer process.Close()
	for _, name := range []string{"types.yaml", "rules.yaml", "other.yaml", "good.yaml"} {
		s.replace("config.yaml", s.read(name))
		report := <-reports
		run("config", "reload", "--running=$D/safe.sock")
		run("config", "reload", "--running=$D/safe.sock", "--output=json")
		run("config", "diff", "--running=$D/safe.sock", "$D/other.yaml")
		if name != "other.yaml" { // The component refuses it, which is tried again and again.
			run("config", "wait", "--running=$D/safe.sock", "$D/config.yaml")
		}
		report.Log(logger)
		fmt.Fprintln(&out, name, report.Err, report.Changes, report.Warnings)
		page := httptest.NewRecorder()
		pages.ServeHTTP(page, httptest.NewRequest("GET", "/configz/status/v1alpha1", nil))
		origins := originsOf(current)
		s.write("page.json", origins)
		s.write("again.json", origins)
		fmt.Fprintln(&out, page.Body, getConfigz(t), origins)
		families, err := legacyregistry.DefaultGatherer.Gather()
		if err != nil {
			t.Error(err)
		}
		for _, family := range families {
			if strings.Contains(family.GetName(), "config") {
				fmt.Fprintln(&out, family)
			}
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	return out.String()
}

// TestNothingShownDependsOnASecret: whatever secrets there are, a component says the same. With secrets that nothing
// else contains, none is shown. With each word that is shown as a secret, nothing changes: it is neither shown in
// another place nor masked where the message itself has it. The one exception is a word that only a message of the
// component's own validation has: the word could be the secret in quotation, so it is masked.
func TestNothingShownDependsOnASecret(t *testing.T) {
	t.Cleanup(func() { configz.Delete(safeGroup) })
	sentinels := safeValues{pin: "98765432"}
	for i := range sentinels.texts {
		sentinels.texts[i] = fmt.Sprintf("%d-%s", i, sentinel)
	}
	want := shownOfSafe(t, sentinels)
	words, seen := []string{"e", "a", "1", "§", "x y", "65535", `"`, "10.0.0.1", "2001:db8"}, map[string]bool{"0": true}
	for _, text := range want {
		if strings.Contains(text, sentinel) || strings.Contains(text, sentinels.pin) {
			t.Errorf("a secret is in\n%s", text)
		}
		for _, word := range regexp.MustCompile(`\pL[\pL\pN]*(?:[-._:/][\pL\pN]+)*`).FindAllString(text, -1) {
			if !seen[word] {
				seen[word] = true
				words = append(words, word)
			}
		}
	}
	slices.Sort(words[9:])
	t.Logf("%d words", len(words))
	for chunk := range slices.Chunk(words, 9) {
		common := safeValues{pin: "80"}
		copy(common.texts[:], slices.Concat(chunk, words))
		common.texts[9] = "§"
		got := shownOfSafe(t, common)
		for i, want := range want {
			if slices.Contains(common.texts[:], "differs") {
				want = strings.ReplaceAll(want, "differs from the token", "*** from the token")
			}
			if got[i] != want {
				t.Errorf("with the secrets %q: %s", common.texts, firstDifference(got[i], want))
			}
		}
	}
}

// firstDifference returns the first lines that differ.
func firstDifference(got, want string) string {
	lines, others := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(lines), len(others)) {
		if lines[i] != others[i] {
			return "\n" + lines[i] + "\nin place of\n" + others[i]
		}
	}
	return fmt.Sprintf("%d lines in place of %d", len(lines), len(others))
}
