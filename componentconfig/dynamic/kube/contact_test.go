package kube

import (
	"context"
	"errors"
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

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	clientdynamic "k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
)

// TestDeadConnectionIsNoticed: a connection that nothing comes through any more is given up because pings are not
// answered, not because time passes in the source: its clock does not move until the client connects again.
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

// TestTheReasonIsTheSameEachTime: a server that cannot be reached is one condition, whatever was asked for.
func TestTheReasonIsTheSameEachTime(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	s, err := NewSource(&rest.Config{Host: "http://" + closed.Addr().String()}, fromConfigMap, Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Fetch(t.Context())
	want := "configmaps relay/config: dial tcp " + closed.Addr().String() + ": connect"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	c := contact{}
	c.asks(func() {})
	for _, address := range []string{"?timeoutSeconds=300", "?timeoutSeconds=301"} {
		c.answered(&url.Error{Op: "Get", URL: "https://server" + address, Err: io.EOF})
		for range lostTurns {
			c.turn()
		}
		if err := c.err(); err == nil || err.Error() != "EOF" {
			t.Errorf("%v, want EOF", err)
		}
	}
}

// TestHangingServerIsOneCondition: a request that is ended because nothing answers it does not become the reason.
func TestHangingServerIsOneCondition(t *testing.T) {
	c := contact{}
	c.asks(func() {})
	for range hangingTurns {
		c.turn()
	}
	c.answered(&url.Error{Op: "Get", URL: "https://server", Err: context.Canceled})
	c.turn()
	if err := c.err(); !errors.Is(err, errNoAnswer) {
		t.Errorf("%v, want %v", err, errNoAnswer)
	}
}

// TestLostE10: that access was revoked, or that the server hangs, is noticed at the next watch, and so is its return.
// What was missed meanwhile is found.
func TestLostE10(t *testing.T) {
	for name, refuse := range map[string]func(ctx context.Context) error{
		"revoked": func(context.Context) error {
			return apierrors.NewForbidden(schema.GroupResource{Resource: "configmaps"}, "config", errors.New("no rule"))
		},
		"hangs": func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := testSource(t, fromConfigMap, configMap("u", "1", map[string]any{"relay.yaml": "port: 1"}))
			clock := turning{protocol.SystemClock(), make(chan time.Time)}
			client := &refusing{ResourceInterface: s.client, refused: make(chan struct{}, 100),
				bookmark: configMap("u", "1", nil)}
			s.client = client
			ctx, cancel := context.WithCancel(protocol.WithClock(t.Context(), clock))
			defer cancel()
			changes := s.Changes(ctx)
			until := func(what string, want func(error) bool) {
				t.Helper()
				for {
					_, err := s.Fetch(ctx)
					if want(err) {
						return
					}
					await(t, what, changes)
				}
			}
			await(t, "the first list", changes)
			// Before the informer has synced, Fetch asks the server itself.
			until("there", func(err error) bool {
				_, sure, _ := s.current()
				return err == nil && sure
			})
			client.set(refuse)
			clock.turnsUntil(t, "another request", client.refused)
			clock.turns(lostTurns)
			until("lost", func(err error) bool { return err != nil && !errors.Is(err, dynamic.ErrInvalidSource) })
			if err := s.whole.Resource(s.ref.resource).Namespace("relay").Delete(ctx, "config",
				metav1.DeleteOptions{}); err != nil {
				t.Fatal(err)
			}
			client.set(nil)
			clock.turns(hangingTurns)
			until("deleted", func(err error) bool { return errors.Is(err, dynamic.ErrInvalidSource) })
		})
	}
}

// TestEndOfARequestMayAskTheContact: the contact holds no lock while it ends a request.
func TestEndOfARequestMayAskTheContact(t *testing.T) {
	var c contact
	ended := 0
	c.asks(func() {
		ended++
		c.answered(c.err())
	})
	for range 2 * hangingTurns {
		c.turn()
	}
	if ended != 2 {
		t.Errorf("%d ends of a request that hangs, want 2", ended)
	}
}

