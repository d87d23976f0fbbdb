package conversions

import (
	"testing"

	"github.com/configgen/configgen/internal/modeltest"
)

func TestRecordedFiles(t *testing.T) { modeltest.Recorded(t, Generator) }
