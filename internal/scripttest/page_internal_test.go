package scripttest

import (
	"testing"
)

func TestMatches(t *testing.T) {
	for _, row := range []struct {
		want, got string
		matches   bool
	}{
		{"a\nb\n", "a\nb\n", true},
		{"a\n", "a\nb\n", false},
		{"a\nb\n", "a\n", false},
		{"a\n...\nc\n", "a\nb\nb\nc\n", true},
		{"a\n...\n", "a\nb\n", true},
		{"...\nb\n...\nd\n", "b\nc\nb\nd\n", true},
		{"...\nb\n", "a\n", false},
		{"ok  \tx\t0.1s\n", "ok  \tx\t(cached)\n", true},
		{"ok  \tx\t0.1s\n", "ok  \ty\t0.1s\n", false},
		{"by process 12 now\n", "by process 345 now\n", true},
		{"node-1 of 4\n", "node-3 of 4\n", true},
		{"at 2026-01-02T03:04:05Z\n", "at 2027-01-02T03:04:05.678Z\n", true},
		{"", "", true},
		{"", "a\n", false},
	} {
		if matches(row.want, row.got) != row.matches {
			t.Errorf("%q and %q: want %t", row.want, row.got, row.matches)
		}
	}
}

func TestInsert(t *testing.T) {
	const file = "{\n// a\n// b\nx\ny\n"
	for _, row := range []struct{ how, where, want string }{
		{"after", "x", "{\n// a\n// b\nx\nNEW\ny\n"},
		{"for", "x", "{\n// a\n// b\nNEW\ny\n"},
		{"field", "x", "{\nNEW\ny\n"},
		{"field", "y", "{\n// a\n// b\nx\nNEW\n"},
	} {
		if got, found := insert(file, "NEW\n", row.how, row.where); got != row.want || found != 1 {
			t.Errorf("%s %s: got %q, %d", row.how, row.where, got, found)
		}
	}
	if _, found := insert(file, "NEW\n", "for", "//"); found != 2 {
		t.Errorf("%d lines were found, want 2", found)
	}
}

// TestKept: a recording changes the lines that say something else, and shows one digest in one way.
func TestKept(t *testing.T) {
	s := &shell{shown: digests{}, got: digests{}}
	for _, step := range []struct{ page, printed, want string }{
		{
			"at 2026-01-01T00:00:00Z by process 1\nsource aaaaaaaaaaaa\nold\nlast\n",
			"at 2026-02-02T00:00:00Z by process 2\nsource bbbbbbbbbbbb\nnew\nlast\n",
			"at 2026-01-01T00:00:00Z by process 1\nsource aaaaaaaaaaaa\nnew\nlast\n",
		},
		{"is aaaaaaaaaaaa\n", "was bbbbbbbbbbbb\nis cccccccccccc\n", "was aaaaaaaaaaaa\nis cccccccccccc\n"},
		{"", "again cccccccccccc at 2026-02-02T00:00:00Z\n", "again cccccccccccc at 2026-02-02T00:00:00Z\n"},
	} {
		if got := s.kept(step.page, step.printed); got != step.want {
			t.Errorf("got %q, want %q", got, step.want)
		}
	}
	if got := s.shown.translate("roll back to aaaaaaaa\n", s.got); got != "roll back to bbbbbbbb\n" {
		t.Errorf("the command is %q", got)
	}
}
