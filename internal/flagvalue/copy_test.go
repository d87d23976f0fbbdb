package flagvalue

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "copy the files of componentconfig/flagvalue")

// original is the package that this one is a copy of.
const original = "../../componentconfig/flagvalue"

func TestCopy(t *testing.T) {
	names, err := filepath.Glob(original + "/*.go")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in %s: %v", original, err)
	}
	for _, name := range names {
		base := filepath.Base(name)
		if strings.HasSuffix(base, "_test.go") {
			continue
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(base, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(base); err != nil || string(got) != string(want) {
			t.Errorf("%s differs from %s; edit the latter and run go test ./internal/flagvalue -update", base, name)
		}
	}
}

func TestLocalNames(t *testing.T) {
	for name, want := range map[string]string{
		"New": "newValue", "NewMergedMap": "newMergedMapValue", "IPText": "ipTextCodec", "IP": "ipCodec", "Codec": "codec",
		"ListVar": "listVar", "Delegate": "delegateFlags", "Keep": "keepValue",
	} {
		if got := Local(name); got != want {
			t.Errorf("%s is %s in generated code, want %s", name, got, want)
		}
	}
}

// Declarations come with what they use, and with nothing else.
func TestDeclarations(t *testing.T) {
	var names []string
	for _, d := range Declarations("NewMultimap") {
		names = append(names, d.Name)
	}
	want := "multimapValue newMultimapValue multimapValue multimapValue multimapValue " +
		"splitPairs cutText quotePair quoteText"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
