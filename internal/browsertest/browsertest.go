// Package browsertest drives headless Chromium in tests of pages, over its debugging pipe. Libraries for that need a
// newer Go than configgen does.
package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Browser is a running Chromium with one page.
type Browser struct {
	// T is the test that what goes wrong fails.
	T testing.TB
	// Complaints are messages of the console and errors of scripts, Requests the addresses that were asked for.
	Complaints, Requests []string

	in      io.Writer
	out     chan message
	session string
	last    int
}

// message is one of the DevTools protocol.
type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// Start starts Chromium, which ends with the test.
func Start(t testing.TB) *Browser {
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
	b := &Browser{T: t, in: toChromium, out: make(chan message, 1000)}
	t.Cleanup(func() {
		b.session = ""
		b.send("Browser.close", nil)
		_ = cmd.Wait() // it was told to end
	})
	fromThem.Close()
	go b.read(fromChromium)
	var target, attached struct{ TargetID, SessionID string }
	b.Call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	b.Call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.Call(domain+".enable", nil, nil)
	}
	return b
}

// read reads messages, which end with a zero byte.
func (b *Browser) read(from io.Reader) {
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

func (b *Browser) send(method string, params map[string]any) int {
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
		b.T.Fatal(err)
	}
	return b.last
}

// Call calls a method and waits for its result. What happens in the meantime is noted.
func (b *Browser) Call(method string, params map[string]any, result any) {
	b.T.Helper()
	id := b.send(method, params)
	b.wait(func(m message) bool {
		if m.ID != id {
			return false
		}
		if m.Error != nil {
			b.T.Fatalf("%s: %s", method, m.Error)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				b.T.Fatal(err)
			}
		}
		return true
	})
}

// wait waits for a message.
func (b *Browser) wait(is func(message) bool) {
	b.T.Helper()
	timeout := time.After(time.Minute)
	for {
		select {
		case m, open := <-b.out:
			if !open {
				b.T.Fatal("chromium has ended")
			}
			switch m.Method {
			case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
				b.Complaints = append(b.Complaints, string(m.Params))
			case "Network.requestWillBeSent":
				var sent struct{ Request struct{ URL string } }
				if json.Unmarshal(m.Params, &sent) == nil {
					b.Requests = append(b.Requests, sent.Request.URL)
				}
			}
			if is(m) {
				return
			}
		case <-timeout:
			b.T.Fatal("chromium does not answer")
		}
	}
}

// Open opens a page, and returns once it is loaded.
func (b *Browser) Open(address string) {
	b.T.Helper()
	b.Call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	b.send("Page.navigate", map[string]any{"url": address})
	loaded := false
	file, _, _ := strings.Cut(address, "#")
	file = path.Base(file)
	b.wait(func(m message) bool {
		loaded = loaded || m.Method == "Page.frameNavigated" && strings.Contains(string(m.Params), file)
		return loaded && m.Method == "Page.loadEventFired"
	})
}

// Value is that of an expression.
func (b *Browser) Value(expression string) string {
	b.T.Helper()
	var got struct {
		Result           struct{ Value any }
		ExceptionDetails any
	}
	b.Call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}, &got)
	if got.ExceptionDetails != nil {
		b.T.Fatalf("%s: %v", expression, got.ExceptionDetails)
	}
	return fmt.Sprint(got.Result.Value)
}

// Press presses a key.
func (b *Browser) Press(key string) {
	b.T.Helper()
	codes := map[string]int{"ArrowDown": 40, "ArrowUp": 38, "Escape": 27, "Enter": 13}
	params := map[string]any{"type": "keyDown", "key": key, "windowsVirtualKeyCode": codes[key]}
	if len(key) == 1 {
		params["text"] = key
	} else if key == "Enter" {
		params["text"] = "\r"
	}
	b.Call("Input.dispatchKeyEvent", params, nil)
	b.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key}, nil)
}

// TypeText types a text.
func (b *Browser) TypeText(text string) {
	b.T.Helper()
	b.Call("Input.insertText", map[string]any{"text": text}, nil)
}

// Screenshot keeps a picture of the page if the variable SCREENSHOTS names a directory.
func (b *Browser) Screenshot(name string) {
	b.T.Helper()
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return
	}
	var picture struct{ Data []byte }
	b.Call("Page.captureScreenshot", nil, &picture)
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture.Data, 0o600); err != nil {
		b.T.Fatal(err)
	}
}
