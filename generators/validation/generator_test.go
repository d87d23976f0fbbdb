package validation

import (
	"testing"

	"github.com/configgen/configgen/internal/modeltest"
)

func TestRecordedFiles(t *testing.T) { modeltest.Recorded(t, Generator) }

func TestFindings(t *testing.T) {
	modeltest.Findings(t, Generator, "constraint-conflict", "constraint-format", "constraint-gate", "constraint-subfield",
		"constraint-type", "constraint-union", "constraint-value", "hook-missing", "hook-signature")
}
