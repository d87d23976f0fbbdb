package configcommand

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// asking are the flags of verbs that ask running processes.
type asking struct {
	running           []string
	tokenFile, caFile string
	timeout           time.Duration
	// ignored are fields that diff leaves out.
	ignored []string
	// lookup returns the addresses of a host; tests replace it.
	lookup func(ctx context.Context, host string) ([]net.IP, error)
}

// addFlags adds the flags to a verb, with its time limit.
func (q *asking) addFlags(cmd *cobra.Command, limit time.Duration) {
	flags := cmd.Flags()
	flags.StringSliceVar(&q.running, "running", nil, "Running processes: URLs such as http://127.0.0.1:8080, or "+
		"dns+http://HOST:PORT for all addresses of a host; Unix sockets; files with what /configz/origins/v1alpha1 "+
		"or /configz returned, or - for standard input; @FILE for a list of these, one a line.")
	flags.StringVar(&q.tokenFile, "token-file", "", "File with a bearer token for running processes.")
	flags.StringVar(&q.caFile, "ca-file", "", "File with the certificates of the authority of running processes.")
	flags.DurationVar(&q.timeout, "timeout", limit, "How long to wait for running processes.")
	q.lookup = func(ctx context.Context, host string) ([]net.IP, error) {
		return net.DefaultResolver.LookupIP(ctx, "ip", host)
	}
}

// Limits of what running processes are asked, and how long a verb waits if --timeout does not say it.
const (
	mostAtOnce = 256
	mostBytes  = 16 << 20
	usualLimit = 10 * time.Second
)

// target is a running process, or a file with what one returned.
type target struct {
	// name is what messages call it. It has no password.
	name string
	// base is the URL that the paths of pages follow; empty for a file.
	base   string
	client *http.Client
	token  string
	// free limits how many requests there are at the same time.
	free chan struct{}
	// read returns the content of a file.
	read func() ([]byte, error)
	// unusable is the reason why the name does not identify a process; nil if it does.
	unusable error
}

// targets returns the processes that --running names, each once.
func (q *asking) targets(cmd *cobra.Command) ([]target, error) {
	ctx, cancel := context.WithTimeout(cmd.Context(), q.timeout)
	defer cancel()
	config, token, err := q.credentials()
	if err != nil {
		return nil, err
	}
	names, err := q.names(cmd)
	if err != nil {
		return nil, err
	}
	var all []target
	free := make(chan struct{}, mostAtOnce)
	for i, name := range names {
		for _, t := range q.target(ctx, cmd, name, config) {
			if t.name == "" {
				t.name = fmt.Sprintf("entry %d of --running", i+1)
			}
			t.token, t.free = token, free
			if !slices.ContainsFunc(all, func(other target) bool { return other.name == t.name }) {
				all = append(all, t)
			}
		}
	}
	return all, nil
}

// names returns what --running names, with the entries of its lists.
func (q *asking) names(cmd *cobra.Command) (names []string, err error) {
	for _, name := range q.running {
		file, isList := strings.CutPrefix(name, "@")
		if !isList {
			names = append(names, name)
			continue
		}
		read := func() ([]byte, error) { return readFile(file) }
		if file == "-" {
			read = func() ([]byte, error) { return io.ReadAll(io.LimitReader(cmd.InOrStdin(), mostBytes)) }
		}
		text, err := read()
		if err != nil {
			return nil, fmt.Errorf("--running=%s: %w", layers.Plain(name), err)
		}
		before := len(names)
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				names = append(names, line)
			}
		}
		if len(names) == before {
			return nil, fmt.Errorf("--running=%s: the list is empty; write one process a line", layers.Plain(name))
		}
	}
	return names, nil
}

// credentials returns what the files of the flags have.
func (q *asking) credentials() (*tls.Config, string, error) {
	config, token := &tls.Config{MinVersion: tls.VersionTLS12}, ""
	if q.caFile != "" {
		pem, err := readFile(q.caFile)
		if err != nil {
			return nil, "", fmt.Errorf("--ca-file: %w", err)
		}
		if config.RootCAs = x509.NewCertPool(); !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, "", fmt.Errorf("--ca-file=%s: the file has no PEM certificate", layers.Plain(q.caFile))
		}
	}
	if q.tokenFile != "" {
		text, err := readFile(q.tokenFile)
		if err != nil {
			return nil, "", fmt.Errorf("--token-file: %w", err)
		}
		if token = strings.TrimSpace(string(text)); token == "" || strings.ContainsAny(token, "\r\n") {
			return nil, "", fmt.Errorf("--token-file=%s: the file must have one token", layers.Plain(q.tokenFile))
		}
	}
	return config, token, nil
}

// target returns the processes behind a name: several for all addresses of a host. One that is not a URL has no name,
// which may have a password.
func (q *asking) target(ctx context.Context, cmd *cobra.Command, name string, config *tls.Config) []target {
	plain, everywhere := strings.CutPrefix(name, "dns+")
	if strings.HasPrefix(plain, "http://") || strings.HasPrefix(plain, "https://") {
		address, err := url.Parse(plain)
		if err != nil || address.Host == "" {
			return []target{{unusable: errors.New("it is not a valid URL")}}
		}
		for _, page := range []string{"/", "/origins/v1alpha1", "/configz"} {
			address.Path = strings.TrimSuffix(address.Path, page)
		}
		address.RawQuery, address.Fragment = "", ""
		if everywhere {
			return q.endpoints(ctx, address, config)
		}
		return []target{dialed(address.Redacted(), address.String(), "", "", config)}
	}
	if name == "-" {
		return []target{{name: "standard input", read: func() ([]byte, error) {
			return io.ReadAll(io.LimitReader(cmd.InOrStdin(), mostBytes))
		}}}
	}
	path := strings.TrimPrefix(name, "unix://")
	info, err := os.Stat(path)
	switch {
	case err == nil && info.Mode()&os.ModeSocket != 0:
		return []target{dialed(layers.Plain(name), "http://localhost", "unix", path, config)}
	case err == nil && !info.IsDir() && path == name:
		return []target{{name: layers.Plain(name), read: func() ([]byte, error) { return readFile(name) }}}
	case err != nil:
		return []target{{name: layers.Plain(name), unusable: errors.New("it does not exist; specify a URL such as " +
			"http://127.0.0.1:8080, the path of a Unix socket or of a file, or - for standard input")}}
	}
	return []target{{name: layers.Plain(name), unusable: errors.New("it is neither a URL nor a Unix socket nor a file")}}
}

