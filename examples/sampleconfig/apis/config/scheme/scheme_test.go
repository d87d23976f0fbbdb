package scheme_test

import (
	"flag"
	"testing"

	"github.com/configgen/configgen/componentconfig/configtest"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/scheme"
)

var (
	update = flag.Bool("update", false, "record the defaults in testdata")
	seed   = flag.Int64("seed", 0, "the seed of the random values")
)

// tests are the tests of all versions. If types cannot have arbitrary values, set the field Values.
func tests() configtest.Scheme {
	return configtest.Scheme{
		New: scheme.New, Program: config.SchemeGroupVersion, Values: values, Seed: *seed, Update: *update,
	}
}

// TestRoundTrip shows that every version has every field.
func TestRoundTrip(t *testing.T) { tests().RoundTrip(t) }

// TestDefaults compares the defaults of each version with testdata: the defaults of a released version must not change.
func TestDefaults(t *testing.T) { tests().Defaults(t) }
