package lineends

import "testing"

func TestKeep(t *testing.T) {
	for name, test := range map[string]struct{ before, after, want string }{
		"formatted": {
			"package a\n\nvar a = 1\n", "package a\n\nvar a = 1\nvar  b = 2\n", "package a\n\nvar a = 1\nvar b = 2\n",
		},
		"not formatted": {"package a\nvar  a = 1\n", "package a\nvar  a = 2\n", "package a\nvar  a = 2\n"},
		"windows": {
			"package a\r\n\r\nvar a = 1\r\n", "package a\r\n\r\nvar a = 1\nvar  b = 2\r\n",
			"package a\r\n\r\nvar a = 1\r\nvar b = 2\r\n",
		},
		"windows, not formatted": {
			"package a\r\nvar  a = 1\r\n", "package a\r\nvar  a = 1\nvar  b = 2\r\n",
			"package a\r\nvar  a = 1\r\nvar  b = 2\r\n",
		},
		"edits of windows in a file of others": {
			"package a\n\nvar a = 1\n", "package a\n\nvar a = 1\nvar b = 2\r\n", "package a\n\nvar a = 1\nvar b = 2\n",
		},
		"both":       {"package a\r\nvar a = 1\n", "package a\r\nvar  a = 1\n", "package a\r\nvar  a = 1\n"},
		"no Go file": {"package\r\n", "package b\n", "package b\r\n"},
	} {
		got, err := Keep([]byte(test.before), []byte(test.after))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, test.want)
		}
	}
	if got, err := Keep([]byte("package a\n"), []byte("package\n")); err == nil {
		t.Errorf("a file that was formatted cannot be parsed: got %q", got)
	}
}
