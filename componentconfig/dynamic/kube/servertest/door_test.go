package servertest

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"k8s.io/client-go/rest"
)

// door is a server that can be shut and opened again at the same address; meanwhile connections are refused.
type door struct {
	address string
	server  *http.Server
}

func (d *door) open(t *testing.T, handler http.Handler) {
	t.Helper()
	if d.address == "" {
		d.address = reserve(t)
	}
	listener, err := net.Listen("tcp", d.address)
	if err != nil {
		t.Fatal(err)
	}
	d.server = &http.Server{Handler: handler, Protocols: new(http.Protocols)}
	d.server.Protocols.SetHTTP1(true)
	d.server.Protocols.SetUnencryptedHTTP2(true)
	go d.server.Serve(listener)
}

// reserve returns an address for servers that come and go: until the test ends, no connection gets its port meanwhile.
func reserve(t *testing.T) string {
	t.Helper()
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(socket) })
	syscall.CloseOnExec(socket)
	// Others may listen on the port, because this socket is bound and does not.
	if err := syscall.SetsockoptInt(socket, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Bind(socket, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	bound, err := syscall.Getsockname(socket)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("127.0.0.1:%d", bound.(*syscall.SockaddrInet4).Port)
}

// shut cuts every connection.
func (d *door) shut() { d.server.Close() }

func (d *door) url() string { return "http://" + d.address }

// clientOf is a client of the door at a URL.
func clientOf(url string) *rest.Config {
	return &rest.Config{Host: url, QPS: -1, ContentConfig: rest.ContentConfig{AcceptContentTypes: "application/json"}}
}

// sharedConnections returns what lets many clients share a few connections: one for each would be more than a process
// may open.
func sharedConnections() http.RoundTripper {
	shared := &http.Transport{Protocols: new(http.Protocols), MaxConnsPerHost: 100}
	shared.Protocols.SetUnencryptedHTTP2(true)
	return shared
}

// blocked lets no new request for the object pass while f runs. Watches that have passed before go on.
func blocked(p *component, answer func(http.ResponseWriter, *http.Request), f func()) {
	p.cluster.setFirst(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodGet || !strings.HasSuffix(r.URL.Path, "/"+p.name) &&
			r.URL.Query().Get("fieldSelector") != "metadata.name="+p.name {
			return false
		}
		answer(w, r)
		return true
	})
	defer p.cluster.setFirst(nil)
	f()
}
