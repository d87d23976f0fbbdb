package identity

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestBuild: the build of a binary is the same each time, also of a copy, and has the linker's ID in it.
func TestBuild(t *testing.T) {
	build := Build()
	if !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(build) || build != Build() {
		t.Errorf("%q, then %q", build, Build())
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	id := linkerID(exe)
	if len(id) == 0 {
		t.Fatal("the linker's ID was not found")
	}
	data, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy")
	if err := os.WriteFile(copied, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if string(linkerID(copied)) != string(id) {
		t.Error("a copy is another build")
	}
}

// TestLinkerIDInHead: it is found without the headers of the sections, and is the same note.
func TestLinkerIDInHead(t *testing.T) {
	if runtime.GOOS != "linux" {
		return
	}
	data, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	file := bytes.NewReader(data)
	short, long := noteID(data[:pageSize], bytes.NewReader(nil)), noteID(nil, file)
	if len(short) == 0 || !bytes.Equal(short, long) {
		t.Errorf("%q in the head, %q in the section", short, long)
	}
	// A size that leads out of the head is not believed.
	at := bytes.Index(data[:pageSize], short)
	if got := noteID(data[:at+len(short)-1], file); !bytes.Equal(got, long) {
		t.Errorf("a note that is cut: %q", got)
	}
}

// TestLinkerIDOfOtherFormats: it is at the beginning of the text.
func TestLinkerIDOfOtherFormats(t *testing.T) {
	dir := t.TempDir()
	for content, want := range map[string]string{
		"MZ\x00\xff Go build ID: \"abc/def\"\n \xff": "abc/def", "MZ\x00\xff Go build ID: \"abc": "", "MZ": "",
	} {
		name := filepath.Join(dir, "exe")
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := string(linkerID(name)); got != want {
			t.Errorf("%q: %q, want %q", content, got, want)
		}
	}
	if got := linkerID(filepath.Join(dir, "missing")); got != nil {
		t.Errorf("a missing file: %q", got)
	}
}

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"v1":                     "v1",
		strings.Repeat("x", 128): strings.Repeat("x", 128),
		"v1\xff":                 "sha256:",
		strings.Repeat("x", 129): "sha256:",
	} {
		if got := Text(text); !strings.HasPrefix(got, want) || len(got) > 128 || got != Text(text) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if Text("v1\xff") == Text("v1\xfe") {
		t.Error("two texts have one identity")
	}
}

// TestBoot: a system that knows its boot names it the same each time.
func TestBoot(t *testing.T) {
	if boot := Boot(); boot != Boot() || boot == "" && runtime.GOOS == "linux" {
		t.Errorf("%q, then %q", boot, Boot())
	}
}
