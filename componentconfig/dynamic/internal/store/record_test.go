package store

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

var valid = Digest(strings.Repeat("a", 64))

// read decodes what a state file of this name and content holds.
func read(name string, data []byte, record Record) error {
	if err := decode(name, data, record); err != nil {
		return err
	}
	return record.check()
}

func TestRecordsComeBack(t *testing.T) {
	stamp := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	data, err := Encode(LedgerFile, Ledger{Entries: []Entry{{
		Digest: valid, Build: "v1", Used: 2, Allowed: 3, Returned: 1, Open: &Attempt{Boot: "boot"},
		Failed: &Mark{Time: stamp, Reason: "no", Overlay: "drop-in"},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	var l Ledger
	if err := read(LedgerFile, data, &l); err != nil || len(l.Entries) != 1 {
		t.Fatal(err, l)
	}
	e := l.Entries[0]
	if e.Used != 2 || e.Allowed != 3 || e.Returned != 1 || e.Open.Boot != "boot" ||
		*e.Failed != (Mark{Time: stamp, Reason: "no", Overlay: "drop-in"}) {
		t.Errorf("%+v", e)
	}
}

// TestDamage: whatever was not written whole is an error, and never a decision.
func TestDamage(t *testing.T) {
	whole, err := Encode(AssignedFile, Assigned{Digest: valid})
	if err != nil {
		t.Fatal(err)
	}
	flipped := []byte(strings.Replace(string(whole), "aaa", "aab", 1))
	for want, data := range map[string][]byte{
		"it is empty":           nil,
		"its header is invalid": []byte("}garbage{"),
		"its checksum is wrong": flipped,
		"it cannot be decoded":  Seal(AssignedFile, []byte("[]")),
		"its digest is invalid": Seal(AssignedFile, []byte(`{"digest":"../../evil"}`)),
		"it has an invalid dig": Seal(AssignedFile, []byte(`{"digest":"","history":["x"]}`)),
		`unknown field "newer"`: Seal(AssignedFile, []byte(`{"digest":"","newer":1}`)),
		"it has more than 64 dig": Seal(AssignedFile,
			[]byte(`{"history":["`+strings.Repeat(`x","`, 64)+`x"]}`)),
		`its schema is "v9", and this binary reads only v1`: []byte(strings.Replace(string(whole), " v1 ", " v9 ", 1)),
	} {
		var a Assigned
		if err := read(AssignedFile, data, &a); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for n := range len(whole) {
		var a Assigned
		if read(AssignedFile, whole[:n], &a) == nil {
			t.Errorf("the first %d of %d bytes are accepted", n, len(whole))
		}
	}
	if err := read(GoodFile, whole, &Good{}); err == nil {
		t.Error("a file is accepted under another name")
	}
}

func TestInvalidLedgers(t *testing.T) {
	entry := fmt.Sprintf(`{"digest":%q},`, valid)
	const invalid = "it has an invalid entry"
	for body, want := range map[string]string{
		strings.Repeat(entry, 128) + entry[:len(entry)-1]: "it has more than 128 entries",
		fmt.Sprintf(`{"digest":%q,"used":-1}`, valid):     invalid,
		fmt.Sprintf(`{"digest":%q,"allowed":-1}`, valid):  invalid,
	} {
		var l Ledger
		if err := read(LedgerFile, Seal(LedgerFile, []byte(`{"entries":[`+body+`]}`)), &l); err == nil ||
			err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for _, body := range []string{
		`{"digest":"x"}`, fmt.Sprintf(`{"digest":%q,"returned":-1}`, valid),
		fmt.Sprintf(`{"digest":%q,"failed":{"time":"2026-01-02T03:04:05Z","reason":%q}}`, valid, strings.Repeat("x", 2000)),
	} {
		if read(LedgerFile, Seal(LedgerFile, []byte(`{"entries":[`+body+`]}`)), &Ledger{}) == nil {
			t.Errorf("%s is accepted", body)
		}
	}
	if read(GoodFile, Seal(GoodFile, []byte(`{"digest":""}`)), &Good{}) == nil {
		t.Error("a last-known-good record without a digest is accepted")
	}
}

func TestClip(t *testing.T) {
	if got := Clip("short"); got != "short" {
		t.Error(got)
	}
	long := Clip(strings.Repeat("é", 500))
	if len(long) > MaxText+5 || !utf8.ValidString(long) || !strings.HasSuffix(long, "...") {
		t.Errorf("%d bytes: %q", len(long), long)
	}
}
