package crashtest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// call is a system call that may change a directory, with the arguments that tell where.
type call struct {
	name string
	// fd is the number of the argument that is an open file. paths are the numbers of pairs of a directory descriptor and
	// a path; -1 for the working directory.
	fd    int
	paths [][2]int
	// flags is the number of the argument with the flags of open, which tell whether it changes anything.
	flags int
}

const none = -1

// Numbers that package syscall does not have.
const (
	sysRenameat2     = 316
	sysSyncfs        = 306
	sysPwritev       = 296
	sysPwritev2      = 328
	sysCopyFileRange = 326
	sysOpenat2       = 437
	sysStatx         = 332
	sysGetcpu        = 309
)

// creates are the flags of open that change something: they create a file, with or without a name, or empty one.
const creates = syscall.O_CREAT | syscall.O_TRUNC | oTmpfile

// oTmpfile is O_TMPFILE without the flag for directories that it includes.
const oTmpfile = 0x400000

var calls = map[uint64]call{
	syscall.SYS_WRITE:     {"write", 0, nil, none},
	syscall.SYS_PWRITE64:  {"pwrite", 0, nil, none},
	syscall.SYS_WRITEV:    {"writev", 0, nil, none},
	sysPwritev:            {"pwritev", 0, nil, none},
	sysPwritev2:           {"pwritev2", 0, nil, none},
	syscall.SYS_SENDFILE:  {"sendfile", 0, nil, none},
	syscall.SYS_SPLICE:    {"splice", 2, nil, none},
	sysCopyFileRange:      {"copy_file_range", 2, nil, none},
	sysSyncfs:             {"syncfs", 0, nil, none},
	syscall.SYS_FSYNC:     {"fsync", 0, nil, none},
	syscall.SYS_FDATASYNC: {"fdatasync", 0, nil, none},
	syscall.SYS_FTRUNCATE: {"ftruncate", 0, nil, none},
	syscall.SYS_FALLOCATE: {"fallocate", 0, nil, none},
	syscall.SYS_FLOCK:     {"flock", 0, nil, none},
	syscall.SYS_FCHOWN:    {"fchown", 0, nil, none},
	syscall.SYS_FCHMOD:    {"fchmod", 0, nil, none},
	syscall.SYS_OPEN:      {"open", none, [][2]int{{none, 0}}, 1},
	syscall.SYS_OPENAT:    {"openat", none, [][2]int{{0, 1}}, 2},
	sysOpenat2:            {"openat2", none, [][2]int{{0, 1}}, 2},
	syscall.SYS_CREAT:     {"creat", none, [][2]int{{none, 0}}, none},
	syscall.SYS_RENAME:    {"rename", none, [][2]int{{none, 0}, {none, 1}}, none},
	syscall.SYS_RENAMEAT:  {"renameat", none, [][2]int{{0, 1}, {2, 3}}, none},
	sysRenameat2:          {"renameat2", none, [][2]int{{0, 1}, {2, 3}}, none},
	syscall.SYS_LINK:      {"link", none, [][2]int{{none, 0}, {none, 1}}, none},
	syscall.SYS_SYMLINK:   {"symlink", none, [][2]int{{none, 1}}, none},
	syscall.SYS_MKNOD:     {"mknod", none, [][2]int{{none, 0}}, none},
	syscall.SYS_MKNODAT:   {"mknodat", none, [][2]int{{0, 1}}, none},
	syscall.SYS_CHMOD:     {"chmod", none, [][2]int{{none, 0}}, none},
	syscall.SYS_CHOWN:     {"chown", none, [][2]int{{none, 0}}, none},
	syscall.SYS_LCHOWN:    {"lchown", none, [][2]int{{none, 0}}, none},
	syscall.SYS_LINKAT:    {"linkat", none, [][2]int{{0, 1}, {2, 3}}, none},
	syscall.SYS_SYMLINKAT: {"symlinkat", none, [][2]int{{1, 2}}, none},
	syscall.SYS_UNLINK:    {"unlink", none, [][2]int{{none, 0}}, none},
	syscall.SYS_UNLINKAT:  {"unlinkat", none, [][2]int{{0, 1}}, none},
	syscall.SYS_RMDIR:     {"rmdir", none, [][2]int{{none, 0}}, none},
	syscall.SYS_MKDIR:     {"mkdir", none, [][2]int{{none, 0}}, none},
	syscall.SYS_MKDIRAT:   {"mkdirat", none, [][2]int{{0, 1}}, none},
	syscall.SYS_FCHMODAT:  {"fchmodat", none, [][2]int{{0, 1}}, none},
	syscall.SYS_FCHOWNAT:  {"fchownat", none, [][2]int{{0, 1}}, none},
	syscall.SYS_TRUNCATE:  {"truncate", none, [][2]int{{none, 0}}, none},
}

