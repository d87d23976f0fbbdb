//go:build !unix

package dynamic

// checkUser does nothing where users have no numbers.
func checkUser(string, int) error { return nil }
