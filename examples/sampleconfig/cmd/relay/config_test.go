package main

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/configgen/configgen/componentconfig/configcommand"
)

// document is a configuration that the relay can run with.
const document = "apiVersion: relay.config.configgen.dev/v1beta1\nkind: RelayConfiguration\nforwarding: {upstreams: " +
	"[\"198.51.100.1:53\"]}\n"

// config answers a question of an operator. It returns the exit status and what is printed.
func (p *process) config(t testing.TB, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	status := configcommand.Run(t.Context(), p.loader, args, &out, &out)
	return status, out.String()
}

// started returns the errors of a start with these arguments, and otherwise its warnings.
func (p *process) started(args ...string) (refused bool, text string) {
	loaded, err := p.loader.Load(args)
	if err != nil {
		return true, err.Error() + "\n"
	}
	var out strings.Builder
	for _, warning := range loaded.Warnings {
		fmt.Fprintln(&out, "warning:", warning)
	}
	return false, out.String()
}

// comparable sorts the lines that validate prints, and puts the word warning in front of the position. A start that is
// refused prints no warnings.
func comparable(text string, refused bool) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if before, after, ok := strings.Cut(line, "warning: "); ok {
			lines[i] = "warning: " + before + after
		}
	}
	slices.Sort(lines)
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool {
		return refused && strings.HasPrefix(l, "warning: ")
	}), "")
}

// TestValidateIsAStart validates the files of the options package, and each with a part of another start. What config
// validate reports is what the start reports, no less and no more.
func TestValidateIsAStart(t *testing.T) {
	content, err := os.ReadFile("../../apis/config/options/testdata/files.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		APIVersion, Kind string
		Files            []map[string]string
	}
	if err := yaml.Unmarshal(content, &table); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file, dropIns, instance := filepath.Join(dir, "relay.yaml"), filepath.Join(dir, "conf.d"), filepath.Join(dir, "i.yaml")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(dropIns, 0o700); err != nil {
		t.Fatal(err)
	}
	header := "apiVersion: " + table.APIVersion + "\nkind: "
	write(filepath.Join(dropIns, "10-site.conf"), header+table.Kind+"\nlisten: {trafficClass: 300}\n")
	write(instance, header+"RelayInstanceConfiguration\nserverId: a\n")
	starts, asks, counts := prepared(t, nil), prepared(t, nil), map[bool]int{}
	for i := 0; i < len(table.Files); i += 2 { // Every second one is enough, and takes half the time.
		for verdict, text := range table.Files[i] {
			if verdict == "why" {
				continue
			}
			if !strings.Contains(text, "apiVersion") && !strings.Contains(text, "kind") && strings.Contains(text, ": ") {
				text = header + table.Kind + "\n" + text
			}
			write(file, text)
			flags := []string{"--hosts-file=hosts", "--shutdown-timeout=1s"}
			switch i % 20 {
			case 6:
				flags = []string{"--port=70000", "--shutdown-timeout=1s"}
			case 16:
				flags = []string{"--hosts-file=hosts", "--shutdown-timeout=-1s"}
			}
			start, asked := []string{"--config=" + file}, []string{"validate", file}
			if i%20 == 0 {
				start, asked = append(start, "--config-dir="+dropIns), append(asked, dropIns)
			}
			if i%28 == 0 {
				start, asked = append(start, "--instance-config="+instance), append(asked, instance)
			}
			refused, want := starts.started(append(start, flags...)...)
			status, got := asks.config(t, append(append(asked, "--"), flags...)...)
			counts[refused]++
			if refused != (status == 1) || comparable(got, refused) != comparable(want, refused) {
				t.Errorf("%q\n%s\nstatus %d, got\n%s\nwant\n%s", flags, text, status, got, want)
			}
		}
	}
	if counts[true]+counts[false] < 100 || counts[false] < 10 {
		t.Errorf("%d files are refused and %d accepted", counts[true], counts[false])
	}
}

// TestDrift edits a file of a running relay, and asks what the running process does not have yet.
func TestDrift(t *testing.T) {
	file := filepath.Join(t.TempDir(), "relay.yaml")
	edit := func(text string) {
		if err := os.WriteFile(file, []byte(document+text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	edit("listen: {port: 5353}\nadmin: {token: tell-nobody}\n")
	args := []string{"--config=" + file}
	running := prepared(t, args)
	now, err := running.loader.Load(args)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(pages(now))
	defer server.Close()
	ask := func() (int, string) {
		return prepared(t, nil).config(t, "diff", "--running="+server.URL, "--", "--config="+file)
	}
	const note = "secrets are masked, and not compared\n"
	if status, got := ask(); status != 0 || got != "no differences\n"+note {
		t.Errorf("before the edit: status %d\n%s", status, got)
	}
	edit("listen: {port: 5354}\ncache: {maxTTL: 2h}\nadmin: {token: tell-nobody-either}\n")
	status, got := ask()
	wanted := []string{"restart  cache.maxTTL  1h0m0s  2h0m0s  relay.yaml:5", "listen.port   5353    5354", note}
	for _, want := range wanted {
		if status != 1 || !strings.Contains(got, want) || strings.Contains(got, "tell-nobody") {
			t.Errorf("after the edit: status %d, want %q in\n%s", status, want, got)
		}
	}
}
