// Package running serves what a running process says about its configuration:
//
//	GET  /configz                           the effective configuration, in the form of k8s.io/component-base/configz
//	GET  /configz/origins/v1alpha1          each value with its source, its default and what waits for a restart
//	GET  /configz/origins/v1alpha1/schema   the JSON Schema of that document
//	GET  /configz/status/v1alpha1           the status: what is in use, and what waits for a restart
//	POST /configz/reload/v1alpha1           reads the files again, and answers with the status afterwards
//
// Secrets are masked. The command config of package configcommand asks for these pages, of one process or of many.
package running

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/running"
)

// Mux serves the pages of a component, and others that the component adds, with one protection for all of them.
//
// The pages authorize nobody: serve them on a loopback address, or behind an authorizer such as [RequireToken]. Scripts
// of web pages of other origins are refused. A request to a loopback address that asks for the name of another machine
// is refused, too: a web page can give its own name the address 127.0.0.1, and a browser then lets its scripts read
// what is served there (DNS rebinding). localhost, the names below it and loopback addresses pass, as do other names
// with the token of RequireToken. A proxy on the same machine has to send one of these in Host.
//
// The zero Mux has no pages.
type Mux struct{ pages http.ServeMux }

// NewMux returns a mux with the pages of a loaded configuration, and of the configurations that replace it later.
// /configz has the configuration if the loader has the option WithConfigz. A reload request has the effect of
// [componentconfig.Loader.Reload].
func NewMux[T any](loaded *componentconfig.Loaded[T]) *Mux {
	m := &Mux{}
	configz.InstallHandler(m)
	process := loaded.Running(extension.Access{})
	m.Handle(running.OriginsPath, page(func(context.Context) ([]byte, error) {
		doc, err := process.Document()
		if err != nil {
			return nil, err
		}
		return json.Marshal(doc)
	}, http.MethodGet, http.MethodHead))
	m.Handle(running.SchemaPath, page(func(context.Context) ([]byte, error) { return []byte(running.Schema), nil },
		http.MethodGet, http.MethodHead))
	m.Handle(running.StatusPath, page(process.Status, http.MethodGet, http.MethodHead))
	m.Handle(running.ReloadPath, page(process.Reload, http.MethodPost))
	return m
}

// Handle adds a page, as http.ServeMux does.
func (m *Mux) Handle(pattern string, handler http.Handler) { m.pages.Handle(pattern, handler) }

// ServeHTTP serves a page, unless the request has to be refused.
func (m *Mux) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at, tcp := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if tcp && at.IP.IsLoopback() && r.Context().Value(authorized{}) == nil && !isLocal(r.Host) {
		http.Error(w, fmt.Sprintf("the host %q is not allowed at a loopback address: ask for localhost", r.Host),
			http.StatusForbidden)
		return
	}
	asked := *r
	if r.Header.Get("Origin") != "" { // A script asks, and none of another origin may, whatever the method is.
		asked.Method = http.MethodPost
	}
	if err := http.NewCrossOriginProtection().Check(&asked); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	m.pages.ServeHTTP(w, r)
}

// page serves what a function returns, called for each request of one of the methods.
func page(content func(context.Context) ([]byte, error), methods ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(methods, r.Method) {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			http.Error(w, "only "+methods[0]+" is supported", http.StatusMethodNotAllowed)
			return
		}
		text, err := content(r.Context())
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Write(text) //nolint:errcheck // A client that is gone gets nothing.
	})
}

// RequireToken serves pages to clients that send a token as a bearer token. token is called for each request, so that a
// token can be replaced. While it returns "", there are no pages.
func RequireToken(token func() string, pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		want := token()
		switch {
		case want == "":
			http.NotFound(w, r)
		case subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+want)) != 1:
			http.Error(w, "unauthorized", http.StatusUnauthorized)
		default:
			pages.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), authorized{}, true)))
		}
	})
}

// Protect returns pages as they are for a loopback address, where [Mux] refuses web pages of others, and behind
// [RequireToken] for any other address.
func Protect(address net.Addr, token func() string, pages http.Handler) http.Handler {
	if tcp, ok := address.(*net.TCPAddr); ok && tcp.IP.IsLoopback() {
		return pages
	}
	return RequireToken(token, pages)
}

// Server serves HTTP for a component.
type Server struct {
	Handler http.Handler
	// CertFile and KeyFile are the files of the certificate and of its key. Empty: no TLS.
	CertFile, KeyFile string
	// Grace is the time that requests in flight have to finish after the context is canceled.
	Grace time.Duration
}

// headerTimeout is the time that a client has to send the header of a request.
const headerTimeout = 10 * time.Second

// Serve serves until ctx is canceled, and closes the listener. It returns an error if a file of the certificate cannot
// be used, if the listener fails, or if requests in flight do not finish in time.
func (s Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{Handler: s.Handler, ReadHeaderTimeout: headerTimeout}
	failed := make(chan error, 1)
	go func() {
		if s.CertFile == "" {
			failed <- server.Serve(listener)
		} else {
			failed <- server.ServeTLS(listener, s.CertFile, s.KeyFile)
		}
	}()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.Grace)
	defer cancel()
	return server.Shutdown(grace)
}

// authorized is the key of requests that RequireToken has let pass.
type authorized struct{}

// isLocal reports whether a host, with or without a port, cannot be the name of another machine. Browsers always send
// one.
func isLocal(host string) bool {
	name := host
	if before, _, err := net.SplitHostPort(host); err == nil {
		name = before
	}
	name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
	return name == "" || name == "localhost" || strings.HasSuffix(name, ".localhost") || net.ParseIP(name).IsLoopback()
}
