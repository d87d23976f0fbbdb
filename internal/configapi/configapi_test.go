package configapi_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/configapi"
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
