// Command lab has what the page about dynamic configuration breaks a machine and a component with.
//
//	lab disk FAULT[:FILE] COMMAND...  runs a command on a disk with a fault, which may be limited to a file of the
//	                                  directory state: full, read-only, foreign, unreadable, unsynced, stuck
//	lab shipper ARGUMENTS...          is a component with a health check
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/crashtest"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/options"
	"github.com/configgen/configgen/examples/sampleconfig/internal/features"
)

func main() {
	switch args := os.Args[1:]; {
	case len(args) > 2 && args[0] == "disk":
		os.Exit(disk(args[1], args[2:]))
	case len(args) > 0 && args[0] == "shipper":
		os.Args = args // its command line
		os.Exit(shipper())
	}
	fmt.Fprintln(os.Stderr, "usage: lab disk FAULT[:FILE] COMMAND... | lab shipper ARGUMENTS...")
	os.Exit(1)
}

// disk runs a command on a disk with a fault, and returns its exit status.
func disk(fault string, command []string) int {
	kind, name, _ := strings.Cut(fault, ":")
	p := crashtest.Program{Args: command, State: "state", Looks: true, Output: os.Stderr}
	f := crashtest.Fault{At: 1, Onward: true}
	const changes = `^(openat (lock|.*\.tmp-)|mkdirat|renameat|unlinkat)`
	switch kind {
	case "full":
		f.Errno, f.Calls = syscall.ENOSPC, `^openat (\w+/)?\.tmp-`+name
	case "read-only":
		f.Errno, f.Calls = syscall.EROFS, changes
	case "foreign":
		f.Errno, f.Calls = syscall.EACCES, changes
	case "unreadable":
		f.Errno, f.Calls = syscall.EIO, "^read "+name
	case "unsynced":
		f.Errno, f.Calls = syscall.EINVAL, `^fsync (\.|checkpoints)$`
	case "stuck":
		f.Hangs, p.State = true, name
	default:
		fmt.Fprintf(os.Stderr, "lab: unknown fault %q\n", kind)
		return 1
	}
	path, err := exec.LookPath(command[0])
	p.Args[0] = path
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	p.Signals = signals
	trace, rerr := p.Run(context.Background(), f)
	if err := errors.Join(err, rerr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return trace.Status.ExitStatus()
}

// shipper is a component with the configuration of the relay. Its health check asks the first upstream server, and its
// validation looks for the names of all.
func shipper() int {
	var upstream string
	check := func(ctx context.Context) error {
		if upstream == "192.0.2.1:53" {
			<-ctx.Done()
		}
		return nil
	}
	root := options.RelayConfigurationRoot()
	validate := root.Validate
	root.Validate = func(c *config.RelayConfiguration) field.ErrorList {
		if strings.HasPrefix(c.Forwarding.Upstreams[0], "unknown.") {
			select {}
		}
		return validate(c)
	}
	gates, err := features.New()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	loader := componentconfig.New("shipper", root, componentconfig.WithConfigFile(),
		componentconfig.WithFeatureGates("FeatureGates", gates.Set), dynamic.WithConfig(dynamic.Options{
			Policy: dynamic.AfterChecks(2, 500*time.Millisecond, check), CheckTime: 5 * time.Second,
		}))
	return loader.Main(func(ctx context.Context, now *componentconfig.Loaded[config.RelayConfiguration]) error {
		upstream = now.Config.Forwarding.Upstreams[0]
		<-ctx.Done()
		return nil
	})
}
