package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

// TestPicturesAreFresh compares the pictures with the files of the documentation, which are XML without addresses.
func TestPicturesAreFresh(t *testing.T) {
	for name, want := range render() {
		if got := string(testfiles.Read(t, "../../docs/pictures/"+name)); got != want {
			t.Errorf("docs/pictures/%s is not up to date; run go run ./hack/pictures", name)
		}
		for decoder := xml.NewDecoder(strings.NewReader(want)); ; {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if strings.Contains(want, "@import") || strings.Contains(want, "url(http") {
			t.Errorf("%s loads something", name)
		}
	}
}
