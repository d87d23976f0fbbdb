package componentconfig_test

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"
)

var (
	mutations = flag.Int("mutations", 250, "mutated files that are loaded")
	// A test does not measure time; "make soak" does.
	longest = flag.Duration("longest", 0, "how long a load of a mutated file may take; 0 for any time")
)

// mutants are the files that are mutated.
var mutants = []string{
	v1Header + "port: 5353\ntimeout: 1m30s\nzones:\n- name: a.example\n  file: zones/a\n  keys:\n  - {name: k, " +
		"secret: s}\n" +
		"upstreams: [{name: u, address: '10.0.0.1:53', weight: 3}]\nsearchDomains: &d [a, b]\nallowedClients: *d\n",
	v1alpha1Header + "address: 10.0.0.1\ntimeoutSeconds: 5\ncache:\n  size: 64Mi\n  negative: {entries: 10}\nlabels:\n" +
		"  \"quoted key\": |\n    several\n    lines\n  plain: >-\n    folded\nfeatureGates: {A: true}\n",
	`{"apiVersion": "relay.config.example.io/v1", "kind": "RelayConfiguration", "port": 53, "kernelBuffer": "1e3",` +
		` "tls": {"certFile": "\u00e9\ud83d\ude00", "clientCAs": ["a", "b"]}, "clientConnection": {"qps": 1.5}}`,
	v1Header + "logging: {format: json, flushFrequency: 5s, vmodule: [{filePattern: a, verbosity: 1}]}\nlimits: " +
		"{cpu: 10%}\n" +
		"hookFiles: {start: a, stop: ../b}\nmaxParallelTransfers: 1\nserializeTransfers: true\nverbosity: 0x10\n",
}

// mutated returns a file with some random changes.
func mutated(r *rand.Rand, text string) string {
	pieces := []string{"\n", "  ", "\t", ":", ": ", "- ", "[", "]", "{", "}", ",", "'", "\"", "&a ", "*a", "!x ",
		"<<: ", "# ", "|\n",
		"? ", "---\n", "...\n", "%", "@", "null", "~", "\x00", "\xff", "\ufeff", "\u2028", "\u0085", "1e999999999",
		"1e-99999999",
		"99999999999999999999", "0x", ".inf", "\\", "\\u", "\r", "true", "apiVersion", "&a [*a]", "{<<: *a}"}
	for range 1 + r.IntN(4) {
		at := r.IntN(len(text) + 1)
		end := min(len(text), at+r.IntN(8))
		switch piece := pieces[r.IntN(len(pieces))]; r.IntN(7) {
		case 0:
			text = text[:at] + text[end:]
		case 1:
			text = text[:at] + piece + text[at:]
		case 2:
			text = text[:at] + piece + text[end:]
		case 3:
			text = text[:at] + text[r.IntN(at+1):at] + text[at:]
		case 4:
			text = text[:at]
		case 5:
			text = text[:at] + strings.Repeat(piece, 1<<r.IntN(14)) + text[at:]
		case 6:
			lines := strings.SplitAfter(text, "\n")
			i, j := r.IntN(len(lines)), r.IntN(len(lines))
			lines[i], lines[j] = lines[j], lines[i]
			text = strings.Join(lines, "")
		}
	}
	return text
}

// TestMutations loads mutated files: none causes a panic, uses much memory or time, or has an error without a position.
func TestMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	s := newSite(t, nil)
	l := loader()
	loads := 0
	for i := range *mutations {
		main, dropIn := mutated(r, mutants[r.IntN(len(mutants))]), mutants[r.IntN(len(mutants))]
		if i%3 == 0 {
			dropIn = mutated(r, dropIn)
		}
		s.write("config.yaml", main)
		s.write("conf.d/a.conf", dropIn)
		const most = 256 << 20
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		_, err := l.Load(s.args(files))
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > most {
			t.Errorf("mutation %d: %d MiB for\n%q\n%q", i, allocated>>20, main, dropIn)
		}
		if *longest > 0 && took > *longest {
			t.Errorf("mutation %d: %s for\n%q\n%q", i, took, main, dropIn)
		}
		if err == nil {
			loads++
			continue
		}
		for line := range strings.Lines(err.Error()) {
			if !strings.HasPrefix(line, s.dir) {
				t.Errorf("mutation %d: no position: %s\n%q\n%q", i, line, main, dropIn)
			}
		}
	}
	t.Logf("%d of %d mutations load", loads, *mutations)
}
