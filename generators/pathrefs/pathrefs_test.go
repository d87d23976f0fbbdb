package pathrefs_test

import (
	"testing"

	"github.com/configgen/configgen/generators/internal/gentest"
	"github.com/configgen/configgen/generators/pathrefs"
)

func TestGolden(t *testing.T) { gentest.Golden(t, "pathrefs-nesting", pathrefs.Generator) }
