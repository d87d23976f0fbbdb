package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

const (
	digestA     = "5bcd08ac44f8f4bb15e17d8a05a1d81d3e0a5d1c6ac5e32ec4a8b1d0d4e1a9a0"
	wrongDigest = "../../../etc/passwd"
)

type clock struct{}

func (clock) Now() time.Time                       { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
func (clock) Elapsed() time.Duration               { return 0 }
func (clock) After(time.Duration) <-chan time.Time { c := make(chan time.Time); close(c); return c }

func options() dynamic.Options {
	return dynamic.Options{
		Parameters: &dynamic.Parameters{TrialPeriod: time.Minute}, Build: "v1", Boot: func() string { return "boot" }, Clock: clock{},
		Check: func(p dynamic.Payload) error {
			if strings.HasPrefix(p.Files()[0].Name, "bad") {
				return errors.New("relay.yaml:3:7: port: write a number from 1 to 65535")
			}
			return nil
		},
	}
}

func assign(t *testing.T, s *dynamic.Store, name string) dynamic.Digest {
	t.Helper()
	p, err := dynamic.NewPayload(dynamic.File{Name: name, Data: []byte("port: 1\n")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Assign(p, "relay-system/"+name); err != nil {
		t.Fatal(err)
	}
	return p.Digest()
}

func run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	cmd := New(options())
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	err := cmd.Execute()
	return out.String(), err
}

func TestCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	local, err := dynamic.NewPayload(dynamic.File{Name: "local"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := dynamic.Open(dir, options())
	if err != nil {
		t.Fatal(err)
	}
	good := assign(t, s, "good.yaml")
	if _, err := s.Start(local); err != nil {
		t.Fatal(err)
	}
	if err := s.Confirm(); err != nil {
		t.Fatal(err)
	}
	bad := assign(t, s, "bad.yaml")
	t.Run("status while the component runs", func(t *testing.T) {
		out, err := run(t, "status", "--dynamic-config-dir", dir)
		for _, want := range []string{
			"ConfigOK:         False (Rejected): using the assigned configuration " + good.Short() + "; configuration " + bad.Short() +
				" was rejected: relay.yaml:3:7: port: write a number from 1 to 65535\n",
			"What to do:       push another configuration; ", "Desired:          " + string(bad) + " by relay-system/bad.yaml\n",
			"Assigned:         " + string(good) + ", assigned at 2026-01-02T03:04:05Z by relay-system/good.yaml\n",
			"Last known good:  " + string(good) + ", confirmed at 2026-01-02T03:04:05Z\n",
			"In use:           by process ", "since 2026-01-02T03:04:05Z: assigned " + string(good),
			"Failed:           " + string(bad) + " at 2026-01-02T03:04:05Z with build v1: relay.yaml:3:7: port: write a number from 1 to 65535\n",
		} {
			if err != nil || !strings.Contains(out, want) {
				t.Errorf("%v; no %q in\n%s", err, want, out)
			}
		}
	})
	t.Run("status as json", func(t *testing.T) {
		out, err := run(t, "status", "--dynamic-config-dir", dir, "--output=json")
		var st dynamic.Status
		if err != nil || json.Unmarshal([]byte(out), &st) != nil || st.LastKnownGood.Digest != good || st.LastFailed.Digest != bad {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("status as yaml, without the counters of the command", func(t *testing.T) {
		out, err := run(t, "status", "--dynamic-config-dir", dir, "-oyaml")
		if err != nil || !strings.Contains(out, "lastKnownGood:\n  digest: "+string(good)+"\n") || strings.Contains(out, "counters") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("clear while the component runs", func(t *testing.T) {
		want := "requested to clear the mark of " + bad.Short() + "; the running process does it within a minute or at its next start, which tries what is assigned again\n"
		if out, err := run(t, "clear", "--dynamic-config-dir", dir, string(bad)[:6]); err != nil || out != want {
			t.Errorf("%v %s", err, out)
		}
	})
	s.Close()
	t.Run("status while it does not", func(t *testing.T) {
		want := "ConfigOK:         True (Assigned): configuration " + good.Short() + " is assigned and confirmed\nAssigned:"
		if out, err := run(t, "status", "--dynamic-config-dir", dir); err != nil || !strings.HasPrefix(out, want) {
			t.Errorf("%v; want %s in\n%s", err, want, out)
		}
	})
	t.Run("clear", func(t *testing.T) {
		if out, err := run(t, "clear", "--dynamic-config-dir", dir); err != nil || out != "cleared all marks; the next start tries what is assigned again\n" {
			t.Errorf("%v %s", err, out)
		}
		if out, err := run(t, "status", "--dynamic-config-dir", dir); err != nil || strings.Contains(out, "Failed:") || strings.Contains(out, "In use:") {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	file, missing := filepath.Join(dir, "file"), filepath.Join(dir, "missing")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"--dynamic-config-dir is missing: write the state folder, as the component has it":                                              {"status"},
		"--dynamic-config-dir=" + missing + ": there is no such folder; write that of the component, which makes it at its first start": {"clear", "--dynamic-config-dir", missing},
		"--dynamic-config-dir=" + file + ": it is no folder; write that of the component":                                               {"status", "--dynamic-config-dir", file},
		"--output=xml: write text, json or yaml":                                                                                        {"status", "--dynamic-config-dir", dir, "-o", "xml"},
		`no configuration that failed, or is assigned, has the digest "` + wrongDigest + `": write one that status shows`:               {"clear", "--dynamic-config-dir", dir, wrongDigest},
		`no configuration that failed, or is assigned, has the digest "` + digestA + `": write one that status shows`:                   {"clear", "--dynamic-config-dir", dir, digestA},
		`"5b" is too short for a digest: write at least 4 of the characters that status shows`:                                          {"clear", "--dynamic-config-dir", dir, "5b"},
		"accepts at most 1 arg(s), received 2":                                                                                          {"clear", "--dynamic-config-dir", dir, digestA, digestA},
	} {
		if _, err := run(t, args...); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %s", args, err, want)
		}
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("clear has made a folder")
	}
}

// TestOwner: who is not the owner of the state, which need not be that of the folder, is told so, before anything is written that the component could not read.
func TestOwner(t *testing.T) {
	dir, user := t.TempDir(), os.Geteuid()
	if err := checkOwner(dir, user); err != nil {
		t.Error(err)
	}
	want := fmt.Sprintf("--dynamic-config-dir=%s: its state belongs to the user with the ID %d, and you have the ID %d: run the command as that user, for example by sudo -u '#%d'", dir, user, user+1, user)
	if err := checkOwner(dir, user+1); runtime.GOOS != "windows" && (err == nil || err.Error() != want) {
		t.Errorf("%v, want %s", err, want)
	}
	lock := filepath.Join(dir, "lock")
	if err := os.WriteFile(lock, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if user != 0 {
		return // only root makes files of others
	}
	if err := os.Lchown(lock, 1000, 1000); err != nil {
		t.Fatal(err)
	}
	if err := checkOwner(dir, 1000); err != nil {
		t.Errorf("the owner of the state in the folder of another: %v", err)
	}
	if checkOwner(dir, 0) == nil {
		t.Error("the owner of the folder may write into the state of another")
	}
}

// TestAdvice: every condition that is not well comes with advice, and a rejection shows what is desired.
func TestAdvice(t *testing.T) {
	for _, reason := range []string{
		dynamic.ReasonDied, dynamic.ReasonRestartPending, dynamic.ReasonSource, dynamic.ReasonNotStored, dynamic.ReasonReadOnly, dynamic.ReasonRejected, dynamic.ReasonInvalid, dynamic.ReasonFailed,
		dynamic.ReasonCrashLoop, dynamic.ReasonNotRecorded, dynamic.ReasonMissing, dynamic.ReasonDamaged, dynamic.ReasonStateLost,
	} {
		if advices[reason] == "" {
			t.Errorf("no advice about %s", reason)
		}
	}
	for _, reason := range []string{dynamic.ReasonAssigned, dynamic.ReasonLocal, dynamic.ReasonOnTrial} {
		if advices[reason] != "" {
			t.Errorf("advice about %s", reason)
		}
	}
}

// TestFind: a digest may be cut short as long as it is one.
func TestFind(t *testing.T) {
	st := dynamic.Status{Assigned: &dynamic.Reference{Digest: "aaaa1111"}, Failed: []dynamic.Failure{{Digest: "aaaa1111"}, {Digest: "aaaa2222"}, {Digest: "bbbb1111"}}}
	for text, want := range map[string]string{"bbbb": "bbbb1111", "aaaa1": "aaaa1111", "aaaa": "several digests begin with aaaa: write more of it"} {
		got, err := find(st, text)
		if err != nil {
			got = dynamic.Digest(err.Error())
		}
		if string(got) != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestHelp: the command alone says what there is, and asks for nothing.
func TestHelp(t *testing.T) {
	if out, err := run(t); err != nil || !strings.Contains(out, "clear ") || !strings.Contains(out, "status ") {
		t.Errorf("%v\n%s", err, out)
	}
}
