package layers

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/fileowner"
)

// untrusted returns why a file must not be read as root: somebody else can write to it or replace it. A link is judged
// like a file, and so is what it leads to. judged are the results for directories.
func (r *Reader) untrusted(name string, judged map[string]error) error {
	euid := os.Geteuid
	if r.euid != nil {
		euid = r.euid
	}
	if r.AllowUntrusted || euid() != 0 {
		return nil
	}
	const most = 40
	for range most {
		dir := above(name)
		if _, ok := judged[dir]; !ok {
			judged[dir] = untrustedDirectory(dir)
		}
		if err := judged[dir]; err != nil {
			return err
		}
		info, err := os.Lstat(name)
		if err != nil {
			return explain(name, err)
		}
		if uid, ok := r.owner(info); ok && uid != 0 {
			return fmt.Errorf("the owner of %s is the user %d, and files of other users are not read as root: run chown "+
				"root on it", thing(info), uid)
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			if everyone(info) && !fileowner.ReadOnly(name) {
				return errors.New("everyone can write to this file, and it is not read as root: run chmod o-w on it")
			}
			return nil
		}
		target, err := os.Readlink(name)
		if err != nil {
			return explain(name, err)
		}
		if !filepath.IsAbs(target) {
			target = dir + string(filepath.Separator) + target
		}
		// The links on the way come before "..", which goes up from where they lead.
		parent, base := filepath.Split(target)
		if parent, err = filepath.EvalSymlinks(parent); err != nil {
			return explain(name, err)
		}
		name = filepath.Join(parent, base)
	}
	return fmt.Errorf("more than %d links", most)
}

// above is the directory of a file as the kernel finds it: ".." goes up from where the links before it lead.
func above(name string) string {
	dir, _ := filepath.Split(name)
	switch trimmed := strings.TrimRight(dir, string(filepath.Separator)); {
	case trimmed != "":
		return trimmed
	case dir == "":
		return "."
	}
	return dir
}

func (r *Reader) owner(info fs.FileInfo) (uid int, ok bool) {
	of := fileowner.Of
	if r.ownerOf != nil {
		of = r.ownerOf
	}
	uid, _, ok = of(info)
	return uid, ok
}

// untrustedDirectory returns an error if everyone can replace the files in a directory. With the sticky bit only their
// owners can.
func untrustedDirectory(dir string) error {
	info, err := os.Stat(dir)
	if err != nil || !everyone(info) || info.Mode()&fs.ModeSticky != 0 || fileowner.ReadOnly(dir) {
		return nil //nolint:nilerr // To read the file fails, too.
	}
	return fmt.Errorf("everyone can replace the files in %s, and they are not read as root: run chmod o-w on this "+
		"directory",
		dir)
}

func everyone(info fs.FileInfo) bool { return info.Mode().Perm()&0o002 != 0 }

func thing(info fs.FileInfo) string {
	if info.Mode()&fs.ModeSymlink != 0 {
		return "this link"
	}
	return "this file"
}
