package lease

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfig "k8s.io/component-base/config"
)

// api is an API server that knows one lease, and refuses writes to another version of it than the last.
type api struct {
	mu     sync.Mutex
	stored *Lease
	writes int
}

func (a *api) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if request.Header.Get("Authorization") != "Bearer sesame" {
		http.Error(w, "unauthorized", http.StatusUnauthorized)
		return
	}
	if request.Method != http.MethodGet {
		var sent Lease
		_ = json.NewDecoder(request.Body).Decode(&sent)
		if a.stored != nil && sent.ResourceVersion != a.stored.ResourceVersion {
			http.Error(w, "conflict", http.StatusConflict)
			return
		}
		a.writes++
		sent.ResourceVersion = strings.Repeat("i", a.writes)
		a.stored = &sent
	}
	if a.stored == nil {
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	_ = json.NewEncoder(w).Encode(a.stored)
}

// electors take part in one election, by one clock.
func electors(t *testing.T, now func() time.Time, ids ...string) (*api, []*Elector) {
	t.Helper()
	server := new(api)
	listening := httptest.NewServer(server)
	t.Cleanup(listening.Close)
	kubeconfig := filepath.Join(t.TempDir(), "kubeconfig")
	content := `{clusters: [{cluster: {server: "` + listening.URL + `"}}], users: [{user: {token: sesame}}]}`
	if err := os.WriteFile(kubeconfig, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	connection := &componentbaseconfig.ClientConnectionConfiguration{Kubeconfig: kubeconfig, QPS: 1000, Burst: 1000}
	c := &componentbaseconfig.LeaderElectionConfiguration{
		LeaseDuration: metav1.Duration{Duration: 15 * time.Second},
		RenewDeadline: metav1.Duration{Duration: 10 * time.Second},
		RetryPeriod:   metav1.Duration{Duration: time.Millisecond}, ResourceName: "relay", ResourceNamespace: "kube-system",
	}
	var all []*Elector
	for _, id := range ids {
		elector, err := New(connection, c, id)
		if err != nil {
			t.Fatal(err)
		}
		elector.now = now
		all = append(all, elector)
	}
	return server, all
}

func TestOneHoldsTheLeaseUntilItExpires(t *testing.T) {
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	server, all := electors(t, func() time.Time { return clock }, "a", "b")
	a, b := all[0], all[1]
	if err := a.acquire(t.Context()); err != nil {
		t.Fatalf("nobody holds the lease, and a cannot take it: %v", err)
	}
	for range 2 {
		if err := b.acquire(t.Context()); err == nil || err.Error() != "a holds the lease" {
			t.Fatalf("b: %v", err)
		}
	}
	clock = clock.Add(14 * time.Second)
	if err := a.acquire(t.Context()); err != nil {
		t.Fatalf("a cannot renew: %v", err)
	}
	if err := b.acquire(t.Context()); err == nil {
		t.Fatal("b took a lease that was renewed")
	}
	clock = clock.Add(15 * time.Second)
	if err := b.acquire(t.Context()); err != nil {
		t.Fatalf("the lease has expired, and b cannot take it: %v", err)
	}
	if holder := server.stored.Spec.HolderIdentity; holder != "b" {
		t.Errorf("%s holds the lease", holder)
	}
}

func TestLeadEndsWithTheTerm(t *testing.T) {
	var seconds atomic.Int64
	server, all := electors(t, func() time.Time { return time.Unix(seconds.Load(), 0) }, "a")
	err := all[0].Lead(t.Context(), func(term context.Context) error {
		server.mu.Lock()
		server.stored.Spec.HolderIdentity = "b"
		server.mu.Unlock()
		seconds.Add(10) // the deadline for renewing
		<-term.Done()
		return nil
	})
	if want := "the lease is lost: b holds the lease"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestLeadStandsByUntilItIsStopped(t *testing.T) {
	server, all := electors(t, time.Now, "a")
	server.stored = &Lease{Spec: Spec{HolderIdentity: "b", LeaseDurationSeconds: 60}}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	err := all[0].Lead(ctx, func(context.Context) error {
		t.Error("a serves, and b holds the lease")
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
