package dynamic

import (
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// damages is how many directories a run of go test damages. The whole run is
//
//	go test ./dynamic -run RandomDamage -args -damages=2000
var damages = flag.Int("damages", 100, "directories of TestRandomDamage")

// vandal damages state directories at random.
type vandal struct {
	*rand.Rand
	t *testing.T
	// prepared are state directories at several moments of one life; the last one is damaged.
	prepared []string
	outside  string
	log      []string
}

// TestRandomDamage: whatever is in a state directory, a start uses a valid configuration, the next push repairs the
// directory, and nothing outside of it is touched.
func TestRandomDamage(t *testing.T) {
	first := uint64(time.Now().Unix())
	t.Logf("%d directories, seeds from %d", *damages, first)
	v := &vandal{t: t}
	v.prepare()
	for n := range *damages {
		v.Rand, v.log = rand.New(rand.NewPCG(first+uint64(n), 1)), nil
		if wrong := v.once(); wrong != "" {
			t.Errorf("seed %d: %s\n%s", first+uint64(n), wrong, strings.Join(v.log, "\n"))
		}
	}
}

// prepare makes a life: two confirmed configurations, one that has crashed, one that was rejected.
func (v *vandal) prepare() {
	parent := fastDir(v.t)
	dir := filepath.Join(parent, "state")
	o := &ours{t: v.t, dir: dir, clock: &fakeClock{}}
	moment := func() {
		to := filepath.Join(parent, fmt.Sprint("moment", len(v.prepared)))
		must(os.CopyFS(to, os.DirFS(dir)))
		v.prepared = append(v.prepared, to)
	}
	confirm(o, "a", "a")
	moment()
	confirm(o, "b", "b")
	moment()
	must(o.assign("kills", "kills"))
	o.crash()
	for range 4 {
		must2(o.start())
		o.crash()
	}
	moment()
	o.assign("bad", "bad")
	must2(must2(inspect(dir, o.options())).Clear(payload(v.t, "bad").Digest()))
	o.crash()
	moment()
}

func (v *vandal) once() (wrong string) {
	parent := fastDir(v.t)
	defer os.RemoveAll(parent)
	dir := filepath.Join(parent, "state")
	v.outside = filepath.Join(parent, "outside")
	must(os.CopyFS(dir, os.DirFS(v.prepared[len(v.prepared)-1])))
	must(os.Mkdir(v.outside, 0o700))
	for _, name := range []string{"all", "assigned", string(payload(v.t, "a").Digest())} {
		must(os.WriteFile(filepath.Join(v.outside, name), []byte("precious"), 0o600))
	}
	before := tree(v.outside)
	for range 1 + v.IntN(6) {
		v.damage(dir)
	}
	o := &ours{t: v.t, dir: dir, clock: &fakeClock{}}
	defer o.crash()
	used, err := o.start()
	if err != nil || !slices.Contains([]string{"", "a", "b", "kills"}, used) {
		return fmt.Sprintf("used %q, %v", used, err)
	}
	st := o.controller.Status()
	if err := o.assign("repair", "repair"); err != nil {
		return fmt.Sprintf("a push is not accepted: %v; %+v", err, st)
	}
	o.crash()
	if used, err := o.start(); err != nil || used != "repair" {
		return fmt.Sprintf("after the push used %q, %v; %+v", used, err, o.controller.Status())
	}
	if after := tree(v.outside); after != before {
		return "outside there is now " + after
	}
	return ""
}

// tree is everything in a directory.
func tree(dir string) string {
	var b strings.Builder
	must(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		must(err)
		info := must2(d.Info())
		fmt.Fprintln(&b, path, info.Mode(), info.Size(), info.ModTime())
		if info.Mode().IsRegular() {
			b.Write(must2(os.ReadFile(path)))
		}
		return nil
	}))
	return b.String()
}

// targets are the names that a process uses.
func (v *vandal) target(dir string) string {
	digest := string(payload(v.t, []string{"a", "b", "kills", "repair"}[v.IntN(4)]).Digest())
	all := []string{store.AssignedFile, store.GoodFile, store.LedgerFile, store.LockFile, store.CheckpointDir,
		store.QuarantineDir, store.RequestDir, store.RequestDir + "/all", store.RequestDir + "/" + digest,
		store.RequestDir + "/rollback-" + digest, store.CheckpointDir + "/" + digest,
		store.CheckpointDir + "/" + store.TempPrefix + digest, store.TempPrefix + store.AssignedFile,
		store.TempPrefix + store.LedgerFile, store.QuarantineDir + "/" + store.AssignedFile,
		store.QuarantineDir + "/checkpoint", "lost+found"}
	return filepath.Join(dir, all[v.IntN(len(all))])
}

// damage puts something else in the place of one file or directory.
func (v *vandal) damage(dir string) {
	name := v.target(dir)
	info, err := os.Lstat(filepath.Dir(name))
	if err != nil || !info.IsDir() {
		return
	}
	var old []byte
	is, err := os.Lstat(name)
	if err == nil && is.Mode().IsRegular() && is.Size() < 1<<20 {
		old, _ = os.ReadFile(name)
	}
	kinds := []string{"garbage", "empty", "cut", "bit", "replay", "gone", "link to a file", "link to a directory",
		"hard link", "mode", "owner"}
	for kind := range strange {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	kind := kinds[v.IntN(len(kinds))]
	v.log = append(v.log, kind+" at "+strings.TrimPrefix(name, dir))
	switch kind {
	case "mode":
		// What another name outside leads to is not to be touched by the vandal either.
		if err == nil && (is.IsDir() || is.Mode().IsRegular() && is.Sys().(*syscall.Stat_t).Nlink == 1) {
			must(os.Chmod(name, fs.FileMode(v.IntN(0o1000))))
		}
		return
	case "owner":
		os.Lchown(name, 4711, 4711)
		return
	}
	if os.RemoveAll(name) != nil {
		return // Without the right to, after an earlier change of a mode.
	}
	write := func(data []byte) { os.WriteFile(name, data, 0o600) }
	switch kind {
	case "garbage":
		write([]byte("garbage"))
	case "empty":
		write(nil)
	case "cut":
		write(old[:v.IntN(len(old)+1)])
	case "bit":
		if len(old) > 0 {
			old[v.IntN(len(old))] ^= 1 << v.IntN(8)
		}
		write(old)
	case "replay":
		from := filepath.Join(v.prepared[v.IntN(len(v.prepared))], strings.TrimPrefix(name, dir))
		if data, err := os.ReadFile(from); err == nil {
			write(data)
		}
	case "gone":
	case "link to a file":
		os.Symlink(filepath.Join(v.outside, "all"), name)
	case "link to a directory":
		os.Symlink(v.outside, name)
	case "hard link":
		os.Link(filepath.Join(v.outside, "assigned"), name)
	default:
		strange[kind](name)
	}
}
