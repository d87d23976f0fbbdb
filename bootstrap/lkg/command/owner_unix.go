//go:build unix

package command

import (
	"fmt"
	"os"
	"syscall"
)

// checkOwner refuses to write into the folder of another user, root or not: the component could not read what is written there.
func checkOwner(dir string, user int) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(stat.Uid) == user {
		return nil
	}
	return fmt.Errorf("--dynamic-config-dir=%s: it belongs to the user with the ID %d, and you have the ID %d: run the command as that user, for example by sudo -u '#%d'",
		dir, stat.Uid, user, stat.Uid)
}
