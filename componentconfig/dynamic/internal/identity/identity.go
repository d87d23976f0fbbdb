// Package identity tells processes apart that must be told apart: by the binary that they run, and by the boot of the
// machine.
package identity

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"unicode/utf8"
)

// Build identifies the running binary: a digest of the module versions, build settings and VCS revision that the Go
// linker recorded, and of the linker's build ID, which is a hash of the content. It reads some kilobytes of the
// executable and never looks at file times: a binary that is copied again before each start must remain the same build,
// or a crash loop would never be detected.
func Build() string {
	h := sha256.New()
	if info, ok := debug.ReadBuildInfo(); ok {
		io.WriteString(h, info.String())
	}
	if exe, err := os.Executable(); err == nil {
		h.Write(linkerID(exe))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// linkerID finds the Go build ID: in a note of an ELF file, otherwise at the beginning of the text of other formats. It
// may be missing.
func linkerID(exe string) []byte {
	if f, err := elf.Open(exe); err == nil {
		defer f.Close()
		if s := f.Section(".note.go.buildid"); s != nil {
			if id, err := s.Data(); err == nil {
				return id
			}
		}
		return nil
	}
	f, err := os.Open(exe)
	if err != nil {
		return nil
	}
	defer f.Close()
	head, _ := io.ReadAll(io.LimitReader(f, 64<<10))
	_, id, found := bytes.Cut(head, []byte("\xff Go build ID: \""))
	if end := bytes.IndexByte(id, '"'); found && end >= 0 {
		return id[:end]
	}
	return nil
}

// Text returns an identity that a record stores unchanged: one that is long, or that JSON would change, is replaced by
// its digest. A build that is read differently than it was written would be another build at each start, and no attempt
// would ever count.
func Text(text string) string {
	if len(text) <= 128 && utf8.ValidString(text) {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return "sha256:" + hex.EncodeToString(sum[:])
}
