// Package identity tells processes apart that must be told apart: by the binary that they run, and by the boot of the
// machine.
package identity

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/binary"
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

// pageSize is how much of an ELF file has its Go build ID, almost always; textSize is how much of another file has it.
const (
	pageSize = 4 << 10
	textSize = 64 << 10
)

// linkerID finds the Go build ID: in a note of an ELF file, otherwise at the beginning of the text of other formats. It
// may be missing.
func linkerID(exe string) []byte {
	f, err := os.Open(exe)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := beginning(f, pageSize)
	if bytes.HasPrefix(head, []byte(elf.ELFMAG)) {
		return noteID(head, f)
	}
	_, id, found := bytes.Cut(beginning(f, textSize), []byte("\xff Go build ID: \""))
	if end := bytes.IndexByte(id, '"'); found && end >= 0 {
		return id[:end]
	}
	return nil
}

// beginning reads at most size bytes.
func beginning(file io.ReaderAt, size int) []byte {
	head := make([]byte, size)
	n, _ := file.ReadAt(head, 0)
	return head[:n]
}

// noteID returns the note with the Go build ID of an ELF file: from its head, otherwise from the section with that
// name, since reading the headers of all sections takes a call for almost each of them.
func noteID(head []byte, file io.ReaderAt) []byte {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		// A note begins with the sizes of its name and its content.
		kindAndName := append(order.AppendUint32(nil, 4), "Go\x00\x00"...)
		begin := bytes.Index(head, kindAndName) - 8
		if begin < 0 {
			continue
		}
		size := order.(binary.ByteOrder).Uint32(head[begin+4:])
		if end := begin + 8 + len(kindAndName) + (int(size)+3)&^3; end <= len(head) {
			return head[begin:end]
		}
	}
	f, err := elf.NewFile(file)
	if err != nil {
		return nil
	}
	s := f.Section(".note.go.buildid")
	if s == nil {
		return nil
	}
	id, err := s.Data()
	if err != nil {
		return nil
	}
	return id
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
