//go:build unix

package componentconfig_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/dynamic"
)

// TestFilesOfAnotherUser: as root, no file is read, written or migrated that another user owns, can replace, or has
// made a link to, whichever way it is named. Other users, who can make files of nobody else, use their own.
func TestFilesOfAnotherUser(t *testing.T) {
	const stranger = 4711
	good := v1Header + "port: 7\n"
	s := newSite(t, map[string]string{
		"good.yaml": good, "root/precious": "precious", "root/secret": "s3cret",
		"root/old.yaml": v1alpha1Header + "port: 7\n", "theirs/conf.d/a.conf": good, "theirs/secret": "s3cret",
		"byname.yaml": v1Header + "tls: {certFile: theirs/secret}\n",
	})
	if err := os.Mkdir(filepath.Join(s.dir, "sticky"), 0o755); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"out": "../root/precious", "in": "../good.yaml", "old": "../root/old.yaml",
		"new": "../root/new"} {
		link = filepath.Join(s.dir, "sticky", link)
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		s.give(link, stranger)
	}
	s.give(filepath.Join(s.dir, "theirs"), stranger)
	for path, mode := range map[string]os.FileMode{"sticky": 0o777 | os.ModeSticky, "theirs": 0o755} {
		if err := os.Chmod(filepath.Join(s.dir, path), mode); err != nil {
			t.Fatal(err)
		}
	}
	const (
		link  = "the owner of this link is the user 4711, and links of other users are not followed as root"
		owner = "the user 4711 owns the directory $D/theirs and can replace the files in it, and they are not "
	)
	l := pairedLoader(componentconfig.WithConfigDir("", "conf"), dynamic.WithConfig(dynamic.Options{}))
	for more, want := range map[string]string{
		"--write-config-to=$D/sticky/out":                                             link,
		"--write-config-to=$D/sticky/new":                                             link,
		"--write-config-to=$D/theirs/out":                                             owner + "written as root",
		"--config=$D/sticky/in --explain-config":                                      link,
		"config migrate $D/sticky/old":                                                link,
		"--config-dir=$D/theirs/conf.d --explain-config":                              owner + "read as root",
		"--config=$D/byname.yaml --explain-config":                                    owner + "read as root",
		"--dynamic-config-dir=$D/theirs/state --dynamic-config-source=$D/good.yaml":   owner + "used as root",
		"--dynamic-config-dir=$D/root/state --dynamic-config-source=$D/theirs/conf.d": owner + "read as root",
	} {
		args := "--config=$D/good.yaml " + more
		if strings.HasPrefix(more, "config ") {
			args = more
		}
		var out bytes.Buffer
		cmd := l.Command(nil)
		cmd.SetArgs(s.args(strings.Fields(args)))
		cmd.SetOut(&out)
		cmd.SetErr(&out)
		err := cmd.Execute()
		if got := s.hide(out.String()); os.Geteuid() == 0 && !strings.Contains(got, want) {
			t.Errorf("%s:\n%v\n%s\nwant %s", args, err, got, want)
		} else if os.Geteuid() != 0 && err != nil {
			t.Errorf("%s:\n%v\n%s", args, err, got)
		}
	}
	if os.Geteuid() != 0 {
		return // The links belonged to this user, and were followed.
	}
	if got := s.read("root/precious"); got != "precious" {
		t.Errorf("the file behind the link has %q", got)
	}
	for _, name := range []string{"root/new", "theirs/out", "theirs/state"} {
		if _, err := os.Lstat(filepath.Join(s.dir, name)); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// give gives a file to another user, which only root can do.
func (s site) give(path string, uid int) {
	s.Helper()
	if err := os.Lchown(path, uid, -1); err != nil && os.Geteuid() == 0 {
		s.Fatal(err)
	}
}

// TestInspectedFilesOfAnotherUser: the config command says whether files are valid, also as root in a checkout of
// another user. Only with --preflight is the machine the one that the component uses them on.
func TestInspectedFilesOfAnotherUser(t *testing.T) {
	s := newSite(t, map[string]string{
		"theirs/a.yaml": v1Header + "port: 7\n", "theirs/conf.d/b.yaml": v1Header + "port: 8\n",
	})
	for _, path := range []string{"theirs", "theirs/a.yaml", "theirs/conf.d", "theirs/conf.d/b.yaml"} {
		s.give(filepath.Join(s.dir, path), 4711)
	}
	for args, refused := range map[string]bool{
		"validate $D/theirs/a.yaml":                     false,
		"validate --fragment $D/theirs/conf.d":          false,
		"print $D/theirs/a.yaml":                        false,
		"diff $D/theirs/a.yaml $D/theirs/conf.d/b.yaml": false,
		"validate --preflight $D/theirs/a.yaml":         true,
		"migrate $D/theirs/a.yaml":                      true,
	} {
		var stdout, stderr bytes.Buffer
		configcommand.Run(t.Context(), pairedLoader(), s.args(strings.Fields(args)), &stdout,
			&stderr)
		if got := strings.Contains(stdout.String()+stderr.String(), "the user 4711 owns the directory"); got != refused &&
			(got || os.Geteuid() == 0) {
			t.Errorf("%s:\n%s%s", args, stdout.String(), stderr.String())
		}
	}
}
