package scheme_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/api/apitesting/roundtrip"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config/fuzzer"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/scheme"
)

func TestRoundTrip(t *testing.T) {
	known, _, err := scheme.New()
	if err != nil {
		t.Fatal(err)
	}
	roundtrip.RoundTripTestForScheme(t, known, fuzzer.Funcs)
}
