//go:build tools

package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// browser drives headless Chromium over its debugging pipe. Libraries for that need a newer Go than configgen does.
type browser struct {
	t       testing.TB
	in      io.Writer
	out     chan message
	session string
	last    int
	// complaints are messages of the console and errors of scripts, requests the addresses that were asked for.
	complaints, requests []string
}

// message is one of the DevTools protocol.
type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

func startBrowser(t testing.TB) *browser {
	t.Helper()
	fromUs, toChromium, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fromChromium, fromThem, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
		"--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe", "--user-data-dir="+t.TempDir(), "about:blank")
	cmd.ExtraFiles = []*os.File{fromUs, fromThem} // descriptors 3 and 4
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, in: toChromium, out: make(chan message, 1000)}
	t.Cleanup(func() {
		b.session = ""
		b.send("Browser.close", nil)
		_ = cmd.Wait() // it was told to end
	})
	fromThem.Close()
	go b.read(fromChromium)
	var target, attached struct{ TargetID, SessionID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

// read reads messages, which end with a zero byte.
func (b *browser) read(from io.Reader) {
	defer close(b.out)
	var rest []byte
	chunk := make([]byte, 1<<16)
	for {
		n, err := from.Read(chunk)
		rest = append(rest, chunk[:n]...)
		for at := bytes.IndexByte(rest, 0); at >= 0; at = bytes.IndexByte(rest, 0) {
			var m message
			if json.Unmarshal(rest[:at], &m) == nil {
				b.out <- m
			}
			rest = rest[at+1:]
		}
		if err != nil {
			return
		}
	}
}

func (b *browser) send(method string, params map[string]any) int {
	b.last++
	all := map[string]any{"id": b.last, "method": method, "params": params}
	if params == nil {
		delete(all, "params")
	}
	if b.session != "" {
		all["sessionId"] = b.session
	}
	text, err := json.Marshal(all)
	if err == nil {
		_, err = b.in.Write(append(text, 0))
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return b.last
}

// call calls a method and waits for its result. What happens in the meantime is noted.
func (b *browser) call(method string, params map[string]any, result any) {
	b.t.Helper()
	id := b.send(method, params)
	b.wait(func(m message) bool {
		if m.ID != id {
			return false
		}
		if m.Error != nil {
			b.t.Fatalf("%s: %s", method, m.Error)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				b.t.Fatal(err)
			}
		}
		return true
	})
}

// wait waits for a message.
func (b *browser) wait(is func(message) bool) {
	b.t.Helper()
	timeout := time.After(time.Minute)
	for {
		select {
		case m, open := <-b.out:
			if !open {
				b.t.Fatal("chromium has ended")
			}
			switch m.Method {
			case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
				b.complaints = append(b.complaints, string(m.Params))
			case "Network.requestWillBeSent":
				var sent struct{ Request struct{ URL string } }
				if json.Unmarshal(m.Params, &sent) == nil {
					b.requests = append(b.requests, sent.Request.URL)
				}
			}
			if is(m) {
				return
			}
		case <-timeout:
			b.t.Fatal("chromium does not answer")
		}
	}
}

// open opens a page, and returns once it is loaded.
func (b *browser) open(address string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	b.send("Page.navigate", map[string]any{"url": address})
	loaded := false
	b.wait(func(m message) bool {
		loaded = loaded || m.Method == "Page.frameNavigated" && strings.Contains(string(m.Params), "index.html")
		return loaded && m.Method == "Page.loadEventFired"
	})
}

// value is that of an expression.
func (b *browser) value(expression string) string {
	b.t.Helper()
	var got struct {
		Result           struct{ Value any }
		ExceptionDetails any
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}, &got)
	if got.ExceptionDetails != nil {
		b.t.Fatalf("%s: %v", expression, got.ExceptionDetails)
	}
	return fmt.Sprint(got.Result.Value)
}

// press presses a key.
func (b *browser) press(key string) {
	b.t.Helper()
	codes := map[string]int{"ArrowDown": 40, "ArrowUp": 38, "Escape": 27, "Enter": 13}
	params := map[string]any{"type": "keyDown", "key": key, "windowsVirtualKeyCode": codes[key]}
	if len(key) == 1 {
		params["text"] = key
	} else if key == "Enter" {
		params["text"] = "\r"
	}
	b.call("Input.dispatchKeyEvent", params, nil)
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key}, nil)
}

func (b *browser) typeText(text string) {
	b.t.Helper()
	b.call("Input.insertText", map[string]any{"text": text}, nil)
}

// screenshot keeps a picture of the page if the variable SCREENSHOTS names a directory.
func (b *browser) screenshot(name string) {
	b.t.Helper()
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return
	}
	var picture struct{ Data []byte }
	b.call("Page.captureScreenshot", nil, &picture)
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture.Data, 0o600); err != nil {
		b.t.Fatal(err)
	}
}
