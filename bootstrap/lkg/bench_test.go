package lkg

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkStart measures what a start costs without a state folder, with a confirmed configuration, and with one on trial, on the disk of the
// temporary folder. The configuration is as large as a kubelet's, 8 KiB; checking it is left out, since a component without dynamic
// configuration decodes one too.
func BenchmarkStart(b *testing.B) {
	config := make([]byte, 8<<10)
	p, err := NewPayload(File{"config.yaml", config})
	if err != nil {
		b.Fatal(err)
	}
	check := func(Payload) error { return nil }
	b.Run("without", func(b *testing.B) {
		for b.Loop() {
			if err := check(p); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, c := range []struct {
		name    string
		confirm Policy
	}{{"confirmed", AfterUptime()}, {"trial", ByApplication()}} {
		b.Run(c.name, func(b *testing.B) {
			syncs := 0
			opts := Options{Check: check, Files: countingFiles{SystemFiles(), &syncs}}
			dir := filepath.Join(b.TempDir(), "state")
			s := must2(Open(dir, opts))
			must2(s.Assign(p, ""))
			must2(s.Start(Payload{}))
			s.Close()
			if c.confirm.uptime {
				s := must2(Open(dir, opts))
				must2(s.Start(Payload{}))
				must(s.Confirm())
				s.Close()
			}
			trials, _ := os.ReadFile(filepath.Join(dir, trialsFile))
			total := 0
			b.ResetTimer()
			for range b.N {
				syncs = 0
				s := must2(Open(dir, opts))
				d := must2(s.Start(Payload{}))
				b.StopTimer()
				if total += syncs; d.Layer != Assigned {
					b.Fatal(d)
				}
				s.Close()
				must(os.WriteFile(filepath.Join(dir, trialsFile), trials, 0o600))
				b.StartTimer()
			}
			b.ReportMetric(float64(total)/float64(b.N), "syncs/op")
		})
	}
}
