package relay

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"

	"k8s.io/component-base/metrics/legacyregistry"

	"github.com/configgen/configgen/componentconfig/running"
)

// ServeAdmin runs the HTTP endpoint for operators until ctx is canceled. Without an address it returns at once. The
// pages are for operators with the token.
func (r *Relay) ServeAdmin(ctx context.Context, pages *running.Mux) error {
	c := r.config.Admin
	if c.Address == "" {
		return nil
	}
	listener, err := net.Listen("tcp", c.Address)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: r.adminHandler(listener.Addr(), pages), ReadHeaderTimeout: idle}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// adminHandler serves health and metrics to everybody, and other pages and statistics to clients with the token.
// Without a configured token, they are for clients on this machine if the address is a loopback one, and else not
// served.
func (r *Relay) adminHandler(address net.Addr, pages *running.Mux) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/metrics", legacyregistry.Handler())
	pages.Handle("/stats", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"server": r.ID(), "queries": r.Queries()})
	}))
	token := func() string { return r.hot.Load().config.Admin.Token }
	authorized := running.RequireToken(token, pages)
	tcp, ok := address.(*net.TCPAddr)
	mux.HandleFunc("/", func(w http.ResponseWriter, request *http.Request) {
		if ok && tcp.IP.IsLoopback() && token() == "" {
			pages.ServeHTTP(w, request)
			return
		}
		authorized.ServeHTTP(w, request)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		switch {
		case request.URL.Path != r.config.Admin.HealthPath: // Not a pattern of the mux: operators choose it.
			mux.ServeHTTP(w, request)
		case r.Serving():
			_, _ = w.Write([]byte("ok\n"))
		default:
			http.Error(w, "standing by", http.StatusServiceUnavailable)
		}
	})
}
