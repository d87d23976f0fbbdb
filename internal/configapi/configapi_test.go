package configapi_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/configapi"
	"github.com/configgen/configgen/internal/group"
)

// TestSnapshotOfTheSampleDecodes encodes what it has decoded: the same bytes, and nothing of a machine in them.
func TestSnapshotOfTheSampleDecodes(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("../../examples/sampleconfig/apis/config", group.APISnapshotFile))
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := configapi.Decode(content)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(content), string(snapshot.Encode())); diff != "" {
		t.Errorf("(-file +encoded):\n%s", diff)
	}
	if name := snapshot.GroupName(); name != "relay.config.configgen.dev" {
		t.Errorf("the group is %q", name)
	}
	for _, word := range []string{"sampleconfig/apis", "types.go", `"Line"`} {
		if bytes.Contains(content, []byte(word)) {
			t.Errorf("the snapshot contains %s", word)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	const header = `{"$comment": "", "api": [`
	for text, want := range map[string]string{
		`{"format": 3, "api": [{}]}`:   "use the version that wrote it",
		`[]`:                           "not a snapshot",
		`{"kind": "Other"}`:            "unknown field",
		header + `{"flag": "a"}]}`:     "the group is missing",
		header + `{}, {"loader": ""}`:  "not a snapshot",
		header + `{}, {"x": "1"}]}`:    "listed twice",
		header + `{"flag": ["a"]}, {}`: "not a snapshot",
	} {
		if _, err := configapi.Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got the error %v, want %q", text, err, want)
		}
	}
	if _, err := configapi.Decode([]byte(header + `{}]}`)); err != nil {
		t.Error(err)
	}
}

// TestFactsOfALaterFormAreNotNew expects nothing of what the first form of snapshots did not have to be compared with
// it, and all of it to be compared with one of the present form.
func TestFactsOfALaterFormAreNotNew(t *testing.T) {
	const (
		kind     = `{}, {"version": "v1", "kind": "Relay"}, {"kind": "Relay", "setting": "file", "path": "true"}`
		existing = `{}, {"version": "v1", "kind": "Relay"}, {"kind": "Relay", "setting": "file", "path": "true", ` +
			`"preflight": "file r"}, {"kind": "Relay", "setting": "token", "secret file": "File"}, ` +
			`{"kind": "RelayFlags", "setting": "Timeout", "legacy default": "5s"}, {"flag": "timeout", "type": "duration"}`
	)
	decode := func(text string) configapi.Snapshot {
		t.Helper()
		snapshot, err := configapi.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return snapshot
	}
	present := decode(`{"format": 2, "api": [` + existing + `]}`)
	old, new := configapi.Aligned(decode(`{"api": [`+kind+`]}`), present)
	if want := decode(`{"format": 2, "api": [` + kind + `]}`); !cmp.Equal(want, old) {
		t.Errorf("old (-want +got):\n%s", cmp.Diff(want, old))
	}
	want := decode(`{"format": 2, "api": [` + kind + `, {"flag": "timeout", "type": "duration"}]}`)
	if !cmp.Equal(want, new) {
		t.Errorf("new (-want +got):\n%s", cmp.Diff(want, new))
	}
	if _, new := configapi.Aligned(decode(`{"format": 2, "api": [`+kind+`]}`), present); !cmp.Equal(present, new) {
		t.Errorf("compared with the present form (-want +got):\n%s", cmp.Diff(present, new))
	}
}
