package scheme_test

import (
	"bytes"
	"flag"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	fuzz "k8s.io/apimachinery/pkg/api/apitesting/fuzzer"
	"k8s.io/apimachinery/pkg/api/equality"
	metafuzzer "k8s.io/apimachinery/pkg/apis/meta/fuzzer"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/fuzzer"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/scheme"
)

var (
	update = flag.Bool("update", false, "rewrite the files in testdata/*/after")
	seed   = flag.Int64("seed", rand.Int63(), "the seed of the random values")
)

// TestRoundTrip writes random values of every kind as files of every version, and reads them again, without defaults.
// It fails if a field is missing in a version or in a conversion. What needs other values than random ones is in
// package fuzzer. The flag -seed repeats what failed.
func TestRoundTrip(t *testing.T) {
	known, codecs, err := scheme.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("-seed=%d", *seed)
	for kind := range known.KnownTypes(config.SchemeGroupVersion) {
		for _, version := range known.PrioritizedVersionsForGroup(config.GroupName) {
			if !known.Recognizes(version.WithKind(kind)) {
				continue
			}
			random := fuzz.FuzzerFor(fuzz.MergeFuzzerFuncs(metafuzzer.Funcs, fuzzer.Funcs), rand.NewSource(*seed), codecs)
			for range 50 {
				in, err := known.New(config.SchemeGroupVersion.WithKind(kind))
				if err != nil {
					t.Fatal(err)
				}
				random.Fill(in)
				in.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
				if out := throughFile(t, in, version); !equality.Semantic.DeepEqual(in, out) {
					all := cmp.Exporter(func(reflect.Type) bool { return true })
					t.Fatalf("%s cannot express every %s (- before, + after):\n%s", version, kind, cmp.Diff(in, out, all))
				}
			}
		}
	}
}

// throughFile writes an object as a file of a version, and returns what is read from that.
func throughFile(t *testing.T, in runtime.Object, version schema.GroupVersion) runtime.Object {
	t.Helper()
	known, codecs, err := scheme.New()
	if err != nil {
		t.Fatal(err)
	}
	file, err := runtime.Encode(codecs.LegacyCodec(version), in)
	if err != nil {
		t.Fatal(err)
	}
	read, err := runtime.Decode(codecs.UniversalDeserializer(), file)
	if err != nil {
		t.Fatalf("%v\n%s", err, file)
	}
	out, err := known.ConvertToVersion(read, config.SchemeGroupVersion)
	if err != nil {
		t.Fatal(err)
	}
	out.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
	return out
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
				t.Errorf("with its defaults, %s is\n%s\nand should be\n%s\nThe defaults of a released version must not "+
					"change; go test -update records those of another one.", file, got, want)
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
