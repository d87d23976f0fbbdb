package configcommand

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/running"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

// served is a process in the test.
type served func(*http.Request) (*http.Response, error)

func (f served) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// says is an answer.
func says(text string) *http.Response {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(text))}
}

// hangs answers when nobody waits any more.
func hangs(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// TestTimeLimit asks 300 processes. Two of them hang. The time limit is for all of them together, and the answers of
// the others are there. Processes beyond the limit of concurrent requests do not wait for the ones that hang.
func TestTimeLimit(t *testing.T) {
	for _, n := range []int{300, 10 * mostAtOnce} {
		synctest.Test(t, func(t *testing.T) {
			q, begin, free := asking{timeout: 10 * time.Second}, time.Now(), make(chan struct{}, mostAtOnce)
			targets := make([]target, n)
			for i := range targets {
				process := served(func(*http.Request) (*http.Response, error) { return says(""), nil })
				if i == 7 || i == 8 {
					process = hangs
				}
				targets[i] = target{base: "http://relay", client: &http.Client{Transport: process}, free: free}
			}
			errs := q.each(t.Context(), targets, func(ctx context.Context, i int) error {
				_, err := targets[i].do(ctx, http.MethodGet, "/")
				return err
			})
			if took := time.Since(begin); took != q.timeout {
				t.Errorf("took %v", took)
			}
			for i, err := range errs {
				if hangs := i == 7 || i == 8; (err != nil) != hangs || hangs && err.Error() != "no answer within 10s" {
					t.Errorf("process %d: %v", i, err)
				}
			}
		})
	}
}

// TestEndpoints: a process at each address of a host, of one family, with the name of the host in its URL.
func TestEndpoints(t *testing.T) {
	addresses := []net.IP{net.ParseIP("10.0.0.7"), net.ParseIP("fd00::7"), net.ParseIP("10.0.0.8")}
	q := asking{lookup: func(_ context.Context, host string) ([]net.IP, error) {
		switch host {
		case "relay.default.svc":
			return addresses, nil
		case "six":
			return addresses[1:2], nil
		}
		return nil, errors.New("no such host")
	}}
	for address, want := range map[string]string{
		"https://relay.default.svc": "https://relay.default.svc at 10.0.0.7:443, https://relay.default.svc at 10.0.0.8:443",
		"http://six:80/prefix":      "http://six:80/prefix at [fd00::7]:80",
		"http://me:secret@gone":     "dns+http://me:xxxxx@gone: the host has no address",
	} {
		parsed, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, target := range q.endpoints(t.Context(), parsed, nil) {
			name := target.name
			if target.unusable != nil {
				name += ": " + target.unusable.Error()
			} else if target.base != address {
				t.Errorf("the URL of %s is %s", target.name, target.base)
			}
			got = append(got, name)
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("got %s, want %s", text, want)
		}
	}
}

// relayThatSays returns a process that answers one text after the other, the last one again and again. "" hangs, and a
// number is a status.
func relayThatSays(answers ...string) target {
	n := 0
	return target{base: "http://relay", free: make(chan struct{}, 1), client: &http.Client{Transport: served(
		func(r *http.Request) (*http.Response, error) {
			text := answers[min(n, len(answers)-1)]
			n++
			status, err := strconv.Atoi(text)
			switch {
			case text == "":
				return hangs(r)
			case text == "gone":
				return nil, syscall.ECONNREFUSED
			case err == nil:
				return &http.Response{StatusCode: status, Status: text, Body: http.NoBody}, nil
			}
			return says(`{"kind": "ConfigurationOrigins", "apiVersion": "` + running.APIVersion + `", "status": ` +
				text + `}`), nil
		})}}
}

// TestAwait: what a process says until it uses some files, or will never do so, and how long it is asked.
func TestAwait(t *testing.T) {
	a := &client{Inspector: extension.Of(componentconfig.New("relay", options.RelayConfigurationRoot())).Inspector}
	if _, err := a.Component(); err != nil {
		t.Fatal(err)
	}
	const (
		old     = `{"state": "current", "digest": "0a0a"}`
		waits   = `{"state": "pending", "digest": "0a0a"}`
		refuses = `{"state": "failed", "digest": "0a0a", "refused": {"digest": "0b0b", "result": "invalid"}}`
		asks    = `{"state": "failed", "digest": "0a0a", "refused": {"digest": "0b0b", "result": "refused"}}`
		now     = `{"state": "current", "digest": "0b0b"}`
	)
	for _, c := range []struct {
		name    string
		answers []string
		took    time.Duration
		want    string
	}{
		{"at once", []string{now}, 0, "0b0b current"},
		{"restarted", []string{old, waits, "gone", "503", now}, 2 * time.Second, "0b0b current"},
		{"ends and leaves a question open", []string{old, "", now}, 6 * time.Second, "0b0b current"},
		{"never", []string{old}, time.Minute, "0a0a current"},
		{"refuses the files", []string{old, refuses}, 500 * time.Millisecond, "0a0a failed"},
		{"is asked again by itself", []string{asks, now}, 500 * time.Millisecond, "0b0b current"},
		{"gone for good", []string{old, "gone"}, time.Minute, "no answer: connection refused"},
		{"hangs", []string{""}, time.Minute, "no answer within 1m0s"},
		{"refuses the question", []string{"401"}, 0, "the process wants a token (401); specify --token-file"},
		{"tells no digest", []string{`{}`}, 0,
			"the process has no page /configz/origins/v1alpha1, and does not tell the digest of its files"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q, begin, process := asking{timeout: time.Minute}, time.Now(), relayThatSays(c.answers...)
				var found answer
				errs := q.each(t.Context(), make([]target, 1), func(ctx context.Context, _ int) (err error) {
					found, err = process.await(ctx, a, "0b0b")
					return err
				})
				got := found.status.Digest + " " + found.status.State
				if errs[0] != nil {
					got = errs[0].Error()
				}
				if took := time.Since(begin); got != c.want || took != c.took {
					t.Errorf("got %s after %v, want %s after %v", got, took, c.want, c.took)
				}
			})
		})
	}
}

// TestFilesInPlaceOfDynamicConfiguration: a process with dynamic configuration does not read the file that is waited
// for.
func TestFilesInPlaceOfDynamicConfiguration(t *testing.T) {
	s := standing{want: "0f3a9c12", single: true, dynamic: "relay dynamic-config", Conditions: []condition{{
		Processes:     []string{"A"},
		processStatus: processStatus{State: isCurrent, Digest: "9f2c", Files: []string{"pushed.yaml"}},
		Dynamic:       "assigned 360eef06871b",
	}}}
	var out strings.Builder
	if err := s.text(&out); err != nil {
		t.Fatal(err)
	}
	want := "the process uses dynamic configuration, assigned 360eef06871b, digest 9f2c\nit does not use 0f3a9c12\n" +
		"dynamic configuration is used in place of the main file: assign the file in its source; \"relay dynamic-config " +
		"wait\" waits until a process uses what is assigned\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}
