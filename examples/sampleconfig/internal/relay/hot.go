package relay

import (
	"errors"
	"net/netip"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/internal/names"
	"github.com/configgen/configgen/examples/sampleconfig/internal/querylog"
	"github.com/configgen/configgen/examples/sampleconfig/internal/upstream"
)

// hot is what a running relay swaps when the fields marked +reload=hot change.
type hot struct {
	config  *config.RelayConfiguration
	allowed []netip.Prefix
	names   *names.Table
	servers *upstream.Pool
}

// prepare reads the files that the configuration names.
func prepare(c *config.RelayConfiguration) (*hot, error) {
	next := &hot{config: c}
	for _, text := range c.Listen.AllowFrom {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, err
		}
		next.allowed = append(next.allowed, prefix)
	}
	var namesErr, serversErr error
	next.names, namesErr = names.Load(&c.Hosts)
	next.servers, serversErr = upstream.New(&c.Forwarding)
	return next, errors.Join(namesErr, serversErr)
}

// Reconfigure prepares the relay for a configuration whose hot fields differ, and returns the function that takes it up. An
// error is that of a file, and changes nothing. Queries in flight are answered by the old configuration.
func (r *Relay) Reconfigure(c *config.RelayConfiguration) (commit func(), err error) {
	next, err := prepare(c)
	if err != nil {
		return nil, err
	}
	filter, err := querylog.NewFilter(&c.QueryLog)
	if err != nil {
		return nil, err
	}
	return func() {
		r.hot.Store(next)
		r.cache.Reconfigure(&c.Cache)
		r.log.SetFilter(filter)
	}, nil
}
