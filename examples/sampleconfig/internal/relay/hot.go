package relay

import (
	"errors"
	"net/netip"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/internal/names"
	"github.com/configgen/configgen/examples/sampleconfig/internal/querylog"
	"github.com/configgen/configgen/examples/sampleconfig/internal/upstream"
)

// hot is the state that a running relay replaces when fields marked +reload=hot change.
type hot struct {
	config  *config.RelayConfiguration
	allowed []netip.Prefix
	names   *names.Table
	servers *upstream.Pool
}

// prepare reads the files of the configuration.
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

// Reconfigure prepares the relay for a configuration with other hot fields, and returns the function that applies it.
// If a file cannot be read, it returns an error and changes nothing. Queries in flight use the old configuration.
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
