// Package browsertest tries generated pages and the site of the documentation in Chromium. It is a module of its own,
// because the library for that needs a newer Go than configgen does; make test-tools runs it.
package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// repository is the directory of the repository.
const repository = "../.."

// browser is a running Chromium with one page.
type browser struct {
	testing.TB // fails on errors
	ctx        context.Context

	mu sync.Mutex
	// complaints are messages of the console and errors of scripts, requests the addresses that were asked for.
	complaints, requests []string
}

// start starts Chromium, which ends with the test.
func start(t testing.TB) *browser {
	t.Helper()
	ctx, stop := chromedp.NewContext(t.Context())
	t.Cleanup(stop)
	b := &browser{TB: t, ctx: ctx}
	b.check(chromedp.Listen(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch event := event.(type) {
		case *runtime.EventConsoleAPICalled, *runtime.EventExceptionThrown, *log.EventEntryAdded:
			text, err := json.Marshal(event)
			b.complaints = append(b.complaints, fmt.Sprint(string(text), err))
		case *network.EventRequestWillBeSent:
			b.requests = append(b.requests, event.Request.URL)
		}
	}))
	return b
}

func (b *browser) check(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// open opens a page, and returns once it is loaded.
func (b *browser) open(address string) {
	b.Helper()
	b.check(chromedp.Do(b.ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(address)))
}

// value returns the value of an expression as text.
func (b *browser) value(expression string) string {
	b.Helper()
	got, err := chromedp.Run(b.ctx, chromedp.Evaluate[any](expression))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return fmt.Sprint(got)
}

// want fails the test unless an expression has a value.
func (b *browser) want(what, expression, expected string) {
	b.Helper()
	if got := b.value(expression); got != expected {
		b.Errorf("%s: got %s, want %s", what, got, expected)
	}
}

func (b *browser) press(key string) {
	b.Helper()
	b.check(chromedp.Do(b.ctx, chromedp.KeyEvent(key)))
}

// slash presses the key that pages handle themselves: unlike with press, it types nothing then.
func (b *browser) slash() {
	b.Helper()
	for _, event := range []input.DispatchKeyEventParams{
		{Type: input.DispatchKeyEventTypeKeyDown, Key: "/", Text: "/"}, {Type: input.DispatchKeyEventTypeKeyUp, Key: "/"},
	} {
		_, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, event)
		b.check(err)
	}
}

// follow presses a key that opens another page, and returns once that is loaded.
func (b *browser) follow(key string) {
	b.Helper()
	_, err := chromedp.RunResponse(b.ctx, chromedp.KeyEvent(key))
	b.check(err)
}

// size makes the window as large as a telephone's if it is narrow.
func (b *browser) size(width, height int64) {
	b.Helper()
	var options []chromedp.EmulateViewportOption
	if width < 500 {
		options = append(options, chromedp.EmulateMobile)
	}
	b.check(chromedp.Do(b.ctx, chromedp.EmulateViewport(width, height, options...)))
}

// scheme selects light or dark colors.
func (b *browser) scheme(name string) {
	b.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}})
	b.check(err)
}

// withoutScript opens a page whose script does not run.
func (b *browser) withoutScript(address string) {
	b.Helper()
	disabled := func(value bool) {
		_, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled,
			emulation.SetScriptExecutionDisabledParams{Value: value})
		b.check(err)
	}
	disabled(true)
	b.open(address)
	disabled(false)
}

func (b *browser) typeText(text string) {
	b.Helper()
	_, err := chromedp.Call(b.ctx, input.InsertText, input.InsertTextParams{Text: text})
	b.check(err)
}

// screenshot keeps a picture of the page if the variable SCREENSHOTS names a directory.
func (b *browser) screenshot(name string) {
	b.Helper()
	if dir := os.Getenv("SCREENSHOTS"); dir != "" {
		picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		b.check(err)
		b.check(os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o600))
	}
}

// quiet fails the test if a page asked for something on the network or complained.
func (b *browser) quiet() {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.requests) == 0 {
		b.Error("no request was seen")
	}
	for _, request := range b.requests {
		if !slices.ContainsFunc([]string{"file://", "data:", "about:blank"}, func(local string) bool {
			return strings.HasPrefix(request, local)
		}) {
			b.Errorf("a page asks for %s", request)
		}
	}
	for _, complaint := range b.complaints {
		b.Errorf("the console says: %s", complaint)
	}
	b.requests, b.complaints = nil, nil
}
