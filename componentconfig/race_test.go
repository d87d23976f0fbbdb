package componentconfig_test

import (
	"errors"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// TestLoadsAndReadersAtTheSameTime loads, reads and inspects from many goroutines. No load waits for another one, and
// all of them read the same. With -race, the test finds values that loads share without a lock.
func TestLoadsAndReadersAtTheSameTime(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": "apiVersion: relay.config.example.io/v1alpha1\nkind: RelayConfiguration\naddress: 192.0.2.1\n" +
			"tls: {keyPassword: hunter2}\nlabels: {a: b}\n",
		"conf.d/a.conf": "apiVersion: relay.config.example.io/v1alpha1\nkind: RelayConfiguration\nport: 7\n",
	})
	// A completion that ends when all loads have reached it: a load that waited for another one would never do so.
	const loads = 8
	var arrived atomic.Int32
	all := make(chan struct{})
	l := loader(componentconfig.WithComplete(func(*relay.RelayConfiguration, componentconfig.Sources) error {
		if arrived.Add(1) == loads {
			close(all)
		}
		select {
		case <-all:
			return nil
		case <-time.After(time.Minute):
			return errors.New("another load has not begun")
		}
	}))
	results := make([]*componentconfig.Loaded[relay.RelayConfiguration], loads)
	var wg sync.WaitGroup
	for i := range loads {
		wg.Go(func() {
			loaded, err := l.Load(s.args([]string{"--config=$D/config.yaml", "--config-dir=$D/conf.d", "--port=" +
				strconv.Itoa(i+1)}))
			if err != nil {
				t.Error(err)
			}
			results[i] = loaded
		})
	}
	wg.Wait()
	if t.Failed() {
		return
	}
	for i, loaded := range results {
		for range 4 {
			wg.Go(func() {
				if got := loaded.Origins()["port"][0].String(); got != "flag --port" {
					t.Errorf("%d: the origin of port is %s", i, got)
				}
				if _, err := io.WriteString(io.Discard, loaded.Explain()); err != nil {
					t.Error(err)
				}
				if got := loaded.Origins()["bindAddress"][0].Line; got != 3 {
					t.Errorf("%d: the address is in line %d", i, got)
				}
				loaded.FlagSets()
				loaded.Preflight()
				l.Status()
			})
		}
	}
	wg.Wait()
}
