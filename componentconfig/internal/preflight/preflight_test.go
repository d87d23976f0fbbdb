package preflight

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/configgen/configgen/descriptor"
)

// text is the text of an error, with $D for a directory.
func text(err error, dir string) string {
	if err == nil {
		return ""
	}
	return strings.ReplaceAll(err.Error(), dir, "$D")
}

func TestPaths(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"file": 0o644, "program": 0o755} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("gone", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close() //nolint:errcheck // It is only there.
	uid := strconv.Itoa(os.Geteuid())
	for _, c := range []struct {
		want descriptor.File
		name string
		text string
	}{
		{descriptor.File{}, "nothing", ""},
		{descriptor.File{Kind: "file", Access: "r"}, "nothing", ""},
		{descriptor.File{Kind: "file", Access: "w"}, "nothing", ""},
		{descriptor.File{Kind: "file", Access: "w"}, "no/thing",
			"the file $D/no/thing cannot be created, because $D/no does not exist: create that directory"},
		{descriptor.File{Kind: "dir", Access: "rw"}, "file/below", "$D/file/below cannot be looked at: not a directory"},
		{descriptor.File{MustExist: true}, "nothing", "the file $D/nothing does not exist: create it, or correct the path"},
		{descriptor.File{Kind: "dir", MustExist: true}, "nothing",
			"the directory $D/nothing does not exist: create it, or correct the path"},
		{descriptor.File{Kind: "socket", MustExist: true}, "nothing",
			"the socket $D/nothing does not exist: start the process that listens on it, or correct the path"},
		{descriptor.File{Kind: "executable", MustExist: true}, "nothing",
			"the executable $D/nothing does not exist: install it, or correct the path"},
		{descriptor.File{}, "link", "$D/link is a link to gone, which does not exist: create that, or correct the link"},
		{descriptor.File{Kind: "file", Access: "rw", MustExist: true}, "file", ""},
		{descriptor.File{Kind: "dir", Access: "rw", MustExist: true}, "", ""},
		{descriptor.File{Kind: "socket", Access: "rw", MustExist: true}, "socket", ""},
		{descriptor.File{Kind: "executable", Access: "r", MustExist: true}, "program", ""},
		{descriptor.File{Kind: "file"}, "", "$D is a directory, not a file: correct the path"},
		{descriptor.File{Kind: "file"}, "socket", "$D/socket is a socket, not a file: correct the path"},
		{descriptor.File{Kind: "dir"}, "file", "$D/file is a file, not a directory: correct the path"},
		{descriptor.File{Kind: "socket"}, "file", "$D/file is a file, not a socket: correct the path"},
		{descriptor.File{Kind: "executable"}, "", "$D is a directory, not an executable file: correct the path"},
		{descriptor.File{Kind: "executable"}, "file",
			"$D/file cannot be executed by the user " + uid + ": run chmod +x on it"},
	} {
		if got := text(File(c.want, filepath.Join(dir, c.name)), dir); got != c.text {
			t.Errorf("%+v of %q: got %s, want %s", c.want, c.name, got, c.text)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 4 {
		t.Errorf("the checks left %v, %v", left, err)
	}
}

func TestPorts(t *testing.T) {
	used, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close() //nolint:errcheck // It is only there.
	port := used.Addr().(*net.TCPAddr).Port
	name := strconv.Itoa(port)
	for _, c := range []struct {
		address  string
		port     int
		networks []string
		text     string
	}{
		{"127.0.0.1", port, nil,
			"TCP port " + name + " is not free on 127.0.0.1: stop the process that uses it, or choose another port"},
		{"", port, []string{"udp", "tcp"},
			"TCP port " + name + " is not free: stop the process that uses it, or choose another port"},
		{"127.0.0.1", port, []string{"udp"}, ""},
		{"127.0.0.2", port, nil, ""},
		{"", 0, nil, ""},
		{"192.0.2.1", port, nil,
			"TCP port " + name + " is not available on 192.0.2.1: the machine does not have this address"},
	} {
		if got := text(Port(c.address, c.port, c.networks...), "\n"); got != c.text {
			t.Errorf("%s:%d %v: got %s, want %s", c.address, c.port, c.networks, got, c.text)
		}
	}
}
