package main

import (
	"strings"
	"testing"
)

func TestWithoutGoCommand(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	status, output := run(t, absolute(t, golden), "verify")
	const want = "configgen: go command not found in PATH"
	if status != 2 || !strings.HasPrefix(output, want) || strings.Count(output, "\n") != 1 {
		t.Errorf("status %d, output %q, want status 2 and one line that begins with %q", status, output, want)
	}
}
