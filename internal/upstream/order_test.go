package upstream

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/testfiles"
)

// TestExchanged changes how a struct whose fields have changed places is held, and expects a finding exactly where the
// conversion takes its memory: of a struct that is a field this depends on the minor of conversion-gen.
func TestExchanged(t *testing.T) {
	script := testfiles.Archive(t, filepath.Join(scripts, "upstream-conversion-order.txtar"))
	holders := []string{"Zone", "*Zone", "[]Zone", "map[string]Zone", "[]*Zone", "[]map[string][]Zone", "[2]Zone"}
	dir := moduleOf(t)
	for i, held := range holders {
		name := fmt.Sprintf("group%d", i)
		for _, file := range script.Files {
			if below, ok := strings.CutPrefix(file.Name, "broken/"); ok {
				text := strings.ReplaceAll(string(file.Data), "Zones []Zone", "Zones "+held)
				testfiles.Write(t, filepath.Join(dir, name, below), strings.ReplaceAll(text, "broken", name))
			}
		}
	}
	session, findings, err := load.Load(
		t.Context(), load.Request{Dir: dir, Patterns: []string{"./..."}, Wanted: markers.Mentions},
	)
	if err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	groups, _ := model.Groups(session)
	if len(groups) != len(holders) {
		t.Fatal(groups)
	}
	r := newRun(session, groups)
	for i, held := range holders {
		files, _ := r.runTools(groups[i], func(tool, []string, []complaint) {})
		taken := slices.ContainsFunc(files, func(f writtenFile) bool {
			return bytes.Contains(f.Content, []byte("Zone)(unsafe.Pointer("))
		})
		found := r.exchanged(r.inputsOf(groups[i]), files)
		if taken != (len(found) == 1) || strings.Contains(held, "[]") && !taken {
			t.Errorf("%s: memory is taken: %v; got %v", held, taken, found)
		}
		for _, finding := range found {
			if filepath.Base(finding.Position.Filename) != "types.go" || finding.Position.Line != 15 {
				t.Errorf("%s: it is at %s", held, finding.Position)
			}
		}
	}
}
