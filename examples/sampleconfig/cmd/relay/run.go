package main

import (
	"context"
	"errors"
	"flag"
	"net"
	"os"
	"strconv"

	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/examples/sampleconfig/internal/features"
	"github.com/configgen/configgen/examples/sampleconfig/internal/lease"
	"github.com/configgen/configgen/examples/sampleconfig/internal/relay"
)

// run starts the relay and returns when ctx is done, or when a part of it fails.
func (s *settings) run(ctx context.Context) error {
	gates, err := s.gates()
	if err != nil {
		return err
	}
	if err := s.startLog(gates); err != nil {
		return err
	}
	defer klog.Flush()
	server, err := relay.New(s.shared, s.instance, gates)
	if err != nil {
		return err
	}
	if s.flags.PIDFile != "" {
		if err := os.WriteFile(s.flags.PIDFile, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o644); err != nil {
			return err
		}
		defer os.Remove(s.flags.PIDFile)
	}
	ctx, stop := context.WithCancelCause(ctx)
	admin := make(chan error, 1)
	go func() {
		err := server.ServeAdmin(ctx)
		if err != nil {
			stop(err)
		}
		admin <- err
	}()
	err = s.serve(ctx, server)
	stop(nil)
	return errors.Join(err, <-admin)
}

// serve runs the relay, at once or as soon as it is elected.
func (s *settings) serve(ctx context.Context, server *relay.Relay) error {
	answer := func(ctx context.Context) error {
		return server.Run(ctx, s.flags.ShutdownTimeout, func(address net.Addr) { klog.Infof("Answering queries on %s", address) })
	}
	if !s.shared.LeaderElection.LeaderElect {
		return answer(ctx)
	}
	elector, err := lease.New(&s.shared.ClientConnection, &s.shared.LeaderElection, server.ID())
	if err != nil {
		return err
	}
	return elector.Lead(ctx, answer)
}

func (s *settings) gates() (features.Gate, error) {
	gates, err := features.New()
	if err != nil {
		return nil, err
	}
	if err := gates.SetFromMap(s.shared.FeatureGates); err != nil {
		return nil, err
	}
	return gates, errors.Join(gates.Validate()...)
}

// startLog sets the log up. What klog itself knows of a backtrace can only be set by its own flag.
func (s *settings) startLog(gates features.Gate) error {
	if err := logsapi.ValidateAndApply(&s.shared.Logging, gates); err != nil {
		return err
	}
	var klogFlags flag.FlagSet
	klog.InitFlags(&klogFlags)
	return klogFlags.Set("log_backtrace_at", s.shared.LogBacktraceAt)
}
