//go:build unix

package componentconfig_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// interruptedEnv makes TestInterruptedProcess a component: the moment of SIGTERM, and its arguments.
const interruptedEnv = "INTERRUPTED_COMPONENT"

// TestInterrupted: a component that is asked to end does so with status 0, whatever it has come to. What only prints
// something dies of the signal.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for when, died := range map[string]bool{
		"load": false, "run": false, "run, and does not stop": true, "load --explain-config": true,
		"load config print": true,
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestInterruptedProcess$")
		cmd.Env = append(os.Environ(), interruptedEnv+"="+when)
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		signaled := errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGTERM
		if signaled != died || !died && err != nil {
			t.Errorf("%s: %v\n%s", when, err, out)
		}
	}
}

// TestInterruptedProcess is not a test, but the component of TestInterrupted.
func TestInterruptedProcess(*testing.T) {
	when := os.Getenv(interruptedEnv)
	if when == "" {
		return
	}
	ask := func() {
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			panic(err)
		}
	}
	arguments, loads := strings.CutPrefix(when, "load")
	if !loads {
		arguments = ""
	}
	os.Args = append([]string{"relay"}, strings.Fields(arguments)...)
	loader := changedLoader(func(root *binding.Root[relay.RelayConfiguration]) {
		if loads {
			root.Validate = func(*relay.RelayConfiguration) field.ErrorList { ask(); select {} }
		}
	}, configcommand.WithCommand())
	os.Exit(loader.Main(func(ctx context.Context, _ *componentconfig.Loaded[relay.RelayConfiguration]) error {
		ask()
		<-ctx.Done()
		if when != "run" {
			ask()
			select {}
		}
		return nil
	}))
}
