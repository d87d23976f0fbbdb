package relay

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net"
	"net/http"
)

// ServeAdmin runs the HTTP endpoint for operators until ctx is done; without an address there is none.
func (r *Relay) ServeAdmin(ctx context.Context) error {
	c := r.config.Admin
	if c.Address == "" {
		return nil
	}
	listener, err := net.Listen("tcp", c.Address)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: r.adminHandler(), ReadHeaderTimeout: idle}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (r *Relay) adminHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc(r.config.Admin.HealthPath, func(w http.ResponseWriter, _ *http.Request) {
		if !r.Serving() {
			http.Error(w, "standing by", http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte("ok\n"))
	})
	mux.HandleFunc("/stats", func(w http.ResponseWriter, request *http.Request) {
		token := r.hot.Load().config.Admin.Token
		switch {
		case token == "":
			http.NotFound(w, request)
		case subtle.ConstantTimeCompare([]byte(request.Header.Get("Authorization")), []byte("Bearer "+token)) != 1:
			http.Error(w, "unauthorized", http.StatusUnauthorized)
		default:
			_ = json.NewEncoder(w).Encode(map[string]any{"server": r.ID(), "queries": r.Queries()})
		}
	})
	return mux
}
