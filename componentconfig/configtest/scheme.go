package configtest

import (
	"bytes"
	"cmp"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/apitesting/fuzzer"
	"k8s.io/apimachinery/pkg/api/equality"
	metafuzzer "k8s.io/apimachinery/pkg/apis/meta/fuzzer"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
)

// Scheme is the scheme of a group, for the tests of its types, conversions and defaults.
type Scheme struct {
	// New returns a scheme of all versions, and its codecs.
	New func() (*runtime.Scheme, serializer.CodecFactory, error)
	// Program is the version of the types that the program works with: the internal version, or one of the files.
	Program schema.GroupVersion
	// Values returns functions, func(*T, randfill.Continue), that fill types which cannot have arbitrary values. A field
	// that a version does not have must be empty, and a field that a version stores in another unit must have a value that
	// the version can express. Nil: every version can express all values.
	Values fuzzer.FuzzerFuncs
	// Seed repeats a test with the seed that it logs. Zero: a random one.
	Seed int64
	// Update makes Defaults write the files that it otherwise compares with.
	Update bool
}

// RoundTrip writes random values of every kind as files of every version, and reads them again, without defaults. It
// fails if a field is missing in a version or in a conversion.
func (s Scheme) RoundTrip(t testing.TB) {
	t.Helper()
	known, codecs := s.made(t)
	seed := cmp.Or(s.Seed, rand.Int63())
	t.Logf("-seed=%d", seed)
	values := fuzzer.MergeFuzzerFuncs(metafuzzer.Funcs)
	if s.Values != nil {
		values = fuzzer.MergeFuzzerFuncs(metafuzzer.Funcs, s.Values)
	}
	written := 0
	for _, kind := range slices.Sorted(maps.Keys(known.KnownTypes(s.Program))) {
		for _, version := range known.PrioritizedVersionsForGroup(s.Program.Group) {
			if !known.Recognizes(version.WithKind(kind)) {
				continue
			}
			random := fuzzer.FuzzerFor(values, rand.NewSource(seed), codecs).NumElements(1, 3)
			for range 50 {
				in, err := known.New(s.Program.WithKind(kind))
				if err != nil {
					t.Fatalf("%v", err)
				}
				random.Fill(in)
				in.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
				if out := s.throughFile(t, in, version); !equality.Semantic.DeepEqual(in, out) {
					all := gocmp.Exporter(func(reflect.Type) bool { return true })
					t.Fatalf("%s cannot express every %s (- before, + after):\n%s", version, kind, gocmp.Diff(in, out, all))
				}
				written++
			}
		}
	}
	if written == 0 {
		t.Fatalf("the scheme has no version of files with a kind of %s", s.Program)
	}
}

// made returns a new scheme and its codecs.
func (s Scheme) made(t testing.TB) (*runtime.Scheme, serializer.CodecFactory) {
	t.Helper()
	known, codecs, err := s.New()
	if err != nil {
		t.Fatalf("%v", err)
	}
	return known, codecs
}

// throughFile writes an object as a file of a version, and returns the object that is read from the file.
func (s Scheme) throughFile(t testing.TB, in runtime.Object, version schema.GroupVersion) runtime.Object {
	t.Helper()
	known, codecs := s.made(t)
	file, err := runtime.Encode(codecs.LegacyCodec(version), in)
	if err != nil {
		t.Fatalf("%v", err)
	}
	read, err := runtime.Decode(codecs.UniversalDeserializer(), file)
	if err != nil {
		t.Fatalf("%v\n%s", err, file)
	}
	out, err := known.ConvertToVersion(read, s.Program)
	if err != nil {
		t.Fatalf("%v", err)
	}
	out.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
	return out
}

// Defaults decodes every file in testdata/KIND/before, encodes it in the same version, and compares the result with the
// file of that name in testdata/KIND/after: the defaults of a released version must not change. With Update, it writes
// the files in after instead.
func (s Scheme) Defaults(t testing.TB) {
	t.Helper()
	s.defaults(t, "testdata")
}

func (s Scheme) defaults(t testing.TB, directory string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(directory, "*", "before", "*.yaml"))
	if err != nil {
		t.Fatalf("%v", err)
	}
	if len(files) == 0 {
		t.Fatalf("there are no files in testdata/KIND/before")
	}
	for _, file := range files {
		got := s.withDefaults(t, file)
		after := filepath.Join(filepath.Dir(filepath.Dir(file)), "after", filepath.Base(file))
		if s.Update {
			if err := os.WriteFile(after, got, 0o644); err != nil {
				t.Fatalf("%v", err)
			}
			continue
		}
		want, err := os.ReadFile(after)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("with its defaults, %s is\n%s\nand should be\n%s\nThe defaults of a released version must not "+
				"change; go test -update records those of another one.", file, got, want)
		}
	}
}

// withDefaults returns a file with the defaults of its version.
func (s Scheme) withDefaults(t testing.TB, file string) []byte {
	t.Helper()
	_, codecs := s.made(t)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v", err)
	}
	object, kind, err := codecs.UniversalDecoder(s.Program).Decode(before, nil, nil)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	yaml, _ := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), runtime.ContentTypeYAML)
	after, err := runtime.Encode(codecs.EncoderForVersion(yaml.Serializer, kind.GroupVersion()), object)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return after
}
