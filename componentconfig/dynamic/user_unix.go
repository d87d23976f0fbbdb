//go:build unix

package dynamic

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// checkUser refuses to write into the state of another user, root or not: the component could not read what is written
// there. The component's user is the owner of the lock, which the component creates first; the directory itself may
// have been created by others, as a Kubernetes volume is.
func checkUser(dir string, user int) error {
	info, err := os.Lstat(filepath.Join(dir, store.LockFile))
	if err != nil {
		info, err = os.Stat(dir)
	}
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(stat.Uid) == user {
		return nil
	}
	return fmt.Errorf("--dynamic-config-dir=%s: its state belongs to user ID %d, and your user ID is %d: run the "+
		"command as "+
		"that user, for example by sudo -u '#%d'", dir, stat.Uid, user, stat.Uid)
}
