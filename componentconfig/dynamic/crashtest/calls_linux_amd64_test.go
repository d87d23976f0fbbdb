package crashtest

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// every makes each call that is traced, by its number, so that no library chooses another; it does not matter whether
// it succeeds. Calls that do not change the directory come between.
func every() error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	other, err := os.Create("elsewhere")
	if err != nil {
		return err
	}
	defer other.Close()
	var kept []*byte
	keep := func(p *byte) uintptr { kept = append(kept, p); return uintptr(unsafe.Pointer(p)) }
	text := func(s string) uintptr { return keep(must(syscall.BytePtrFromString(s))) }
	openHow := func(flags uint64) uintptr {
		return keep(&append(binary.NativeEndian.AppendUint64(nil, flags), make([]byte, 16)...)[0])
	}
	const at = ^uintptr(99) // AT_FDCWD
	fd, out := f.Fd(), other.Fd()
	for _, c := range [][7]uintptr{
		{syscall.SYS_WRITE, fd}, {syscall.SYS_WRITE, out}, {syscall.SYS_PWRITE64, fd}, {syscall.SYS_WRITEV, fd},
		{sysPwritev, fd}, {sysPwritev2, fd},
		{syscall.SYS_SENDFILE, fd, out}, {syscall.SYS_SENDFILE, out, fd}, {syscall.SYS_SPLICE, out, 0, fd},
		{sysCopyFileRange, out, 0, fd}, {sysCopyFileRange, fd, 0, out},
		{syscall.SYS_FSYNC, fd}, {syscall.SYS_FDATASYNC, fd}, {sysSyncfs, fd}, {syscall.SYS_FTRUNCATE, fd, 3},
		{syscall.SYS_TRUNCATE, text(file), 2},
		{syscall.SYS_FALLOCATE, fd, 0, 0, 1}, {syscall.SYS_FLOCK, fd, syscall.LOCK_UN}, {syscall.SYS_FCHMOD, fd, 0o600},
		{syscall.SYS_FCHOWN, fd, ^uintptr(0), ^uintptr(0)},
		{syscall.SYS_OPEN, text("state/o"), syscall.O_CREAT, 0o600},
		{syscall.SYS_OPEN, text("state/o"), syscall.O_RDONLY}, {syscall.SYS_CREAT, text("state/c"), 0o600},
		{syscall.SYS_OPENAT, at, text("state/a"), syscall.O_CREAT, 0o600},
		{syscall.SYS_OPENAT, at, text("state"), oTmpfile | syscall.O_DIRECTORY | syscall.O_WRONLY, 0o600},
		{sysOpenat2, at, text("state/h"), openHow(syscall.O_CREAT | syscall.O_WRONLY), 24},
		{sysOpenat2, at, text("state/h"), openHow(syscall.O_RDONLY), 24},
		{syscall.SYS_RENAME, text("state/a"), text("state/b")},
		{syscall.SYS_RENAMEAT, at, text("state/b"), at, text("state/a")},
		{sysRenameat2, at, text("state/a"), at, text("elsewhere"), 0},
		{syscall.SYS_LINK, text("state/c"), text("state/l")},
		{syscall.SYS_LINKAT, at, text("state/c"), at, text("state/m"), 0}, {syscall.SYS_SYMLINK, text("c"), text("state/s")},
		{syscall.SYS_SYMLINKAT, text("c"), at, text("state/t")}, {syscall.SYS_MKNOD, text("state/n"), syscall.S_IFIFO},
		{syscall.SYS_MKNODAT, at, text("state/p"), syscall.S_IFIFO},
		{syscall.SYS_MKDIR, text("state/d"), 0o700}, {syscall.SYS_MKDIRAT, at, text("state/e"), 0o700},
		{syscall.SYS_RMDIR, text("state/d")}, {syscall.SYS_UNLINK, text("state/l")},
		{syscall.SYS_UNLINKAT, at, text("state/m"), 0}, {syscall.SYS_CHMOD, text("state/c"), 0o600},
		{syscall.SYS_FCHMODAT, at, text("state/c"), 0o600},
		{syscall.SYS_CHOWN, text("state/c"), ^uintptr(0), ^uintptr(0)},
		{syscall.SYS_LCHOWN, text("state/c"), ^uintptr(0), ^uintptr(0)},
		{syscall.SYS_FCHOWNAT, at, text("state/c"), ^uintptr(0), ^uintptr(0), 0}, {syscall.SYS_UNLINK, text("elsewhere")},
	} {
		syscall.Syscall6(c[0], c[1], c[2], c[3], c[4], c[5], c[6])
	}
	runtime.KeepAlive(kept)
	return nil
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestEveryCall: each traced call is seen once, under its name and with its file, and what changes nothing there is
// not.
func TestEveryCall(t *testing.T) {
	trace, err := scenarioRun(t, "every", Fault{})
	if err != nil || trace.Status.ExitStatus() != 0 {
		t.Fatal(errors.Join(err, errors.New(trace.Output)))
	}
	want := []string{
		"write file", "pwrite file", "writev file", "pwritev file", "pwritev2 file", "sendfile file", "splice file",
		"copy_file_range file", "fsync file", "fdatasync file",
		"syncfs file", "ftruncate file", "truncate file", "fallocate file", "flock file", "fchmod file", "fchown file",
		"open o", "creat c", "openat a", "openat .", "openat2 h",
		"rename a b", "renameat b a", "renameat2 a elsewhere", "link c l", "linkat c m", "symlink s", "symlinkat t",
		"mknod n", "mknodat p", "mkdir d", "mkdirat e", "rmdir d",
		"unlink l", "unlinkat m", "chmod c", "fchmodat c", "chown c", "lchown c", "fchownat c",
	}
	seen := map[string]bool{}
	for i, c := range trace.Changes {
		words := strings.Fields(c)
		seen[words[0]] = true
		words[len(words)-1] = filepath.Base(words[len(words)-1]) // What is outside the directory has its whole path.
		trace.Changes[i] = strings.Join(words, " ")
	}
	if !slices.Equal(trace.Changes, want) {
		t.Errorf("got  %q\nwant %q", trace.Changes, want)
	}
	for _, c := range calls {
		if !seen[c.name] {
			t.Errorf("%s is traced, and not tested", c.name)
		}
	}
}
