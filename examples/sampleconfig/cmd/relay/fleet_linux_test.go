package main

import (
	"bytes"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var processes = flag.Int("processes", 3, "relays that run at the same time and are asked for their configurations")

// TestManyRelays: of relays that run at the same time, each on a loopback address of its own, one has another drop-in
// file. One question groups them by that. Another one makes all read their files, which those with the same use then.
func TestManyRelays(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "relay")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	probe, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(probe.Addr().String()) //nolint:errcheck // The address of a listener has both.
	probe.Close()                                          //nolint:errcheck // Nothing was served.
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	config := write("relay.yaml", document+"admin: {token: tell-nobody}\n")
	site := write("site.d/20-site.conf", strings.SplitAfter(document, "RelayConfiguration\n")[0]+"cache: {size: 8Mi}\n")
	token := write("token", "tell-nobody\n")
	var list, alike strings.Builder
	for i := range *processes {
		host := fmt.Sprintf("127.1.%d.%d", i/250, i%250+1)
		args := []string{"--config=" + config, "--bind-address=" + host, "--port=0",
			"--admin-address=" + net.JoinHostPort(host, port)}
		if i == 1 {
			args = append(args, "--config-dir="+filepath.Dir(site))
		}
		startRelay(t, "http://"+net.JoinHostPort(host, port), exec.Command(program, args...))
		fmt.Fprintf(&list, "http://%s:%s\n", host, port)
		if i != 1 {
			fmt.Fprintf(&alike, "http://%s:%s\n", host, port)
		}
	}
	client, err := newProcess(nil)
	if err != nil {
		t.Fatal(err)
	}
	status, got := client.config(t, "diff", "--running=@"+write("list", list.String()), "--token-file="+token,
		"--ignore=listen,admin.address", config)
	want := fmt.Sprintf("%d as here\n1 differs: cache.size 16Mi -> 8Mi from 20-site.conf:3\n  in http://127.1.0.2:%s\n",
		*processes-1, port)
	if status != 1 || got != want {
		t.Errorf("status %d\n%s\nwant\n%s", status, got, want)
	}
	changed := strings.Replace(document, "forwarding: {", "forwarding: {timeout: 3s, ", 1)
	write("relay.yaml", changed+"admin: {token: tell-nobody}\n")
	for _, args := range [][]string{
		{"reload", "--running=@" + filepath.Join(dir, "list")},
		{"wait", "--running=@" + write("alike", alike.String()), config},
	} {
		status, got = client.config(t, append(args, "--token-file="+token)...)
		if want := fmt.Sprintf("%d use their files, digest ", *processes-1); status != 0 || !strings.HasPrefix(got, want) {
			t.Errorf("%s: status %d\n%s\nwant\n%s", args[0], status, got, want)
		}
	}
}

// startRelay starts a relay, waits until it serves, and ends it with the test.
func startRelay(t *testing.T, url string, cmd *exec.Cmd) {
	t.Helper()
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		cmd.Wait() //nolint:errcheck // It is killed.
		close(ended)
	}()
	t.Cleanup(func() {
		cmd.Process.Kill() //nolint:errcheck // It may have ended.
		<-ended
	})
	for {
		response, err := http.Get(url + "/healthz")
		if err == nil {
			response.Body.Close() //nolint:errcheck // Nothing is read from it.
			return
		}
		select {
		case <-ended:
			t.Fatalf("the relay has ended:\n%s", &log)
		default: // It does not serve yet.
		}
	}
}
