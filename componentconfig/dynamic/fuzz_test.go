package dynamic

import (
	"path"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// The first argument of FuzzStart for a state file with a valid header and checksum.
const (
	assignedSeed = 133 + iota
	goodSeed
	trialsSeed
)

// FuzzStart puts any bytes in the place of any file of the state directory: as they are, or as the body of a state file
// with a valid header and checksum. The start must come to a decision, and only to one that was made before.
func FuzzStart(f *testing.F) {
	for which := range uint8(10) {
		f.Add(which, []byte(""))
		f.Add(which, []byte("}garbage{"))
		f.Add(which, []byte(`{"digest":"../../../evil","build":"build","time":"0001-01-01T00:00:00Z"}`))
		f.Add(which, []byte(`{"entries":[{"digest":"x","used":-1},{"digest":null,"used":1e99}]}`))
		f.Add(which, []byte("configuration checkpoint v1\nfile 99999999999999999999 \"x\"\n"))
	}
	// The header and the checksum are right, and the rest is hostile.
	digest := strings.Repeat("a", 64)
	for which, bodies := range map[uint8][]string{
		assignedSeed: {
			`{"digest":"` + digest + `"}`, `{"digest":"","history":["` + digest + `"]}`, `{"digest":"` + digest +
				`","time":"9999-12-31T23:59:59Z","history":["../x"]}`,
			`{"digest":"` + digest + `","time":"300000-01-01T00:00:00Z"}`, `null`, `[]`, `{}{}`, `{"digest":"` + digest +
				`","newer":1}`, `{"digest":"` + strings.ToUpper(digest) + `"}`,
		},
		goodSeed: {`{"digest":"` + digest + `","build":"build"}`, `{"digest":"","build":"build"}`,
			`{"digest":"../../../etc/passwd","build":"build"}`, `{"build":"` + strings.Repeat("b", 1<<16) + `"}`},
		trialsSeed: {
			`{"entries":null}`, `{"entries":[{"digest":"` + digest +
				`","build":"build","used":9223372036854775807,"returned":9223372036854775807,"open":{"boot":"other"}}]}`,
			`{"entries":[{"digest":"` + digest + `","build":"build","used":-1}]}`, `{"entries":[{"digest":"` + digest +
				`","failed":{"time":"0001-01-01T00:00:00Z","reason":"` + strings.Repeat("<", 1<<18) + `"}}]}`,
			`{"entries":[` + strings.Repeat(`{"digest":"`+digest+`","build":"build","used":1},`, 127) + `{"digest":"` +
				digest + `","build":"build","used":1}]}`,
			`{"entries":[` + strings.Repeat(`{"digest":"`+digest+`"},`, 128) + `{"digest":"` + digest + `"}]}`,
			`{"entries":[{"digest":"` + digest + `","build":"build","failed":{"local":"x"}}]}`,
		},
	} {
		for _, body := range bodies {
			f.Add(which, []byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		r := newRig(t)
		r.confirmed("a")
		r.assign("b", accepted)
		names := []string{
			store.AssignedFile, store.GoodFile, store.LedgerFile,
			path.Join(store.CheckpointDir, string(payload(t, "a").Digest())),
			path.Join(store.CheckpointDir, string(payload(t, "b").Digest())), path.Join(store.RequestDir, "all"), store.LockFile,
		}
		name := names[int(which)%len(names)]
		if which >= 128 && int(which)%len(names) < 3 {
			data = store.Seal(name, data)
		}
		r.disk.MkdirAll(path.Join(stateDir, store.RequestDir))
		r.disk.Erase(path.Join(stateDir, name))
		file, err := r.disk.Create(path.Join(stateDir, name))
		if err != nil {
			t.Fatal(err)
		}
		file.Write(data)
		d := r.next()
		switch content := text(Payload{d.Payload}); {
		case d.Layer == LayerLocal && content == "":
		case d.Layer == LayerAssigned && (content == "a" || content == "b"):
		case d.Layer == LayerLastKnownGood && (content == "a" || content == "b"):
		default:
			t.Errorf("%s: %q", d, content)
		}
		if d.Layer != LayerLocal && !d.OnTrial && text(Payload{d.Payload}) != "a" && which < 128 {
			t.Errorf("%s, which was never confirmed", d)
		}
		// The directory is repaired: whatever was there, the next assignment works.
		if out, err := r.controller.Assign(payload(t, "c"), ""); err != nil || verdictOf(out) != accepted {
			t.Errorf("%+v, %v", out, err)
		}
		r.uses(r.next(), LayerAssigned, "c")
	})
}
