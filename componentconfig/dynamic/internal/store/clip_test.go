package store

import (
	"strings"
	"testing"
)

// TestTextFromElsewhereIsPlain: no text of a server moves the cursor of a terminal, and none is longer than the limit.
func TestTextFromElsewhereIsPlain(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "",
		"one\ntwo":                           "one\ntwo",
		"\x1b[2Jcleared\xff":                 `\x1b[2Jcleared\xff`,
		strings.Repeat("\x00", MaxText):      strings.Repeat(`\x00`, MaxText/4) + "...",
		strings.Repeat("a", MaxText-1) + "é": strings.Repeat("a", MaxText-1) + "?...",
	} {
		if got := Clip(text); got != want {
			t.Errorf("got %.60q, want %.60q", got, want)
		}
	}
}
