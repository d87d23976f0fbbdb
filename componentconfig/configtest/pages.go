package configtest

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/running"
)

// Pages asks the handler of a component for the pages of package running, and for others such as /flagz. It fails
// unless they are for clients on the same machine and for clients with the token, and not for other machines or for web
// pages that a browser on the same machine shows. handler returns the handler that the component serves at an address;
// token returns the token, or "" if there is none. The loader has the option WithConfigz.
func Pages[T any](t testing.TB, newLoader func() *componentconfig.Loader[T],
	handler func(loaded *componentconfig.Loaded[T], address net.Addr, token func() string) http.Handler, others ...string,
) {
	t.Helper()
	loaded, err := newLoader().Load(nil)
	if err != nil {
		t.Fatalf("%v", err)
	}
	pages := []string{"GET /configz", "GET " + running.OriginsPath, "GET " + running.SchemaPath,
		"GET " + running.StatusPath, "POST " + running.ReloadPath}
	for _, path := range others {
		pages = append(pages, "GET "+path)
	}
	for _, page := range pages {
		method, path, _ := strings.Cut(page, " ")
		for _, ask := range []struct {
			address, host, origin, token, sent string
			status                             int
		}{
			{"127.0.0.1", "localhost", "", "", "", http.StatusOK},
			{"127.0.0.1", "rebound.example.com", "", "", "", http.StatusForbidden},
			{"127.0.0.1", "localhost", "http://example.com", "", "", http.StatusForbidden},
			{"192.0.2.1", "example.com", "", "", "", http.StatusNotFound},
			{"192.0.2.1", "example.com", "", "secret", "guess", http.StatusUnauthorized},
			{"192.0.2.1", "example.com", "", "secret", "secret", http.StatusOK},
		} {
			address := &net.TCPAddr{IP: net.ParseIP(ask.address)}
			ctx := context.WithValue(context.Background(), http.LocalAddrContextKey, address)
			request, recorder := httptest.NewRequestWithContext(ctx, method, path, nil), httptest.NewRecorder()
			request.Host = ask.host
			request.Header.Set("Origin", ask.origin)
			request.Header.Set("Authorization", "Bearer "+ask.sent)
			handler(loaded, address, func() string { return ask.token }).ServeHTTP(recorder, request)
			if recorder.Code != ask.status {
				t.Errorf("%s at %s, Host %q, Origin %q, token %q, sent %q: status %d, want %d", page, ask.address, ask.host,
					ask.origin, ask.token, ask.sent, recorder.Code, ask.status)
			}
		}
	}
}
