package manager

import (
	"cmp"
	"context"

	"golang.org/x/time/rate"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/flowcontrol"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/configgen/configgen/componentconfig/manager/config"
)

// Client says how the manager connects to the API server.
type Client struct {
	// Config is that of the manager. All its clients share one limit of requests, which can change.
	Config *rest.Config
	// LeaderElection is that of the election of a leader. It has no limit, so that requests of reconcilers never keep a
	// leader from renewing its lease.
	LeaderElection *rest.Config

	limiter limiter
}

// NewClient reads the kubeconfig file, or finds another way to connect. It returns an error if there is none.
func NewClient(c *config.ClientConnectionConfiguration) (*Client, error) {
	connect := ctrl.GetConfig
	if c.Kubeconfig != "" {
		connect = func() (*rest.Config, error) { return clientcmd.BuildConfigFromFlags("", c.Kubeconfig) }
	}
	unlimited, err := connect()
	if err != nil {
		return nil, err
	}
	unlimited.QPS = -1
	client := &Client{Config: rest.CopyConfig(unlimited), LeaderElection: unlimited,
		limiter: limiter{rate.NewLimiter(limitsOf(c))}}
	client.Config.RateLimiter = client.limiter
	return client, nil
}

// SetLimits changes how many requests are sent in a second and at once, also while the manager runs.
func (c *Client) SetLimits(limits *config.ClientConnectionConfiguration) {
	limit, burst := limitsOf(limits)
	c.limiter.SetLimit(limit)
	c.limiter.SetBurst(burst)
}

func limitsOf(c *config.ClientConnectionConfiguration) (rate.Limit, int) {
	limit := rate.Inf
	if c.QPS > 0 {
		limit = rate.Limit(c.QPS)
	}
	return limit, max(1, cmp.Or(int(c.Burst), int(c.QPS)))
}

// limiter is a flowcontrol.RateLimiter whose limits can change.
type limiter struct{ *rate.Limiter }

var _ flowcontrol.RateLimiter = limiter{}

func (l limiter) TryAccept() bool { return l.Allow() }

func (l limiter) Accept() { _ = l.Wait(context.Background()) } // which does not end

func (l limiter) Stop() {}

func (l limiter) QPS() float32 { return float32(l.Limit()) }
