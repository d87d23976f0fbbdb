package legacydefaults

import (
	"testing"

	"github.com/configgen/configgen/internal/modeltest"
)

func TestRecordedFiles(t *testing.T) { modeltest.Recorded(t, Generator) }

func TestFindings(t *testing.T) {
	modeltest.Findings(t, Generator, "legacy-default")
}
