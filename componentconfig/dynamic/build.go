package dynamic

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
)

// BuildID identifies the running binary: a digest of the module versions, build settings and VCS revision that the Go linker recorded, and of the
// linker's build ID, which is a hash of the content. It reads some kilobytes of the executable, not the whole, and never asks for a file's time:
// a binary that is copied anew before each start must stay the same build, or no crash loop would ever be seen.
func BuildID() string {
	h := sha256.New()
	if info, ok := debug.ReadBuildInfo(); ok {
		io.WriteString(h, info.String())
	}
	if exe, err := os.Executable(); err == nil {
		h.Write(linkerID(exe))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// linkerID finds the Go build ID: in a note of an ELF file, else at the beginning of the text of other formats. It may be missing.
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
