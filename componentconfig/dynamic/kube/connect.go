package kube

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"sync"

	"k8s.io/client-go/rest"
)

// connecting sends requests to a server that was not known when its source was made, for example because the
// kubeconfig file or the token of the pod did not exist yet. Each request asks for the server until it is known: what
// is wrong with a file must not keep a component from starting with the configuration that it has.
type connecting struct {
	cluster func() (*rest.Config, error)

	mu  sync.Mutex
	via http.RoundTripper
	// base is the URL of the server.
	base *url.URL
}

// unknownHost is where requests go until the server is known. No name server has it.
const unknownHost = "https://server.invalid"

// RoundTrip implements http.RoundTripper. It returns an error while the server is not known.
func (c *connecting) RoundTrip(r *http.Request) (*http.Response, error) {
	via, base, err := c.server()
	if err != nil {
		return nil, fmt.Errorf("the server is not known: %w", err)
	}
	sent := r.Clone(r.Context())
	sent.Host, sent.URL.Scheme, sent.URL.Host = "", base.Scheme, base.Host
	sent.URL.Path = path.Join("/", base.Path, r.URL.Path)
	return via.RoundTrip(sent)
}

// server returns the server, and asks for it if it is not known. Several requests may ask at the same time.
func (c *connecting) server() (http.RoundTripper, *url.URL, error) {
	if via, base := c.keep(nil, nil); via != nil {
		return via, base, nil
	}
	config, err := c.cluster()
	if err != nil {
		return nil, nil, err
	}
	base, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return nil, nil, err
	}
	via, err := rest.TransportFor(config)
	if err != nil {
		return nil, nil, err
	}
	via, base = c.keep(via, base)
	return via, base, nil
}

// keep returns the server that was kept first.
func (c *connecting) keep(via http.RoundTripper, base *url.URL) (http.RoundTripper, *url.URL) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.via == nil {
		c.via, c.base = via, base
	}
	return c.via, c.base
}
