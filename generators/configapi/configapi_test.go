package configapi

import (
	"testing"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/modeltest"
)

func TestRecordedFile(t *testing.T) {
	modeltest.RecordedIn(t, Generator, "../../examples/sampleconfig")
}

func TestNoSnapshotUnasked(t *testing.T) {
	if files, findings := Generator.Run(generators.NewInput(&group.Group{})); len(files)+len(findings) > 0 {
		t.Errorf("got %v and %v", files, findings)
	}
}
