package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxPayload is the size of the largest configuration, in bytes, names included.
const MaxPayload = 4 << 20

// File is one named document of a configuration. The name is a label for messages and determines the order of files; no
// path is built from it.
type File struct {
	Name string
	Data []byte
}

// Payload is a configuration as a source delivers it: one file, or the files of a directory. The zero value is the
// local configuration. A Payload is immutable.
type Payload struct {
	files  []File
	digest Digest
}

// Digest identifies a configuration by its content: the lower-case hexadecimal SHA-256 of its canonical encoding, 64
// characters. The empty digest identifies the local configuration.
type Digest string

// Valid reports whether d has the form of a digest. Only then is it used in a file name.
func (d Digest) Valid() bool {
	if len(d) != 2*sha256.Size {
		return false
	}
	for _, c := range []byte(d) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// Short returns the first twelve characters, for messages.
func (d Digest) Short() string {
	if len(d) > 12 {
		return string(d[:12])
	}
	return string(d)
}

// NewPayload makes a payload of a copy of files, sorted by name in byte order. It returns an error if a name is empty,
// is not valid UTF-8, has a slash or a control character, is "." or "..", or occurs twice, and if the whole exceeds
// MaxPayload.
func NewPayload(files ...File) (Payload, error) {
	sorted := make([]File, 0, len(files))
	for _, f := range files {
		if err := checkName(f.Name); err != nil {
			return Payload{}, err
		}
		sorted = append(sorted, File{Name: f.Name, Data: bytes.Clone(f.Data)})
	}
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].Name < sorted[j].Name })
	for i := 1; i < len(sorted); i++ {
		if sorted[i].Name == sorted[i-1].Name {
			return Payload{}, fmt.Errorf("the file %q is specified twice", sorted[i].Name)
		}
	}
	p := Payload{files: sorted}
	encoded := p.encode()
	if len(encoded) > MaxPayload {
		return Payload{}, fmt.Errorf("the configuration has %d bytes; at most %d are allowed", len(encoded), MaxPayload)
	}
	p.digest = digestOf(encoded)
	return p, nil
}

// Files returns the files in byte order of their names. The caller must not change them.
func (p Payload) Files() []File { return p.files }

// Digest returns the digest of the content; empty for the zero Payload.
func (p Payload) Digest() Digest { return p.digest }

// Equal reports whether p and other have the same bytes.
func (p Payload) Equal(other Payload) bool { return bytes.Equal(p.encode(), other.encode()) }

func checkName(name string) error {
	bad := func(r rune) bool { return r == '/' || r == '\\' || unicode.IsControl(r) }
	switch {
	case name == "":
		return errors.New("a file of the configuration has an empty name")
	case len(name) > 255:
		return fmt.Errorf("the file name %q... has more than 255 bytes", name[:32])
	case !utf8.ValidString(name), strings.ContainsFunc(name, bad), name == ".", name == "..":
		return fmt.Errorf("%q is not a valid file name: use a name without slashes and control characters", name)
	}
	return nil
}

func digestOf(encoded []byte) Digest {
	sum := sha256.Sum256(encoded)
	return Digest(hex.EncodeToString(sum[:]))
}

// payloadHeader begins every checkpoint. A checkpoint is readable: a line with the name and size before the bytes of
// each file, and a newline after them.
const payloadHeader = "configuration checkpoint v1\n"

func (p Payload) encode() []byte {
	var b bytes.Buffer
	b.WriteString(payloadHeader)
	for _, f := range p.files {
		fmt.Fprintf(&b, "file %d %s\n", len(f.Data), strconv.Quote(f.Name))
		b.Write(f.Data)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// decodePayload is the inverse of encode. The digest proves that the bytes are unchanged, so decodePayload only has to
// be total.
func decodePayload(encoded []byte) (Payload, error) {
	rest, ok := bytes.CutPrefix(encoded, []byte(payloadHeader))
	if !ok {
		return Payload{}, errors.New("not a checkpoint of this format")
	}
	var files []File
	for len(rest) > 0 {
		line, tail, found := bytes.Cut(rest, []byte("\n"))
		words := strings.SplitN(string(line), " ", 3)
		if !found || len(words) != 3 || words[0] != "file" {
			return Payload{}, fmt.Errorf("file %d of the checkpoint has an invalid header", len(files)+1)
		}
		size, err := strconv.Atoi(words[1])
		if err != nil || size < 0 || size >= len(tail) || tail[size] != '\n' {
			return Payload{}, fmt.Errorf("file %d of the checkpoint has an invalid size", len(files)+1)
		}
		name, err := strconv.Unquote(words[2])
		if err != nil {
			return Payload{}, fmt.Errorf("file %d of the checkpoint has an invalid name", len(files)+1)
		}
		files = append(files, File{Name: name, Data: tail[:size]})
		rest = tail[size+1:]
	}
	return NewPayload(files...)
}
