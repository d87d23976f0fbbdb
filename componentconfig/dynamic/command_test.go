package dynamic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

const (
	digestA     = "5bcd08ac44f8f4bb15e17d8a05a1d81d3e0a5d1c6ac5e32ec4a8b1d0d4e1a9a0"
	wrongDigest = "../../../etc/passwd"
)

// stopped is a clock that does not move, and on which no wait takes time.
type stopped struct{}

func (stopped) Now() time.Time                       { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
func (stopped) Elapsed() time.Duration               { return 0 }
func (stopped) After(time.Duration) <-chan time.Time { c := make(chan time.Time); close(c); return c }

func commandOptions() Options {
	return Options{
		TrialParameters: &TrialParameters{TrialPeriod: time.Minute}, Build: "v1",
		system: system{clock: stopped{}, boot: func() string { return "boot" }},
		Check: func(p Payload) error {
			if strings.HasPrefix(p.stored.Files()[0].Name, "bad") {
				return errors.New("relay.yaml:3:7: port: use a number from 1 to 65535")
			}
			return nil
		},
	}
}

func assignNamed(t *testing.T, s *Controller, name string) Digest {
	t.Helper()
	p, err := NewPayload(map[string][]byte{name: []byte("port: 1\n")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Assign(p, "relay-system/"+name); err != nil {
		t.Fatal(err)
	}
	return p.Digest()
}

func operate(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	cmd := newCommand(commandOptions())
	cmd.SetOut(&out)
	cmd.SetArgs(append([]string{}, args...)) // nil would be the arguments of the test
	err := cmd.Execute()
	return out.String(), err
}

func TestCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	local, err := NewPayload(map[string][]byte{"local": nil})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(dir, commandOptions())
	if err != nil {
		t.Fatal(err)
	}
	good := assignNamed(t, s, "good.yaml")
	if _, err := s.Start(local); err != nil {
		t.Fatal(err)
	}
	if err := s.Confirm(); err != nil {
		t.Fatal(err)
	}
	bad := assignNamed(t, s, "bad.yaml")
	t.Run("status while the component runs", func(t *testing.T) {
		out, err := operate(t, "status", "--dynamic-config-dir", dir)
		for _, want := range []string{
			"ConfigOK:         False (Rejected): using the assigned configuration " + good.Short() + "; configuration " +
				bad.Short() +
				" was rejected: relay.yaml:3:7: port: use a number from 1 to 65535\n",
			"What to do:       fix the mistake that the message names and push again\n", "Desired:          " + string(bad) +
				" by relay-system/bad.yaml\n",
			"Assigned:         " + string(good) + ", assigned at 2026-01-02T03:04:05Z by relay-system/good.yaml\n",
			"Last known good:  " + string(good) + ", confirmed at 2026-01-02T03:04:05Z\n",
			"In use:           by process ", "since 2026-01-02T03:04:05Z: assigned " + string(good),
			"Failed:           " + string(bad) + " at 2026-01-02T03:04:05Z with build v1: relay.yaml:3:7: port: use a " +
				"number from 1 to 65535\n",
		} {
			if err != nil || !strings.Contains(out, want) {
				t.Errorf("%v; no %q in\n%s", err, want, out)
			}
		}
	})
	t.Run("wait", func(t *testing.T) {
		if out, err := operate(t, "wait", "--dynamic-config-dir", dir, "--for=Rejected"); err != nil ||
			!strings.HasPrefix(out, "ConfigOK: False (Rejected): ") {
			t.Errorf("%v %s", err, out)
		}
		for _, other := range [][]string{{"--for=CrashLoop"}, nil} {
			args := append([]string{"wait", "--dynamic-config-dir", dir, "--timeout=1ns"}, other...)
			if out, err := operate(t, args...); err == nil || !strings.HasPrefix(err.Error(), "ConfigOK: False (Rejected): ") {
				t.Errorf("%q: %v %s", other, err, out)
			}
		}
		if out, err := operate(t, "wait", "--dynamic-config-dir", dir, "--for=assigned"); err == nil ||
			!strings.HasPrefix(err.Error(), `invalid --for "assigned": must be one of [Assigned Assign`) {
			t.Errorf("%v %s", err, out)
		}
		absent := filepath.Join(t.TempDir(), "state")
		if out, err := operate(t, "wait", "--dynamic-config-dir", absent, "--timeout=1ns"); err == nil ||
			err.Error() != "no process runs" {
			t.Errorf("%v %s", err, out)
		}
		if out, err := operate(t, "wait"); err == nil || !strings.HasPrefix(err.Error(), "--dynamic-config-dir is required") {
			t.Errorf("%v %s", err, out)
		}
	})
	t.Run("arguments", func(t *testing.T) {
		for _, c := range [][]string{
			{"digest", "specify one file, as in digest FILE --key KEY"},
			{"rollback", "specify one digest, as status shows it"},
		} {
			if out, err := operate(t, c[0]); err == nil || err.Error() != c[1] {
				t.Errorf("%s: %v %s", c[0], err, out)
			}
		}
	})
	t.Run("status as json", func(t *testing.T) {
		out, err := operate(t, "status", "--dynamic-config-dir", dir, "--output=json")
		var st Status
		if err != nil || json.Unmarshal([]byte(out), &st) != nil || st.LastKnownGood.Digest != good ||
			st.LastFailed.Digest != bad {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("status as yaml", func(t *testing.T) {
		out, err := operate(t, "status", "--dynamic-config-dir", dir, "-oyaml")
		if err != nil || !strings.Contains(out, "lastKnownGood:\n  digest: "+string(good)+"\n") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("clear while the component runs", func(t *testing.T) {
		want := "requested to clear the failure record of " + bad.Short() +
			"; the running process clears it within seconds or at its next start, " +
			"which tries what is assigned again\n"
		if out, err := operate(t, "clear", "--dynamic-config-dir", dir, string(bad)[:6]); err != nil || out != want {
			t.Errorf("%v %s", err, out)
		}
	})
	s.Close()
	t.Run("status while it does not", func(t *testing.T) {
		want := "ConfigOK:         True (Assigned): configuration " + good.Short() + " is assigned and confirmed\nAssigned:"
		if out, err := operate(t, "status", "--dynamic-config-dir", dir); err != nil || !strings.HasPrefix(out, want) {
			t.Errorf("%v; want %s in\n%s", err, want, out)
		}
	})
	t.Run("clear", func(t *testing.T) {
		if out, err := operate(t, "clear", "--dynamic-config-dir", dir); err != nil ||
			out != "cleared all failure records; the next start tries what is assigned again\n" {
			t.Errorf("%v %s", err, out)
		}
		if out, err := operate(t, "status", "--dynamic-config-dir", dir); err != nil ||
			strings.Contains(out, "Failed:") || strings.Contains(out, "In use:") {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

func TestCommandMistakes(t *testing.T) {
	dir := t.TempDir()
	file, missing := filepath.Join(dir, "file"), filepath.Join(dir, "missing")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"--dynamic-config-dir is required: use the component's state directory": {"status"},
		"--dynamic-config-dir=" + missing + ": the directory does not exist; use the component's state " +
			"directory, which is created on first start": {"clear", "--dynamic-config-dir", missing},
		"--dynamic-config-dir=" + file + ": it is not a directory; use the component's state directory": {"status",
			"--dynamic-config-dir", file},
		`invalid --output "xml": must be text, json or yaml`: {"status",
			"--dynamic-config-dir", dir, "-o", "xml"},
		`no configuration that failed or is assigned has the digest "` + wrongDigest + `": use one that status shows`: {
			"clear", "--dynamic-config-dir", dir, wrongDigest,
		},
		`no configuration that failed or is assigned has the digest "` + digestA + `": use one that status shows`: {
			"clear", "--dynamic-config-dir", dir, digestA,
		},
		`"5b" is too short for a digest: specify at least 4 of the characters that status shows`: {"clear",
			"--dynamic-config-dir", dir, "5b"},
		"accepts at most 1 arg(s), received 2": {"clear",
			"--dynamic-config-dir", dir, digestA, digestA},
	} {
		if _, err := operate(t, args...); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %s", args, err, want)
		}
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("clear has created a directory")
	}
}

// TestUser: a user who does not own the state, whoever owns the directory, is told so before anything is written that
// the component could not read.
func TestUser(t *testing.T) {
	dir, user := t.TempDir(), os.Geteuid()
	if err := checkUser(dir, user); err != nil {
		t.Error(err)
	}
	want := fmt.Sprintf("--dynamic-config-dir=%s: its state belongs to user ID %d, and your user ID is %d: run the "+
		"command as that "+
		"user, for example by sudo -u '#%d'", dir, user, user+1, user)
	if err := checkUser(dir, user+1); runtime.GOOS != "windows" && (err == nil || err.Error() != want) {
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
	if err := checkUser(dir, 1000); err != nil {
		t.Errorf("the owner of the state in the directory of another user: %v", err)
	}
	if checkUser(dir, 0) == nil {
		t.Error("the owner of the directory may write into the state of another user")
	}
}

// TestAdvice: every condition that is not True comes with advice, and the page about dynamic configuration has it, too.
func TestAdvice(t *testing.T) {
	page := string(must2(os.ReadFile("../../docs/dynamic-configuration.md")))
	for _, reason := range []Reason{
		reasonStarting, ReasonOnTrialAfterCrash, ReasonRestartPending, ReasonConfirmationNotStored, ReasonUnreadable,
		ReasonEarlyExits, ReasonSourceUnavailable, reasonAssignmentPending, ReasonAssignmentNotStored, ReasonReadOnly,
		ReasonRejected, ReasonInvalid, ReasonFailed, ReasonCrashLoop, ReasonAttemptNotRecorded, ReasonCheckpointMissing,
		ReasonCheckpointDamaged, ReasonStateLost,
	} {
		row := regexp.MustCompile(`(?m)^\| (False|Unknown) \| (.*, )?` + string(reason) +
			`(, .*)? \| (.*) \|$`).FindStringSubmatch(page)
		if advice(reason) == "" || row == nil || strings.ReplaceAll(row[4], "`", "") != advice(reason) {
			t.Errorf("%s: %q, and the page has %q", reason, advice(reason), row)
		}
	}
	for _, reason := range []Reason{ReasonAssigned, ReasonLocal, ReasonOnTrial} {
		if advice(reason) != "" {
			t.Errorf("advice about %s", reason)
		}
	}
}

// TestFind: the beginning of a digest is enough if no other digest has it.
func TestFind(t *testing.T) {
	st := Status{Assigned: &Reference{Digest: "aaaa1111"},
		Failed: []Failure{{Digest: "aaaa1111"}, {Digest: "aaaa2222"}, {Digest: "bbbb1111"}}}
	for text, want := range map[string]string{"bbbb": "bbbb1111", "aaaa1": "aaaa1111",
		"aaaa": "several digests begin with aaaa: specify more characters"} {
		got, err := find(st, text)
		if err != nil {
			got = store.Digest(err.Error())
		}
		if string(got) != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestCommandHelp: the command without arguments lists its subcommands and requires nothing.
func TestCommandHelp(t *testing.T) {
	if out, err := operate(t); err != nil || !strings.Contains(out, "clear ") || !strings.Contains(out, "status ") {
		t.Errorf("%v\n%s", err, out)
	}
}
