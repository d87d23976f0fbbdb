// Package relay answers DNS queries from its own records, from its cache, and by forwarding them to other servers.
package relay

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/component-base/featuregate"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/internal/answercache"
	"github.com/configgen/configgen/examples/sampleconfig/internal/querylog"
	"github.com/configgen/configgen/examples/sampleconfig/internal/socket"
)

// Relay is a DNS server.
type Relay struct {
	config  *config.RelayConfiguration
	id      string
	device  string
	gates   featuregate.FeatureGate
	hot     atomic.Pointer[hot]
	cache   *answercache.Cache
	log     *querylog.Log
	serving atomic.Bool
	queries atomic.Int64
}

// New prepares a relay: it reads the files of the configuration and opens the query log. The configuration must be
// valid. New returns an error if a file cannot be read or opened.
func New(c *config.RelayConfiguration, instance *config.RelayInstanceConfiguration,
	gates featuregate.FeatureGate) (*Relay, error) {
	r := &Relay{config: c, id: instance.ServerID, device: instance.BindDevice, gates: gates}
	if r.id == "" {
		host, err := os.Hostname()
		if err != nil {
			return nil, err
		}
		r.id = host
	}
	now, err := prepare(c)
	if err != nil {
		return nil, err
	}
	r.hot.Store(now)
	r.cache = answercache.New(&c.Cache, time.Now)
	r.log, err = querylog.Open(&c.QueryLog)
	return r, err
}

// ID returns the name of the relay.
func (r *Relay) ID() string { return r.id }

// Serving reports whether the relay answers queries.
func (r *Relay) Serving() bool { return r.serving.Load() }

// Queries returns the number of queries so far.
func (r *Relay) Queries() int64 { return r.queries.Load() }

// Run answers queries until ctx is canceled, and then waits for those in flight, at most for the given time. It calls
// ready with the address when the relay listens.
func (r *Relay) Run(ctx context.Context, grace time.Duration, ready func(net.Addr)) error {
	listener := socket.Listener(socket.Options{Device: r.device, TrafficClass: r.config.Listen.TrafficClass})
	address := net.JoinHostPort(r.config.Listen.Address, strconv.Itoa(int(r.config.Listen.Port)))
	packets, err := listener.ListenPacket(ctx, "udp", address)
	if err != nil {
		return err
	}
	var work sync.WaitGroup
	serve := []func(){func() { r.serveUDP(ctx, packets, &work) }}
	if r.config.Listen.TCP {
		streams, err := listener.Listen(ctx, "tcp", packets.LocalAddr().String())
		if err != nil {
			return errors.Join(err, packets.Close())
		}
		serve = append(serve, func() { r.serveTCP(ctx, streams, &work) })
	}
	for _, loop := range serve {
		work.Go(loop)
	}
	r.serving.Store(true)
	ready(packets.LocalAddr())
	<-ctx.Done()
	r.serving.Store(false)
	err = waitFor(&work, grace)
	// Close the socket last, because answers in flight use it.
	return errors.Join(err, packets.Close(), r.log.Close())
}

// waitFor waits until the work is done, at most for the given time.
func waitFor(work *sync.WaitGroup, grace time.Duration) error {
	finished := make(chan struct{})
	go func() {
		work.Wait()
		close(finished)
	}()
	select {
	case <-finished:
		return nil
	case <-time.After(grace):
		return fmt.Errorf("queries were still in flight after %s", grace)
	}
}

// record writes to the query log. If that fails, the query is answered nevertheless.
func (r *Relay) record(entry querylog.Entry) {
	if err := r.log.Record(entry); err != nil {
		klog.ErrorS(err, "Cannot write the query log")
	}
}
