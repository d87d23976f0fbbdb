package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/gates"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/options"
	"github.com/configgen/configgen/examples/sampleconfig/internal/lease"
	"github.com/configgen/configgen/examples/sampleconfig/internal/relay"
)

// loaded is the result of loading the command line and the files.
type loaded = componentconfig.Loaded[config.RelayConfiguration]

// process is the process of the relay.
type process struct {
	arguments []string
	flags     *options.RelayFlags
	gates     *gates.Gates
	loader    *componentconfig.Loader[config.RelayConfiguration]
}

// validateFlags validates the flags that are not configuration.
func (p *process) validateFlags() field.ErrorList { return options.ValidateRelayFlags(p.flags) }

// run runs the relay until ctx is canceled or a part of it fails.
func (p *process) run(ctx context.Context, now *loaded) error {
	if err := logsapi.ValidateAndApply(&now.Config.Logging, p.gates); err != nil {
		return err
	}
	defer klog.Flush()
	now.Log(klog.Background())
	instance, ok := now.Instance.(*config.RelayInstanceConfiguration)
	if !ok {
		return fmt.Errorf("the instance configuration is a %T", now.Instance)
	}
	server, err := relay.New(now.Config, instance, p.gates)
	if err != nil {
		return err
	}
	if p.flags.PIDFile != "" {
		if err := os.WriteFile(p.flags.PIDFile, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o644); err != nil {
			return err
		}
		defer os.Remove(p.flags.PIDFile)
	}
	report := func(result componentconfig.ReloadResult) { result.Log(klog.Background()) }
	ctx, stop := context.WithCancelCause(ctx)
	parts := make(chan error, 2)
	for _, part := range []func() error{
		func() error { return server.ServeAdmin(ctx, pages(now)) },
		func() error { return p.watch(ctx, now, server, report) },
	} {
		go func() {
			err := part()
			if err != nil {
				stop(err)
			}
			parts <- err
		}()
	}
	err = p.serve(ctx, now.Config, server)
	stop(nil)
	return errors.Join(err, <-parts, <-parts)
}

// watch applies the changes of the files that a running relay can apply.
func (p *process) watch(ctx context.Context, now *loaded, server *relay.Relay,
	report func(componentconfig.ReloadResult)) error {
	return p.loader.Watch(ctx, p.arguments, now, componentconfig.Activation[config.RelayConfiguration]{
		Prepare: func(_ context.Context, next *loaded) (func(), error) { return server.Reconfigure(next.Config) },
		Report:  report,
	})
}

// serve runs the relay, at once or when it is elected.
func (p *process) serve(ctx context.Context, c *config.RelayConfiguration, server *relay.Relay) error {
	answer := func(ctx context.Context) error {
		return server.Run(ctx, p.flags.ShutdownTimeout, func(address net.Addr) {
			klog.Infof("Answering queries on %s", address)
		})
	}
	if !c.LeaderElection.LeaderElect {
		return answer(ctx)
	}
	elector, err := lease.New(&c.ClientConnection, &c.LeaderElection, server.ID())
	if err != nil {
		return err
	}
	return elector.Lead(ctx, answer)
}
