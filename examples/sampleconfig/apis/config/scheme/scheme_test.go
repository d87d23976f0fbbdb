package scheme_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"k8s.io/apimachinery/pkg/api/apitesting/roundtrip"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/fuzzer"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/scheme"
)

var update = flag.Bool("update", false, "rewrite the files in testdata/*/after")

// TestRoundTrip converts random values of the internal type to every version and back. It fails if a field is missing
// in a version or in a conversion.
func TestRoundTrip(t *testing.T) {
	known, _, err := scheme.New()
	if err != nil {
		t.Fatal(err)
	}
	roundtrip.RoundTripTestForScheme(t, known, fuzzer.Funcs)
}

// TestDefaults decodes every file in testdata/KIND/before, encodes it in the same version, and compares the result with
// the file of that name in after. The defaults of a released version must not change.
func TestDefaults(t *testing.T) {
	files, err := filepath.Glob("testdata/*/before/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("there are no files in testdata")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			got := withDefaults(t, file)
			after := filepath.Join(filepath.Dir(file), "..", "after", filepath.Base(file))
			if *update {
				if err := os.WriteFile(after, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(after)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("with its defaults, %s is\n%s\nand should be\n%s", file, got, want)
			}
		})
	}
}

func withDefaults(t *testing.T, file string) []byte {
	t.Helper()
	_, codecs, err := scheme.New()
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	object, kind, err := codecs.UniversalDecoder(config.SchemeGroupVersion).Decode(before, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	yaml, _ := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), runtime.ContentTypeYAML)
	after, err := runtime.Encode(codecs.EncoderForVersion(yaml.Serializer, kind.GroupVersion()), object)
	if err != nil {
		t.Fatal(err)
	}
	return after
}
