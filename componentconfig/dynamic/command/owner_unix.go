//go:build unix

package command

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// checkOwner refuses to write into the state of another user, root or not: the component could not read what is written there. The
// component's user is the one that the lock belongs to, which it makes first of all; the folder itself may have been made by others, as a
// volume of Kubernetes is.
func checkOwner(dir string, user int) error {
	info, err := os.Lstat(filepath.Join(dir, "lock"))
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
	return fmt.Errorf("--dynamic-config-dir=%s: its state belongs to the user with the ID %d, and you have the ID %d: run the command as that user, for example by sudo -u '#%d'",
		dir, stat.Uid, user, stat.Uid)
}
