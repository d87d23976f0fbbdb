package kube

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"k8s.io/client-go/rest"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
)

// TestDeadConnectionIsNoticed: a connection that nothing comes through any more is given up because pings are not
// answered, not because time passes in the source: its clock stands still until the client connects again.
func TestDeadConnectionIsNoticed(t *testing.T) {
	t.Setenv("HTTP2_READ_IDLE_TIMEOUT_SECONDS", "1")
	t.Setenv("HTTP2_PING_TIMEOUT_SECONDS", "1")
	watched := make(chan struct{}, 10)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		object := `{"kind":"ConfigMap","apiVersion":"v1","data":{"relay.yaml":"port: 1"},` +
			`"metadata":{"namespace":"relay","name":"config","uid":"u","resourceVersion":"1"}}`
		w.Header().Set("Content-Type", "application/json")
		switch {
		case strings.HasSuffix(r.URL.Path, "/config"):
			fmt.Fprint(w, object)
			return
		case r.URL.Query().Get("watch") == "":
			fmt.Fprintf(w, `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[%s]}`, object)
			return
		}
		w.(http.Flusher).Flush()
		watched <- struct{}{}
		<-r.Context().Done()
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	cable := newCable(t, server.Listener.Addr().String())
	defer server.CloseClientConnections()
	cluster := &rest.Config{Host: (&url.URL{Scheme: "https", Host: cable.Addr().String()}).String(),
		TLSClientConfig: rest.TLSClientConfig{Insecure: true}}
	s, err := NewSource(cluster, fromConfigMap, Options{})
	if err != nil {
		t.Fatal(err)
	}
	clock := turning{protocol.SystemClock(), make(chan time.Time)}
	ctx, cancel := context.WithCancel(protocol.WithClock(t.Context(), clock))
	defer cancel()
	changes := s.Changes(ctx)
	await(t, "the list", changes)
	await(t, "the watch", watched)
	if _, err := s.Fetch(ctx); err != nil {
		t.Fatal(err)
	}
	<-cable.connected
	cable.cut()
	await(t, "another connection", cable.connected)
	clock.turns(lostTurns)
	for {
		if _, err := s.Fetch(ctx); err != nil {
			return
		}
		await(t, "the loss", changes)
	}
}

// cable hands on the bytes of connections until it is cut. Then connections are accepted, and nothing comes through.
type cable struct {
	net.Listener
	connected chan struct{}
	mu        sync.Mutex
	broken    bool
}

func newCable(t *testing.T, to string) *cable {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{Listener: listener, connected: make(chan struct{}, 10)}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { near.Close() })
			c.connected <- struct{}{}
			far, err := net.Dial("tcp", to)
			if err != nil {
				return
			}
			t.Cleanup(func() { far.Close() })
			go io.Copy(c.end(near), far)
			go io.Copy(c.end(far), near)
		}
	}()
	return c
}

func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.broken = true
}

// end is an end of the cable.
func (c *cable) end(w io.Writer) io.Writer {
	return writerFunc(func(data []byte) (int, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.broken {
			return len(data), nil
		}
		return w.Write(data)
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(data []byte) (int, error) { return f(data) }