// looks are the calls that change nothing and may fail all the same; open without the flags of creates is one, too.
var looks = map[uint64]call{
	syscall.SYS_READ:       {"read", 0, nil, none},
	syscall.SYS_PREAD64:    {"pread", 0, nil, none},
	syscall.SYS_FSTAT:      {"fstat", 0, nil, none},
	syscall.SYS_CLOSE:      {"close", 0, nil, none},
	syscall.SYS_GETDENTS64: {"getdents", 0, nil, none},
	syscall.SYS_STAT:       {"stat", none, [][2]int{{none, 0}}, none},
	syscall.SYS_LSTAT:      {"lstat", none, [][2]int{{none, 0}}, none},
	syscall.SYS_NEWFSTATAT: {"fstatat", none, [][2]int{{0, 1}}, none},
	sysStatx:               {"statx", none, [][2]int{{0, 1}}, none},
}

// change describes a system call at its entry if it changes the directory, or with looking if it looks at it; otherwise
// it returns "".
func change(pid int, directory string, number uint64, args [6]uint64, looking bool) string {
	c, ok := calls[number]
	only := !ok || c.flags != none && flags(pid, number, args[c.flags])&creates == 0
	if !ok && looking {
		c, ok = looks[number]
	}
	if !ok || only && !looking {
		return ""
	}
	var files []string
	if c.fd != none {
		files = append(files, opened(pid, int32(args[c.fd])))
	}
	for _, p := range c.paths {
		dir := int32(none)
		if p[0] != none {
			dir = int32(args[p[0]])
		}
		files = append(files, resolve(pid, dir, text(pid, args[p[1]])))
	}
	inside := false
	for i, f := range files {
		// The parent is included, in which the name of the directory is created and synced, but not looks at it.
		if rel, err := filepath.Rel(directory, f); err == nil && !strings.HasPrefix(rel, "../") && (rel != ".." || !only) {
			files[i], inside = rel, true
		}
	}
	if !inside {
		return ""
	}
	return c.name + " " + strings.Join(files, " ")
}

// flags returns the flags of a call that opens a file: the argument arg itself, or for openat2 the first field of the
// structure that arg points to.
func flags(pid int, number, arg uint64) uint64 {
	if number != sysOpenat2 {
		return arg
	}
	return binary.NativeEndian.Uint64(memory(pid, arg, 8))
}

// opened is the path of an open file of a process.
func opened(pid int, fd int32) string {
	path, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, fd))
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(path, " (deleted)")
}

// resolve makes a path absolute. An invalid negative descriptor means the working directory, as AT_FDCWD does.
func resolve(pid int, dir int32, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	base := ""
	if dir < 0 {
		base, _ = os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
	} else {
		base = opened(pid, dir)
	}
	return filepath.Join(base, path)
}

// text reads a string of a stopped process.
func text(pid int, at uint64) string {
	s, _, _ := bytes.Cut(memory(pid, at, 4096), []byte{0})
	return string(s)
}

// memory reads size bytes of the memory of a process. Bytes that do not exist are zero.
func memory(pid int, at uint64, size int) []byte {
	buf := make([]byte, size)
	mem, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return buf
	}
	defer mem.Close()
	mem.ReadAt(buf, int64(at)) // Short if the next page does not exist.
	return buf
}
