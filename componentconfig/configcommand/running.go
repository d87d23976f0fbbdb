package configcommand

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// runningProcess is the configuration of a running process.
func runningProcess(a *client, cmd *cobra.Command, from string) (compared, error) {
	data, err := fetch(cmd, from)
	if from = shownURL(from); from == "" {
		return compared{}, errors.New("--running is not a valid URL")
	}
	if err != nil {
		return compared{}, fmt.Errorf("--running=%s: %w", from, err)
	}
	component, err := a.Component()
	if err != nil {
		return compared{}, err
	}
	data, err = configurationIn(data, component.Roots[0])
	if err != nil {
		return compared{}, fmt.Errorf("--running=%s: %w", from, err)
	}
	shown, err := a.Parse(layers.File{Name: from, Data: data})
	if err != nil {
		return compared{}, err
	}
	return compared{name: "the running process", known: true, leaves: shown.Leaves, running: true}, nil
}

// shownURL returns what --running names as messages show it: without a password. It returns "" for a URL that cannot be
// read.
func shownURL(from string) string {
	if !strings.HasPrefix(from, "http://") && !strings.HasPrefix(from, "https://") {
		return layers.Plain(from)
	}
	address, err := url.Parse(from)
	if err != nil {
		return ""
	}
	return address.Redacted()
}

// configurationIn returns the configuration of a root in what configz returns, which may hold those of several groups.
func configurationIn(data []byte, root extension.Root) ([]byte, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, errors.New("there is no JSON object: specify the address of configz, such as " +
			"http://127.0.0.1:8080/configz")
	}
	if found, ok := all[root.Group]; ok && root.Group != "" {
		return found, nil
	}
	if found, ok := all[root.Kind]; ok {
		return found, nil
	}
	if _, ok := all["kind"]; ok {
		return data, nil
	}
	return nil, fmt.Errorf("configz has no configuration of %s: enable WithConfigz in the component", root.Group)
}

// Limits of what a running process is asked.
const (
	mostTime  = 10 * time.Second
	mostBytes = 16 << 20
)

// fetch returns what configz of a running process shows.
func fetch(cmd *cobra.Command, from string) ([]byte, error) {
	info, statErr := os.Stat(strings.TrimPrefix(from, "unix://"))
	switch {
	case from == "-":
		return io.ReadAll(io.LimitReader(cmd.InOrStdin(), mostBytes))
	case strings.HasPrefix(from, "http://"), strings.HasPrefix(from, "https://"):
		address, err := url.Parse(from)
		if err != nil {
			return nil, err
		}
		if address.Path == "" || address.Path == "/" {
			address.Path = "/configz"
		}
		return get(cmd.Context(), http.DefaultTransport, address.String())
	case statErr == nil && info.Mode()&os.ModeSocket != 0:
		dialer, socket := net.Dialer{}, strings.TrimPrefix(from, "unix://")
		return get(cmd.Context(), &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, "unix", socket)
		}}, "http://localhost/configz")
	case statErr == nil && !info.IsDir() && !strings.HasPrefix(from, "unix://"):
		return readFile(from)
	case statErr != nil:
		return nil, errors.New("write a URL such as http://127.0.0.1:8080/configz, the path of a Unix socket or of a file, " +
			"or - for standard input")
	}
	return nil, errors.New("it is neither a URL nor a Unix socket nor a file")
}

// readFile reads a file, which can be a pipe from another program.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // It was read.
	return io.ReadAll(io.LimitReader(f, mostBytes))
}

// get asks a server.
func get(ctx context.Context, transport http.RoundTripper, address string) ([]byte, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	response, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		var cause *url.Error
		if errors.As(err, &cause) {
			err = cause.Err
		}
		return nil, err
	}
	defer response.Body.Close() //nolint:errcheck // It was read.
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server answers %s; if it wants credentials, get the page by other means and pass "+
			"--running=-", response.Status)
	}
	return io.ReadAll(io.LimitReader(response.Body, mostBytes))
}