// TestListWithoutWatch: who may list and not watch is told so until the watch is permitted, not now and then.
func TestListWithoutWatch(t *testing.T) {
	s := testSource(t, fromConfigMap, configMap("u", "1", map[string]any{"relay.yaml": "port: 1"}))
	c := contact{}
	lists := c.listWatch(&refusing{ResourceInterface: s.client}, "config")
	for range 3 {
		c.asks(func() {})
		c.answered(errors.New("no right to watch"))
		for range lostTurns {
			c.turn()
		}
		if _, err := lists.ListWithContext(t.Context(), metav1.ListOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := c.err(); err == nil {
			t.Error("the source is available after a list")
		}
	}
}

// TestUndefined: that the server has no such resource is not taken for an object that is missing.
func TestUndefined(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	s, err := NewSource(&rest.Config{Host: server.URL}, fromAssignment, Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Fetch(t.Context())
	if want := s.name() + ": " + errUndefined.Error(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestNoBookmarks: a server sends no bookmarks on a watch while nothing changes, which is not a silent server. Nor is
// the bookmark after the first events a promise of others.
func TestNoBookmarks(t *testing.T) {
	initial := configMap("u", "1", nil)
	initial.SetAnnotations(map[string]string{metav1.InitialEventsAnnotationKey: "true"})
	for name, bookmark := range map[string]runtime.Object{"none": nil, "of the first events": initial} {
		t.Run(name, func(t *testing.T) {
			s := testSource(t, fromConfigMap, configMap("u", "1", map[string]any{"relay.yaml": "port: 1"}))
			clock := turning{protocol.SystemClock(), make(chan time.Time)}
			client := &refusing{ResourceInterface: s.client, watched: make(chan struct{}, 100), bookmark: bookmark}
			s.client = client
			await(t, "the first list", s.Changes(protocol.WithClock(t.Context(), clock)))
			await(t, "the watch", client.watched)
			clock.turns(10 * silentTurns)
			if n := len(client.watched); n > 0 {
				t.Errorf("%d other watches", n)
			}
		})
	}
}

// await waits for what happens by itself.
func await(t *testing.T, what string, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(time.Minute):
		t.Fatalf("%s: never", what)
	}
}

// turning is a clock that a test turns.
type turning struct {
	protocol.Clock
	ticks chan time.Time
}

func (s turning) After(time.Duration) <-chan time.Time { return s.ticks }

func (s turning) turns(n int) {
	for range n {
		s.ticks <- time.Time{}
	}
}

func (s turning) turnsUntil(t *testing.T, what string, c <-chan struct{}) {
	t.Helper()
	for overdue := time.After(time.Minute); ; {
		select {
		case <-c:
			return
		case s.ticks <- time.Time{}:
		case <-overdue:
			t.Fatalf("%s: never", what)
		}
	}
}

// refusing is a client with lists and watches that fail.
type refusing struct {
	clientdynamic.ResourceInterface
	// refused gets a value for each request that fails.
	refused chan struct{}
	// watched gets a value for each watch that does not, if it is not nil.
	watched chan struct{}
	// bookmark, if not nil, is sent on each watch.
	bookmark runtime.Object
	mu       sync.Mutex
	refuse   func(context.Context) error
}

func (r *refusing) set(refuse func(context.Context) error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refuse = refuse
}

func (r *refusing) request(ctx context.Context) error {
	r.mu.Lock()
	refuse := r.refuse
	r.mu.Unlock()
	if refuse == nil {
		return nil
	}
	r.refused <- struct{}{}
	return refuse(ctx)
}

func (r *refusing) List(ctx context.Context, o metav1.ListOptions) (*unstructured.UnstructuredList, error) {
	if err := r.request(ctx); err != nil {
		return nil, err
	}
	return r.ResourceInterface.List(ctx, o)
}

func (r *refusing) Watch(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	if err := r.request(ctx); err != nil {
		return nil, err
	}
	w, err := r.ResourceInterface.Watch(ctx, o)
	if err == nil && r.bookmark != nil {
		w.(*watch.RaceFreeFakeWatcher).Action(watch.Bookmark, r.bookmark)
	}
	if r.watched != nil {
		r.watched <- struct{}{}
	}
	return w, err
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
