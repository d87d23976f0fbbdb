package manager

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/flowcontrol"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/configgen/configgen/componentconfig/manager/config"
)

// Client has the configurations that a manager connects to the API server with.
type Client struct {
	// Config is the configuration of the manager's clients. They share one limit of requests, which can change.
	Config *rest.Config
	// LeaderElection is the configuration of the leader election's client. It does not have a limit, so that requests of
	// reconcilers never keep a leader from renewing its lease.
	LeaderElection *rest.Config

	limiter *limiter
}

// NewClient reads the kubeconfig file, or finds another way to connect. It returns an error if there is none.
func NewClient(c *config.ClientConnectionConfiguration) (*Client, error) {
	connect := ctrl.GetConfig
	if c.Kubeconfig != "" {
		connect = func() (*rest.Config, error) { return clientcmd.BuildConfigFromFlags("", c.Kubeconfig) }
	}
	unlimited, err := connect()
	switch {
	case clientcmd.IsEmptyConfig(err) && c.Kubeconfig != "":
		return nil, fmt.Errorf("clientConnection.kubeconfig: %s has no current-context: add it", c.Kubeconfig)
	case clientcmd.IsEmptyConfig(err):
		return nil, errors.New("no API server is configured: specify clientConnection.kubeconfig (flag --kubeconfig), or " +
			"set KUBECONFIG to a file that exists and has a current-context")
	case err != nil && c.Kubeconfig != "":
		return nil, fmt.Errorf("clientConnection.kubeconfig: %w", err)
	case err != nil:
		return nil, err
	}
	unlimited.QPS = -1
	client := &Client{Config: rest.CopyConfig(unlimited), LeaderElection: unlimited,
		limiter: &limiter{rate: rate.NewLimiter(limitsOf(c)), changed: make(chan struct{})}}
	client.Config.RateLimiter = client.limiter
	return client, nil
}

// SetLimits changes how many requests are sent in a second and at once, also while the manager runs, and for requests
// that wait already.
func (c *Client) SetLimits(limits *config.ClientConnectionConfiguration) {
	c.limiter.set(limitsOf(limits))
}

func limitsOf(c *config.ClientConnectionConfiguration) (rate.Limit, int) {
	limit := rate.Inf
	if c.QPS > 0 {
		limit = rate.Limit(c.QPS)
	}
	return limit, max(1, cmp.Or(int(c.Burst), int(c.QPS)))
}

// limiter is a flowcontrol.RateLimiter whose limits can change.
type limiter struct {
	mu   sync.Mutex
	rate *rate.Limiter
	// changed is closed when the limits change.
	changed chan struct{}
}

var _ flowcontrol.RateLimiter = (*limiter)(nil)

// set changes the limits. Requests that wait begin anew, and what is left of the burst remains.
func (l *limiter) set(limit rate.Limit, burst int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if limit == l.rate.Limit() && burst == l.rate.Burst() {
		return
	}
	left := min(max(0, int(l.rate.Tokens())), burst)
	l.rate = rate.NewLimiter(limit, burst)
	l.rate.AllowN(time.Now(), burst-left)
	close(l.changed)
	l.changed = make(chan struct{})
}

func (l *limiter) now() (*rate.Limiter, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rate, l.changed
}

// Wait returns when a request may be sent. It returns an error if the context ends before.
func (l *limiter) Wait(ctx context.Context) error {
	for ctx.Err() == nil {
		limit, changed := l.now()
		turn := limit.Reserve()
		timer := time.NewTimer(turn.Delay())
		select {
		case <-timer.C:
			return nil
		case <-changed:
			timer.Stop()
		case <-ctx.Done():
			timer.Stop()
			turn.Cancel()
		}
	}
	return ctx.Err()
}

func (l *limiter) TryAccept() bool {
	limit, _ := l.now()
	return limit.Allow()
}

func (l *limiter) Accept() { _ = l.Wait(context.Background()) } // which does not end

func (l *limiter) Stop() {}

func (l *limiter) QPS() float32 {
	limit, _ := l.now()
	return float32(limit.Limit())
}
