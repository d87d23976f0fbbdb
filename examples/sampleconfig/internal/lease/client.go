package lease

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	componentbaseconfig "k8s.io/component-base/config"
	"sigs.k8s.io/yaml"
)

// kubeconfig is the part of a kubeconfig file that the relay uses: the first cluster and the first user.
type kubeconfig struct {
	Clusters []struct {
		Cluster struct {
			Server string `json:"server"`
			CAData []byte `json:"certificate-authority-data"`
			CAFile string `json:"certificate-authority"`
		} `json:"cluster"`
	} `json:"clusters"`
	Users []struct {
		User struct {
			Token     string `json:"token"`
			TokenFile string `json:"tokenFile"`
		} `json:"user"`
	} `json:"users"`
}

// client sends JSON to the API server.
type client struct {
	http   *http.Client
	server string
	token  func() (string, error)
	accept string
	limit  *limiter
}

func newClient(c *componentbaseconfig.ClientConnectionConfiguration) (*client, error) {
	data, err := os.ReadFile(c.Kubeconfig)
	if err != nil {
		return nil, err
	}
	var file kubeconfig
	if err := yaml.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Kubeconfig, err)
	}
	if len(file.Clusters) == 0 || len(file.Users) == 0 {
		return nil, fmt.Errorf("%s names no cluster or no user", c.Kubeconfig)
	}
	cluster, user, dir := file.Clusters[0].Cluster, file.Users[0].User, filepath.Dir(c.Kubeconfig)
	if cluster.CAFile != "" && len(cluster.CAData) == 0 {
		if cluster.CAData, err = os.ReadFile(against(dir, cluster.CAFile)); err != nil {
			return nil, err
		}
	}
	settings := &tls.Config{MinVersion: tls.VersionTLS12}
	if len(cluster.CAData) > 0 {
		settings.RootCAs = x509.NewCertPool()
		if !settings.RootCAs.AppendCertsFromPEM(cluster.CAData) {
			return nil, fmt.Errorf("%s holds no certificate of the cluster", c.Kubeconfig)
		}
	}
	token := func() (string, error) { return user.Token, nil }
	if user.TokenFile != "" {
		token = func() (string, error) { // Read for each request, because the file is replaced while the relay runs.
			text, err := os.ReadFile(against(dir, user.TokenFile))
			return strings.TrimSpace(string(text)), err
		}
	}
	return &client{
		http:   &http.Client{Transport: &http.Transport{TLSClientConfig: settings}},
		server: strings.TrimSuffix(cluster.Server, "/"),
		token:  token, accept: c.AcceptContentTypes,
		limit: &limiter{perSecond: float64(c.QPS), burst: float64(c.Burst), left: float64(c.Burst)},
	}, nil
}

func against(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// statusError is the status of a request that failed.
type statusError struct {
	code int
	text string
}

func (e statusError) Error() string { return fmt.Sprintf("the API server says %d: %s", e.code, e.text) }

// do sends in, unless it is nil, and decodes the response into out.
func (c *client) do(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(data)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.server+path, body)
	if err != nil {
		return err
	}
	token, err := c.token()
	if err != nil {
		return err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if c.accept != "" {
		request.Header.Set("Accept", c.accept)
	}
	if err := c.limit.wait(ctx); err != nil {
		return err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return err
	}
	if response.StatusCode/100 != 2 {
		return statusError{response.StatusCode, strings.TrimSpace(string(data))}
	}
	return json.Unmarshal(data, out)
}

// limiter limits requests to a rate, after an initial burst.
type limiter struct {
	perSecond, burst float64

	mu   sync.Mutex
	left float64
	last time.Time
}

func (l *limiter) wait(ctx context.Context) error {
	l.mu.Lock()
	now := time.Now()
	if !l.last.IsZero() {
		l.left = min(l.burst, l.left+now.Sub(l.last).Seconds()*l.perSecond)
	}
	l.last = now
	l.left--
	var pause time.Duration
	if l.left < 0 && l.perSecond > 0 {
		pause = time.Duration(-l.left / l.perSecond * float64(time.Second))
	}
	l.mu.Unlock()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pause):
		return nil
	}
}
