package legacydefaults_test

import (
	"testing"

	"github.com/configgen/configgen/generators/internal/gentest"
	"github.com/configgen/configgen/generators/legacydefaults"
)

func TestGolden(t *testing.T) { gentest.Golden(t, "legacydefaults-kinds", legacydefaults.Generator) }
