//go:build !unix

package command

// checkOwner has nothing to say where users have no numbers.
func checkOwner(string, int) error { return nil }
