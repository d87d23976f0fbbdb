package dynamic

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// naive is upstream's mechanism, simplified: checkpoints in directories named after the object's UID, a file time for
// the trial, no count of attempts. The tests of the protocol run on it, too, and must fail there.
type naive struct {
	dir   string
	clock *fakeClock
}

type naiveState struct {
	Version string
	UID     string
}

func (n *naive) file(name string) string { return filepath.Join(n.dir, name) }

func (n *naive) checkpoint(uid, _ string) string {
	return filepath.Join(n.dir, "checkpoints", uid, "config")
}

func (n *naive) assign(uid, content string) error {
	temp := filepath.Join(n.dir, "tmp")
	directory := filepath.Join(n.dir, "checkpoints", uid)
	err := errors.Join(os.RemoveAll(temp), os.MkdirAll(temp, 0o700), os.MkdirAll(filepath.Dir(directory), 0o700),
		os.WriteFile(filepath.Join(temp, "config"), []byte(content), 0o600))
	if err == nil {
		if _, serr := os.Stat(n.checkpoint(uid, "")); serr != nil || !n.same(uid, content) {
			err = os.Rename(temp, directory)
		}
	}
	if err == nil {
		err = n.write(store.AssignedFile, uid)
	}
	return err
}

func (n *naive) same(uid, content string) bool {
	old, err := os.ReadFile(n.checkpoint(uid, ""))
	return err == nil && string(old) == content
}

func (n *naive) write(name, uid string) error {
	data, err := json.Marshal(naiveState{"v1", uid})
	if err == nil {
		err = os.WriteFile(n.file(name), data, 0o600)
	}
	if err == nil {
		err = os.Chtimes(n.file(name), n.clock.wall, n.clock.wall)
	}
	return err
}

// load returns the content that a state file refers to, "" if it refers to none.
func (n *naive) load(name string) (uid, content string, err error) {
	data, err := os.ReadFile(n.file(name))
	if errors.Is(err, os.ErrNotExist) || err == nil && len(data) == 0 {
		return "", "", nil
	}
	if err != nil {
		return "", "", err
	}
	var s naiveState
	if err := json.Unmarshal(data, &s); err != nil {
		return "", "", err
	}
	if s.Version != "v1" {
		return "", "", errors.New("unknown version " + s.Version)
	}
	b, err := os.ReadFile(n.checkpoint(s.UID, ""))
	return s.UID, string(b), err
}

func (n *naive) start() (string, error) {
	uid, content, err := n.load(store.AssignedFile)
	if err != nil || uid == "" {
		return "", err
	}
	if strings.HasPrefix(content, "bad") {
		_, content, err = n.load(store.GoodFile)
		return content, err
	}
	info, err := os.Stat(n.file(store.AssignedFile))
	if err == nil && n.clock.wall.Sub(info.ModTime()) >= trialPeriod {
		err = n.write(store.GoodFile, uid)
	}
	return content, err
}

func (n *naive) crash()                 {}
func (n *naive) uptime(d time.Duration) { n.clock.wall = n.clock.wall.Add(d) }

func (n *naive) downtime(d time.Duration) { n.uptime(d) }

func (n *naive) good() string {
	_, content, _ := n.load(store.GoodFile)
	return content
}

// life applies the configuration first, and reads the source if it is still alive then.
func (n *naive) life(uid, wanted string) (string, error) {
	used, err := n.start()
	if err == nil && !strings.HasPrefix(used, "kills") {
		err = n.assign(uid, wanted)
	}
	n.crash()
	return used, err
}

func (n *naive) report(send func() error) { send() }
