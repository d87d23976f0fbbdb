package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/configgen/configgen/bootstrap/lkg"
)

const (
	digestA     = "5bcd08ac44f8f4bb15e17d8a05a1d81d3e0a5d1c6ac5e32ec4a8b1d0d4e1a9a0"
	wrongDigest = "../../../etc/passwd"
)

type clock struct{}

func (clock) Now() time.Time                       { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
func (clock) Elapsed() time.Duration               { return 0 }
func (clock) After(time.Duration) <-chan time.Time { c := make(chan time.Time); close(c); return c }

func options() lkg.Options {
	return lkg.Options{
		Parameters: &lkg.Parameters{TrialPeriod: time.Minute}, Build: "v1", Boot: func() string { return "boot" }, Clock: clock{},
		Check: func(p lkg.Payload) error {
			if strings.HasPrefix(p.Files()[0].Name, "bad") {
				return errors.New("relay.yaml:3:7: port: write a number from 1 to 65535")
			}
			return nil
		},
	}
}

func assign(t *testing.T, s *lkg.Store, name string) lkg.Digest {
	t.Helper()
	p, err := lkg.NewPayload(lkg.File{Name: name, Data: []byte("port: 1\n")})
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
	local, err := lkg.NewPayload(lkg.File{Name: "local"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := lkg.Open(dir, options())
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
			"ConfigOK:         True (Assigned): configuration " + good.Short() + " is assigned and confirmed\n",
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
		var st lkg.Status
		if err != nil || json.Unmarshal([]byte(out), &st) != nil || st.LastKnownGood.Digest != good || st.LastFailed.Digest != bad {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("clear while the component runs", func(t *testing.T) {
		if out, err := run(t, "clear", "--dynamic-config-dir", dir, string(bad)); err != nil || !strings.HasPrefix(out, "requested; ") {
			t.Errorf("%v %s", err, out)
		}
	})
	s.Close()
	t.Run("clear", func(t *testing.T) {
		if out, err := run(t, "clear", "--dynamic-config-dir", dir); err != nil || !strings.HasPrefix(out, "cleared; ") {
			t.Errorf("%v %s", err, out)
		}
		if out, err := run(t, "status", "--dynamic-config-dir", dir); err != nil || strings.Contains(out, "Failed:") || strings.Contains(out, "In use:") {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	for want, args := range map[string][]string{
		`required flag(s) "dynamic-config-dir" not set`:                                 {"status"},
		"--output=xml: write text or json":                                              {"status", "--dynamic-config-dir", dir, "-o", "xml"},
		`"` + wrongDigest + `" is no digest: write the 64 characters that status shows`: {"clear", "--dynamic-config-dir", dir, wrongDigest},
		"accepts at most 1 arg(s), received 2":                                          {"clear", "--dynamic-config-dir", dir, digestA, digestA},
	} {
		if _, err := run(t, args...); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %s", args, err, want)
		}
	}
}
