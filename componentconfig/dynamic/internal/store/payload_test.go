package store

import (
	"strings"
	"testing"
)

func payload(t *testing.T, files ...File) Payload {
	t.Helper()
	p, err := NewPayload(files...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPayload: the order of the files does not matter, their names and bytes do.
func TestPayload(t *testing.T) {
	one, two := File{"a.conf", []byte("x: 1\n")}, File{"b.conf", nil}
	p := payload(t, two, one)
	if got := p.Files(); len(got) != 2 || got[0].Name != "a.conf" || string(got[0].Data) != "x: 1\n" {
		t.Errorf("%+v", got)
	}
	if other := payload(t, one, two); other.Digest() != p.Digest() || !other.Equal(p) {
		t.Error("the order of the files matters")
	}
	for name, other := range map[string]Payload{
		"another name":    payload(t, File{"c.conf", one.Data}, two),
		"another content": payload(t, File{"a.conf", []byte("x: 2\n")}, two),
		"one file":        payload(t, one),
		"no file":         payload(t),
	} {
		if other.Digest() == p.Digest() || other.Equal(p) || !other.Digest().Valid() {
			t.Errorf("%s: %s", name, other.Digest())
		}
	}
	if (Payload{}).Digest() != "" {
		t.Error("the local configuration has a digest")
	}
	one.Data[0] = 'y'
	if string(p.Files()[0].Data) != "x: 1\n" {
		t.Error("the payload shares memory with what it was made of")
	}
}

func TestInvalidPayloads(t *testing.T) {
	for want, files := range map[string][]File{
		"a file of the configuration has an empty name":                                       {{}},
		`"a/b" is not a valid file name: use a name without slashes and control characters`:   {{Name: "a/b"}},
		`".." is not a valid file name: use a name without slashes and control characters`:    {{Name: ".."}},
		`"a\n" is not a valid file name: use a name without slashes and control characters`:   {{Name: "a\n"}},
		`"a\xff" is not a valid file name: use a name without slashes and control characters`: {{Name: "a\xff"}},
		`the file name "` + strings.Repeat("a", 32) + `"... has more than 255 bytes`: {{Name: strings.Repeat("a",
			256)}},
		`the file "a" is specified twice`: {{Name: "a"}, {Name: "b"},
			{Name: "a"}},
		"the configuration has 4194350 bytes; at most 4194304 are allowed": {{Name: "a",
			Data: make([]byte, MaxPayload)}},
	} {
		if _, err := NewPayload(files...); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestDigest(t *testing.T) {
	valid := strings.Repeat("0f", 32)
	for digest, want := range map[string]bool{
		valid: true, "": false, valid[1:]: false, valid + "0": false, strings.ToUpper(valid): false,
		"../" + valid[3:]: false, "g" + valid[1:]: false,
	} {
		if Digest(digest).Valid() != want {
			t.Errorf("%q: valid is %t", digest, !want)
		}
	}
	if got := Digest(valid).Short(); got != "0f0f0f0f0f0f" {
		t.Error(got)
	}
	if got := Digest("ab").Short(); got != "ab" {
		t.Error(got)
	}
}

func FuzzCheckpoint(f *testing.F) {
	p, err := NewPayload(File{"b.conf", []byte("x: 1\n")}, File{"a.conf", nil})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(p.encode())
	for _, text := range []string{
		"", "file 1 \"a\"\nx\n", "file -1 \"a\"\n\n", "file 1 \"../a\"\nx\n", "file 1 a\nx\n", "file 9 \"a\"\nx\n",
		"file x \"a\"\n",
	} {
		f.Add([]byte(payloadHeader + text))
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := decodePayload(data)
		if err != nil {
			return
		}
		again, err := decodePayload(p.encode())
		if err != nil || !again.Equal(p) || again.Digest() != p.Digest() {
			t.Errorf("%q does not come back: %v", data, err)
		}
	})
}
