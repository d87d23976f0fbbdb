package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// dropIns writes drop-in files of 20 keys. It returns a command line that reads them.
func dropIns(b *testing.B, count int) []string {
	b.Helper()
	dir := b.TempDir()
	for i := range count {
		text := "apiVersion: relay.config.configgen.dev/v1beta1\nkind: RelayConfiguration\n" + fmt.Sprintf(
			"listen: {address: 192.0.2.1, port: %d, tcp: true, maxUDPSize: 1232, allowFrom: [192.0.2.0/24]}\n", i+1) +
			"forwarding: {timeout: 3s, attempts: 3, policy: Random, upstreams: ['192.0.2.2:53'], aliases: {a.example: " +
			"b.example}}\n" +
			"cache: {size: 1Mi, minTTL: 1s, maxTTL: 1m}\nqueryLog: {file: log, mode: '0600', sample: 5%, exclude: [a]}\n" +
			"admin: {address: '127.0.0.1:80', healthPath: /h, token: t}\n"
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%04d.conf", i)), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return []string{"--config=testdata/relay.yaml", "--config-dir=" + dir, "--port=5", "-v=2"}
}

// BenchmarkStartUp measures everything from the arguments to the validated configuration.
func BenchmarkStartUp(b *testing.B) {
	for _, count := range []int{0, 10, 1000} {
		b.Run(fmt.Sprintf("drop-ins=%d", count), func(b *testing.B) {
			arguments := dropIns(b, count)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := prepared(b, arguments).loader.Load(arguments); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkMemory measures what a start leaves in memory, and what the first request for the sources of values adds.
func BenchmarkMemory(b *testing.B) {
	arguments := dropIns(b, 0)
	held := func() float64 {
		var now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&now)
		return float64(now.HeapAlloc)
	}
	for b.Loop() {
		before := held()
		now, err := prepared(b, arguments).loader.Load(arguments)
		if err != nil {
			b.Fatal(err)
		}
		mux := pages(now)
		started := held()
		page := httptest.NewRecorder()
		mux.ServeHTTP(page, httptest.NewRequest(http.MethodGet, "/configz/origins/v1alpha1", nil))
		if page.Code != http.StatusOK {
			b.Fatal(page.Body)
		}
		page.Body = nil
		b.ReportMetric(started-before, "bytes-of-a-start")
		b.ReportMetric(held()-started, "bytes-of-a-request")
		runtime.KeepAlive(mux)
	}
}

// BenchmarkConfigCommand measures the command config with the same files, which must not take longer than a start, and
// what a shell waits for.
func BenchmarkConfigCommand(b *testing.B) {
	for name, ask := range map[string][]string{
		"validate/drop-ins=0": {"validate", "--"}, "validate/drop-ins=1000": {"validate", "--"},
		"explain": {"explain", "forwarding.timeout", "--"}, "print": {"print", "--origins", "--"},
	} {
		b.Run(name, func(b *testing.B) {
			count := 0
			if filepath.Base(name) == "drop-ins=1000" {
				count = 1000
			}
			arguments := append(ask, dropIns(b, count)...)
			b.ReportAllocs()
			for b.Loop() {
				if status, out := prepared(b, nil).config(b, arguments...); status != 0 {
					b.Fatal(out)
				}
			}
		})
	}
}
