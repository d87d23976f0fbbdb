package componentconfig_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	"github.com/configgen/configgen/descriptor"
)

// logOf is what a function logs, without levels.
func logOf(log func(logr.Logger)) string {
	var lines []string
	log(funcr.New(func(_, args string) { lines = append(lines, args) }, funcr.Options{}))
	text := strings.NewReplacer(`"level"=0 `, "", `"logger"="" `, "", `"msg"=`, "", `"error"=`, "err=").Replace(
		strings.Join(lines, "\n"))
	return regexp.MustCompile(`"(\w+)"=`).ReplaceAllString(text, "$1=")
}

// statusText is what the status page says: the state, the last result, what is pending, and what was refused.
func statusText(t *testing.T, l *componentconfig.Loader[relay.RelayConfiguration]) string {
	t.Helper()
	page, err := json.Marshal(l.Status())
	if err != nil {
		t.Fatal(err)
	}
	var status struct {
		State, Version, Digest string
		Files                  []string
		LastReload             struct {
			Result, Time string
			Changes      []struct{ Path string }
		}
		Refused *struct {
			Result, Time, Digest string
			Findings             []struct{ File, Field, Code, Message string }
		}
		Pending []struct {
			Path, Class, Origin string
			Old, New            json.RawMessage
		}
	}
	if err := json.Unmarshal(page, &status); err != nil {
		t.Fatal(err)
	}
	if len(status.Digest) != 64 || status.Version != "v1" || len(status.Files) != 1 {
		t.Errorf("the status is %s", page)
	}
	var pending, refused []string
	for _, p := range status.Pending {
		pending = append(pending, fmt.Sprintf("%s %s %s %s %s", p.Path, p.Class, p.Origin, p.Old, p.New))
	}
	if r := status.Refused; r != nil {
		if len(r.Digest) != 64 || r.Digest == status.Digest || r.Time != status.LastReload.Time || r.Result !=
			status.LastReload.Result {
			t.Errorf("the status is %s", page)
		}
		for _, f := range r.Findings {
			refused = append(refused, fmt.Sprintf("%s %s: %s", f.Field, f.Code, f.Message))
		}
	}
	return fmt.Sprintf("%s %s %s %s", status.State, status.LastReload.Result, pending, refused)
}

// digests are those in a log.
var digests = regexp.MustCompile(`digest="[0-9a-f]{64}"`)

// TestLogOfTheStart checks the lines that operators get at the start.
func TestLogOfTheStart(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1alpha1Header + "port: 1\n", "conf.d/a.conf": v1alpha1Header,
		"conf.d/README": "", "new.yaml": v1Header})
	for args, want := range map[string]string{
		"--config=$D/config.yaml --config-dir=$D/conf.d": `"Loaded the configuration" version="v1alpha1" digest files=` +
			`["$D/config.yaml" "$D/conf.d/a.conf"] deprecated=[]` + "\n" +
			`"Configuration files have an alpha version, which any release may change" ` +
			`files=["$D/config.yaml" "$D/conf.d/a.conf"]` + "\n" +
			`"Skipped a file in the drop-in directory" file="$D/conf.d/README"`,
		"--config=$D/new.yaml": `"Loaded the configuration" version="v1" digest files=["$D/new.yaml"] deprecated=[]`,
		"--port=2 --anonymous-access": `"Loaded the configuration" version="v1" digest files=[] ` +
			`deprecated=["--anonymous-access"]`,
	} {
		loaded := s.load(strings.Fields(args)...)
		if got := digests.ReplaceAllString(s.hide(logOf(loaded.Log)), "digest"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", args, got, want)
		}
	}
}

// TestLogDuringAReload is for the race detector: both look for fields in the types that all loads share.
func TestLogDuringAReload(t *testing.T) {
	s := newSite(t, map[string]string{"a.yaml": v1Header, "b.yaml": v1alpha1Header + "address: ::1\n"})
	root := options.RelayConfigurationRoot()
	for _, path := range []string{"Port", "BindAddress"} {
		factsAt(&root, path).Deprecated = &descriptor.Deprecation{Since: "1.4"}
	}
	l := componentconfig.New("relay", root, componentconfig.WithConfigFile(), componentconfig.ForOS("linux"),
		componentconfig.WithFeatureGates("FeatureGates", allOn))
	loaded, err := l.Load(s.args([]string{"--config=$D/a.yaml", "--port=2", "--bind-address=::1"}))
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := l.Load(s.args([]string{"--config=$D/b.yaml", "--port=1"}))
		done <- err
	}()
	logOf(loaded.Log)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestDeprecatedInUse: an observer and the log learn which deprecated fields and flags are set, in which version, and
// until when.
func TestDeprecatedInUse(t *testing.T) {
	s := newSite(t, map[string]string{
		"old.yaml": v1alpha1Header + "address: 192.0.2.1\ntls: {certFile: x}\n",
		"new.yaml": v1Header + "bindAddress: 192.0.2.1\n",
	})
	root := options.RelayConfigurationRoot()
	for _, path := range []string{"BindAddress", "Cache.Size"} {
		factsAt(&root, path).Deprecated = &descriptor.Deprecation{Since: "1.4", Removal: "1.6", Use: "port"}
	}
	for args, want := range map[string]string{
		"--config=$D/old.yaml":                   `"address (until 1.6)"`,
		"--config=$D/new.yaml --cache-size=1Mi":  `"bindAddress (until 1.6)" "--cache-size (until 1.6)"`,
		"--bind-address=::1 --anonymous-access":  `"--anonymous-access" "--bind-address (until 1.6)"`,
		"--config=$D/new.yaml --bind-address=::": `"bindAddress (until 1.6)" "--bind-address (until 1.6)"`,
		"--port=5 --config=/dev/null":            "",
	} {
		o := &observed{}
		l := componentconfig.New("relay", root, componentconfig.WithConfigFile(), componentconfig.ForOS("linux"),
			componentconfig.WithObserver(o.observe), componentconfig.WithFeatureGates("FeatureGates", allOn))
		loaded, err := l.Load(s.args(strings.Fields(args)))
		if err != nil {
			t.Fatal(err)
		}
		if got := logOf(loaded.Log); !strings.Contains(got, "deprecated=["+want+"]") {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
		texts := make([]string, len(o.last.Deprecated))
		for i, d := range o.last.Deprecated {
			texts[i] = strconv.Quote(d.String())
		}
		if got := strings.Join(texts, " "); got != want {
			t.Errorf("%s: the observer got %s, want %s", args, got, want)
		}
	}
}

func TestObserverEndsTheStart(t *testing.T) {
	refuse := errors.New("no metrics")
	l := loader(componentconfig.WithObserver(func(componentconfig.Status) error { return refuse }))
	if _, err := l.Load([]string{"--port=5"}); !errors.Is(err, refuse) {
		t.Errorf("got %v", err)
	}
}
