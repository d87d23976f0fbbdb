package configcommand

import (
	"context"
	"errors"
	"net"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestTimeLimit asks 300 processes. Two of them hang. The time limit is for all of them together, and the answers of
// the others are there. More than can be asked at the same time do not wait for those that hang.
func TestTimeLimit(t *testing.T) {
	for _, n := range []int{300, 10 * mostAtOnce} {
		synctest.Test(t, func(t *testing.T) {
			q, begin := asking{timeout: 10 * time.Second}, time.Now()
			errs := q.each(t.Context(), make([]target, n), func(ctx context.Context, i int) error {
				if i == 7 || i == 8 {
					<-ctx.Done()
					return ctx.Err()
				}
				return nil
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
		"http://me:secret@gone":     "--running=dns+http://me:xxxxx@gone: the host has no address",
	} {
		parsed, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		all, err := q.endpoints(t.Context(), parsed, nil)
		for _, target := range all {
			if got = append(got, target.name); target.base != address {
				t.Errorf("the URL of %s is %s", target.name, target.base)
			}
		}
		if err != nil {
			got = append(got, err.Error())
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("got %s, want %s", text, want)
		}
	}
}
