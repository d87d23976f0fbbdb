//go:build unix

package componentconfig_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/go-logr/logr/funcr"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// hungUpEnv makes TestHungUpProcess a component: the moment of SIGHUP, and its arguments. $F is its file.
const hungUpEnv = "HUNG_UP_COMPONENT"

// TestHungUp: SIGHUP reads the files again, whenever it arrives, and does not end a component. What only prints
// something dies of it.
func TestHungUp(t *testing.T) {
	t.Parallel()
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP) // The processes do not ignore it, even if the test process did at its start.
	defer signal.Stop(caught)
	for when, want := range map[string]string{
		"load --config=$F":                  "restart: port: 1 -> 2",
		"run --config=$F":                   "restart: port: 1 -> 2",
		"run":                               "SIGHUP has no effect, because there are no configuration files",
		"ignored --config=$F":               "still ignored",
		"load --explain-config --config=$F": "hangup",
		"load config print -- --config=$F":  "hangup",
	} {
		s := newSite(t, map[string]string{"config.yaml": v1Header + "port: 1\n"})
		shell := `exec "$0" "$@"`
		if strings.HasPrefix(when, "ignored") {
			shell = "trap '' HUP; " + shell
		}
		cmd := exec.Command("sh", "-c", shell, os.Args[0], "-test.run=^TestHungUpProcess$")
		cmd.Env = append(os.Environ(), hungUpEnv+"="+strings.ReplaceAll(when, "$F", s.dir+"/config.yaml"))
		out, err := cmd.CombinedOutput()
		got := string(out)
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGHUP {
			got, err = "hangup", nil
		}
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("%s: want %s, got %v\n%s", when, want, err, got)
		}
	}
}

// TestHungUpProcess is not a test, but the component of TestHungUp.
func TestHungUpProcess(*testing.T) {
	when := strings.Fields(os.Getenv(hungUpEnv))
	if len(when) == 0 {
		return
	}
	lines := make(chan string, 100)
	klog.SetLogger(funcr.New(func(_, line string) { lines <- line }, funcr.Options{}))
	asked := false
	ask := func() {
		if asked {
			return
		}
		asked = true
		for _, arg := range when {
			if name, ok := strings.CutPrefix(arg, "--config="); ok {
				if err := os.WriteFile(name, []byte(v1Header+"port: 2\n"), 0o644); err != nil {
					panic(err)
				}
			}
		}
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			panic(err)
		}
	}
	os.Args = append([]string{"relay"}, when[1:]...)
	loader := changedLoader(func(root *binding.Root[relay.RelayConfiguration]) {
		if when[0] == "load" {
			root.Validate = func(*relay.RelayConfiguration) field.ErrorList {
				if ask(); len(when) > 2 {
					select {} // It dies.
				}
				return nil
			}
		}
	}, configcommand.WithCommand())
	os.Exit(loader.Main(func(ctx context.Context, _ *componentconfig.Loaded[relay.RelayConfiguration]) error {
		ask()
		if when[0] == "ignored" {
			if signal.Ignored(syscall.SIGHUP) {
				_, err := os.Stdout.WriteString("still ignored")
				return err
			}
			return errors.New("SIGHUP is not ignored any more")
		}
		for line := range lines {
			if strings.Contains(line, "SIGHUP") {
				_, err := os.Stdout.WriteString(line + " " + string(loader.Status().Result) + ": ")
				for _, change := range loader.Status().Pending {
					_, err = os.Stdout.WriteString(change.String())
				}
				return err
			}
		}
		return nil
	}))
}
