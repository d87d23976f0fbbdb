// Package running serves what a running process says about its configuration:
//
//	GET  /configz                           the effective configuration, in the form of k8s.io/component-base/configz
//	GET  /configz/origins/v1alpha1          each value with its source, its default and what waits for a restart
//	GET  /configz/origins/v1alpha1/schema   the JSON Schema of that document
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

	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/running"
)

// mux is what pages are added to, such as a *http.ServeMux.
type mux interface {
	Handle(path string, handler http.Handler)
}

// Install adds the pages of a loaded configuration, and of those that replace it later, to a mux. /configz has the
// configuration if the loader has the option WithConfigz. The pages authorize nobody: serve them on a loopback address,
// or behind an authorizer such as [RequireToken]. A reload, which is what [componentconfig.Loader.Reload] does, is
// refused to scripts of web pages of other origins.
//
// A request to a loopback address that asks for the name of another machine is refused: a web page can give its own
// name the address 127.0.0.1, and a browser then lets its scripts read what is served there (DNS rebinding). localhost,
// the names below it and loopback addresses pass, as do other names with the token of RequireToken. A proxy on the same
// machine has to send one of these in Host. Install returns a mux for more pages with this protection.
func Install[T any](m mux, loaded *componentconfig.Loaded[T]) interface{ Handle(string, http.Handler) } {
	m = local{m}
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
	m.Handle(running.ReloadPath, http.NewCrossOriginProtection().Handler(page(process.Reload, http.MethodPost)))
	return m
}

// local adds pages that requests for the names of other machines do not reach at a loopback address.
type local struct{ mux }

func (l local) Handle(path string, handler http.Handler) {
	l.mux.Handle(path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at, tcp := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
		if tcp && at.IP.IsLoopback() && r.Context().Value(authorized{}) == nil && !isLocal(r.Host) {
			http.Error(w, fmt.Sprintf("the host %q is not allowed at a loopback address: ask for localhost", r.Host),
				http.StatusForbidden)
			return
		}
		handler.ServeHTTP(w, r)
	}))
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