// endpoints returns a process for each address of a host. Those of one family are used: a process can have both.
func (q *asking) endpoints(ctx context.Context, address *url.URL, config *tls.Config) (all []target) {
	found, err := q.lookup(ctx, address.Hostname())
	if err != nil {
		return []target{{name: "dns+" + address.Redacted(), unusable: errors.New("the host has no address")}}
	}
	if old := slices.DeleteFunc(slices.Clone(found), func(ip net.IP) bool { return ip.To4() == nil }); len(old) > 0 {
		found = old
	}
	port := address.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[address.Scheme]
	}
	for _, ip := range found {
		at := net.JoinHostPort(ip.String(), port)
		all = append(all, dialed(address.Redacted()+" at "+at, address.String(), "tcp", at, config))
	}
	return all
}

// dialed is a process that is asked over HTTP, at the given address instead of the URL's, if there is one.
func dialed(name, base, network, at string, config *tls.Config) target {
	transport := &http.Transport{TLSClientConfig: config, DisableKeepAlives: true, Proxy: http.ProxyFromEnvironment}
	if at != "" {
		transport.Proxy = nil
		transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, at)
		}
	}
	// A token is for this process alone.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return target{name: name, base: base, client: &http.Client{Transport: transport, CheckRedirect: stay}}
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

// each calls a function for all targets at the same time, and returns their errors in the order of the targets. What
// has not returned when the time is over has an error, too.
func (q *asking) each(ctx context.Context, targets []target, ask func(ctx context.Context, i int) error) []error {
	ctx, cancel := context.WithTimeout(ctx, q.timeout)
	defer cancel()
	errs := make([]error, len(targets))
	var running sync.WaitGroup
	for i := range targets {
		running.Go(func() {
			if errs[i] = ask(ctx, i); errors.Is(errs[i], context.DeadlineExceeded) {
				errs[i] = fmt.Errorf("no answer within %v", q.timeout)
			}
		})
	}
	running.Wait()
	return errs
}

// errNoPage is the error of do if the process does not have the page.
var errNoPage = errors.New("the page does not exist")

// absent is the error of a process that may be starting.
type absent struct{ error }

func (e absent) Unwrap() error { return e.error }

// received is an error with the text of a server, such as the reason of a status or the names of a certificate.
type received struct{ error }

func (r received) Error() string { return layers.Plain(r.error.Error()) }
func (r received) Unwrap() error { return r.error }

// do sends a request for a page.
func (t target) do(ctx context.Context, method, path string) ([]byte, error) {
	data, err := t.ask(ctx, method, path)
	if err != nil {
		return nil, received{err}
	}
	return data, nil
}

func (t target) ask(ctx context.Context, method, path string) ([]byte, error) {
	if t.unusable != nil {
		return nil, t.unusable
	}
	select {
	case t.free <- struct{}{}:
		defer func() { <-t.free }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	request, err := http.NewRequestWithContext(ctx, method, t.base+path, nil)
	if err != nil {
		return nil, err
	}
	if t.token != "" {
		request.Header.Set("Authorization", "Bearer "+t.token)
	}
	response, err := t.client.Do(request)
	if err != nil {
		return nil, unreachable(ctx, err)
	}
	defer response.Body.Close() //nolint:errcheck // It was read.
	switch status := response.StatusCode; {
	case status == http.StatusNotFound:
		return nil, errNoPage
	case status == http.StatusUnauthorized && t.token != "":
		return nil, fmt.Errorf("the token of --token-file is refused (%s)", response.Status)
	case status == http.StatusForbidden && t.token != "":
		return nil, fmt.Errorf("the token of --token-file does not permit %s %s (%s)", method, path, response.Status)
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return nil, fmt.Errorf("the process wants a token (%s); specify --token-file", response.Status)
	case status >= 300 && status < 400:
		return nil, fmt.Errorf("the process redirects to %s; specify the address of the process itself",
			response.Header.Get("Location"))
	case status != http.StatusOK:
		err := fmt.Errorf("the process answers %s", response.Status)
		if status >= http.StatusInternalServerError {
			err = absent{err}
		}
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, mostBytes))
	if err != nil {
		return nil, unreachable(ctx, err)
	}
	return data, nil
}

// unreachable says in a few words why a process does not answer.
func unreachable(ctx context.Context, err error) error {
	var errno syscall.Errno
	var certificate *tls.CertificateVerificationError
	var dns *net.DNSError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &certificate):
		return fmt.Errorf("the certificate is not trusted: %w; specify its authority by --ca-file", certificate.Err)
	case errors.As(err, &dns):
		return fmt.Errorf("%s is not a known host", dns.Name)
	case errors.As(err, &errno):
		return absent{fmt.Errorf("no answer: %w", errno)}
	}
	var cause *url.Error
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return absent{fmt.Errorf("no answer: %w", err)}
}
