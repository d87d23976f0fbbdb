package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/crashtest"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/options"
	"github.com/configgen/configgen/examples/sampleconfig/internal/features"
)

// TestFaultSession runs the commands of the page about dynamic configuration that need a broken machine. In place of
// one, it has the commands disk and reboot. The command shipper is a component with a health check.
func TestFaultSession(t *testing.T) {
	t.Parallel()
	tools := t.TempDir()
	buildOfRebootableMachine(t, filepath.Join(tools, "relay"))
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, script := range map[string]string{
		"disk":    toolEnv + `=disk exec '` + exe + `' -test.run='^TestTool$' -- "$@"`,
		"shipper": toolEnv + `=shipper exec '` + exe + `' -test.run='^TestTool$' -- "$@"`,
		"reboot":  "cat /proc/sys/kernel/random/uuid >boot_id",
	} {
		if err := os.WriteFile(filepath.Join(tools, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "boot_id"), []byte("first boot\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	holdSession(t, session{dynamicPage, "When something breaks", dir, tools})
}

// buildOfRebootableMachine writes a relay that reads the identity of the boot from the file boot_id in its working
// directory.
func buildOfRebootableMachine(t *testing.T, name string) {
	t.Helper()
	relay, err := leanRelay()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(relay)
	if err != nil {
		t.Fatal(err)
	}
	const system, here = "/proc/sys/kernel/random/boot_id", "././././././././././././boot_id"
	if !bytes.Contains(data, []byte(system)) || len(system) != len(here) {
		t.Fatal("the relay does not read " + system)
	}
	if err := os.WriteFile(name, bytes.ReplaceAll(data, []byte(system), []byte(here)), 0o700); err != nil {
		t.Fatal(err)
	}
}

// toolEnv makes TestTool one of the commands.
const toolEnv = "RELAY_TEST_TOOL"

// TestTool is not a test, but the commands of TestFaultSession.
func TestTool(*testing.T) {
	status := 0
	switch os.Getenv(toolEnv) {
	case "disk":
		status = disk(flag.Arg(0), flag.Args()[1:])
	case "shipper":
		status = shipper(flag.Args())
	default:
		return
	}
	os.RemoveAll(bin) //nolint:errcheck // It is a temporary directory, and empty.
	os.Exit(status)
}

// disk runs a command on a disk with a fault, which may be limited to a file: full:trials. It returns the exit status.
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
func shipper(arguments []string) int {
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
			Policy: dynamic.AfterChecks(2, 100*time.Millisecond, check), CheckTime: time.Second,
		}))
	os.Args = append([]string{"shipper"}, arguments...)
	return loader.Main(func(ctx context.Context, now *componentconfig.Loaded[config.RelayConfiguration]) error {
		upstream = now.Config.Forwarding.Upstreams[0]
		<-ctx.Done()
		return nil
	})
}
