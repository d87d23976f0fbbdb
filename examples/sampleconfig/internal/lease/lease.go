// Package lease elects one of several relays with a Lease of the Kubernetes API.
package lease

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfig "k8s.io/component-base/config"
	"k8s.io/klog/v2"
)

// errLost is returned when the lease is lost.
var errLost = errors.New("the lease is lost")

// Lease is the part of the Lease in coordination.k8s.io/v1 that an election needs.
type Lease struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              Spec `json:"spec"`
}

// Spec is the holder of a lease and the time until which it is held.
type Spec struct {
	HolderIdentity       string            `json:"holderIdentity"`
	LeaseDurationSeconds int32             `json:"leaseDurationSeconds"`
	AcquireTime          *metav1.MicroTime `json:"acquireTime,omitempty"`
	RenewTime            *metav1.MicroTime `json:"renewTime,omitempty"`
}

// Elector takes part in an election with the name ID.
type Elector struct {
	client *client
	config *componentbaseconfig.LeaderElectionConfiguration
	id     string
	now    func() time.Time

	seen     Spec      // last spec of the lease
	seenTime time.Time // when seen was first observed, by the local clock
}

// New reads the kubeconfig file. It returns an error if the file cannot be read or lacks a cluster or a user.
func New(connection *componentbaseconfig.ClientConnectionConfiguration,
	c *componentbaseconfig.LeaderElectionConfiguration, id string) (*Elector, error) {
	api, err := newClient(connection)
	if err != nil {
		return nil, err
	}
	return &Elector{client: api, config: c, id: id, now: time.Now}, nil
}

// Lead waits for the lease and then calls serve with a context that is canceled when the lease is lost. It returns the
// error of serve, or the reason for which the lease was lost.
func (e *Elector) Lead(ctx context.Context, serve func(context.Context) error) error {
	for {
		err := e.acquire(ctx)
		if err == nil {
			break
		}
		klog.V(2).InfoS("Standing by", "reason", err)
		if e.wait(ctx) != nil {
			return nil // Stopped before it was elected.
		}
	}
	term, end := context.WithCancelCause(ctx)
	go e.keep(term, end, e.now())
	err := serve(term)
	if cause := context.Cause(term); errors.Is(cause, errLost) {
		return cause
	}
	end(nil)
	return err
}

// keep renews the lease until a renewal fails for too long. The lease was last renewed at the given time.
func (e *Elector) keep(term context.Context, end context.CancelCauseFunc, renewed time.Time) {
	for e.wait(term) == nil {
		err := e.acquire(term)
		switch {
		case err == nil:
			renewed = e.now()
		case e.now().Sub(renewed) >= e.config.RenewDeadline.Duration:
			end(fmt.Errorf("%w: %w", errLost, err))
			return
		}
	}
}

func (e *Elector) wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(e.config.RetryPeriod.Duration):
		return nil
	}
}

// acquire takes or renews the lease. It returns an error if another relay holds it or the request fails.
func (e *Elector) acquire(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, e.config.RenewDeadline.Duration)
	defer cancel()
	collection := "/apis/coordination.k8s.io/v1/namespaces/" + e.config.ResourceNamespace + "/leases"
	current := Lease{
		TypeMeta:   metav1.TypeMeta{APIVersion: "coordination.k8s.io/v1", Kind: "Lease"},
		ObjectMeta: metav1.ObjectMeta{Name: e.config.ResourceName, Namespace: e.config.ResourceNamespace},
	}
	method, path := http.MethodPut, collection+"/"+e.config.ResourceName
	err := e.client.do(ctx, http.MethodGet, path, nil, &current)
	if status := (statusError{}); errors.As(err, &status) && status.code == http.StatusNotFound {
		method, path, err = http.MethodPost, collection, nil
	}
	if err != nil {
		return err
	}
	if holder := current.Spec.HolderIdentity; holder != "" && holder != e.id && !e.expired(current.Spec) {
		return fmt.Errorf("%s holds the lease", holder)
	}
	now := metav1.NewMicroTime(e.now())
	if current.Spec.HolderIdentity != e.id {
		current.Spec.AcquireTime = &now
	}
	current.Spec.HolderIdentity, current.Spec.RenewTime = e.id, &now
	current.Spec.LeaseDurationSeconds = int32(e.config.LeaseDuration.Seconds())
	return e.client.do(ctx, method, path, current, &current)
}

// expired reports whether the lease of another relay has not been renewed for its duration.
func (e *Elector) expired(spec Spec) bool {
	if spec.HolderIdentity != e.seen.HolderIdentity || !spec.RenewTime.Equal(e.seen.RenewTime) {
		e.seen, e.seenTime = spec, e.now()
		return false
	}
	return e.now().Sub(e.seenTime) >= time.Duration(spec.LeaseDurationSeconds)*time.Second
}
